// Depths, signed distances and patches of two solids.

#include "check.hpp"

using namespace closecall;

void test_depth() {
  const Model cube = make_cube();
  const Pose pose(0.75, 0.25, 0.5);
  CHECK(signed_distance(cube, cube, pose).hi < -0.24);
  const std::vector<Pose> poses = {pose, Pose(3, 0, 0)};
  CHECK(signed_distances(cube, cube, poses)[1].hi >= 2 && signed_distances(cube, cube, {}).empty());
  const Depth depth = penetration(cube, cube, pose, Ask().with_accuracy(0.01));
  CHECK(depth.answer == CLOSECALL_ANSWER_TOUCHING && depth.lo <= 0.25 && depth.hi >= 0.25 && depth.normal[0] == 1);
  CHECK(penetration_along(cube, cube, pose, {0, 0, 3}).hi >= 0.5);
  CHECK(parting_near(cube, cube, pose, {0, 0, 3}).translation[2] > 0.49);
  Pair pair = Pair::make(cube, cube);
  CHECK(pair.penetration(pose).hi >= 0.25);
  CHECK(pair.penetration_batch(poses)[1].answer == CLOSECALL_ANSWER_CLEAR);
  const std::vector<Patch> found = patches(cube, cube, Pose(0.25, 0.5, 0.9));
  CHECK(found.size() == 1 && found[0].pairs.size() == found[0].pair_count && found[0].normal[2] > 0.5);
  const Model sheet = Model::build(Mesh::from_arrays({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}));
  fails(CLOSECALL_STATUS_NOT_CLOSED, [&] { penetration(sheet, cube, pose); });
  fails(CLOSECALL_STATUS_NOT_CLOSED, [&] { patches(sheet, cube, pose); });
  fails(CLOSECALL_STATUS_NOT_CLOSED, [&] { Pair::make(sheet, cube).penetration(pose); });
}
