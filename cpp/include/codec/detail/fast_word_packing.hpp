#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "../enums.hpp"
#include "word_packing.hpp"

// On 64-bit Windows, g++ does not align vectors of 32 bytes on the stack (https://gcc.gnu.org/bugzilla/show_bug.cgi?id=54412).
#if defined(__x86_64__) && defined(__GNUC__) && !((defined(_WIN32) || defined(__CYGWIN__)) && !defined(__clang__))
#define CODEC_WORD_PACKING_AVX2 1
#endif

// The packing of word_packing.hpp with the instructions of AVX2 and BMI2. A program that is compiled for all x86-64 processors uses them if the
// processor supports them. The results and the errors are the same.
namespace codec::detail {

#if defined(CODEC_WORD_PACKING_AVX2)

#define CODEC_AVX2 __attribute__((target("avx2,bmi2,popcnt")))

/// Operations on words with the instructions of BMI2, which gather and scatter bits.
struct Bmi2WordBytes {
  static std::size_t count(std::uint64_t marks) noexcept {
    std::uint64_t result;
    __asm__("popcnt{q %1, %0| %0, %1}" : "=r"(result) : "r"(marks) : "cc");
    return result;
  }
  static std::size_t count(std::uint8_t tag) noexcept { return count(static_cast<std::uint64_t>(tag)); }
  static std::uint8_t tag(std::uint64_t marks) noexcept { return static_cast<std::uint8_t>(extract(marks, high_bits)); }
  static std::uint64_t marks(std::uint8_t tag) noexcept { return deposit(tag, high_bits); }
  static std::uint64_t gather(std::uint64_t word, std::uint64_t marks) noexcept { return extract(word, (marks >> 7) * 0xFF); }
  static std::uint64_t scatter(std::uint64_t bytes, std::uint64_t marks) noexcept { return deposit(bytes, (marks >> 7) * 0xFF); }

 private:
  static constexpr std::uint64_t high_bits = 0x8080808080808080ULL;
  static std::uint64_t extract(std::uint64_t value, std::uint64_t mask) noexcept {
    std::uint64_t result;
    __asm__("pext{q %2, %1, %0| %0, %1, %2}" : "=r"(result) : "r"(value), "r"(mask));
    return result;
  }
  static std::uint64_t deposit(std::uint64_t value, std::uint64_t mask) noexcept {
    std::uint64_t result;
    __asm__("pdep{q %2, %1, %0| %0, %1, %2}" : "=r"(result) : "r"(value), "r"(mask));
    return result;
  }
};

using ByteVector16 = unsigned char __attribute__((vector_size(16)));
using ByteVector32 = unsigned char __attribute__((vector_size(32)));
using WordVector16 = std::uint64_t __attribute__((vector_size(16)));
using ShortVector32 = std::uint16_t __attribute__((vector_size(32)));
using CharVector16 = char __attribute__((vector_size(16)));
using CharVector32 = char __attribute__((vector_size(32)));
using LongVector32 = long long __attribute__((vector_size(32)));

/// The properties of each tag. Shuffles are indexes of bytes, one per byte with the first in the lowest byte. 0x80 means a zero.
struct TagTables {
  /// For a mask of the zero bytes: the shuffle of a word and its tag into the packed word, with zeros after it.
  std::array<std::array<std::uint8_t, 16>, 256> gather{};
  /// For a mask of the zero bytes: the size of the packed word. If all or no bytes are zero, it includes the count of the run.
  std::array<std::uint8_t, 256> size{};
  /// For a tag: the shuffle that moves the first bytes to their positions. 16 bytes are read, because that is the size of the instruction's operand.
  std::array<std::uint64_t, 257> scatter{};
};

constexpr TagTables make_tag_tables() noexcept {
  TagTables tables;
  for (unsigned bits = 0; bits < 256; ++bits) {
    std::array<std::uint8_t, 16> gather{8, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80};
    std::uint64_t scatter = 0x8080808080808080ULL;
    unsigned zeros = 0;
    unsigned ones = 0;
    for (unsigned i = 0; i < 8; ++i) {
      if ((bits >> i & 1) != 0) {
        scatter = (scatter & ~(std::uint64_t{0xFF} << (8 * i))) | std::uint64_t{ones++} << (8 * i);
      } else {
        gather[++zeros] = static_cast<std::uint8_t>(i);
      }
    }
    tables.gather[bits] = gather;
    tables.scatter[bits] = scatter;
    tables.size[bits] = static_cast<std::uint8_t>(1 + zeros + (bits == 0 || bits == 0xFF ? 1 : 0));
  }
  return tables;
}

inline constexpr TagTables tag_tables = make_tag_tables();

/// Returns a bit for each of 32 bytes, which is set if the byte is zero.
CODEC_AVX2 inline std::uint32_t zero_bytes_at(const std::byte* source) noexcept {
  ByteVector32 bytes;
  std::memcpy(&bytes, source, sizeof bytes);
  return static_cast<std::uint32_t>(__builtin_ia32_pmovmskb256(reinterpret_cast<CharVector32>(bytes == ByteVector32{})));
}

/// Returns a value that is not zero if one of the bytes is zero.
constexpr std::uint32_t marked_zero_bytes(std::uint32_t bytes) noexcept { return (bytes - 0x01010101U) & ~bytes & 0x80808080U; }

/// Stores 16 bytes, which start with the packed word. After a word without zero bytes, the next byte is the count of its run, which is zero.
CODEC_AVX2 inline void pack_word_at(const std::byte* source, std::uint32_t zeros, std::byte* destination) noexcept {
  std::uint64_t word;
  CharVector16 places;
  std::memcpy(&word, source, sizeof word);
  std::memcpy(&places, &tag_tables.gather[zeros & 0xFF], sizeof places);
  const auto packed = __builtin_ia32_pshufb128(reinterpret_cast<CharVector16>(WordVector16{word, ~zeros}), places);
  std::memcpy(destination, &packed, sizeof packed);
}

CODEC_AVX2 inline std::size_t pack_words_fast(const std::byte* source, std::size_t size, std::byte* destination, std::size_t capacity) noexcept {
  constexpr std::size_t block = 4 * packed_word;
  // The maximum size of a packed block, and the bytes that are stored beyond it.
  constexpr std::size_t room = block + 4 * 2 + packed_word;
  std::size_t from = 0;
  std::size_t to = 0;
  while (from < size) {
    while (size - from >= block + packed_word && capacity - to >= room) {
      const std::uint32_t zeros = zero_bytes_at(source + from);
      const std::uint32_t next = zero_bytes_at(source + from + packed_word);
      // A byte for each word: zero if this word and the next one are zero; zero if this word has no zero byte and the next one has at most one.
      const std::uint32_t zero_runs = ~(zeros & next);
      const std::uint32_t full_runs = zeros | (next & ((next | 0x80808080U) - 0x01010101U));
      if ((marked_zero_bytes(zero_runs) | marked_zero_bytes(full_runs)) != 0) {
        break;
      }
      for (unsigned i = 0; i < 4; ++i) {
        const std::uint32_t word = zeros >> (8 * i);
        pack_word_at(source + from + packed_word * i, word, destination + to);
        to += tag_tables.size[word & 0xFF];
      }
      from += block;
    }
    if (from < size && !pack_word<Bmi2WordBytes>(source, size, from, destination, capacity, to)) {
      return not_packed;
    }
  }
  return to;
}

/// The sizes of packed words. The next tag cannot be found before the current one is known, so a size is calculated for a word at every byte.
struct PackedSizes {
  static constexpr std::size_t count = 192;
  /// The maximum sizes of two and of four words.
  static constexpr std::uint8_t largest_two = 20;
  static constexpr std::uint8_t largest_four = 40;
  /// Added to the size of a word before a run that is not empty. It is more than the size of four words, and four of them fit in a byte.
  static constexpr std::uint8_t run = 48;

  /// The sizes of one word at each byte, of two and of four.
  alignas(32) std::uint8_t one[count + 64];
  alignas(32) std::uint8_t two[count];
  alignas(32) std::uint8_t four[count];

  /// Calculates the sizes at `used` bytes, a multiple of 32. Fewer than 128 more bytes are read.
  CODEC_AVX2 void calculate(const std::byte* source, std::size_t used) noexcept {
    ByteVector32 here = sizes_at(source);
    ByteVector32 next = sizes_at(source + 32);
    std::memcpy(one, &here, sizeof here);
    std::memcpy(one + 32, &next, sizeof next);
    ByteVector32 pairs = pairs_of(here, next);
    for (std::size_t i = 0; i < used; i += 32) {
      here = next;
      next = sizes_at(source + i + 64);
      std::memcpy(one + i + 64, &next, sizeof next);
      std::memcpy(two + i, &pairs, sizeof pairs);
      const ByteVector32 next_pairs = pairs_of(here, next);
      const ByteVector32 quads = quads_of(pairs, next_pairs);
      std::memcpy(four + i, &quads, sizeof quads);
      pairs = next_pairs;
    }
  }

 private:
  CODEC_AVX2 static ByteVector32 sizes_at(const std::byte* source) noexcept {
    constexpr ByteVector32 bits{0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    ByteVector32 tags;
    ByteVector32 after_zeros;
    ByteVector32 after_word;
    std::memcpy(&tags, source, sizeof tags);
    std::memcpy(&after_zeros, source + 1, sizeof tags);
    std::memcpy(&after_word, source + 1 + packed_word, sizeof tags);
    const ByteVector32 high = reinterpret_cast<ByteVector32>(reinterpret_cast<ShortVector32>(tags) >> 4) & 15;
    const ByteVector32 counts = look_up(bits + 1, tags & 15) + look_up(bits, high);
    const ByteVector32 zeros = reinterpret_cast<ByteVector32>(tags == 0);
    const ByteVector32 fulls = reinterpret_cast<ByteVector32>(tags == 0xFF);
    const ByteVector32 runs = (zeros & ~reinterpret_cast<ByteVector32>(after_zeros == 0)) | (fulls & ~reinterpret_cast<ByteVector32>(after_word == 0));
    // The masks are -1 if they are set. A word with all or no zero bytes has the count of its run.
    return counts - (zeros | fulls) + (runs & run);
  }

  /// Returns the sizes of pairs of words. The next word starts less than 32 bytes after the first of 16 sizes.
  CODEC_AVX2 static ByteVector32 pairs_of(ByteVector32 sizes, ByteVector32 after) noexcept {
    const ByteVector32 next = sizes + places();
    return sizes + (choose(sizes, next) | choose(middle(sizes, after), next ^ 16));
  }

  /// Returns the sizes of two pairs. The next pair starts less than 48 bytes after the first of 16 sizes.
  CODEC_AVX2 static ByteVector32 quads_of(ByteVector32 sizes, ByteVector32 after) noexcept {
    const ByteVector32 next = sizes + places();
    return sizes + (choose(sizes, next) | choose(middle(sizes, after), next ^ 16) | choose(after, next ^ 32));
  }

  CODEC_AVX2 static ByteVector32 places() noexcept {
    return ByteVector32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  }

  /// Returns the 16 sizes in the second half of one vector, and those in the first half of the other.
  CODEC_AVX2 static ByteVector32 middle(ByteVector32 sizes, ByteVector32 after) noexcept {
    return reinterpret_cast<ByteVector32>(__builtin_ia32_permti256(reinterpret_cast<LongVector32>(sizes), reinterpret_cast<LongVector32>(after), 0x21));
  }

  /// In each half, returns the sizes at indexes below 16, and zero for indexes from 16 to 143.
  CODEC_AVX2 static ByteVector32 choose(ByteVector32 sizes, ByteVector32 indexes) noexcept {
    return look_up(sizes, indexes + 0x70);
  }

  /// In each half, returns the values at indexes below 16, and zero for indexes from 128.
  CODEC_AVX2 static ByteVector32 look_up(ByteVector32 values, ByteVector32 indexes) noexcept {
    return reinterpret_cast<ByteVector32>(__builtin_ia32_pshufb256(reinterpret_cast<CharVector32>(values), reinterpret_cast<CharVector32>(indexes)));
  }
};

/// Unpacks the word at `at`, but not a run after it.
CODEC_AVX2 inline void unpack_word_at(const std::byte* source, std::size_t at, std::byte* destination) noexcept {
  std::uint64_t word;
  CharVector16 places;
  std::memcpy(&word, source + at + 1, sizeof word);
  std::memcpy(&places, &tag_tables.scatter[std::to_integer<std::uint8_t>(source[at])], sizeof places);
  const auto unpacked = reinterpret_cast<WordVector16>(__builtin_ia32_pshufb128(reinterpret_cast<CharVector16>(WordVector16{word, 0}), places));
  word = unpacked[0];
  std::memcpy(destination, &word, sizeof word);
}

CODEC_AVX2 inline void unpack_pair_at(const PackedSizes& sizes, const std::byte* source, std::size_t at, std::byte* destination) noexcept {
  unpack_word_at(source, at, destination);
  unpack_word_at(source, at + sizes.one[at], destination + packed_word);
}

/// Unpacks words until the known sizes end (at `used`), a run follows, or fewer than two words fit. Returns both positions.
CODEC_AVX2 inline std::pair<std::size_t, std::size_t> unpack_known_words(const PackedSizes& sizes, const std::byte* source, std::size_t from,
                                                                         std::size_t used, std::byte* destination, std::size_t to,
                                                                         std::size_t size) noexcept {
  while (from < used) {
    const std::size_t four = sizes.four[from];
    const std::size_t two = sizes.two[from];
    if (four <= PackedSizes::largest_four && to + 4 * packed_word <= size) {
      unpack_pair_at(sizes, source, from, destination + to);
      unpack_pair_at(sizes, source, from + two, destination + to + 2 * packed_word);
      from += four;
      to += 4 * packed_word;
    } else if (two <= PackedSizes::largest_two && to + 2 * packed_word <= size) {
      unpack_pair_at(sizes, source, from, destination + to);
      from += two;
      to += 2 * packed_word;
    } else {
      break;
    }
  }
  return {from, to};
}

CODEC_AVX2 inline PacketError unpack_words_fast(const std::byte* source, std::size_t packed_size, std::byte* destination, std::size_t size) noexcept {
  // The number of bytes that `calculate` and the last words read beyond the used bytes.
  constexpr std::size_t beyond = 128;
  std::size_t from = 0;
  std::size_t to = 0;
  PackedSizes sizes;
  while (to < size && packed_size - from >= beyond + 32) {
    const std::size_t start = from;
    const std::size_t whole = (packed_size - from - beyond) / 32 * 32;
    const std::size_t used = whole < PackedSizes::count ? whole : PackedSizes::count;
    sizes.calculate(source + start, used);
    while (to < size && from - start < used) {
      const auto known = unpack_known_words(sizes, source + start, from - start, used, destination, to, size);
      from = start + known.first;
      to = known.second;
      if (to < size && from - start < used) {
        if (const PacketError error = unpack_word<Bmi2WordBytes>(source, packed_size, from, destination, size, to); error != PacketError::None) {
          return error;
        }
      }
    }
  }
  while (to < size) {
    const std::uint8_t tag = from < packed_size ? std::to_integer<std::uint8_t>(source[from]) : std::uint8_t{0};
    if (tag != 0 && tag != 0xFF && packed_size - from > packed_word && size - to >= packed_word) {
      unpack_word_at(source, from, destination + to);
      from += 1 + Bmi2WordBytes::count(tag);
      to += packed_word;
    } else if (const PacketError error = unpack_word<Bmi2WordBytes>(source, packed_size, from, destination, size, to); error != PacketError::None) {
      return error;
    }
  }
  return from == packed_size ? PacketError::None : PacketError::UnpackedTooLong;
}

inline bool has_fast_word_packing() noexcept {
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("popcnt") != 0;
}

#undef CODEC_AVX2

#endif

/// Packs bytes. Returns the number of bytes written, or not_packed if they do not fit.
inline std::size_t pack_words(const std::byte* source, std::size_t size, std::byte* destination, std::size_t capacity) noexcept {
#if defined(CODEC_WORD_PACKING_AVX2)
  if (has_fast_word_packing()) {
    return pack_words_fast(source, size, destination, capacity);
  }
#endif
  return pack_words_with<ScalarWordBytes>(source, size, destination, capacity);
}

/// Unpacks bytes. Returns None, or the reason why they do not unpack to exactly `size` bytes, padded with zeros to a multiple of eight.
inline PacketError unpack_words(const std::byte* source, std::size_t packed_size, std::byte* destination, std::size_t size) noexcept {
#if defined(CODEC_WORD_PACKING_AVX2)
  if (has_fast_word_packing()) {
    return unpack_words_fast(source, packed_size, destination, size);
  }
#endif
  return unpack_words_with<ScalarWordBytes>(source, packed_size, destination, size);
}

}  // namespace codec::detail
