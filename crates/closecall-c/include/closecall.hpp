// closecall: exact questions about moving triangle meshes. The C++17 interface, header only, over closecall.h.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Handles are objects that free themselves and can be moved; what is cheap to share can be copied. Functions throw
// closecall::Error; with CLOSECALL_NO_EXCEPTIONS defined they return closecall::Result<T> instead. The rules for
// threads are those of closecall.h: const functions may be called by many threads at once, others by one at a time.

#ifndef CLOSECALL_HPP
#define CLOSECALL_HPP

#include "closecall/ask.hpp"
#include "closecall/depth.hpp"
#include "closecall/error.hpp"
#include "closecall/model.hpp"
#include "closecall/pair.hpp"
#include "closecall/pose.hpp"
#include "closecall/query.hpp"
#include "closecall/robot.hpp"
#include "closecall/span.hpp"
#include "closecall/world.hpp"

#endif  // CLOSECALL_HPP
