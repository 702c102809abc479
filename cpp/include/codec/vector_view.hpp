#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <new>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "generated/bytes.hpp"
#include "generated/table_view.hpp"
#include "span.hpp"
#include "wire.hpp"

namespace codec {

namespace generated {

/// Compares two keys: strings by their bytes, and NaN as less than all other numbers.
template <class Key>
int compare_keys(const Key& left, const Key& right) noexcept {
  if constexpr (std::is_floating_point_v<Key>) {
    const bool is_left_nan = wire::is_nan(left);
    const bool is_right_nan = wire::is_nan(right);
    if (is_left_nan || is_right_nan) {
      return (is_left_nan ? 0 : 1) - (is_right_nan ? 0 : 1);
    }
  }
  return left < right ? -1 : right < left ? 1 : 0;
}

inline int compare_keys(std::string_view left, std::string_view right) noexcept { return left.compare(right); }

/// The type of the key of a struct or a table. `Description` is that of the element, and `Element` is the argument of its function `key`.
template <class Description, class Element, class = void>
struct KeyOf {
  static_assert(sizeof(Description) == 0, "find() needs elements whose schema declares a key: a number or an enum, or in tables also a string.");
};

template <class Description, class Element>
struct KeyOf<Description, Element, std::void_t<decltype(Description::key(std::declval<const Element&>()))>> {
  using Type = decltype(Description::key(std::declval<const Element&>()));
};

/// Returns the index of an element with the key, or the size of the vector if there is none.
template <class Vector, class Key, class KeyOf>
std::size_t find_key(const Vector& vector, const Key& key, KeyOf key_of) noexcept {
  std::size_t low = 0;
  for (std::size_t high = vector.size(); low < high;) {
    const std::size_t middle = low + (high - low) / 2;
    const int order = compare_keys(static_cast<Key>(key_of(vector[middle])), key);
    if (order == 0) {
      return middle;
    }
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return vector.size();
}

/// Reads a number or a struct, at any address.
template <class T>
struct NumberReader {
  using value_type = T;
  static constexpr std::size_t size = sizeof(T);

  T read(const std::byte* place) const noexcept { return wire::load_value<T>(place); }
};

/// Follows an offset to a string.
struct TextReader {
  using value_type = std::string_view;
  static constexpr std::size_t size = 4;

  std::string_view read(const std::byte* place) const noexcept { return text_at(place, bytes_from(place, payload.end), 0, {}); }

  Range payload{};
};

/// Follows an offset to a table. A vtable at the same offset as the last known one is not compared again.
template <class T>
struct TableReader {
  using value_type = View<T>;
  static constexpr std::size_t size = 4;

  value_type read(const std::byte* place) const noexcept { return table_of<T>(payload, place, known); }

  Range payload{};
  mutable std::uint64_t known = no_place;
};

}  // namespace generated

/// Iterates over the elements of a view. The reader is a base, because one without members then takes no space.
template <class Reader>
class ElementIterator : Reader {
 public:
  using iterator_category = std::input_iterator_tag;
  using difference_type = std::ptrdiff_t;
  using value_type = typename Reader::value_type;
  using reference = value_type;
  using pointer = void;

  ElementIterator() noexcept = default;
  ElementIterator(const Reader& reader, const std::byte* place) noexcept : Reader(reader), place_(place) {}

  reference operator*() const noexcept { return this->read(place_); }
  ElementIterator& operator++() noexcept {
    place_ += Reader::size;
    return *this;
  }
  ElementIterator operator++(int) noexcept {
    ElementIterator old = *this;
    ++*this;
    return old;
  }
  friend bool operator==(const ElementIterator& left, const ElementIterator& right) noexcept { return left.place_ == right.place_; }
  friend bool operator!=(const ElementIterator& left, const ElementIterator& right) noexcept { return left.place_ != right.place_; }

 private:
  const std::byte* place_ = nullptr;
};

namespace detail {

/// The base of the views. An iterator does not refer to its view.
struct BorrowedView {};

}  // namespace detail

/// A vector in a payload that it does not own. `Reader` reads an element at an address. An element that is outside of the payload is empty. Indexes
/// are not checked.
template <class Reader>
class ElementsView : detail::BorrowedView, Reader {
 public:
  using value_type = typename Reader::value_type;
  using iterator = ElementIterator<Reader>;

  ElementsView() noexcept = default;
  ElementsView(const Reader& reader, const std::byte* start, std::size_t size) noexcept : Reader(reader), start_(start), size_(size) {}

  /// Returns whether the payload has the field. A vector that is outside of the payload is empty.
  bool is_present() const noexcept { return start_ != nullptr; }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  value_type operator[](std::size_t index) const noexcept { return this->read(start_ + index * Reader::size); }
  iterator begin() const noexcept { return {*this, start_}; }
  iterator end() const noexcept { return {*this, start_ + size_ * Reader::size}; }

 protected:
  const std::byte* start_ = nullptr;
  std::size_t size_ = 0;
};

/// A vector of numbers or structs.
template <class T>
class VectorView : public ElementsView<generated::NumberReader<T>> {
 public:
  using ElementsView<generated::NumberReader<T>>::ElementsView;

  /// Returns whether span() has the elements, because the address is a multiple of their alignment. In a verified payload at an address that is a
  /// multiple of 8, this is true for all vectors with elements, unless their alignment is greater than 8.
  bool is_in_place() const noexcept { return reinterpret_cast<std::uintptr_t>(this->start_) % alignof(T) == 0; }

  /// Returns the elements in place. The span is empty if is_in_place() is false.
  Span<const T> span() const noexcept {
    return is_in_place() && !this->empty() ? Span<const T>(std::launder(reinterpret_cast<const T*>(this->start_)), this->size_) : Span<const T>();
  }

  /// Returns the struct with the key by binary search, or nothing. The vector must be sorted by the key. If several structs have the key, returns one
  /// of them. Only for structs whose schema declares a key that is a number or an enum. The key has the type of that field.
  template <class Element = T>
  std::optional<T> find(const typename generated::KeyOf<wire::Struct<Element>, Element>::Type& key) const noexcept {
    const std::size_t index = generated::find_key(*this, key, [](const T& element) { return wire::Struct<T>::key(element); });
    return index == this->size_ ? std::optional<T>() : (*this)[index];
  }

  /// Returns the bytes of the elements, in the byte order of the wire.
  ByteSpan bytes() const noexcept { return {this->start_, this->size_ * sizeof(T)}; }
};

/// A vector of strings.
using TextVectorView = ElementsView<generated::TextReader>;

/// A vector of tables.
template <class T>
class TableVectorView : public ElementsView<generated::TableReader<T>> {
 public:
  using ElementsView<generated::TableReader<T>>::ElementsView;

  /// Returns the table with the key by binary search, or a view without a table. The vector must be sorted by the key. If several tables have the
  /// key, returns one of them. Only for tables whose schema declares a key that is a number, an enum or a string. The key has the type of that field.
  template <class Element = T>
  auto find(const typename generated::KeyOf<generated::Table<Element>, TableView>::Type& key) const noexcept {
    const std::size_t index = generated::find_key(*this, key, [](const auto& element) { return generated::Table<T>::key(element); });
    return index == this->size_ ? View<T>() : (*this)[index];
  }
};

}  // namespace codec

#if defined(__cpp_lib_span)
template <class View>
  requires std::is_base_of_v<codec::detail::BorrowedView, View>
inline constexpr bool std::ranges::enable_borrowed_range<View> = true;

template <class View>
  requires std::is_base_of_v<codec::detail::BorrowedView, View>
inline constexpr bool std::ranges::enable_view<View> = true;
#endif
