// What the C tests share: a check that says where it failed, and two bodies.

#ifndef CHECK_H
#define CHECK_H

#include <closecall.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                                      \
  do {                                                                                                        \
    if (!(condition)) {                                                                                       \
      fprintf(stderr, "%s:%d: %s (last message: %s)\n", __FILE__, __LINE__, #condition, closecall_message()); \
      exit(1);                                                                                                \
    }                                                                                                         \
  } while (0)

#define OK(call) CHECK((call) == CLOSECALL_STATUS_OK)
#define FAILS(status, call) CHECK((call) == (status) && closecall_message()[0] != '\0')

// A cube from 0 to 1, outward.
closecall_model *make_cube(void);
// A cube from 0 to a size, in a unit.
closecall_model *make_box(double size, closecall_unit unit);
// A pose without a turn.
const double *at(double x, double y, double z);

// The folder of the repository's examples, and one for files.
extern const char *examples, *scratch;
const char *in_folder(const char *folder, const char *name);

void test_base(void);
void test_models(void);
void test_pairs(void);
void test_depth(void);
void test_world(void);
void test_queries(void);
void test_robots(void);
void test_files(void);
void test_units(void);
void test_budgets(void);
void test_hostile(void);

#endif
