#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../span.hpp"
#include "../wire.hpp"

// Follows the offsets of a payload that was not verified. Whatever the bytes are, each function returns a place inside the payload, or 0 for what is
// missing or outside. 0 itself is never the place of a field: the offset of the root is there.
namespace codec::generated {

/// The largest payload, in bytes: places are 31 bits wide, as in C#.
inline constexpr std::size_t largest_payload = 0x7FFFFFFF;

/// The vtable's place if there is none: every entry from here on is outside.
inline constexpr std::int32_t no_vtable = 0x7FFFFFFF;

/// A payload of at most `largest_payload` bytes.
struct Bytes {
  const std::byte* data = nullptr;
  std::uint32_t size = 0;

  template <class T>
  T load(std::size_t place) const noexcept {
    return wire::load<T>(data + place);
  }
};

/// The payload, or an empty one if it is too large.
inline Bytes bytes_of(ByteSpan payload) noexcept {
  return payload.size() > largest_payload ? Bytes{} : Bytes{payload.data(), static_cast<std::uint32_t>(payload.size())};
}

/// Returns the place of a table's vtable, or `no_vtable`. 4 bytes are at `table`.
inline std::int32_t find_vtable(Bytes bytes, std::uint32_t table) noexcept {
  const std::int64_t place = static_cast<std::int64_t>(table) - bytes.load<std::int32_t>(table);
  if (place >= 0 && place <= static_cast<std::int64_t>(bytes.size) - 4) {
    const std::uint16_t size = bytes.load<std::uint16_t>(static_cast<std::size_t>(place));
    if (size >= 4 && place + size <= static_cast<std::int64_t>(bytes.size)) {
      return static_cast<std::int32_t>(place);
    }
  }
  return no_vtable;
}

#if defined(__GNUC__)
#define CODEC_COLD [[gnu::cold, gnu::noinline]]
#define CODEC_LIKELY(condition) __builtin_expect(!!(condition), 1)
#else
#define CODEC_COLD
#define CODEC_LIKELY(condition) (condition)
#endif

/// Returns the place of a field by the vtable, or 0. Not inlined: tables that our writers wrote have their fields at known places. `entry` is the offset of the field's entry in the vtable, `size` the field's size.
CODEC_COLD inline std::uint32_t find_field(Bytes bytes, std::uint32_t table, std::int32_t vtable, std::uint32_t entry, std::uint32_t size) noexcept {
  const auto first = static_cast<std::uint32_t>(vtable);
  if (first + entry + 1 < bytes.size && bytes.load<std::uint16_t>(first) > entry + 1) {
    const std::uint32_t offset = bytes.load<std::uint16_t>(first + entry);
    if (offset != 0 && table + offset + size <= bytes.size) {
      return table + offset;
    }
  }
  return 0;
}

/// Follows an offset that is there to a vector or a text. Returns the place of the first element, or 0.
inline std::uint32_t vector_at(Bytes bytes, std::size_t slot, std::uint32_t element_size, std::uint32_t& count) noexcept {
  const std::uint64_t offset = bytes.load<std::uint32_t>(slot);
  const std::int64_t left = static_cast<std::int64_t>(bytes.size) - 4 - static_cast<std::int64_t>(slot) - static_cast<std::int64_t>(offset);
  if (CODEC_LIKELY(left >= 0)) {
    const std::uint64_t length = bytes.load<std::uint32_t>(static_cast<std::size_t>(slot + offset));
    if (CODEC_LIKELY(length * element_size <= static_cast<std::uint64_t>(left))) {
      count = static_cast<std::uint32_t>(length);
      return static_cast<std::uint32_t>(slot + offset + 4);
    }
  }
  count = 0;
  return 0;
}

/// Follows an offset to a vector or a text. Returns the place of the first element, or 0.
inline std::uint32_t find_vector(Bytes bytes, std::size_t slot, std::uint32_t element_size, std::uint32_t& count) noexcept {
  count = 0;
  return slot == 0 ? 0 : vector_at(bytes, slot, element_size, count);
}

/// The elements of a vector or a text. A start of 0 says that they are outside of the payload, and then a count of `absent` that there is no field.
struct Elements {
  static constexpr std::uint32_t absent = 0xFFFFFFFF;

  std::uint32_t start;
  std::uint32_t count;
};

inline Elements elements_at(Bytes bytes, std::size_t slot, std::uint32_t element_size) noexcept {
  std::uint32_t count;
  const std::uint32_t start = vector_at(bytes, slot, element_size, count);
  return {start, count};
}

/// Finds the elements of a field by the vtable. Not inlined, as find_field.
CODEC_COLD inline Elements find_elements(Bytes bytes, std::uint32_t table, std::int32_t vtable, std::uint32_t entry,
                                         std::uint32_t element_size) noexcept {
  const std::uint32_t slot = find_field(bytes, table, vtable, entry, 4);
  return slot == 0 ? Elements{0, Elements::absent} : elements_at(bytes, slot, element_size);
}

/// Follows an offset that is there to a text.
inline std::string_view text_at(Bytes bytes, std::size_t slot, std::string_view fallback) noexcept {
  const std::size_t offset = bytes.load<std::uint32_t>(slot);
  const std::int64_t left = static_cast<std::int64_t>(bytes.size) - 4 - static_cast<std::int64_t>(slot) - static_cast<std::int64_t>(offset);
  if (CODEC_LIKELY(left >= 0)) {
    const std::byte* text = bytes.data + slot + offset;
    const std::size_t length = wire::load<std::uint32_t>(text);
    if (CODEC_LIKELY(length <= static_cast<std::uint64_t>(left))) {
      return {reinterpret_cast<const char*>(text + 4), length};
    }
  }
  return fallback;
}

/// Finds a text by the vtable. Not inlined, as find_field.
CODEC_COLD inline std::string_view find_text(Bytes bytes, std::uint32_t table, std::int32_t vtable, std::uint32_t entry,
                                             std::string_view fallback) noexcept {
  const std::uint32_t slot = find_field(bytes, table, vtable, entry, 4);
  return slot == 0 ? fallback : text_at(bytes, slot, fallback);
}

/// Follows an offset to a struct, as in a union. Returns its place, or 0.
inline std::uint32_t find_struct(Bytes bytes, std::size_t slot, std::uint32_t size) noexcept {
  if (slot == 0) {
    return 0;
  }
  const std::uint64_t target = slot + bytes.load<std::uint32_t>(slot);
  return target + size > bytes.size ? 0 : static_cast<std::uint32_t>(target);
}

}  // namespace codec::generated
