// Worlds, snapshots and questions.

#include <stdexcept>

#include "check.hpp"

using namespace closecall;

namespace {

void test_rules(World &world, BodyId table, BodyId part) {
  CHECK(!world.collides());
  world.set_margin(2);
  CHECK(world.collides());
  world.set_pair_margin(table, part, 0.1);
  CHECK(!world.collides());
  world.clear_pair_margin(table, part);
  world.enable(part, false);
  CHECK(!world.collides());
  world.enable(part);
  world.allow(table, part);
  CHECK(!world.looks_at(table, part));
  world.allow(table, part, false);
  world.set_groups(part, 2, 2);
  CHECK(!world.collides());
  world.set_groups(part, 1, ~0u);
  world.set_margin(0);
  world.set_padding(part, 2);
  CHECK(world.collides());
  world.set_padding(part, 0);
}

std::int32_t throws(void *, std::uint32_t, std::uint32_t) { throw std::runtime_error("of a C callback"); }

// Runs what throws, and checks that it arrived.
template <class Call>
void throws_here(const char *expected, Call call) {
  try {
    call();
  } catch (const std::runtime_error &error) {
    CHECK(std::string(error.what()) == expected);
    return;
  }
  CHECK(!"it did not throw");
}

// An exception of a callback arrives at the caller, through the C functions too, and leaves nothing locked.
void test_exceptions(Query &query, BodyId part) {
  const Move move(part, Pose(9, 0, 0), Pose(0.5, 0, 0));
  const auto rule = [](BodyId, BodyId) -> bool { throw std::runtime_error("of a rule"); };
  throws_here("of a rule", [&] { query.contacts(Test::closest().unless(rule), {move}); });
  closecall_test plain{};
  std::size_t count = 77;
  closecall_test_default(&plain);
  plain.allowed = throws;
  throws_here("of a C callback", [&] { closecall_query_test(query.get(), &plain, nullptr, &count); });
  throws_here("of a C callback", [&] {
    closecall_query_test_motion(query.get(), &plain, &move, 1, nullptr, &count);
  });
  CHECK(count == 77 && query.collides());
}

void test_tests(Query &query, BodyId table, BodyId part) {
  query.set_pose(part, Pose(1.25, 0, 0));
  query.set_poses({part}, {Pose(1.25, 0, 0)});
  const std::vector<Contact> closest = query.contacts(Test::closest());
  CHECK(closest.size() == 1 && closest[0].shapes.body_a == table && closest[0].shapes.shape_b == 7);
  CHECK(closest[0].lo <= 0.25 && closest[0].hi >= 0.25 && closest[0].normal[0] == 1 && closest[0].local_b[0] == 0);
  CHECK(query.contacts(Test::first()).size() == 1 && query.contacts(Test::limited(2)).size() == 2);
  CHECK(query.contacts(Test::all()).size() > 2);
  CHECK(query.contacts(Test::closest(), Ask().with_tests(0)).size() == 1);
  CHECK(query.contacts(Test::closest().unless([](BodyId, BodyId) { return true; })).empty());
  try {
    query.contacts(Test::closest().unless([](BodyId, BodyId) -> bool { throw std::runtime_error("of a rule"); }));
    CHECK(!"it did not throw");
  } catch (const std::runtime_error &error) {
    CHECK(std::string(error.what()) == "of a rule");
  }
  test_exceptions(query, part);
  query.set_pose(part, Pose(0.75, 0.25, 0.125));
  const std::vector<Contact> deep = query.contacts(Test::closest().with_depth());
  CHECK(deep.size() == 1 && deep[0].lo <= -0.25 && deep[0].hi >= -0.2501 && deep[0].normal[0] > 0.999);
  CHECK(query.contacts(Test::closest())[0].hi == 0);
  query.set_pose(part, Pose(1.25, 0, 0));
  query.set_active({table});
  CHECK(query.collides() && query.collisions().size() == 1);
  query.set_active({});
  CHECK(!query.collides());
  query.set_all_active();
  CHECK(query.collides() && query.pose(part) == Pose(1.25, 0, 0));
  const Edge edge = query.sweep({Move(part, Pose(9, 0, 0), Pose(1.25, 0, 0))});
  CHECK(edge.answer == CLOSECALL_ANSWER_TOUCHING && edge.shapes.body_b == part);
  const std::vector<Contact> way = query.contacts(Test::closest(), {Move(part, Pose(9, 0, 0), Pose(0.5, 0, 0))});
  CHECK(way.size() == 1 && way[0].time >= way[0].free_until && std::fabs(way[0].time - (9 - 1.3) / 8.5) < 1e-4);
  fails(CLOSECALL_STATUS_BAD_VALUE, [&] { query.set_poses({part}, {}); });
}

}  // namespace

void test_world() {
  const Model cube = make_cube();
  World world;
  const BodyId table = world.add(Body("table", {Shape::model(cube, 1), Shape::model(cube, 2, Pose(0, 5, 0))}).fixed());
  const BodyId part = world.add(Body("part", {Shape::model(cube, 7)}).at(Pose(2.5, 0, 0)).padded(0).in_groups(1, ~0u));
  CHECK(world.find("part") == part && world.find("nothing") == no_body && world.name(table) == "table");
  CHECK(world.bodies().size() == 2 && world.pose(part) == Pose(2.5, 0, 0));
  test_rules(world, table, part);
  CHECK(world.unit_warnings().empty() && world.unit_warnings(false).empty());
  world.set_pose(part, Pose(0.5, 5, 0));
  fails(CLOSECALL_STATUS_UNDECIDED, [&] { world.collides(Ask().with_tests(0)); });
  CHECK(world.collisions(Ask().with_tests(0))[0].answer == CLOSECALL_ANSWER_UNDECIDED);
  CHECK(world.collisions()[0].shapes.shape_a == 2);
  world.set_poses({part}, {Pose(2.5, 0, 0)});
  CHECK(world.nearest()[0].lo <= 1.5 && world.distances(Ask().with_limit(1)).empty());
  CHECK(world.first_hits({Ray::toward({9, 0.5, 0.25}, {-1, 0, 0})})[0].body == part);
  const std::vector<Shape> exact = {Shape::ball(1),       Shape::box({1, 1, 1}), Shape::cylinder(1, 1),
                                    Shape::capsule(1, 1), Shape::cone(1, 1),     Shape::half_space(0, Pose(0, 0, -50))};
  const BodyId frame = world.add(Body("frame", exact).at(Pose(0, 0, 50)));
  world.replace(frame, {Shape::ball(0.5, 9)});
  world.attach(part, frame, Pose(2.5, 0, -50));
  world.set_pose(frame, Pose(0, 0, 51));
  CHECK(world.pose(part) == Pose(2.5, 0, 1));
  world.attach(part, no_body, Pose(2.5, 0, 0));
  world.remove(frame);
  world.set_margin(0.3);
  Query query = world.snapshot().query();
  Query clone = query.clone();
  test_tests(query, table, part);
  test_tests(clone, table, part);
}
