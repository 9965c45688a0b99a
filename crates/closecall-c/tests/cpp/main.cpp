// Calls every function of the library through the C++ header. Arguments: the folder of the examples, one for files.

#include "check.hpp"

using namespace closecall;

Model make_cube() {
  const Point points[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  const Triangle faces[] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4},
                            {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};
  return Model::build(Mesh::from_arrays(points, faces));
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  CHECK(is_compatible() && !version().empty() && name_of(CLOSECALL_STATUS_OK) == "ok");
  test_models(arguments[1], arguments[2]);
  test_pairs();
  test_depth();
  test_world();
  test_robots(arguments[1]);
  test_threads();
  CHECK(live_handles() == 0);
  std::puts("all C++ tests passed");
}
