// Robots: files, positions, rows, edges.

#include "check.h"

static void test_facts(const closecall_robot *robot, closecall_robot_facts *facts, double *rest) {
  char text[64];
  size_t count = 0;
  double lower = 0, upper = 0;
  OK(closecall_robot_info(robot, facts));
  CHECK(facts->link_count > 2 && facts->coordinate_count > 0 && facts->coordinate_count < 16);
  OK(closecall_robot_link(robot, 0, text, sizeof text, &count));
  CHECK(count > 1);
  OK(closecall_robot_coordinate(robot, 0, text, sizeof text, &count, &lower, &upper));
  CHECK(count > 1 && lower < upper);
  FAILS(CLOSECALL_STATUS_BAD_VALUE, closecall_robot_warning(robot, facts->warning_count, text, sizeof text, &count));
  FAILS(CLOSECALL_STATUS_BAD_VALUE, closecall_robot_link(robot, facts->link_count, text, sizeof text, &count));
  OK(closecall_robot_rest(robot, rest, 16, &count));
  CHECK(count == facts->coordinate_count);
}

void test_robots(void) {
  closecall_robot *robot = NULL;
  const closecall_package package = {"arm", examples};
  OK(closecall_robot_load(in_folder(examples, "arm.urdf"), in_folder(examples, "arm.srdf"), &package, 1, &robot));
  closecall_robot_facts facts;
  double rest[16];
  test_facts(robot, &facts, rest);
  closecall_world *world = NULL;
  uint32_t number = 9, table = CLOSECALL_NO_BODY;
  OK(closecall_world_new(&world));
  closecall_body body;
  OK(closecall_body_default(&body));
  body.name = "frame";
  OK(closecall_world_add(world, &body, &table));
  OK(closecall_world_add_robot(world, robot, "left/", table, &number));
  CHECK(number == 0);
  FAILS(CLOSECALL_STATUS_BAD_VALUE, closecall_world_add_robot(world, robot, "left/", table, &number));
  OK(closecall_robot_free(robot));
  const size_t width = facts.coordinate_count;
  OK(closecall_world_set_positions(world, number, rest, width));
  FAILS(CLOSECALL_STATUS_BAD_VALUE, closecall_world_set_positions(world, number, rest, width + 1));
  closecall_snapshot *snapshot = NULL;
  closecall_query *query = NULL;
  OK(closecall_world_snapshot(world, &snapshot));
  OK(closecall_query_new(snapshot, &query));
  OK(closecall_query_set_positions(query, number, rest, width));
  bool collides = true;
  OK(closecall_query_collides(query, NULL, &collides));
  double rows[4][16], *flat = malloc(4 * width * sizeof *flat);
  uint8_t answers[4];
  for (int k = 0; k < 4; ++k) {
    memcpy(rows[k], rest, sizeof rest);
    memcpy(flat + k * width, rest, width * sizeof *flat);
  }
  OK(closecall_query_rows_collide(query, number, flat, 4 * width, NULL, answers, 4));
  for (int k = 0; k < 4; ++k) CHECK(answers[k] == collides);
  FAILS(CLOSECALL_STATUS_BAD_VALUE, closecall_query_rows_collide(query, number, flat, 4 * width - 1, NULL, answers, 4));
  closecall_edge edges[4];
  OK(closecall_query_edges(query, number, flat, flat, 4 * width, NULL, edges, 4));
  for (int k = 0; k < 4; ++k) CHECK((edges[k].answer == CLOSECALL_ANSWER_CLEAR) == !collides);
  free(flat);
  OK(closecall_query_free(query));
  OK(closecall_snapshot_free(snapshot));
  OK(closecall_world_free(world));
}
