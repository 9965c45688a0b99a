// A recorded flight asked through C++: flights FOLDER QUESTION prints the nanoseconds of a call and a sum of the answers.
// `flights.rs` asks the same in Rust, and compares. With PASSES all poses are asked so many times, for counting
// instructions. With WITH_FCL, FCL answers the questions that begin with "fcl".

#include <algorithm>
#include <chrono>
#include <closecall.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <limits>
#include <sstream>
#ifdef WITH_FCL
#include <fcl/fcl.h>
#endif

using namespace closecall;
using Clock = std::chrono::steady_clock;

static double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

static std::vector<Pose> read_poses(const std::string &path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  std::vector<Pose> poses;
  while (std::getline(file, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream numbers(line);
    Pose pose;
    for (double &number : pose.numbers) numbers >> number;
    poses.push_back(pose);
  }
  return poses;
}

// Asks all poses over and over. A chunk of poses counts with its shortest time, so that a pause of the machine does not.
static void measure(std::size_t count, std::size_t chunk, double budget,
                    const std::function<double(std::size_t, std::size_t)> &ask) {
  std::vector<double> best((count + chunk - 1) / chunk, std::numeric_limits<double>::infinity());
  double sum = 0;
  const Clock::time_point begin = Clock::now();
  const char *given = std::getenv("PASSES");
  const int passes = given == nullptr ? 0 : std::atoi(given);
  const auto is_over = [&](int pass) {
    if (passes > 0) return pass == passes;
    const double seconds = seconds_since(begin);
    return (pass > 2 && seconds >= budget) || (pass > 0 && seconds > 4 * budget);
  };
  for (int pass = 0; !is_over(pass); ++pass) {
    sum = 0;
    for (std::size_t first = 0, k = 0; first < count; first += chunk, ++k) {
      const Clock::time_point start = Clock::now();
      sum += ask(first, std::min(first + chunk, count));
      best[k] = std::min(best[k], seconds_since(start));
    }
  }
  double total = 0;
  for (double time : best) total += time;
  std::printf("%.3f %.12g\n", total / static_cast<double>(count) * 1e9, sum);
}

// The sum of a function of every pose.
template <class Ask>
static std::function<double(std::size_t, std::size_t)> summed(const std::vector<Pose> &poses, Ask ask) {
  return [&poses, ask](std::size_t first, std::size_t last) {
    double sum = 0;
    for (std::size_t k = first; k < last; ++k) sum += ask(poses[k]);
    return sum;
  };
}

#ifdef WITH_FCL
using FclModel = fcl::BVHModel<fcl::OBBRSSd>;

static FclModel fcl_model(const Model &model) {
  const Mesh mesh = model.mesh();
  std::vector<fcl::Vector3d> points;
  std::vector<fcl::Triangle> faces;
  for (const Point &p : mesh.vertices()) points.emplace_back(p[0], p[1], p[2]);
  for (const Triangle &t : mesh.triangles()) faces.emplace_back(t[0], t[1], t[2]);
  FclModel made;
  made.beginModel();
  made.addSubModel(points, faces);
  made.endModel();
  return made;
}

static void measure_fcl(const Model &a, const Model &b, const std::vector<Pose> &poses, bool is_distance,
                        double budget) {
  const FclModel first = fcl_model(a), other = fcl_model(b);
  std::vector<fcl::Transform3d> transforms;
  for (const Pose &pose : poses) transforms.emplace_back(pose.to<fcl::Transform3d>());
  const fcl::Transform3d identity = fcl::Transform3d::Identity();
  measure(poses.size(), 20, budget, [&](std::size_t begin, std::size_t end) {
    double sum = 0;
    for (std::size_t k = begin; k < end; ++k) {
      if (is_distance) {
        fcl::DistanceRequestd request(true);
        fcl::DistanceResultd result;
        sum += std::max(0.0, fcl::distance(&first, identity, &other, transforms[k], request, result));
      } else {
        fcl::CollisionRequestd request;
        fcl::CollisionResultd result;
        sum += fcl::collide(&first, identity, &other, transforms[k], request, result) > 0 ? 1 : 0;
      }
    }
    return sum;
  });
}
#endif

int main(int count, char **arguments) try {
  if (count != 3) return 2;
  const std::string folder = arguments[1], question = arguments[2];
  const Model env = Model::load(folder + "/env.obj"), obj = Model::load(folder + "/obj.obj");
  const std::vector<Pose> poses = read_poses(folder + "/poses.csv");
  const char *given = std::getenv("SECONDS_EACH");
  const double budget = given == nullptr ? 2 : std::atof(given);
  Pair pair = Pair::make(env, obj);
  if (question == "collides") {
    measure(poses.size(), 20, budget, summed(poses, [&](const Pose &pose) { return pair.collides(pose) ? 1.0 : 0; }));
  } else if (question == "distance") {
    measure(poses.size(), 20, budget, summed(poses, [&](const Pose &pose) { return pair.distance(pose).hi; }));
  } else if (question == "collides-batch") {
    measure(poses.size(), poses.size(), budget, [&](std::size_t, std::size_t) {
      double sum = 0;
      for (std::uint8_t collides : pair.collides_batch(poses)) sum += collides;
      return sum;
    });
  } else if (question == "distance-batch") {
    measure(poses.size(), poses.size(), budget, [&](std::size_t, std::size_t) {
      double sum = 0;
      for (const Distance &distance : pair.distance_batch(poses)) sum += distance.hi;
      return sum;
    });
#ifdef WITH_FCL
  } else if (question == "fcl-collides" || question == "fcl-distance") {
    measure_fcl(env, obj, poses, question == "fcl-distance", budget);
#endif
  } else {
    return 2;
  }
} catch (const closecall::Error &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
