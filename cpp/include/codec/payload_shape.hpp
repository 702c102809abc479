#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace codec {

/// Describes the payloads of a packed packet to pack_payload and unpack_payload. `codec gen cpp` writes it as PacketTraits<T>::shape, and
/// docs/packing.md specifies its words. A packet without words is not packed. The words must outlive every use.
struct PayloadShape {
  const std::uint32_t* words = nullptr;
  /// The number of words. Compilers cannot compare the address of words at compile time with some sanitizers.
  std::size_t size = 0;

  constexpr PayloadShape() noexcept = default;

  template <std::size_t Size>
  constexpr PayloadShape(const std::uint32_t (&array)[Size]) noexcept : words(array), size(Size) {}

  constexpr explicit operator bool() const noexcept { return size != 0; }
};

namespace detail {

/// The kinds of fields, and of the members of unions, in a shape.
enum class ShapeKind : std::uint32_t { Scalar, Optional, Struct, String, Table, Union, Scalars, Structs, Strings, Tables, Unions };

// The classes of numbers in a shape: bool, u8, i8, u16, i16, u32, i32, u64, i64, float and double.
inline constexpr std::uint32_t bool_class = 0;
// Of lengths: u32.
inline constexpr std::uint32_t length_class = 5;
inline constexpr std::uint32_t first_float_class = 9;
inline constexpr std::uint32_t number_sizes[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};

/// A field of a table record.
struct ShapeField {
  static constexpr std::size_t words = 8;

  std::uint32_t entry;
  ShapeKind kind;
  std::uint32_t number;
  std::uint32_t record;
  std::uint64_t standard;
  /// For a vector of tables, the index of their key field, from 1, or 0 without a key.
  std::uint32_t key;
  std::uint32_t alignment;
  /// The record of the quantization, or 0.
  std::uint32_t quantization;
  /// The bytes and the alignment of the field in its table.
  std::uint32_t size;
  std::uint32_t own_alignment;

  bool is_union() const noexcept { return kind == ShapeKind::Union || kind == ShapeKind::Unions; }
  /// The bytes of a union's type, or of the offset to the types of a vector of unions. The vtable entry of either precedes the union's.
  std::uint32_t type_size() const noexcept { return kind == ShapeKind::Union ? number_sizes[number] : 4; }

  template <class T>
  T standard_as(T) const noexcept {
    return static_cast<T>(standard & static_cast<T>(~T{}));
  }

  /// The bytes of an element of the vector.
  std::uint32_t element_size(const std::uint32_t* shape) const noexcept {
    return kind == ShapeKind::Scalars ? number_sizes[number] : kind == ShapeKind::Structs ? shape[record] : kind == ShapeKind::String ? 1 : 4;
  }

  ShapeField(const std::uint32_t* shape, std::uint32_t table, std::uint32_t index) noexcept {
    const std::uint32_t* at = shape + table + 1 + std::size_t{index} * words;
    entry = at[0];
    kind = static_cast<ShapeKind>(at[1]);
    number = at[2];
    record = at[3];
    standard = at[4] | std::uint64_t{at[5]} << 32;
    key = at[6];
    alignment = at[7] & 0xFF;
    quantization = at[7] >> 8;
    const bool is_struct = kind == ShapeKind::Struct;
    size = kind <= ShapeKind::Optional ? number_sizes[number] : is_struct ? shape[record] : 4;
    own_alignment = is_struct ? shape[record + 1] : size;
  }
};

/// A struct record: its size, its alignment, and its leaves of four words each: offset, class, count, and the record of the quantization, or 0.
struct ShapeStruct {
  std::uint32_t size;
  std::uint32_t alignment;
  std::uint32_t count;
  const std::uint32_t* leaves;

  ShapeStruct(const std::uint32_t* shape, std::uint32_t record) noexcept
      : size(shape[record]), alignment(shape[record + 1]), count(shape[record + 2]), leaves(shape + record + 3) {}

  const std::uint32_t* leaf(std::uint32_t index) const noexcept { return leaves + std::size_t{index} * 4; }

  /// Whether two leaves of a single struct are in the same column.
  bool is_column(std::uint32_t left, std::uint32_t right) const noexcept { return leaf(left)[1] == leaf(right)[1] && leaf(left)[3] == leaf(right)[3]; }
};

/// A union record: its members of three words each: type, kind and record, in ascending order of type.
struct ShapeUnion {
  std::uint32_t count;
  const std::uint32_t* members;

  ShapeUnion(const std::uint32_t* shape, std::uint32_t record) noexcept : count(shape[record]), members(shape + record + 1) {}

  const std::uint32_t* member(std::uint32_t index) const noexcept { return members + std::size_t{index} * 3; }

  /// Returns the member of a type, or null.
  const std::uint32_t* find(std::uint64_t type) const noexcept {
    for (std::uint32_t i = 0; i < count; ++i) {
      if (member(i)[0] == type) {
        return member(i);
      }
    }
    return nullptr;
  }

  bool has(std::uint64_t type) const noexcept { return find(type) != nullptr; }
};

/// How the difference of a number to another is represented.
enum class Residual { Difference, Zigzag, Xor };

constexpr Residual residual_of(std::uint32_t number) noexcept {
  return number >= first_float_class ? Residual::Xor : number % 2 == 0 && number != bool_class ? Residual::Zigzag : Residual::Difference;
}

/// Maps signed numbers in two's complement to small ones without a sign.
template <class T>
constexpr T zigzag(T value) noexcept {
  return static_cast<T>(static_cast<T>(value << 1) ^ static_cast<T>(0 - (value >> (8 * sizeof(T) - 1))));
}

template <class T>
constexpr T unzigzag(T value) noexcept {
  return static_cast<T>(static_cast<T>(value >> 1) ^ static_cast<T>(0 - (value & 1)));
}

/// Returns `use` of an unsigned number of the size of a class.
template <class Use>
auto with_number(std::uint32_t number, Use&& use) {
  switch (number_sizes[number]) {
    case 1: return use(std::uint8_t{});
    case 2: return use(std::uint16_t{});
    case 4: return use(std::uint32_t{});
    default: return use(std::uint64_t{});
  }
}

template <class T>
T load_bytes(const std::byte* source) noexcept {
  T value;
  std::memcpy(&value, source, sizeof(T));
  return value;
}

template <class T>
void store_bytes(std::byte* destination, T value) noexcept {
  std::memcpy(destination, &value, sizeof(T));
}

}  // namespace detail

}  // namespace codec
