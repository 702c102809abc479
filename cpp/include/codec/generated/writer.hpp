#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "../span.hpp"
#include "../wire.hpp"
#include "bytes.hpp"

// Writes objects in sequence. `at` is the position to write to, a multiple of 4. `slot` is the position of the offset that refers to the object. Each
// function returns the position of the next object, or -1 if the memory is too short.
namespace codec::generated {

/// The size of a value that cannot be written. It is larger than any payload. Sizes have 64 bits also on a 32-bit host, so that their sums do not
/// wrap around.
inline constexpr std::uint64_t unwritable = std::uint64_t{1} << 56;

using Position = std::ptrdiff_t;

/// The destination. `end` is at most 2^31 - 1.
struct Output {
  std::byte* origin;
  Position end;

  template <class T>
  void store(Position place, T value) const noexcept { wire::store(origin + place, value); }
};

#if defined(__GNUC__) && !defined(__clang__)
// If a function is inlined into a caller with a known size, g++ warns about branches that this size does not take.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#pragma GCC diagnostic ignored "-Warray-bounds"
#endif

/// Copies the first and the last `Size` of at most twice as many bytes.
template <std::size_t Size>
inline void copy_ends(std::byte* destination, const std::byte* from, std::size_t size) noexcept {
  std::byte first[Size], last[Size];
  std::memcpy(first, from, Size);
  std::memcpy(last, from + size - Size, Size);
  std::memcpy(destination, first, Size);
  std::memcpy(destination + size - Size, last, Size);
}

/// Copies bytes that do not overlap. For short strings, a call of memcpy takes longer than the copy.
CODEC_ALWAYS_INLINE void copy_bytes(std::byte* destination, const void* source, std::size_t size) noexcept {
  const auto* from = static_cast<const std::byte*>(source);
  if (size > 32) {
    std::memcpy(destination, from, size);
  } else if (size > 16) {
    copy_ends<16>(destination, from, size);
  } else if (size >= 8) {
    copy_ends<8>(destination, from, size);
  } else if (size >= 4) {
    copy_ends<4>(destination, from, size);
  } else if (size > 0) {
    destination[0] = from[0];
    if (size > 1) {
      destination[size - 1] = from[size - 1];
      destination[1] = from[1];
    }
  }
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#ifdef CODEC_COPIES_BLOCKS
using Block = std::uint64_t __attribute__((vector_size(16)));

/// The 16 bytes at the offset 16 - `size` are `size` bytes of 255, followed by zeros.
alignas(Block) inline constexpr std::uint8_t block_masks[2 * sizeof(Block)] = {255, 255, 255, 255, 255, 255, 255, 255,
                                                                               255, 255, 255, 255, 255, 255, 255, 255};
#endif

/// Copies the elements of a vector, after which nothing is written yet. At most 16 bytes are copied as one block, because branches on the lengths in
/// irregular data are mispredicted. The rest of the block becomes zero.
template <std::size_t ElementSize>
CODEC_ALWAYS_INLINE void copy_elements(Output out, Position at, const void* source, std::size_t size) noexcept {
#ifdef CODEC_COPIES_BLOCKS
  // A block has too few elements of larger types.
  if constexpr (ElementSize <= 4) {
    // No processor has smaller pages.
    constexpr std::uintptr_t page_size = 4096;
    // An empty vector can have any address, which is replaced without a branch. The asm hides the value from the compiler, so that it does not make a
    // branch of it, and does not assume the number of bytes at the address.
    std::uintptr_t replaced = std::uintptr_t{0} - std::uintptr_t{size == 0};
    __asm__("" : "+r"(replaced));
    auto from = reinterpret_cast<std::uintptr_t>(source);
    from ^= (from ^ reinterpret_cast<std::uintptr_t>(block_masks)) & replaced;
    if (size <= sizeof(Block) && static_cast<std::size_t>(out.end - at) >= sizeof(Block) &&
        CODEC_LIKELY(from % page_size <= page_size - sizeof(Block))) {
      Block block, mask;
      std::memcpy(&block, reinterpret_cast<const void*>(from), sizeof block);
      std::memcpy(&mask, block_masks + sizeof mask - size, sizeof mask);
      block &= mask;
      std::memcpy(out.origin + at, &block, sizeof block);
      return;
    }
  }
#endif
  copy_bytes(out.origin + at, source, size);
}

constexpr std::uint64_t max_text_size(std::uint64_t length) noexcept { return (length + 8) & ~std::uint64_t{3}; }

constexpr std::uint64_t max_vector_size(std::uint64_t count, std::size_t element_size, std::size_t alignment) noexcept {
  return 4 + 3 + (alignment - 4) + count * element_size;
}

/// The bit of a shape that cannot be shared with another table.
inline constexpr int untracked_bit = 63;

/// The vtables that tables of a payload can share: the first six and the last two. C# has the same numbers. There are few, because a shape that is
/// not found is compared with all. A shape is the missing fields of a table, with one bit for each.
class VTables {
 public:
  /// Returns the position of a vtable, or 0. `type` is the vtable with all fields.
  CODEC_ALWAYS_INLINE Position find(const void* type, std::uint64_t shape) noexcept {
    return last_.type == type && last_.shape == shape ? last_.position : shape >> untracked_bit == 0 ? search(type, shape) : 0;
  }

  void add(const void* type, std::uint64_t shape, Position position) noexcept {
    if (shape >> untracked_bit == 0) {
      last_ = {type, shape, position};
      entries_[count_ < capacity ? count_ : kept + count_ % (capacity - kept)] = last_;
      ++count_;
    }
  }

  void clear() noexcept {
    last_ = {};
    count_ = 0;
  }

 private:
  static constexpr std::uint32_t capacity = 8;
  static constexpr std::uint32_t kept = 6;

  struct Entry {
    const void* type;
    std::uint64_t shape;
    Position position;
  };

  Position search(const void* type, std::uint64_t shape) noexcept {
    for (std::uint32_t i = 0; i < count_ && i < capacity; ++i) {
      if (entries_[i].shape == shape && entries_[i].type == type) {
        last_ = entries_[i];
        return last_.position;
      }
    }
    return 0;
  }

  Entry last_{};
  Entry entries_[capacity];
  std::uint32_t count_ = 0;
};

CODEC_ALWAYS_INLINE Position write_text(Output out, Position at, Position slot, std::string_view text) noexcept {
  // No string is as large. Without this, g++ assumes that the size below can wrap around, and warns about the copy.
  CODEC_ASSUME(std::uint64_t{text.size()} < unwritable);
  const std::uint64_t needed = max_text_size(text.size());
  if (needed > static_cast<std::size_t>(out.end - at)) {
    return -1;
  }
  const Position next = at + static_cast<Position>(needed);
  out.store(next - 4, std::uint32_t{0});
  out.store(slot, static_cast<std::uint32_t>(at - slot));
  out.store(at, static_cast<std::uint32_t>(text.size()));
  copy_bytes(out.origin + at + 4, text.data(), text.size());
  return next;
}

/// Writes the offset and the length of a vector, and leaves space for its elements. `alignment` is that of the first element, at least 4.
CODEC_ALWAYS_INLINE Position write_vector_head(Output out, Position at, Position slot, std::size_t count, std::size_t element_size,
                                               Position alignment, Position& elements) noexcept {
  const Position first = (at + 4 + alignment - 1) & -alignment;
  if (count > static_cast<std::size_t>(out.end) / element_size) {
    return -1;
  }
  // On a 32-bit host, the sum may not fit in a position.
  const std::int64_t sum = (first + static_cast<std::int64_t>(count * element_size) + 3) & ~std::int64_t{3};
  if (sum > out.end) {
    return -1;
  }
  const auto next = static_cast<Position>(sum);
  if (alignment > 4) {
    std::memset(out.origin + at, 0, static_cast<std::size_t>(first - at));
  }
  // Clears the padding after the last element. Without elements, clears the length, which is written next.
  out.store(next - 4, std::uint32_t{0});
  out.store(slot, static_cast<std::uint32_t>(first - 4 - slot));
  out.store(first - 4, static_cast<std::uint32_t>(count));
  elements = first;
  return next;
}

/// Writes a vector of numbers or structs of type T.
template <class T, class Elements>
Position write_vector(Output out, Position at, Position slot, const Elements& values, Position alignment) noexcept {
  Position elements = 0;
  const Position next = write_vector_head(out, at, slot, values.size(), sizeof(T), alignment, elements);
  if (next < 0) {
    return -1;
  }
  if constexpr (wire::is_copied<T>()) {
    copy_elements<sizeof(T)>(out, elements, values.data(), values.size() * sizeof(T));
  } else {
    std::byte* place = out.origin + elements;
    for (const auto& value : values) {
      wire::store_value(place, value);
      place += sizeof(T);
    }
  }
  return next;
}

/// Writes a struct that is the target of an offset, such as a union's value.
template <class T>
Position write_struct(Output out, Position at, Position slot, const T& value) noexcept {
  constexpr auto alignment = static_cast<Position>(alignof(T));
  const Position place = (at + alignment - 1) & -alignment;
  const Position next = (place + static_cast<Position>(sizeof(T)) + 3) & ~Position{3};
  if (next > out.end) {
    return -1;
  }
  std::memset(out.origin + at, 0, static_cast<std::size_t>(next - at));
  out.store(slot, static_cast<std::uint32_t>(place - slot));
  wire::store_value(out.origin + place, value);
  return next;
}

/// Writes a vector of offsets, and the object of each element with `write(at, slot, element)`.
template <class Elements, class Write>
Position write_elements(Output out, Position at, Position slot, const Elements& elements, Write write) noexcept {
  Position place = 0;
  at = write_vector_head(out, at, slot, elements.size(), 4, 4, place);
  for (const auto& element : elements) {
    if (at < 0) {
      return -1;
    }
    at = write(at, place, element);
    place += 4;
  }
  return at;
}

}  // namespace codec::generated
