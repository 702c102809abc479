#pragma once

#include <cstddef>
#include <cstdint>

// Operations on bits that the standard library of C++17 does not have, and sets of rows: bit i % 64 of word i / 64 stands for row i.
namespace codec::detail {

#if defined(__GNUC__)
inline unsigned count_bits(std::uint64_t value) noexcept { return static_cast<unsigned>(__builtin_popcountll(value)); }
/// Requires a value that is not 0.
inline unsigned trailing_zeros(std::uint64_t value) noexcept { return static_cast<unsigned>(__builtin_ctzll(value)); }
/// Returns the number of bits up to the highest one.
inline unsigned bit_length(std::uint64_t value) noexcept { return value == 0 ? 0 : 64 - static_cast<unsigned>(__builtin_clzll(value)); }
#else
inline unsigned count_bits(std::uint64_t value) noexcept {
  unsigned count = 0;
  for (; value != 0; value &= value - 1) {
    ++count;
  }
  return count;
}
inline unsigned bit_length(std::uint64_t value) noexcept {
  unsigned length = 0;
  for (unsigned step = 32; step != 0; step /= 2) {
    if (value >> step != 0) {
      value >>= step;
      length += step;
    }
  }
  return value == 0 ? 0 : length + 1;
}
inline unsigned trailing_zeros(std::uint64_t value) noexcept { return bit_length(value & (0 - value)) - 1; }
#endif

/// Returns the lowest bits, `width` of them: 0 to 64.
constexpr std::uint64_t low_bits(unsigned width) noexcept { return width == 0 ? 0 : ~std::uint64_t{0} >> (64 - width); }

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

/// Whether a column of values of `width` bits is only a number.
constexpr bool is_number(std::size_t count, unsigned width, bool is_float) noexcept { return count == 1 && width <= 32 && !is_float; }

inline bool has_row(const std::uint64_t* mask, std::size_t row) noexcept { return (mask[row / 64] >> (row % 64) & 1) != 0; }

/// Moves the values of the rows of a set to the front.
template <class T>
void select_rows(const std::uint64_t* mask, std::size_t rows, T* values) noexcept {
  std::size_t count = 0;
  for_each_row(mask, rows, [&](std::size_t row) { values[count++] = values[row]; });
}

/// Sets which rows are in a set.
template <class IsSet>
void fill_rows(std::uint64_t* mask, std::size_t rows, IsSet is_set) noexcept {
  for (std::size_t start = 0; start < rows; start += 64) {
    std::uint64_t word = 0;
    for (std::size_t i = start; i < rows && i < start + 64; ++i) {
      word |= std::uint64_t{is_set(i)} << (i - start);
    }
    mask[start / 64] = word;
  }
}

}  // namespace codec::detail
