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

/// Iterates by index over a type with operator[] that returns its elements by value, such as a view.
template <class Container>
class IndexIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using difference_type = std::ptrdiff_t;
  using value_type = decltype(std::declval<const Container&>()[0]);
  using reference = value_type;
  using pointer = void;

  IndexIterator() noexcept = default;
  IndexIterator(const Container& container, std::size_t index) noexcept : container_(container), index_(index) {}

  reference operator*() const noexcept { return container_[index_]; }
  reference operator[](difference_type offset) const noexcept { return *(*this + offset); }
  IndexIterator& operator++() noexcept { return *this += 1; }
  IndexIterator operator++(int) noexcept {
    IndexIterator old = *this;
    ++*this;
    return old;
  }
  IndexIterator& operator--() noexcept { return *this += -1; }
  IndexIterator& operator+=(difference_type offset) noexcept {
    index_ = static_cast<std::size_t>(static_cast<difference_type>(index_) + offset);
    return *this;
  }
  friend IndexIterator operator+(IndexIterator iterator, difference_type offset) noexcept { return iterator += offset; }
  friend difference_type operator-(const IndexIterator& left, const IndexIterator& right) noexcept {
    return static_cast<difference_type>(left.index_) - static_cast<difference_type>(right.index_);
  }
  friend bool operator==(const IndexIterator& left, const IndexIterator& right) noexcept { return left.index_ == right.index_; }
  friend bool operator!=(const IndexIterator& left, const IndexIterator& right) noexcept { return left.index_ != right.index_; }
  friend bool operator<(const IndexIterator& left, const IndexIterator& right) noexcept { return left.index_ < right.index_; }

 private:
  Container container_{};
  std::size_t index_ = 0;
};

/// Iterates over numbers or structs in a payload.
template <class T>
class VectorIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using difference_type = std::ptrdiff_t;
  using value_type = T;
  using reference = T;
  using pointer = void;

  VectorIterator() noexcept = default;
  explicit VectorIterator(const std::byte* place) noexcept : place_(place) {}

  T operator*() const noexcept { return wire::load_value<T>(place_); }
  T operator[](difference_type offset) const noexcept { return *(*this + offset); }
  VectorIterator& operator++() noexcept { return *this += 1; }
  VectorIterator operator++(int) noexcept {
    VectorIterator old = *this;
    ++*this;
    return old;
  }
  VectorIterator& operator--() noexcept { return *this += -1; }
  VectorIterator& operator+=(difference_type offset) noexcept {
    place_ += offset * static_cast<difference_type>(sizeof(T));
    return *this;
  }
  friend VectorIterator operator+(VectorIterator iterator, difference_type offset) noexcept { return iterator += offset; }
  friend difference_type operator-(const VectorIterator& left, const VectorIterator& right) noexcept {
    return (left.place_ - right.place_) / static_cast<difference_type>(sizeof(T));
  }
  friend bool operator==(const VectorIterator& left, const VectorIterator& right) noexcept { return left.place_ == right.place_; }
  friend bool operator!=(const VectorIterator& left, const VectorIterator& right) noexcept { return left.place_ != right.place_; }
  friend bool operator<(const VectorIterator& left, const VectorIterator& right) noexcept { return left.place_ < right.place_; }

 private:
  const std::byte* place_ = nullptr;
};

namespace generated {

/// Compares two keys: strings by their bytes, and NaN as less than all other numbers.
template <class Key>
int compare_keys(const Key& left, const Key& right) noexcept {
  if constexpr (std::is_floating_point_v<Key>) {
    const bool is_left_nan = wire::RealKind<Key>(left).is_nan();
    const bool is_right_nan = wire::RealKind<Key>(right).is_nan();
    if (is_left_nan || is_right_nan) {
      return (is_left_nan ? 0 : 1) - (is_right_nan ? 0 : 1);
    }
  }
  return left < right ? -1 : right < left ? 1 : 0;
}

inline int compare_keys(std::string_view left, std::string_view right) noexcept { return left.compare(right); }

/// The type of the key of a struct.
template <class T, class = void>
struct StructKey {
  static_assert(sizeof(T) == 0, "find() needs structs whose schema declares a key that is a number or an enum.");
};

template <class T>
struct StructKey<T, std::void_t<decltype(wire::Struct<T>::key(std::declval<const T&>()))>> {
  using Type = decltype(wire::Struct<T>::key(std::declval<const T&>()));
};

/// The type of the key of a table.
template <class T, class = void>
struct TableKey {
  static_assert(sizeof(T) == 0, "find() needs tables whose schema declares a key that is a number, an enum or a string.");
};

template <class T>
struct TableKey<T, std::void_t<decltype(Table<T>::key(std::declval<const TableView&>()))>> {
  using Type = decltype(Table<T>::key(std::declval<const TableView&>()));
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

}  // namespace generated

/// A vector of numbers or structs in a payload that it does not own. It is read at any address and on any host. Indexes are not checked.
template <class T>
class VectorView {
 public:
  using value_type = T;
  using iterator = VectorIterator<T>;

  VectorView() noexcept = default;
  VectorView(const std::byte* data, std::size_t size) noexcept : data_(data), size_(size) {}

  /// Returns whether the payload has the field. A vector that is outside of the payload is empty.
  bool is_present() const noexcept { return data_ != nullptr; }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  T operator[](std::size_t index) const noexcept { return wire::load_value<T>(data_ + index * sizeof(T)); }
  iterator begin() const noexcept { return iterator(data_); }
  iterator end() const noexcept { return iterator(data_ + size_ * sizeof(T)); }

  /// Returns whether span() has the elements: if the address is a multiple of their alignment. In a verified payload at an
  /// address that is a multiple of 8, this is true for all vectors with elements, unless their alignment is greater than 8.
  bool is_in_place() const noexcept {
    return !std::is_same_v<T, bool> && reinterpret_cast<std::uintptr_t>(data_) % alignof(T) == 0;
  }

  /// Returns the elements in place. The span is empty if is_in_place() is false.
  Span<const T> span() const noexcept {
    return is_in_place() && size_ > 0 ? Span<const T>(std::launder(reinterpret_cast<const T*>(data_)), size_) : Span<const T>();
  }

  /// Returns the struct with the key by binary search, or nothing. The vector must be sorted by the key. If several structs have the key, returns one
  /// of them. Only for structs whose schema declares a key that is a number or an enum. The key has the type of that field.
  template <class Element = T>
  std::optional<T> find(const typename generated::StructKey<Element>::Type& key) const noexcept {
    const std::size_t index = generated::find_key(*this, key, [](const T& element) { return wire::Struct<T>::key(element); });
    return index == size_ ? std::optional<T>() : (*this)[index];
  }

  /// Returns the bytes of the elements, in the byte order of the wire.
  ByteSpan bytes() const noexcept { return {data_, size_ * sizeof(T)}; }

 private:
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

/// A vector of strings in a payload that it does not own. A string that is outside of the payload is empty. Indexes are not checked.
class TextVectorView {
 public:
  using value_type = std::string_view;
  using iterator = IndexIterator<TextVectorView>;

  TextVectorView() noexcept = default;
  TextVectorView(generated::Range payload, const std::byte* start, std::uint32_t size) noexcept : payload_(payload), start_(start), size_(size) {}

  /// Returns whether the payload has the field. A vector that is outside of the payload is empty.
  bool is_present() const noexcept { return start_ != nullptr; }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  std::string_view operator[](std::size_t index) const noexcept {
    return generated::text_at(start_ + 4 * index, generated::bytes_from(start_, payload_.end) - 4 * index, 0, {});
  }
  iterator begin() const noexcept { return {*this, 0}; }
  iterator end() const noexcept { return {*this, size_}; }

 private:
  generated::Range payload_{};
  const std::byte* start_ = nullptr;
  std::uint32_t size_ = 0;
};

/// Iterates over tables in a payload. A vtable at the same offset as the last known one is not compared again.
template <class T>
class TableIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using difference_type = std::ptrdiff_t;
  using value_type = View<T>;
  using reference = value_type;
  using pointer = void;

  TableIterator() noexcept = default;
  TableIterator(generated::Range payload, const std::byte* slot) noexcept : payload_(payload), slot_(slot) {}

  reference operator*() const noexcept { return generated::table_of<T>(payload_, slot_, known_); }
  reference operator[](difference_type offset) const noexcept { return *(*this + offset); }
  TableIterator& operator++() noexcept { return *this += 1; }
  TableIterator operator++(int) noexcept {
    TableIterator old = *this;
    ++*this;
    return old;
  }
  TableIterator& operator--() noexcept { return *this += -1; }
  TableIterator& operator+=(difference_type offset) noexcept {
    slot_ += 4 * offset;
    return *this;
  }
  friend TableIterator operator+(TableIterator iterator, difference_type offset) noexcept { return iterator += offset; }
  friend difference_type operator-(const TableIterator& left, const TableIterator& right) noexcept { return (left.slot_ - right.slot_) / 4; }
  friend bool operator==(const TableIterator& left, const TableIterator& right) noexcept { return left.slot_ == right.slot_; }
  friend bool operator!=(const TableIterator& left, const TableIterator& right) noexcept { return left.slot_ != right.slot_; }
  friend bool operator<(const TableIterator& left, const TableIterator& right) noexcept { return left.slot_ < right.slot_; }

 private:
  generated::Range payload_{};
  const std::byte* slot_ = nullptr;
  mutable std::uint64_t known_ = generated::no_place;
};

/// A vector of tables in a payload that it does not own. A table that is outside of the payload is a view without a table. Indexes are not checked.
template <class T>
class TableVectorView {
 public:
  using iterator = TableIterator<T>;

  TableVectorView() noexcept = default;
  TableVectorView(generated::Range payload, const std::byte* start, std::uint32_t size) noexcept : payload_(payload), start_(start), size_(size) {}

  /// Returns whether the payload has the field. A vector that is outside of the payload is empty.
  bool is_present() const noexcept { return start_ != nullptr; }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  auto operator[](std::size_t index) const noexcept { return generated::table_of<T>(payload_, start_ + 4 * index); }
  iterator begin() const noexcept { return {payload_, start_}; }
  iterator end() const noexcept { return {payload_, start_ + std::size_t{4} * size_}; }

  /// Returns the table with the key by binary search, or a view without a table. The vector must be sorted by the key. If several tables have the
  /// key, returns one of them. Only for tables whose schema declares a key that is a number, an enum or a string. The key has the type of that field.
  template <class Element = T>
  auto find(const typename generated::TableKey<Element>::Type& key) const noexcept {
    const std::size_t index = generated::find_key(*this, key, [](const auto& element) { return generated::Table<T>::key(element); });
    return index == size_ ? View<T>() : (*this)[index];
  }

 private:
  generated::Range payload_{};
  const std::byte* start_ = nullptr;
  std::uint32_t size_ = 0;
};

}  // namespace codec

#if defined(__cpp_lib_span)
// Iterators do not refer to the view that they are from.
template <class T>
inline constexpr bool std::ranges::enable_borrowed_range<codec::VectorView<T>> = true;

template <class T>
inline constexpr bool std::ranges::enable_view<codec::VectorView<T>> = true;

template <>
inline constexpr bool std::ranges::enable_borrowed_range<codec::TextVectorView> = true;

template <>
inline constexpr bool std::ranges::enable_view<codec::TextVectorView> = true;

template <class T>
inline constexpr bool std::ranges::enable_borrowed_range<codec::TableVectorView<T>> = true;

template <class T>
inline constexpr bool std::ranges::enable_view<codec::TableVectorView<T>> = true;
#endif
