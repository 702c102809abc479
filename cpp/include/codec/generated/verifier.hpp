#pragma once

#include <cstddef>
#include <cstdint>

#include "budget.hpp"
#include "bytes.hpp"

// Verifies the targets of offsets. The rules are at least as strict as those of FlatBuffers' own verifier. Alignment is relative to the start of the
// payload.
namespace codec::generated {

/// The size of the smallest payload: the offset of the root, a table's offset to its vtable, and a vtable without fields.
inline constexpr std::uint32_t smallest_payload = 12;

/// Returns the size of a table's vtable, and sets `vtable` to its offset. Returns 0 if the table is invalid.
inline std::uint32_t verify_vtable(Bytes bytes, std::uint32_t table, std::uint32_t& vtable) noexcept {
  const std::int64_t place = std::int64_t{table} - bytes.load<std::int32_t>(table);
  if (place < 0 || place + 4 > std::int64_t{bytes.size}) {
    return 0;
  }
  vtable = static_cast<std::uint32_t>(place);
  const std::uint32_t size = bytes.load<std::uint16_t>(vtable);
  if (size < 4 || size > bytes.size - vtable) {
    return 0;
  }
  const std::uint32_t table_size = bytes.load<std::uint16_t>(vtable + 2);
  return ((size | vtable) & 1) != 0 || table_size < 4 || table_size > bytes.size - table ? 0 : size;
}

/// Returns the offset of a field, 0 if it is missing, or -1 if it is invalid.
inline std::int64_t verify_field(Bytes bytes, std::uint32_t table, std::uint32_t vtable, std::uint32_t vtable_size, std::uint32_t entry,
                                 std::uint32_t size, std::uint32_t alignment) noexcept {
  if (entry + 2 > vtable_size) {
    return 0;
  }
  const std::uint32_t offset = bytes.load<std::uint16_t>(vtable + entry);
  if (offset == 0) {
    return 0;
  }
  const std::uint32_t table_size = bytes.load<std::uint16_t>(vtable + 2);
  const std::uint32_t place = table + offset;
  return offset < 4 || offset + size > table_size || (place & (alignment - 1)) != 0 ? -1 : std::int64_t{place};
}

/// Returns the position of the target of an offset. At least 4 bytes of the target must be inside the payload, and it must be aligned to 4.
/// Otherwise, returns 0.
CODEC_ALWAYS_INLINE std::uint32_t verify_target(Bytes bytes, std::uint32_t slot) noexcept {
  // Computes the position before the target, so that an offset of 0 wraps around to a position that is out of range.
  const std::uint64_t before = std::uint64_t{slot} + (bytes.load<std::uint32_t>(slot) - 1);
  return before + 5 > bytes.size || (before & 3) != 3 ? 0 : static_cast<std::uint32_t>(before) + 1;
}

/// Returns whether the target of an offset is after the offset and inside the payload.
inline bool verify_offset(Bytes bytes, std::uint32_t slot) noexcept {
  const std::uint32_t offset = bytes.load<std::uint32_t>(slot);
  return offset != 0 && std::uint64_t{slot} + offset < bytes.size;
}

/// Returns the position of the first element of a vector, or 0 if the vector is invalid. An empty vector can be unaligned, because some writers do
/// not align it.
CODEC_ALWAYS_INLINE std::uint32_t verify_vector(Bytes bytes, std::uint32_t slot, std::uint32_t element_size, std::uint32_t alignment,
                                                std::uint32_t& count) noexcept {
  count = 0;
  const std::uint32_t target = verify_target(bytes, slot);
  if (target == 0) {
    return 0;
  }
  const std::uint32_t length = bytes.load<std::uint32_t>(target);
  const std::uint32_t start = target + 4;
  if (std::uint64_t{length} * element_size > bytes.size - start || (length != 0 && (start & (alignment - 1)) != 0)) {
    return 0;
  }
  count = length;
  return start;
}

/// Returns whether a string and the zero after it are inside the payload.
CODEC_ALWAYS_INLINE bool verify_text(Bytes bytes, std::uint32_t slot) noexcept {
  const std::uint32_t target = verify_target(bytes, slot);
  if (target == 0) {
    return false;
  }
  const std::uint32_t length = bytes.load<std::uint32_t>(target);
  return length < bytes.size - target - 4 && bytes.data[std::size_t{target} + 4 + length] == std::byte{0};
}

inline bool verify_struct(Bytes bytes, std::uint32_t slot, std::uint32_t size, std::uint32_t alignment) noexcept {
  const std::uint32_t offset = bytes.load<std::uint32_t>(slot);
  const std::uint64_t target = std::uint64_t{slot} + offset;
  return offset != 0 && target + size <= bytes.size && (target & (alignment - 1)) == 0;
}

/// Verifies a vector of strings. The strings of the root table are verified once, so they need no budget.
inline bool verify_texts(Bytes bytes, std::uint32_t slot, VerifyBudget* budget) noexcept {
  std::uint32_t count;
  const std::uint32_t start = verify_vector(bytes, slot, 4, 4, count);
  if (start == 0 || (budget != nullptr && !budget->take_elements(count))) {
    return false;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!verify_text(bytes, start + 4 * i)) {
      return false;
    }
  }
  return true;
}

}  // namespace codec::generated
