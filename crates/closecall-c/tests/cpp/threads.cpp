// Eight threads, each with a question of its own about one snapshot, while the world goes on; and one pair that two
// threads use against the rules.

#include <atomic>
#include <thread>

#include "check.hpp"

using namespace closecall;

namespace {

void plan(Query query, BodyId tool, int thread, std::atomic<int> &touching) {
  for (int step = 0; step < 60; ++step) {
    const double x = 0.05 * ((step * 7 + thread * 13) % 60);
    query.set_pose(tool, Pose(x, 0.25, 0.125));
    CHECK(query.collides() == (x <= 1));
    touching += query.contacts(Test::closest()).empty() ? 0 : 1;
    const Edge edge = query.sweep({Move(tool, Pose(5, 0, 0), Pose(x, 0, 0))});
    CHECK((edge.answer == CLOSECALL_ANSWER_CLEAR) == (x > 1));
  }
}

void test_snapshots() {
  const Model cube = make_cube();
  World world;
  const BodyId wall = world.add(Body("wall", {Shape::model(cube)}));
  const BodyId tool = world.add(Body("tool", {Shape::model(cube)}).at(Pose(9, 0, 0)));
  const Snapshot snapshot = world.snapshot();
  std::atomic<int> touching{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread)
    threads.emplace_back([&, thread] { plan(snapshot.query(), tool, thread, touching); });
  for (int step = 0; step < 50; ++step) world.set_pose(wall, Pose(0, 0, 100 + step));
  world.remove(wall);
  for (std::thread &thread : threads) thread.join();
  CHECK(touching > 50 && touching < 8 * 60);
}

// Two threads with one pair: each call is answered or refused, and nothing breaks.
void test_misuse() {
  const Model cube = make_cube();
  Pair pair = Pair::make(cube, cube);
  std::atomic<int> answered{0}, refused{0};
  const auto ask = [&] {
    for (int step = 0; step < 2000; ++step) {
      bool collides = false;
      const Pose pose(0.5, 0.001 * step, 0);
      const Status status = closecall_pair_collides(pair.get(), pose.data(), &collides);
      CHECK(status == CLOSECALL_STATUS_OK ? collides == (0.001 * step <= 1) : status == CLOSECALL_STATUS_BUSY);
      ++(status == CLOSECALL_STATUS_OK ? answered : refused);
    }
  };
  std::thread other(ask);
  ask();
  other.join();
  CHECK(answered > 0 && answered + refused == 4000);
}

}  // namespace

void test_threads() {
  test_snapshots();
  test_misuse();
}
