// What the C++ tests share.

#ifndef CHECK_HPP
#define CHECK_HPP

#include <closecall.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#define CHECK(condition)                                                   \
  do {                                                                     \
    if (!(condition)) {                                                    \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      std::exit(1);                                                        \
    }                                                                      \
  } while (0)

// Runs something that fails with a status.
template <class Call>
inline void fails(closecall::Status status, Call call) {
  try {
    call();
  } catch (const closecall::Error &error) {
    CHECK(error.status() == status && error.what()[0] != '\0');
    return;
  }
  CHECK(!"it did not fail");
}

// A cube from 0 to 1.
closecall::Model make_cube();

void test_models(const std::string &examples, const std::string &scratch);
void test_pairs();
void test_depth();
void test_world();
void test_robots(const std::string &examples);
void test_threads();

#endif
