#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "endian.hpp"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define CODEC_WORD_PACKING_BMI2 1
#include <immintrin.h>
#endif

// The packing of Cap'n Proto, for bytes that are padded with zeros to words of eight. Marks are the high bits of the bytes of a word.
namespace codec::detail {

inline constexpr std::size_t not_packed = static_cast<std::size_t>(-1);
inline constexpr std::size_t packed_word = 8;
/// The count after the tag of a run is one byte.
inline constexpr std::size_t longest_packed_run = 255;
inline constexpr std::size_t longest_packed_prefix = 5;
/// Two bytes, a tag of 0 and a count of 255, are the densest input: 256 words.
inline constexpr std::uint64_t largest_packed_ratio = 256 * 8 / 2;

/// Operations on words with the instructions that every processor has.
struct ScalarWordBytes {
  static std::size_t count(std::uint64_t marks) noexcept { return static_cast<std::size_t>(((marks >> 7) * 0x0101010101010101ULL) >> 56); }
  /// Each factor moves the bit of one byte to the highest byte.
  static std::uint8_t tag(std::uint64_t marks) noexcept { return static_cast<std::uint8_t>(((marks >> 7) * 0x0102040810204080ULL) >> 56); }
  static std::uint64_t marks(std::uint8_t tag) noexcept {
    const std::uint64_t bits = (tag * 0x0101010101010101ULL) & 0x8040201008040201ULL;
    return ((bits + 0x007F7F7F7F7F7F7FULL) | bits) & 0x8080808080808080ULL;
  }
  /// Moves the marked bytes to the front.
  static std::uint64_t gather(std::uint64_t word, std::uint64_t marks) noexcept {
    std::uint64_t bytes = 0;
    for (unsigned shift = 0; marks != 0; marks >>= 8, word >>= 8) {
      if ((marks & 0x80) != 0) {
        bytes |= (word & 0xFF) << shift;
        shift += 8;
      }
    }
    return bytes;
  }
  /// Moves the first bytes to where the marks are; the others become 0.
  static std::uint64_t scatter(std::uint64_t bytes, std::uint64_t marks) noexcept {
    std::uint64_t word = 0;
    for (unsigned shift = 0; marks != 0; marks >>= 8, shift += 8) {
      if ((marks & 0x80) != 0) {
        word |= (bytes & 0xFF) << shift;
        bytes >>= 8;
      }
    }
    return word;
  }
};

inline std::uint64_t load_packed_word(const std::byte* source, std::size_t left) noexcept {
  if (left >= packed_word) {
    return load_little_endian<std::uint64_t>(source);
  }
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < left; ++i) {
    word |= static_cast<std::uint64_t>(source[i]) << (8 * i);
  }
  return word;
}

/// The high bit of each byte that is not zero.
inline std::uint64_t non_zero_bytes(std::uint64_t word) noexcept {
  return (((word & 0x7F7F7F7F7F7F7F7FULL) + 0x7F7F7F7F7F7F7F7FULL) | word) & 0x8080808080808080ULL;
}
