#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../payload_shape.hpp"

// Operations on bits that the standard library of C++17 does not have, and sets of rows: bit i % 64 of word i / 64 stands for row i.
namespace codec::detail {

inline unsigned count_bits(std::uint64_t value) noexcept {
  value -= value >> 1 & 0x5555555555555555;
  value = (value & 0x3333333333333333) + (value >> 2 & 0x3333333333333333);
  value = (value + (value >> 4)) & 0x0F0F0F0F0F0F0F0F;
  return static_cast<unsigned>(value * 0x0101010101010101 >> 56);
}

#if defined(__GNUC__)
/// Requires a value that is not 0.
inline unsigned trailing_zeros(std::uint64_t value) noexcept { return static_cast<unsigned>(__builtin_ctzll(value)); }
/// Returns the number of bits up to the highest one.
inline unsigned bit_length(std::uint64_t value) noexcept { return value == 0 ? 0 : 64 - static_cast<unsigned>(__builtin_clzll(value)); }
#else
inline unsigned trailing_zeros(std::uint64_t value) noexcept { return count_bits((value & (0 - value)) - 1); }
inline unsigned bit_length(std::uint64_t value) noexcept {
  for (unsigned step = 1; step != 64; step *= 2) {
    value |= value >> step;
  }
  return count_bits(value);
}
#endif

/// Returns the lowest bits, `width` of them: 0 to 64.
constexpr std::uint64_t low_bits(unsigned width) noexcept { return width == 0 ? 0 : ~std::uint64_t{0} >> (64 - width); }

/// The widths of single numbers in bits. Before a number, there are as many ones as the index of its width. Most lengths and counts are below 96, and take
/// 6 or 8 bits.
constexpr unsigned number_widths[] = {5, 6, 9, 14, 20, 32};
constexpr unsigned most_ones = 5;

/// The width in bits of the index of a bit in T.
template <class T>
constexpr unsigned log_width = sizeof(T) == 1   ? 3
                               : sizeof(T) == 2 ? 4
                               : sizeof(T) == 4 ? 5
                                                : 6;

constexpr std::size_t mask_words(std::size_t rows) noexcept { return (rows + 63) / 64; }

inline std::size_t count_rows(const std::uint64_t* mask, std::size_t rows) noexcept {
  std::size_t count = 0;
  for (std::size_t word = 0; word < mask_words(rows); ++word) {
    count += count_bits(mask[word]);
  }
  return count;
}

/// Calls `use(row)` for each row of a set, in ascending order.
template <class Use>
void for_each_row(const std::uint64_t* mask, std::size_t rows, Use&& use) {
  for (std::size_t word = 0; word < mask_words(rows); ++word) {
    for (std::uint64_t left = mask[word]; left != 0; left &= left - 1) {
      use(word * 64 + trailing_zeros(left));
    }
  }
}

/// Whether a column is only a number.
template <class T>
constexpr bool is_number(std::size_t count, bool is_float) noexcept {
  return count == 1 && sizeof(T) <= 4 && !is_float;
}

inline bool has_row(const std::uint64_t* mask, std::size_t row) noexcept { return (mask[row / 64] >> (row % 64) & 1) != 0; }

/// Moves the values of the rows of a set to the front.
template <class T>
void select_rows(const std::uint64_t* mask, std::size_t rows, T* values) noexcept {
  std::size_t count = 0;
  for_each_row(mask, rows, [&](std::size_t row) { values[count++] = values[row]; });
}

/// Sets whether all rows are in a set, or none.
inline void fill_rows(std::uint64_t* mask, std::size_t rows, bool value) noexcept {
  for (std::size_t start = 0; start < rows; start += 64) {
    mask[start / 64] = !value ? 0 : rows - start < 64 ? low_bits(static_cast<unsigned>(rows - start)) : ~std::uint64_t{0};
  }
}

/// Sets which rows are in a set.
template <class IsSet>
void set_rows(std::uint64_t* mask, std::size_t rows, IsSet is_set) noexcept {
  for (std::size_t start = 0; start < rows; start += 64) {
    std::uint64_t word = 0;
    for (std::size_t i = start; i < rows && i < start + 64; ++i) {
      word |= std::uint64_t{is_set(i)} << (i - start);
    }
    mask[start / 64] = word;
  }
}

/// Inverts whether the rows from `start` to `end` are in a set.
inline void invert_rows(std::uint64_t* mask, std::size_t start, std::size_t end) noexcept {
  for (std::size_t next = 0; start < end; start = next) {
    next = (std::min)(end, (start | 63) + 1);
    mask[start / 64] ^= low_bits(static_cast<unsigned>(next - start)) << (start % 64);
  }
}

/// Inverts whether the rows whose byte is not 0 are in a set. Reads up to 7 bytes more than there are rows.
inline void invert_bytes(std::uint64_t* mask, const std::uint8_t* bytes, std::size_t rows) noexcept {
  constexpr std::uint64_t low = 0x7F7F7F7F7F7F7F7F;
  for (std::size_t start = 0; start < rows; start += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, bytes + start, sizeof eight);
    // The highest bit of each byte that is not 0, moved to the lowest bits.
    const std::uint64_t set = ((((eight & low) + low) | eight) & ~low) >> 7;
    const std::uint64_t bits = set * 0x0102040810204080 >> 56;
    mask[start / 64] ^= (rows - start < 8 ? bits & low_bits(static_cast<unsigned>(rows - start)) : bits) << (start % 64);
  }
}

/// Sets each byte to whether its row is in a set. Writes up to 7 bytes more than there are rows.
inline void expand_rows(const std::uint64_t* mask, std::size_t rows, std::uint8_t* bytes) noexcept {
  for (std::size_t start = 0; start < rows; start += 8) {
    // A sum sets the highest bit of each byte that has a bit.
    const std::uint64_t bits = (mask[start / 64] >> (start % 64) & 0xFF) * 0x0101010101010101 & 0x8040201008040201;
    const std::uint64_t eight = (bits + 0x7F7F7F7F7F7F7F7F) >> 7 & 0x0101010101010101;
    std::memcpy(bytes + start, &eight, sizeof eight);
  }
}

/// How many bytes may be copied instead of a shorter run.
inline constexpr std::size_t run_slack = 32;

/// Copies the bytes of a run. If `has_slack`, bytes after them may be copied too, so that short runs need no branch that depends on their size.
inline void copy_run(void* to, const std::byte* from, std::size_t size, bool has_slack) noexcept {
  if (has_slack && size <= run_slack) {
    std::memcpy(to, from, run_slack);
  } else {
    std::memcpy(to, from, size);
  }
}

/// Calls `use(i)` for each i. Compilers use vector instructions for blocks of a known size.
template <class Use>
void in_blocks(std::size_t count, Use use) noexcept {
  std::size_t start = 0;
  for (; count - start >= 64; start += 64) {
    for (std::size_t i = 0; i < 64; ++i) {
      use(start + i);
    }
  }
  for (; start < count; ++start) {
    use(start);
  }
}

}  // namespace codec::detail
