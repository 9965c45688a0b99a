// Robots.

#include "check.hpp"

using namespace closecall;

void test_robots(const std::string &examples) {
  const Robot robot = Robot::load(examples + "/arm.urdf", examples + "/arm.srdf", {{"arm", examples}});
  const Robot::Facts facts = robot.info();
  CHECK(!robot.link(0).empty() && robot.coordinate(0).lower < robot.coordinate(0).upper);
  fails(CLOSECALL_STATUS_BAD_VALUE, [&] { robot.warning(facts.warning_count); });
  fails(CLOSECALL_STATUS_BAD_VALUE, [&] { robot.coordinate(facts.coordinate_count); });
  World world;
  const RobotId number = world.add(robot, "arm/");
  const std::vector<double> rest = robot.rest();
  world.set_positions(number, rest);
  Query query = world.snapshot().query();
  query.set_positions(number, rest);
  const std::vector<std::uint8_t> rows = query.rows_collide(number, rest, 1);
  CHECK((rows[0] == 1) == query.collides());
  CHECK((query.edges(number, rest, rest, 1)[0].answer == CLOSECALL_ANSWER_CLEAR) == (rows[0] == 0));
  fails(CLOSECALL_STATUS_BAD_VALUE, [&] { query.rows_collide(number, rest, 2); });
}
