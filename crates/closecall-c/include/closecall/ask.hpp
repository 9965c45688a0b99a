// How a question is asked: clearance, limit, accuracy, budget.
//
// SPDX-License-Identifier: MIT OR Apache-2.0

#ifndef CLOSECALL_ASK_HPP
#define CLOSECALL_ASK_HPP

#include <cstdint>

#include "error.hpp"

namespace closecall {

// How a question is asked.
struct Ask : closecall_ask {
  Ask() : closecall_ask{} { closecall_ask_default(this); }
  Ask &with_clearance(double value) { return clearance = value, *this; }
  Ask &with_limit(double value) { return limit = value, *this; }
  Ask &with_accuracy(double value) { return accuracy = value, *this; }
  Ask &with_tolerance(double value) { return tolerance = value, *this; }
  Ask &with_tests(std::uint64_t value) { return budget_tests = value, *this; }
  Ask &with_seconds(double value) { return budget_seconds = value, *this; }
  Ask &ignoring_start() { return start = CLOSECALL_START_IGNORED, *this; }
  Ask &cold() { return remembers = 0, *this; }
};

}  // namespace closecall

#endif  // CLOSECALL_ASK_HPP
