#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace codec {

/// A view of contiguous elements that somebody else owns; C++20's std::span in the extent that the library needs.
template <class T>
class Span {
 public:
  constexpr Span() noexcept = default;
  constexpr Span(T* data, std::size_t size) noexcept : data_(data), size_(size) {}

  /// From an array, a vector, a string: whatever has data() and size() of such elements. A temporary must outlive the view.
  template <class Container,
            class = std::enable_if_t<!std::is_same_v<std::decay_t<Container>, Span> && (std::is_lvalue_reference_v<Container> || std::is_const_v<T>)>,
            class = std::enable_if_t<std::is_convertible_v<std::remove_pointer_t<decltype(std::data(std::declval<Container&>()))> (*)[], T (*)[]>>>
  constexpr Span(Container&& container) noexcept : data_(std::data(container)), size_(std::size(container)) {}

  constexpr T* data() const noexcept { return data_; }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr bool empty() const noexcept { return size_ == 0; }
  constexpr T* begin() const noexcept { return data_; }
  constexpr T* end() const noexcept { return data_ + size_; }

  /// Not checked.
  constexpr T& operator[](std::size_t index) const noexcept { return data_[index]; }

  /// `count` elements from `offset` on; not checked.
  constexpr Span subspan(std::size_t offset, std::size_t count) const noexcept { return {data_ + offset, count}; }

  /// Everything from `offset` on; not checked.
  constexpr Span subspan(std::size_t offset) const noexcept { return {data_ + offset, size_ - offset}; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

using ByteSpan = Span<const std::byte>;
using MutableByteSpan = Span<std::byte>;

/// Memory of any kind as bytes, such as what recv filled.
inline ByteSpan as_bytes(const void* data, std::size_t size) noexcept { return {static_cast<const std::byte*>(data), size}; }

/// Memory of any kind as bytes that can be written.
inline MutableByteSpan as_writable_bytes(void* data, std::size_t size) noexcept { return {static_cast<std::byte*>(data), size}; }

}  // namespace codec
