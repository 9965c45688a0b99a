// The C++ header without exceptions: every answer is a result.

#define CLOSECALL_NO_EXCEPTIONS
#include <closecall.hpp>
#include <cstdio>

using namespace closecall;

#define CHECK(condition) \
  if (!(condition)) return std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition), 1

int main(int count, char **arguments) {
  if (count != 3) return 2;
  const std::string examples = arguments[1];
  Result<Model> cell = Model::load(examples + "/cell.stl"), gripper = Model::load(examples + "/gripper.obj");
  CHECK(cell && gripper);
  Result<bool> collides = cell->collides(*gripper, Pose(0.15, 0, 0.45));
  CHECK(collides.ok() && collides.value());
  Result<Model> none = Model::load("no/such/file.stl");
  CHECK(!none && none.status() == CLOSECALL_STATUS_BAD_FILE &&
        none.message().find("no/such/file.stl") != std::string::npos);
  Result<World> world = World::make();
  CHECK(world);
  Result<BodyId> body = world->add(Body("cell", {Shape::model(*cell)}));
  CHECK(body && !world->add(Body("cell")) && world->name(*body).value() == "cell");
  CHECK(!world->set_poses({*body}, {}) && world->set_pose(*body, Pose(1, 2, 3)));
  Result<Snapshot> snapshot = world->snapshot();
  CHECK(snapshot);
  Result<Query> query = snapshot->query();
  CHECK(query && query->contacts(Test::closest()).value().empty());
  Result<Robot> robot = Robot::load(examples + "/arm.urdf", examples + "/arm.srdf");
  CHECK(robot && robot->coordinate(0) && !robot->coordinate(99));
  std::puts("all tests passed without exceptions");
  return 0;
}
