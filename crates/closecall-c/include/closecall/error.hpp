// Errors, as exceptions or as results; and the owners of handles.
//
// SPDX-License-Identifier: MIT OR Apache-2.0

#ifndef CLOSECALL_ERROR_HPP
#define CLOSECALL_ERROR_HPP

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../closecall.h"

namespace closecall {

// What became of a call.
using Status = closecall_status;

#ifndef CLOSECALL_NO_EXCEPTIONS

// Why a call failed: what() has the message, with the place where there is one.
class Error : public std::runtime_error {
 public:
  explicit Error(Status status, const char *message = closecall_message())
      : std::runtime_error(message), status_(status) {}
  Status status() const noexcept { return status_; }

 private:
  Status status_;
};

// What a function returns: with exceptions, the value itself.
template <class T>
using Answered = T;

#else

// A value, or the status and the message of a failure.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : status_(CLOSECALL_STATUS_OK), value_(std::move(value)) {}
  static Result failed(Status status, const char *message = closecall_message()) { return Result(status, message); }

  bool ok() const noexcept { return status_ == CLOSECALL_STATUS_OK; }
  explicit operator bool() const noexcept { return ok(); }
  Status status() const noexcept { return status_; }
  const std::string &message() const noexcept { return message_; }
  // The value. Of a failure, what a value is before anything was asked.
  T &value() & { return value_; }
  const T &value() const & { return value_; }
  T &&value() && { return std::move(value_); }
  T &operator*() & { return value_; }
  T *operator->() { return &value_; }

 private:
  Result(Status status, const char *message) : status_(status), message_(message) {}
  Status status_;
  std::string message_;
  T value_{};
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() : status_(CLOSECALL_STATUS_OK) {}
  static Result failed(Status status, const char *message = closecall_message()) { return Result(status, message); }
  bool ok() const noexcept { return status_ == CLOSECALL_STATUS_OK; }
  explicit operator bool() const noexcept { return ok(); }
  Status status() const noexcept { return status_; }
  const std::string &message() const noexcept { return message_; }

 private:
  Result(Status status, const char *message) : status_(status), message_(message) {}
  Status status_;
  std::string message_;
};

// What a function returns: without exceptions, a result.
template <class T>
using Answered = Result<T>;

#endif

namespace detail {

#ifndef CLOSECALL_NO_EXCEPTIONS
template <class T>
[[noreturn]] inline T failed(Status status) {
  throw Error(status);
}
// Of arrays that are not of one length.
template <class T>
[[noreturn]] inline T unequal() {
  throw Error(CLOSECALL_STATUS_BAD_VALUE, "the arrays are not of one length");
}
inline void done(Status status) {
  if (status != CLOSECALL_STATUS_OK) throw Error(status);
}
#else
template <class T>
inline Result<T> failed(Status status) {
  return Result<T>::failed(status);
}
// Of arrays that are not of one length.
template <class T>
inline Result<T> unequal() {
  return Result<T>::failed(CLOSECALL_STATUS_BAD_VALUE, "the arrays are not of one length");
}
inline Result<void> done(Status status) {
  return status == CLOSECALL_STATUS_OK ? Result<void>() : Result<void>::failed(status);
}
#endif

template <class T>
inline Answered<T> answered(Status status, T value) {
  if (status != CLOSECALL_STATUS_OK) return failed<T>(status);
  return value;
}

// Frees a handle.
template <class Handle, Status (*Free)(Handle *)>
struct Freeing {
  void operator()(Handle *handle) const noexcept { Free(handle); }
};

template <class Handle, Status (*Free)(Handle *)>
using Owned = std::unique_ptr<Handle, Freeing<Handle, Free>>;

// A list that a function writes through (out, capacity, count).
template <class T, class Call>
inline Answered<std::vector<T>> listed(Call call) {
  std::vector<T> items(16);
  std::size_t count = 0;
  Status status = call(items.data(), items.size(), &count);
  while (status == CLOSECALL_STATUS_OK && count > items.size()) {
    items.resize(count);
    status = call(items.data(), items.size(), &count);
  }
  if (status != CLOSECALL_STATUS_OK) return failed<std::vector<T>>(status);
  items.resize(count);
  return items;
}

// A text that a function writes.
template <class Call>
inline Answered<std::string> told(Call call) {
  std::string text(64, '\0');
  std::size_t count = 0;
  Status status = call(&text[0], text.size(), &count);
  if (status == CLOSECALL_STATUS_OK && count > text.size()) {
    text.resize(count);
    status = call(&text[0], text.size(), &count);
  }
  if (status != CLOSECALL_STATUS_OK) return failed<std::string>(status);
  text.resize(count - 1);
  return text;
}

}  // namespace detail

// The version of the library that is running: "0.1.0".
inline std::string_view version() { return closecall_version(); }

// Is the library that is running the one that this header is for?
inline bool is_compatible() { return closecall_abi() == CLOSECALL_ABI; }

// The name of a status.
inline std::string_view name_of(Status status) { return closecall_status_name(status); }

// How many handles have not been freed.
inline std::size_t live_handles() { return closecall_live_handles(); }

}  // namespace closecall

#endif  // CLOSECALL_ERROR_HPP
