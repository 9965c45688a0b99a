// Versions, statuses, poses and options.

#include "check.h"

static void test_poses(void) {
  // A quarter turn about z, row by row, with digits that were rounded.
  const double rows[16] = {0, -1.000001, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7, 0, 0, 0, 1};
  double pose[7], back[7], identity[7], matrix[16], deviation = -1;
  OK(closecall_pose_from_matrix(rows, CLOSECALL_LAYOUT_ROW_MAJOR, pose, &deviation));
  CHECK(deviation > 1e-7 && deviation < 1e-5);
  CHECK(pose[0] == 5 && pose[1] == 6 && pose[2] == 7 && fabs(pose[3] - sqrt(0.5)) < 1e-12 &&
        fabs(pose[6] - sqrt(0.5)) < 1e-12);
  OK(closecall_pose_to_matrix(pose, CLOSECALL_LAYOUT_COLUMN_MAJOR, matrix));
  CHECK(fabs(matrix[1] - 1) < 1e-12 && matrix[12] == 5 && matrix[15] == 1);
  OK(closecall_pose_from_matrix(matrix, CLOSECALL_LAYOUT_COLUMN_MAJOR, back, NULL));
  for (int k = 0; k < 7; ++k) CHECK(fabs(back[k] - pose[k]) < 1e-12);
  OK(closecall_pose_inverse(pose, back));
  OK(closecall_pose_compose(pose, back, identity));
  CHECK(fabs(identity[0]) < 1e-12 && fabs(identity[3] - 1) < 1e-12);
  const double translation[3] = {1, 2, 3}, quaternion[4] = {0, 0, 0, -3};
  OK(closecall_pose_from_quaternion(translation, quaternion, pose));
  CHECK(pose[0] == 1 && pose[3] == 0 && pose[6] == 1);
  const double mirror[16] = {-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  FAILS(CLOSECALL_STATUS_BAD_VALUE, closecall_pose_from_matrix(mirror, CLOSECALL_LAYOUT_ROW_MAJOR, pose, NULL));
  FAILS(CLOSECALL_STATUS_BAD_VALUE, closecall_pose_from_matrix(rows, 7, pose, NULL));
}

void test_base(void) {
  CHECK(closecall_abi() == CLOSECALL_ABI);
  CHECK(strchr(closecall_version(), '.') != NULL);
  CHECK(strcmp(closecall_status_name(CLOSECALL_STATUS_BAD_HANDLE), "bad handle") == 0);
  CHECK(strcmp(closecall_status_name(-1), "unknown status") == 0);
  test_poses();
  closecall_ask ask;
  OK(closecall_ask_default(&ask));
  CHECK(ask.size == sizeof ask && ask.clearance == 0 && isinf(ask.limit) && ask.remembers == 1);
}
