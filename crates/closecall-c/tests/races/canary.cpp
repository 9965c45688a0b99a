// Two threads let the library write one pose, which is a race: ThreadSanitizer has to see it.

#include <closecall.h>

#include <thread>

int main() {
  const double translation[3] = {1, 2, 3}, quaternion[4] = {1, 0, 0, 0};
  double pose[7];
  const auto write = [&] { closecall_pose_from_quaternion(translation, quaternion, pose); };
  std::thread other(write);
  write();
  other.join();
}
