#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>
#if __has_include(<version>)
#include <version>
#endif
#if defined(__cpp_lib_span)
#include <span>
#endif

namespace codec {

struct Bool;

/// A view of contiguous elements that it does not own. It has the part of C++20's std::span that the library needs. With C++20 and later, it converts
/// implicitly to and from std::span.
///
/// It is the same class in every language version, and not an alias of std::span. Therefore, functions with a Span parameter have the same mangled
/// name, and files that are compiled as C++17 can be linked with files that are compiled as C++20.
template <class T>
class Span {
 public:
  constexpr Span() noexcept = default;
  constexpr Span(T* data, std::size_t size) noexcept : data_(data), size_(size) {}

  /// Rejects the literal 0 as an address, as in `{0, 4}`.
  template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>>
  Span(Integer, std::size_t) = delete;

  /// Creates a view of an array, a vector, a string, or any other type with data() and size(). A temporary must outlive the view.
  template <class Container,
            class = std::enable_if_t<!std::is_same_v<std::decay_t<Container>, Span> && (std::is_lvalue_reference_v<Container> || std::is_const_v<T>)>,
            class = std::enable_if_t<std::is_convertible_v<std::remove_pointer_t<decltype(std::data(std::declval<Container&>()))> (*)[], T (*)[]>>>
  constexpr Span(Container&& container) noexcept : data_(std::data(container)), size_(std::size(container)) {}

  /// Creates a view of flags of another type with one byte, such as an array of bool or a vector of std::uint8_t. Only for Span<const Bool>.
  template <class Container, class Flag = std::remove_reference_t<decltype(*std::data(std::declval<const Container&>()))>,
            class = std::enable_if_t<std::is_same_v<T, const Bool> && (std::is_same_v<Flag, const bool> || std::is_same_v<Flag, const unsigned char>)>>
  Span(const Container& flags) noexcept : data_(reinterpret_cast<T*>(std::data(flags))), size_(std::size(flags)) {}

#if defined(__cpp_lib_span)
  /// Creates a view of the elements of a std::span, which may be a temporary.
  template <class U, std::size_t Extent, class = std::enable_if_t<std::is_convertible_v<U (*)[], T (*)[]>>>
  constexpr Span(std::span<U, Extent> span) noexcept : data_(span.data()), size_(span.size()) {}
#endif

  constexpr T* data() const noexcept { return data_; }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr bool empty() const noexcept { return size_ == 0; }
  constexpr T* begin() const noexcept { return data_; }
  constexpr T* end() const noexcept { return data_ + size_; }

  /// Returns the element at `index`, which is not checked.
  constexpr T& operator[](std::size_t index) const noexcept { return data_[index]; }

  /// Returns a view of `count` elements, starting at `offset`. The arguments are not checked.
  constexpr Span subspan(std::size_t offset, std::size_t count) const noexcept { return {data_ + offset, count}; }

  /// Returns a view of the elements from `offset` to the end. The argument is not checked.
  constexpr Span subspan(std::size_t offset) const noexcept { return {data_ + offset, size_ - offset}; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

using ByteSpan = Span<const std::byte>;
using MutableByteSpan = Span<std::byte>;

/// Returns a view of memory of any type as bytes, such as a buffer that recv filled.
inline ByteSpan as_bytes(const void* data, std::size_t size) noexcept { return {static_cast<const std::byte*>(data), size}; }

}  // namespace codec

#if defined(__cpp_lib_span)
// Allows std::span to be created from a temporary Span.
template <class T>
inline constexpr bool std::ranges::enable_borrowed_range<codec::Span<T>> = true;

template <class T>
inline constexpr bool std::ranges::enable_view<codec::Span<T>> = true;
#endif
