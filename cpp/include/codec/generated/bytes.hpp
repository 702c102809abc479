#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../detail/attributes.hpp"
#include "../span.hpp"
#include "../wire.hpp"

namespace codec::generated {

/// The maximum payload size in bytes. Offsets have 31 bits, as in C#.
inline constexpr std::size_t largest_payload = 0x7FFFFFFF;

/// A payload of at most `largest_payload` bytes that is being verified. Positions are offsets in bytes from its start. The size is as wide as a
/// register, because a load that is wider than the store before it stalls.
struct Bytes {
  const std::byte* data = nullptr;
  std::size_t size = 0;

  template <class T>
  T load(std::uint64_t place) const noexcept { return wire::load<T>(data + place); }
};

inline Bytes bytes_of(ByteSpan payload) noexcept { return {payload.data(), payload.size()}; }

/// A payload that was not verified. The functions below follow its offsets by address. For any bytes, a result is an address inside the payload, or
/// null if the object is missing or out of range.
struct Range {
  const std::byte* begin = nullptr;
  const std::byte* end = nullptr;

  std::size_t size() const noexcept { return static_cast<std::size_t>(end - begin); }
};

/// No position, for a vtable that is not known yet.
inline constexpr std::uint64_t no_place = ~std::uint64_t{0};

inline std::size_t bytes_from(const std::byte* place, const std::byte* end) noexcept { return static_cast<std::size_t>(end - place); }

/// The vtable of a view without a table. It has no fields. Its address is not compared, because each module of a program can have its own copy.
inline constexpr std::byte no_fields[4] = {std::byte{4}, std::byte{0}, std::byte{4}, std::byte{0}};

/// Returns the vtable of a table, or null if it is invalid. At least 4 bytes must be readable at `table`.
inline const std::byte* find_vtable(Range payload, const std::byte* table) noexcept {
  const std::int64_t place = (table - payload.begin) - std::int64_t{wire::load<std::int32_t>(table)};
  if (place >= 0 && place <= static_cast<std::int64_t>(payload.size()) - 4) {
    const std::byte* vtable = payload.begin + place;
    const std::size_t size = wire::load<std::uint16_t>(vtable);
    if (size >= 4 && size <= bytes_from(vtable, payload.end)) {
      return vtable;
    }
  }
  return nullptr;
}

/// Finds a field in the vtable. Returns its address, or null. Not inlined, because fields of tables that our writers wrote are found without it.
/// `entry` is the offset of the field's entry in the vtable, and `size` is the size of the field.
CODEC_COLD inline const std::byte* find_field(const std::byte* table, std::size_t room, const std::byte* vtable, std::uint32_t entry,
                                              std::uint32_t size) noexcept {
  if (wire::load<std::uint16_t>(vtable) > entry + 1) {
    const std::uint32_t offset = wire::load<std::uint16_t>(vtable + entry);
    if (offset != 0 && offset + size <= room) {
      return table + offset;
    }
  }
  return nullptr;
}

/// The elements of a vector. The start is null if there is no field. A vector that is out of range has no elements.
struct Elements {
  const std::byte* start;
  std::uint32_t count;
};

/// Follows an offset to a vector or a string. The offset is `at` bytes after `base`, and must exist. `room` is the number of bytes from `base` to the
/// end of the payload. The start is null if the vector is out of range.
inline Elements vector_at(const std::byte* base, std::size_t room, std::size_t at, std::uint32_t element_size) noexcept {
  const std::size_t offset = wire::load<std::uint32_t>(base + at);
  // Both the offset and the length have 4 bytes.
  const std::size_t left = room - (at + 4);
  if (CODEC_LIKELY(offset <= left)) {
    const std::uint32_t length = wire::load<std::uint32_t>(base + at + offset);
    if (CODEC_LIKELY(std::uint64_t{length} * element_size <= left - offset)) {
      return {base + at + offset + 4, length};
    }
  }
  return {nullptr, 0};
}

inline Elements elements_at(const std::byte* base, std::size_t room, std::size_t at, std::uint32_t element_size) noexcept {
  const Elements found = vector_at(base, room, at, element_size);
  return {CODEC_LIKELY(found.start != nullptr) ? found.start : base, found.count};
}

CODEC_COLD inline Elements find_elements(const std::byte* table, std::size_t room, const std::byte* vtable, std::uint32_t entry,
                                         std::uint32_t element_size) noexcept {
  const std::byte* slot = find_field(table, room, vtable, entry, 4);
  return slot == nullptr ? Elements{nullptr, 0} : elements_at(slot, room - bytes_from(table, slot), 0, element_size);
}

inline std::string_view text_at(const std::byte* base, std::size_t room, std::size_t at, std::string_view fallback) noexcept {
  const Elements text = vector_at(base, room, at, 1);
  return CODEC_LIKELY(text.start != nullptr) ? std::string_view{reinterpret_cast<const char*>(text.start), text.count} : fallback;
}

CODEC_COLD inline std::string_view find_text(const std::byte* table, std::size_t room, const std::byte* vtable, std::uint32_t entry,
                                             std::string_view fallback) noexcept {
  const std::byte* slot = find_field(table, room, vtable, entry, 4);
  return slot == nullptr ? fallback : text_at(slot, room - bytes_from(table, slot), 0, fallback);
}

/// Follows an offset to a struct, such as a union's value. Returns its address, or null.
inline const std::byte* find_struct(const std::byte* end, const std::byte* slot, std::uint32_t size) noexcept {
  if (slot == nullptr) {
    return nullptr;
  }
  const std::uint64_t offset = wire::load<std::uint32_t>(slot);
  return offset + size > bytes_from(slot, end) ? nullptr : slot + offset;
}

}  // namespace codec::generated
