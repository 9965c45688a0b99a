// Spans, points and triangles: arrays that somebody else owns, without C++20.
//
// SPDX-License-Identifier: MIT OR Apache-2.0

#ifndef CLOSECALL_SPAN_HPP
#define CLOSECALL_SPAN_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>
#include <utility>

#include "../closecall.h"

namespace closecall {

// x, y, z.
using Point = std::array<double, 3>;
// Three vertex numbers, from 0.
using Triangle = std::array<std::uint32_t, 3>;
// A triangle of A and one of B.
using Triangles = closecall_triangles;

inline bool operator==(const Triangles &x, const Triangles &y) { return x.a == y.a && x.b == y.b; }
inline bool operator!=(const Triangles &x, const Triangles &y) { return !(x == y); }

// A pointer and a size. It is made of a vector, an array, a list in braces, or pointer and size.
template <class T>
class Span {
 public:
  constexpr Span() = default;
  constexpr Span(const T *data, std::size_t size) : data_(data), size_(size) {}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winit-list-lifetime"
#endif
  // The list lives as long as the call that the span is made for.
  constexpr Span(std::initializer_list<T> items) : data_(items.begin()), size_(items.size()) {}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
  template <class Container, class = std::enable_if_t<
                                 std::is_convertible_v<decltype(std::declval<const Container &>().data()), const T *>>>
  constexpr Span(const Container &items) : data_(items.data()), size_(items.size()) {}
  template <std::size_t N>
  constexpr Span(const T (&items)[N]) : data_(items), size_(N) {}

  constexpr const T *data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const T *begin() const { return data_; }
  constexpr const T *end() const { return data_ + size_; }
  constexpr const T &operator[](std::size_t index) const { return data_[index]; }

 private:
  const T *data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace closecall

#endif  // CLOSECALL_SPAN_HPP
