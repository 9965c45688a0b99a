// What a planning framework's contact manager is made of, on closecall: links of several shapes by name, an active set,
// margins, allowed pairs, four kinds of contact tests, contacts with times, and a clone for each thread.

#include <algorithm>
#include <closecall.hpp>
#include <cstdio>
#include <map>
#include <thread>

using namespace closecall;

// A contact manager by names. Changes of the scene are made on the world, and tests on a question about a snapshot,
// which is made anew after a change. clone() shares the snapshot: it costs little, and each thread has its own.
class ContactManager {
 public:
  void add(const std::string &name, const std::vector<Shape> &shapes, const Pose &pose) {
    ids_[name] = world_.add(Body(name, shapes).at(pose));
    changed();
  }
  void remove(const std::string &name) {
    const BodyId removed = id(name);
    world_.remove(removed);
    active_.erase(std::remove(active_.begin(), active_.end(), removed), active_.end());
    poses_.erase(removed), ids_.erase(name), changed();
  }
  void replace(const std::string &name, const std::vector<Shape> &shapes) {
    world_.replace(id(name), shapes), changed();
  }
  void enable(const std::string &name, bool is_enabled) { world_.enable(id(name), is_enabled), changed(); }
  void set_default_margin(double margin) { world_.set_margin(margin), changed(); }
  void set_pair_margin(const std::string &a, const std::string &b, double margin) {
    world_.set_pair_margin(id(a), id(b), margin), changed();
  }
  void set_active(const std::vector<std::string> &names) {
    active_.clear();
    for (const std::string &name : names) active_.push_back(id(name));
    query().set_active(active_);
  }
  void set_pose(const std::string &name, const Pose &pose) {
    poses_[id(name)] = pose, query().set_pose(id(name), pose);
  }

  std::vector<Contact> test(const Test &test) { return query().contacts(test); }
  std::vector<Contact> test(const Test &test, const std::vector<Move> &moves) { return query().contacts(test, moves); }

  // A manager of the same scene for another thread.
  Query clone() { return query().clone(); }
  BodyId id(const std::string &name) const { return ids_.at(name); }
  std::string name(BodyId body) const { return world_.name(body); }

 private:
  void changed() { is_current_ = false; }
  Query &query() {
    if (!is_current_) {
      query_ = world_.snapshot().query();
      if (!active_.empty()) query_.set_active(active_);
      for (const auto &[body, pose] : poses_) query_.set_pose(body, pose);
      is_current_ = true;
    }
    return query_;
  }

  World world_;
  Query query_;
  bool is_current_ = false;
  std::map<std::string, BodyId> ids_;
  std::map<BodyId, Pose> poses_;
  std::vector<BodyId> active_;
};

static void print(const ContactManager &manager, const char *title, const std::vector<Contact> &contacts) {
  std::printf("%s: %zu\n", title, contacts.size());
  for (const Contact &contact : contacts) {
    std::printf("  %s shape %u and %s shape %u: %.4f apart", manager.name(contact.shapes.body_a).c_str(),
                contact.shapes.shape_a, manager.name(contact.shapes.body_b).c_str(), contact.shapes.shape_b,
                contact.hi);
    if (contact.has_points)
      std::printf(", at %.2f %.2f %.2f in the frame of the second, normal %.2f %.2f %.2f", contact.local_b[0],
                  contact.local_b[1], contact.local_b[2], contact.normal[0], contact.normal[1], contact.normal[2]);
    if (contact.time > 0) std::printf(", at time %.4f", contact.time);
    std::printf("\n");
  }
}

int main(int count, char **arguments) try {
  const std::string folder = count > 1 ? arguments[1] : "examples";
  const Model cell = Model::load(folder + "/cell.stl"), gripper = Model::load(folder + "/gripper.obj");
  ContactManager manager;
  manager.set_default_margin(0.05);
  manager.add("cell", {Shape::model(cell)}, Pose());
  manager.add("tool", {Shape::model(gripper, 1), Shape::ball(0.02, 2, Pose(0, 0, 0.1))}, Pose(0.15, 0, 1.5));
  manager.add("part", {Shape::box({0.05, 0.05, 0.05}, 5)}, Pose(3, 0, 0.5));
  manager.set_active({"tool"});

  print(manager, "high up", manager.test(Test::closest()));
  manager.set_pose("tool", Pose(0.15, 0, 0.45));
  print(manager, "low, the first", manager.test(Test::first()));
  print(manager, "low, the closest of each two", manager.test(Test::closest()));
  print(manager, "low, two of each two", manager.test(Test::limited(2)));
  std::printf("low, all: %zu\n", manager.test(Test::all()).size());
  const auto may_touch = [&](BodyId a, BodyId b) { return a == manager.id("cell") || b == manager.id("cell"); };
  print(manager, "low, with the cell allowed", manager.test(Test::closest().unless(may_touch)));

  const std::vector<Move> down = {Move(manager.id("tool"), Pose(0.15, 0, 1.5), Pose(0.15, 0, 0.45))};
  print(manager, "on the way down", manager.test(Test::closest(), down));

  manager.enable("cell", false);
  print(manager, "without the cell", manager.test(Test::closest()));
  manager.enable("cell", true);
  manager.replace("part", {Shape::ball(0.1, 6)});
  manager.set_pose("part", Pose(0.6, 0, 0.5));
  print(manager, "beside the part", manager.test(Test::closest()));
  manager.set_pair_margin("tool", "part", 0.5);
  print(manager, "with a wide margin", manager.test(Test::closest()));
  manager.remove("part");

  // A clone for each thread.
  std::vector<std::thread> threads;
  std::vector<int> touching(4);
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([&, k, query = manager.clone()]() mutable {
      for (int step = 0; step < 100; ++step) {
        query.set_pose(manager.id("tool"), Pose(0.15, 0, 0.4 + 0.01 * (step + k)));
        touching[k] += query.collides() ? 1 : 0;
      }
    });
  for (std::thread &thread : threads) thread.join();
  std::printf("of 100 poses each: %d %d %d %d touch\n", touching[0], touching[1], touching[2], touching[3]);
} catch (const closecall::Error &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
