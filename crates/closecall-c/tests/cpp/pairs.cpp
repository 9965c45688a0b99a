// Pairs and paths; and exceptions of visitors.

#include <stdexcept>

#include "check.hpp"

using namespace closecall;

namespace {

int throws(void *, closecall_triangles) { throw std::runtime_error("of a C callback"); }

void test_exceptions(Pair &pair) {
  const Pose pose(0.5, 0.25, 0.125);
  try {
    pair.visit_contacts(pose, [](Triangles) -> bool { throw std::runtime_error("of a visitor"); });
    CHECK(!"it did not throw");
  } catch (const std::runtime_error &error) {
    CHECK(std::string(error.what()) == "of a visitor");
  }
  // Through the C function as well: nothing is left locked.
  try {
    closecall_pair_visit_contacts(pair.get(), pose.data(), 5, throws, nullptr);
    CHECK(!"it did not throw");
  } catch (const std::runtime_error &error) {
    CHECK(std::string(error.what()) == "of a C callback");
  }
  CHECK(pair.collides(pose));
}

void test_contact(Pair &pair) {
  const Pose pose(0.5, 0.25, 0.125);
  CHECK(pair.collides(pose) && !pair.collides(Pose(2, 0, 0)));
  CHECK(pair.touch(pose).answer == CLOSECALL_ANSWER_TOUCHING);
  const Contacts all = pair.contacts(pose);
  CHECK(all.is_complete && all.triangles.size() > 6 && all.triangles[0] != all.triangles[1]);
  std::size_t seen = 0;
  pair.visit_contacts(pose, [&](Triangles) { return ++seen, false; });
  CHECK(seen == all.triangles.size());
  pair.visit_contacts(
      pose, [&](Triangles) { return ++seen, false; }, 2);
  CHECK(seen == all.triangles.size() + 2);
  CHECK(pair.distance(Pose(3, 0, 0)).hi >= 2);
}

void test_motion(Pair &pair) {
  std::vector<Path> paths;
  paths.push_back(Path::rows({Pose(-3, 0.5, 0), Pose(3, 0.5, 0)}));
  paths.push_back(Path::between(Pose(-3, 3, 0), Pose(3, 3, 0)));
  paths.push_back(Path::screw(Pose(3, 0, 0), {0, 0, 0}, {0, 0, 1}, 3.14, 0.5));
  paths.push_back(
      Path::joints({turn_factor({0, 0, 1}, 0, 3), slide_factor({5, 0, 0}, {0, 0, 0}), fixed_factor(Pose(0, 0, 0.5))}));
  CHECK(paths[0].duration() == 1 && paths[0].pose(0.5) == Pose(0, 0.5, 0));
  const Sweep sweep = pair.sweep(paths[0]);
  CHECK(sweep.answer == CLOSECALL_ANSWER_TOUCHING && std::fabs(sweep.until - 1.0 / 3) < 1e-4);
  const std::vector<Sweep> all = pair.sweep_batch(paths);
  CHECK(all[0].until == sweep.until && all[1].answer == CLOSECALL_ANSWER_CLEAR &&
        all[3].answer == CLOSECALL_ANSWER_TOUCHING);
  CHECK(pair.approach(paths[1]).lo <= 2);
  const std::vector<Stretch> stretches = pair.stretches(paths[0]);
  CHECK(stretches.size() == 1 && std::fabs(stretches[0].ends_lo - 2.0 / 3) < 1e-4);
}

void test_batches(const Pair &pair) {
  std::vector<Pose> poses;
  for (int k = 0; k < 200; ++k) poses.emplace_back(0.01 * k, 0.5, 0.25);
  const std::vector<std::uint8_t> collides = pair.collides_batch(poses);
  const std::vector<Touch> touches = pair.touch_batch(poses);
  const std::vector<Distance> distances = pair.distance_batch(poses);
  for (std::size_t k = 0; k < poses.size(); ++k) {
    CHECK(collides[k] == (poses[k].numbers[0] <= 1));
    CHECK((touches[k].answer == CLOSECALL_ANSWER_TOUCHING) == (collides[k] == 1));
    CHECK((distances[k].hi == 0) == (collides[k] == 1));
  }
}

}  // namespace

void test_pairs() {
  const Model cube = make_cube();
  Pair pair = Pair::make(cube, cube);
  test_contact(pair);
  test_exceptions(pair);
  test_motion(pair);
  test_batches(pair);
  Pair solids = Pair::make(cube, CLOSECALL_TAKEN_AS_SOLID, cube, CLOSECALL_TAKEN_AS_SOLID);
  Pair fork = solids.fork();
  CHECK(fork.collides(Pose()));
  pair.set(Ask().with_clearance(1).with_limit(3).with_accuracy(0.1).with_tolerance(1e-3).cold());
  CHECK(pair.collides(Pose(2, 0, 0)));
  pair.set(Ask().with_tests(0).ignoring_start());
  CHECK(pair.touch(Pose(0.5, 0, 0)).answer == CLOSECALL_ANSWER_UNDECIDED);
  pair.set(Ask().with_seconds(100));
  pair.reset();
  CHECK(pair.touch(Pose(0.5, 0, 0)).answer == CLOSECALL_ANSWER_TOUCHING);
}
