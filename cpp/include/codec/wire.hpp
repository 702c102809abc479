#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <type_traits>
#include <utility>

#if defined(__BYTE_ORDER__) && defined(__ORDER_BIG_ENDIAN__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#error "Codec needs a little-endian host, because it reads and writes the numbers of the wire in place."
#endif

// Values in the byte order of the wire, little-endian, at any address.
namespace codec {

/// A bool in a struct that is placed over bytes. Every byte except 0 is true. Received bytes can have any value, and a C++ bool that is neither 0 nor
/// 1 has undefined behavior.
struct Bool {
  constexpr Bool() noexcept = default;
  constexpr Bool(bool value) noexcept : byte(value ? 1 : 0) {}
  constexpr operator bool() const noexcept { return byte != 0; }

  std::uint8_t byte = 0;
};

}  // namespace codec

namespace codec::wire {

/// Whether T is a number.
template <class T>
inline constexpr bool is_number = std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, Bool>;

/// Reads a number.
template <class T>
inline T load(const std::byte* source) noexcept {
  static_assert(is_number<T>);
  if constexpr (std::is_same_v<T, bool>) {
    return *source != std::byte{0};
  } else {
    T value;
    std::memcpy(&value, source, sizeof(T));
    return value;
  }
}

/// Writes a number.
template <class T>
inline void store(std::byte* destination, T value) noexcept {
  static_assert(is_number<T>);
  std::memcpy(destination, &value, sizeof(T));
}

/// Returns whether a float or a double is not a number, from its bits: with -ffast-math, compilers remove other checks.
template <class T>
inline bool is_nan(T value) noexcept {
  using Bits = std::conditional_t<sizeof(T) == sizeof(std::uint32_t), std::uint32_t, std::uint64_t>;
  constexpr Bits infinity = sizeof(T) == sizeof(float) ? Bits{0x7F800000} : static_cast<Bits>(0x7FF0000000000000);
  Bits bits;
  std::memcpy(&bits, &value, sizeof(T));
  return (bits & (~Bits{0} >> 1)) > infinity;
}

/// The description of a struct in generated code. A struct without one has the same bytes in memory and on the wire, except for padding:
///   static constexpr bool has_padding;                      whether bytes of it belong to no field
///   template <class Value, class Visit>
///   static void fields(Value& value, Visit&& visit);        calls visit(value.field) for each field
template <class T>
struct Struct;

template <class T>
inline constexpr bool is_array = false;

template <class T, std::size_t Size>
inline constexpr bool is_array<std::array<T, Size>> = true;

template <class T, std::size_t Size>
inline constexpr bool is_array<T[Size]> = true;

#if defined(__has_builtin)
#if __has_builtin(__builtin_clear_padding)
#define CODEC_CLEAR_PADDING(value) __builtin_clear_padding(value)
#endif
#endif

/// Sets the bytes of `value` that belong to no field to zero, as far as the compiler knows them.
#ifdef CODEC_CLEAR_PADDING
inline constexpr bool can_clear_padding = true;
template <class T>
inline void clear_padding(T& value) noexcept { CODEC_CLEAR_PADDING(&value); }
#undef CODEC_CLEAR_PADDING
#else
inline constexpr bool can_clear_padding = false;
template <class T>
inline void clear_padding(T&) noexcept {}
#endif

template <class T, class = void>
inline constexpr bool is_described = false;

template <class T>
inline constexpr bool is_described<T, std::void_t<decltype(Struct<T>::has_padding)>> = true;

/// Whether bytes of a T belong to no field: according to its description, or for a struct without one, if the compiler may know some.
template <class T>
inline constexpr bool has_padding = [] {
  if constexpr (is_described<T>) {
    return Struct<T>::has_padding;
  } else {
    return can_clear_padding && std::is_class_v<T> && !is_array<T> && std::is_trivially_copyable_v<T> && !std::has_unique_object_representations_v<T>;
  }
}();

template <class T>
using Element = std::remove_cv_t<std::remove_reference_t<decltype(std::declval<T&>()[0])>>;

/// Returns whether a T has the same bytes in memory and on the wire, so that any number of them can be copied at once.
template <class T>
constexpr bool is_copied() noexcept {
  if constexpr (is_number<T>) {
    return true;
  } else if constexpr (is_array<T>) {
    return is_copied<Element<T>>();
  } else {
    return !has_padding<T>;
  }
}

/// The size in bytes of the largest struct that is read field by field, so that it stays in registers if only some fields are used. Larger structs
/// are copied.
inline constexpr std::size_t largest_split = 32;

/// Reads a number, a struct or an array of these.
template <class T>
inline void load_into(const std::byte* source, T& value) noexcept {
  if constexpr (is_number<T>) {
    value = load<T>(source);
  } else if constexpr (is_array<T> || sizeof(T) > largest_split) {
    std::memcpy(&value, source, sizeof(T));
  } else {
    const auto* start = reinterpret_cast<const char*>(&value);
    Struct<T>::fields(value, [source, start](auto& field) { load_into(source + (reinterpret_cast<const char*>(&field) - start), field); });
  }
}

template <class T>
inline T load_value(const std::byte* source) noexcept {
  T value{};
  load_into(source, value);
  return value;
}

/// Writes a number, a struct or an array of these. Padding becomes zero.
template <class T>
inline void store_value(std::byte* destination, const T& value) noexcept {
  if constexpr (is_number<T>) {
    store(destination, value);
  } else if constexpr (is_copied<T>()) {
    std::memcpy(destination, &value, sizeof(T));
  } else if constexpr (is_array<T>) {
    for (std::size_t i = 0; i < std::size(value); ++i) {
      store_value(destination + i * sizeof(value[0]), value[i]);
    }
  } else if constexpr (!is_described<T>) {
    T copy = value;
    clear_padding(copy);
    std::memcpy(destination, &copy, sizeof(T));
  } else {
    if constexpr (Struct<T>::has_padding) {
      std::memset(destination, 0, sizeof(T));
    }
    const auto* start = reinterpret_cast<const char*>(&value);
    Struct<T>::fields(value,
                      [destination, start](const auto& field) { store_value(destination + (reinterpret_cast<const char*>(&field) - start), field); });
  }
}

/// Returns the alignment of a T in bytes.
template <class T>
constexpr std::size_t alignment_of() noexcept {
  if constexpr (is_number<T>) {
    return sizeof(T);
  } else {
    return alignof(T);
  }
}

}  // namespace codec::wire
