#pragma once

#include <cstddef>
#include <cstdint>

#include "bytes.hpp"

// Limits the work that a payload can cause, and verifies the targets of offsets.
//
// Objects can be referred to many times, so few bytes can cause unbounded work. The limits equal those of the C# library, so both have the same
// results. As an exception, vectors of unions with structs of more than about 30 bytes take more memory here. The rules for offsets are at least as
// strict as those of FlatBuffers' own verifier. Alignment is relative to the start of the payload.
namespace codec::generated {

/// The maximum nesting depth of tables: the default of FlatBuffers' verifiers.
inline constexpr int deepest = 64;

/// Returns the maximum number of tables in a payload whose schema does not limit it: one for each 4 bytes, from 16,384 to 1,000,000.
constexpr std::uint32_t most_tables(std::size_t payload_size) noexcept {
  const std::size_t count = payload_size / 4;
  return static_cast<std::uint32_t>(count < 16384 ? 16384 : count > 1000000 ? 1000000 : count);
}

/// Limits the tables and the memory of reading into objects.
class ReadBudget {
 public:
  ReadBudget(std::size_t payload_size, std::uint32_t tables) noexcept
      : tables_(tables == 0 ? most_tables(payload_size) : tables),
        bytes_(payload_size < (1 << 20) ? 16 << 20 : 16 * static_cast<std::int64_t>(payload_size)) {}

  /// `depth` is the nesting depth, from 1.
  bool take_table(int depth) noexcept { return take_tables(1, depth); }
  bool take_tables(std::size_t count, int depth) noexcept {
    return (tables_ -= static_cast<std::int64_t>(count)) >= 0 && (count == 0 || depth <= deepest);
  }
  bool take_text(std::size_t length) noexcept { return take(28 + 2 * static_cast<std::int64_t>(length)); }
  bool take_vector(std::size_t count, std::size_t element_size) noexcept {
    return take(64 + static_cast<std::int64_t>(std::uint64_t{count} * element_size));
  }
  bool take_struct(std::size_t size) noexcept { return take(24 + static_cast<std::int64_t>(size)); }

 private:
  bool take(std::int64_t count) noexcept { return (bytes_ -= count) >= 0; }

  std::int64_t tables_;
  std::int64_t bytes_;
};

/// Limits the tables and the elements of verifying.
class VerifyBudget {
 public:
  VerifyBudget(std::size_t payload_size, std::uint32_t tables) noexcept
      : tables_(tables == 0 ? most_tables(payload_size) : tables), elements_(16384 + 4 * static_cast<std::int64_t>(payload_size)) {}

  /// Takes the tables of a vector. `depth` is their nesting depth, from 1.
  bool take_tables(std::uint32_t count, int depth) noexcept { return (tables_ -= count) >= 0 && (count == 0 || depth <= deepest); }
  /// Takes the elements of a vector of strings or of union values.
  bool take_elements(std::uint32_t count) noexcept { return (elements_ -= count) >= 0; }

 private:
  std::int64_t tables_;
  std::int64_t elements_;
};

/// The size of the smallest payload: the offset of the root, a table's offset to its vtable, and a vtable without fields.
inline constexpr std::uint32_t smallest_payload = 12;

/// A table whose fields are found in its vtable.
struct VerifiedTable {
  std::uint64_t table;
  std::uint64_t vtable;
  std::uint32_t vtable_size;
};

/// Finds the vtable of a table. Returns false if the table is invalid.
inline bool verify_vtable(Bytes bytes, VerifiedTable& t) noexcept {
  // If the vtable is before the payload, the position wraps around and is out of range.
  t.vtable = t.table - static_cast<std::uint64_t>(std::int64_t{bytes.load<std::int32_t>(t.table)});
  if (t.vtable > bytes.size - 4) {
    return false;
  }
  t.vtable_size = bytes.load<std::uint16_t>(t.vtable);
  const std::uint32_t table_size = bytes.load<std::uint16_t>(t.vtable + 2);
  return t.vtable_size >= 4 && t.vtable_size <= bytes.size - t.vtable && ((t.vtable_size | t.vtable) & 1) == 0 && table_size >= 4 &&
         table_size <= bytes.size - t.table;
}

/// Returns the position of a field, 0 if it is missing, or -1 if it is invalid. `entry` is the offset of its entry in the vtable.
inline std::int64_t verify_field(Bytes bytes, const VerifiedTable& t, std::uint32_t entry, std::uint32_t size, std::uint32_t alignment) noexcept {
  const std::uint32_t offset = entry + 2 > t.vtable_size ? 0 : bytes.load<std::uint16_t>(t.vtable + entry);
  if (offset == 0) {
    return 0;
  }
  const std::uint32_t table_size = bytes.load<std::uint16_t>(t.vtable + 2);
  const std::uint64_t place = t.table + offset;
  return offset < 4 || offset + size > table_size || (place & (alignment - 1)) != 0 ? -1 : static_cast<std::int64_t>(place);
}

/// Sets `target` to the position of an offset's target. Returns false unless the target is aligned to 4 and has at least 4 bytes in the payload.
CODEC_ALWAYS_INLINE bool verify_target(Bytes bytes, std::uint64_t slot, std::uint64_t& target) noexcept {
  // Computes the position before the target, so that an offset of 0 wraps around to a position that is out of range.
  const std::uint64_t before = slot + (bytes.load<std::uint32_t>(slot) - 1);
  target = before + 1;
  return before + 5 <= bytes.size && (before & 3) == 3;
}

/// Returns whether the target of an offset is after the offset and inside the payload.
inline bool verify_offset(Bytes bytes, std::uint64_t slot) noexcept {
  const std::uint32_t offset = bytes.load<std::uint32_t>(slot);
  return offset != 0 && slot + offset < bytes.size;
}

struct VerifiedVector {
  std::uint64_t start;
  std::uint32_t count;
};

/// Finds the elements of a vector. Returns false if the vector is invalid. An empty vector can be unaligned, because some writers do not align it.
CODEC_ALWAYS_INLINE bool verify_vector(Bytes bytes, std::uint64_t slot, std::uint32_t element_size, std::uint32_t alignment,
                                       VerifiedVector& vector) noexcept {
  std::uint64_t target;
  if (!verify_target(bytes, slot, target)) {
    return false;
  }
  vector = {target + 4, bytes.load<std::uint32_t>(target)};
  return std::uint64_t{vector.count} * element_size <= bytes.size - vector.start && ((vector.start & (alignment - 1)) == 0 || vector.count == 0);
}

CODEC_ALWAYS_INLINE bool verify_text(Bytes bytes, std::uint64_t slot) noexcept {
  std::uint64_t target;
  if (!verify_target(bytes, slot, target)) {
    return false;
  }
  const std::uint32_t length = bytes.load<std::uint32_t>(target);
  return length < bytes.size - target - 4 && bytes.data[target + 4 + length] == std::byte{0};
}

inline bool verify_struct(Bytes bytes, std::uint64_t slot, std::uint32_t size, std::uint32_t alignment) noexcept {
  const std::uint32_t offset = bytes.load<std::uint32_t>(slot);
  const std::uint64_t target = slot + offset;
  return offset != 0 && target + size <= bytes.size && (target & (alignment - 1)) == 0;
}

/// Verifies a vector of strings. The strings of the root table are verified once, so they need no budget.
inline bool verify_texts(Bytes bytes, std::uint64_t slot, VerifyBudget* budget) noexcept {
  VerifiedVector texts;
  if (!verify_vector(bytes, slot, 4, 4, texts) || (budget != nullptr && !budget->take_elements(texts.count))) {
    return false;
  }
  for (std::uint32_t i = 0; i < texts.count; ++i) {
    if (!verify_text(bytes, texts.start + 4 * i)) {
      return false;
    }
  }
  return true;
}

}  // namespace codec::generated
