// Plans with OMPL: closecall says which states are valid, and proves motions free between states. (OMPL 1.5)

#include <ompl/base/MotionValidator.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>

#include <closecall.hpp>
#include <cstdio>

namespace ob = ompl::base;
namespace og = ompl::geometric;

static closecall::Pose pose_of(const ob::State *state) {
  const auto *se3 = state->as<ob::SE3StateSpace::StateType>();
  const auto &turn = se3->rotation();
  return closecall::Pose::from_quaternion({se3->getX(), se3->getY(), se3->getZ()}, turn.w, turn.x, turn.y, turn.z);
}

// A motion is valid if it is proved free. What stays undecided is not.
class Motions : public ob::MotionValidator {
 public:
  Motions(const ob::SpaceInformationPtr &space, closecall::Pair pair)
      : ob::MotionValidator(space), pair_(std::move(pair)) {}

  bool checkMotion(const ob::State *from, const ob::State *to) const override {
    const closecall::Sweep way = sweep(from, to);
    const bool is_free = way.answer == CLOSECALL_ANSWER_CLEAR;
    ++(is_free ? valid_ : invalid_);
    return is_free;
  }

  bool checkMotion(const ob::State *from, const ob::State *to, std::pair<ob::State *, double> &last) const override {
    const closecall::Sweep way = sweep(from, to);
    if (way.answer == CLOSECALL_ANSWER_CLEAR) return ++valid_, true;
    last.second = way.free_until;
    if (last.first != nullptr) si_->getStateSpace()->interpolate(from, to, last.second, last.first);
    return ++invalid_, false;
  }

 private:
  closecall::Sweep sweep(const ob::State *from, const ob::State *to) const {
    return pair_.sweep(closecall::Path::between(pose_of(from), pose_of(to)));
  }
  mutable closecall::Pair pair_;
};

int main(int count, char **arguments) try {
  const std::string folder = count > 1 ? arguments[1] : "examples";
  const closecall::Model cell = closecall::Model::load(folder + "/cell.stl");
  const closecall::Model gripper = closecall::Model::load(folder + "/gripper.obj");
  auto space = std::make_shared<ob::SE3StateSpace>();
  ob::RealVectorBounds bounds(3);
  bounds.setLow(-1.5), bounds.setHigh(1.5);
  bounds.setLow(2, 0.2);
  space->setBounds(bounds);
  og::SimpleSetup setup(space);
  closecall::Pair states = closecall::Pair::make(cell, gripper);
  setup.setStateValidityChecker([&](const ob::State *state) { return !states.collides(pose_of(state)); });
  const auto &information = setup.getSpaceInformation();
  information->setMotionValidator(std::make_shared<Motions>(information, closecall::Pair::make(cell, gripper)));
  ob::ScopedState<ob::SE3StateSpace> start(space), goal(space);
  start->setXYZ(-1.0, -1.0, 1.0), start->rotation().setIdentity();
  goal->setXYZ(1.0, 1.0, 1.0), goal->rotation().setAxisAngle(0, 0, 1, 1.0);
  setup.setStartAndGoalStates(start, goal);
  setup.setPlanner(std::make_shared<og::RRTConnect>(information));
  if (!setup.solve(10.0) || !setup.haveExactSolutionPath()) return std::puts("no way was found"), 1;
  // The whole way once more, by a pair that has seen nothing of it.
  std::vector<closecall::Pose> rows;
  for (const ob::State *state : setup.getSolutionPath().getStates()) rows.push_back(pose_of(state));
  closecall::Pair fresh = closecall::Pair::make(cell, gripper);
  const bool is_free = fresh.sweep(closecall::Path::rows(rows)).answer == CLOSECALL_ANSWER_CLEAR;
  std::printf("%zu states, proved %s\n", rows.size(), is_free ? "free" : "NOT free");
  return is_free ? 0 : 1;
} catch (const closecall::Error &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
