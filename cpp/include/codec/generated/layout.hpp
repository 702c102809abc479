#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "../wire.hpp"
#include "bytes.hpp"

namespace codec::generated {

/// The description of a table in generated code. Each specialization derives from TableDefaults and has:
///   using View;                          the type of the view
///   using Writer;                        the writer of its nested tables
///   using Values;                        the values that a writer takes instead of the plain type
///   static constexpr int id_count;       the number of ids of fields
///   static constexpr int size;           the size in bytes without padding at the end
///   static constexpr int alignment;      the table starts 4 bytes before a multiple of it
///   using Fields;                        a FieldList of the fields, in the order of their ids
///   static auto key(const TableView&);   the value of the key, if there is one that is a number, an enum or a string
/// In the canonical layout, values follow the offset to the vtable without gaps, the widest ones first.
template <class T>
struct Table;

/// What most tables have in common. `identifier` is the 4 bytes of the file identifier, little-endian, if buffers with this root have one. `is_deep`
/// is whether tables of this type can contain each other. `max_depth` and `max_tables` are the limits of the schema, or no limit.
struct TableDefaults {
  static constexpr std::uint32_t identifier = 0;
  static constexpr bool is_deep = false;
  static constexpr int max_depth = 64;
  static constexpr std::uint32_t max_tables = 0;
};

/// The positions of a table's parts in a payload that the generated writer wrote.
template <class T>
struct Layout {
  using Facts = Table<T>;
  static_assert(Facts::size <= 0xFFFF, "A vtable stores the size of a table in 16 bits.");

  static constexpr int pad(int size) noexcept { return (size + 3) & ~3; }

  static constexpr int vtable_size = 4 + 2 * Facts::id_count;
  static constexpr int padded_vtable_size = pad(vtable_size);
  static constexpr int padded_size = pad(Facts::size);
  static constexpr int root_vtable = Facts::identifier == 0 ? 4 : 8;
  static constexpr int root_table = ((root_vtable + padded_vtable_size + 4 + Facts::alignment - 1) & -Facts::alignment) - 4;

  template <std::size_t Size>
  using Image = std::array<std::byte, Size>;

  template <std::size_t Size>
  static constexpr void put(Image<Size>& image, int at, std::uint32_t value, int width) noexcept {
    for (int i = 0; i < width; ++i) {
      image[static_cast<std::size_t>(at + i)] = static_cast<std::byte>((value >> (8 * i)) & 0xFF);
    }
  }

  static constexpr auto vtable_image() noexcept {
    Image<static_cast<std::size_t>(padded_vtable_size)> image{};
    put(image, 0, static_cast<std::uint32_t>(vtable_size), 2);
    put(image, 2, static_cast<std::uint32_t>(Facts::size), 2);
    Facts::Fields::put_entries([&image](int entry, int offset) { put(image, entry, static_cast<std::uint32_t>(offset), 2); });
    return image;
  }

  /// Returns the first bytes of a payload with this root, including the table's offset to its vtable.
  static constexpr auto root_image() noexcept {
    Image<static_cast<std::size_t>(root_table + 4)> image{};
    put(image, 0, static_cast<std::uint32_t>(root_table), 4);
    if constexpr (Facts::identifier != 0) {
      put(image, 4, Facts::identifier, 4);
    }
    const auto vtable = vtable_image();
    for (std::size_t i = 0; i < vtable.size(); ++i) {
      image[static_cast<std::size_t>(root_vtable) + i] = vtable[i];
    }
    put(image, root_table, static_cast<std::uint32_t>(root_table - root_vtable), 4);
    return image;
  }
};

template <class T>
struct Images {
  static constexpr auto vtable = Layout<T>::vtable_image();
  static constexpr auto root = Layout<T>::root_image();
};

/// Returns whether the first `Size` bytes equal those of the image, a compile-time constant. The last comparison can overlap. Faster than std::memcmp
/// for short images.
template <const auto& Image, std::size_t Size, std::size_t At = 0>
CODEC_ALWAYS_INLINE bool matches(const std::byte* bytes) noexcept {
  using Number = std::conditional_t<Size < 8, std::uint32_t, std::uint64_t>;
  constexpr std::size_t last = Size - sizeof(Number);
  if constexpr (Size > 64) {
    return std::memcmp(bytes, Image.data(), Size) == 0;
  } else if constexpr (At < last) {
    return wire::load<Number>(bytes + At) == wire::load<Number>(Image.data() + At) && matches<Image, Size, At + sizeof(Number)>(bytes);
  } else {
    return wire::load<Number>(bytes + last) == wire::load<Number>(Image.data() + last);
  }
}

/// Returns whether a payload of at most `largest_payload` bytes starts with the bytes that the writer writes for this root. Then the positions in the
/// root table are known.
template <class T>
inline bool is_known_root(const std::byte* payload, std::size_t size) noexcept {
  using L = Layout<T>;
  constexpr auto smallest = static_cast<std::size_t>(L::root_table + L::padded_size);
  // One comparison: for a smaller size, the difference wraps around.
  return size - smallest <= largest_payload - smallest && matches<Images<T>::root, Images<T>::root.size()>(payload);
}

/// Returns whether the bytes are the vtable that the writer writes.
template <class T>
inline bool is_known_vtable(const std::byte* vtable) noexcept {
  return matches<Images<T>::vtable, static_cast<std::size_t>(Layout<T>::vtable_size)>(vtable);
}

}  // namespace codec::generated
