// Do two meshes touch, how far apart are they, and when do they meet? The 20 lines of docs/cpp.md.

#include <closecall.hpp>
#include <cstdio>

int main(int count, char **arguments) try {
  const std::string folder = count > 1 ? arguments[1] : "examples";
  const closecall::Model cell = closecall::Model::load(folder + "/cell.stl");
  const closecall::Model gripper = closecall::Model::load(folder + "/gripper.obj");
  const closecall::Pose low(0.15, 0, 0.45), high(0.15, 0, 0.75);
  std::printf("touching: %s, then %s\n", cell.collides(gripper, low) ? "yes" : "no",
              cell.collides(gripper, high) ? "yes" : "no");
  closecall::Pair pair = closecall::Pair::make(cell, gripper);  // remembers what it learned: for poses in a row
  std::printf("%zu pairs of triangles touch\n", pair.contacts(low).triangles.size());
  const closecall::Distance distance = pair.distance(high);
  std::printf("apart by %.6f to %.6f\n", distance.lo, distance.hi);
  const closecall::Sweep way = pair.sweep(closecall::Path::between(high, low));
  std::printf("free until %.4f of the way\n", way.free_until);
} catch (const closecall::Error &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
