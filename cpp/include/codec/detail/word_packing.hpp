#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../enums.hpp"
#include "../wire.hpp"

// The packing of Cap'n Proto, for bytes that are padded with zeros to words of eight bytes. Marks are the high bits of the bytes of a word.
namespace codec::detail {

inline constexpr std::size_t not_packed = static_cast<std::size_t>(-1);
inline constexpr std::size_t packed_word = 8;
/// The count after the tag of a run is one byte.
inline constexpr std::size_t longest_packed_run = 255;
inline constexpr std::size_t longest_packed_prefix = 5;
/// The densest input has two bytes, a tag of 0 and a count of 255, for 256 words.
inline constexpr std::uint64_t largest_packed_ratio = 256 * 8 / 2;

/// Operations on words with the instructions that every processor has.
struct ScalarWordBytes {
  /// Returns the number of marked bytes, or the number of bits in a tag.
  static std::size_t count(std::uint64_t marks) noexcept { return static_cast<std::size_t>(((marks >> 7) * 0x0101010101010101ULL) >> 56); }
  static std::size_t count(std::uint8_t tag) noexcept {
    const std::uint8_t pairs = static_cast<std::uint8_t>(tag - ((tag >> 1) & 0x55));
    const std::uint8_t fours = static_cast<std::uint8_t>((pairs & 0x33) + ((pairs >> 2) & 0x33));
    return static_cast<std::size_t>((fours + (fours >> 4)) & 0xF);
  }
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
  /// Moves the first bytes to the marked positions. The others become 0.
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
    return wire::load<std::uint64_t>(source);
  }
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < left; ++i) {
    word |= static_cast<std::uint64_t>(source[i]) << (8 * i);
  }
  return word;
}

/// Returns the marks of the bytes that are not zero.
inline std::uint64_t non_zero_bytes(std::uint64_t word) noexcept {
  return (((word & 0x7F7F7F7F7F7F7F7FULL) + 0x7F7F7F7F7F7F7F7FULL) | word) & 0x8080808080808080ULL;
}

/// Packs a word and the run after it. Returns false if they do not fit.
template <class Words>
bool pack_word(const std::byte* source, std::size_t size, std::size_t& from, std::byte* destination, std::size_t capacity, std::size_t& to) noexcept {
  const std::uint64_t word = load_packed_word(source + from, size - from);
  from = size - from > packed_word ? from + packed_word : size;
  const std::uint64_t marks = non_zero_bytes(word);
  const std::size_t count = Words::count(marks);
  std::uint64_t bytes = Words::gather(word, marks);
  if (capacity - to > packed_word) {
    // The bytes beyond the count are overwritten later, or are not part of the result.
    wire::store(destination + to + 1, bytes);
  } else {
    if (capacity - to < count + 1) {
      return false;
    }
    for (std::size_t i = 0; i < count; ++i, bytes >>= 8) {
      destination[to + 1 + i] = static_cast<std::byte>(bytes & 0xFF);
    }
  }
  destination[to] = static_cast<std::byte>(Words::tag(marks));
  to += 1 + count;
  if (count != 0 && count != packed_word) {
    return true;
  }
  if (to == capacity) {
    return false;
  }
  std::size_t run = 0;
  std::size_t end = from;
  while (run < longest_packed_run && end < size) {
    const std::uint64_t next = load_packed_word(source + end, size - end);
    if (count == 0 ? next != 0 : Words::count(non_zero_bytes(next)) < packed_word - 1) {
      break;
    }
    ++run;
    end = size - end > packed_word ? end + packed_word : size;
  }
  destination[to++] = static_cast<std::byte>(run);
  if (count != 0 && run != 0) {
    // A run of unpacked words includes the padding of the last word.
    if (run * packed_word > capacity - to) {
      return false;
    }
    std::memcpy(destination + to, source + from, end - from);
    std::memset(destination + to + (end - from), 0, run * packed_word - (end - from));
    to += run * packed_word;
  }
  from = end;
  return true;
}

template <class Words>
std::size_t pack_words_with(const std::byte* source, std::size_t size, std::byte* destination, std::size_t capacity) noexcept {
  std::size_t to = 0;
  for (std::size_t from = 0; from < size;) {
    if (!pack_word<Words>(source, size, from, destination, capacity, to)) {
      return not_packed;
    }
  }
  return to;
}

/// Unpacks the run after a word with all or no zero bytes.
inline PacketError unpack_run(const std::byte* source, std::size_t packed_size, std::size_t& from, std::byte* destination, std::size_t size, std::size_t& to,
                              bool is_zeros) noexcept {
  if (from == packed_size) {
    return PacketError::PackedTruncated;
  }
  const std::size_t bytes = std::to_integer<std::size_t>(source[from++]) * packed_word;
  const std::size_t left = bytes < size - to ? bytes : size - to;
  // A run can end with the word that contains the end of the payload, but not later.
  if (bytes - left >= packed_word) {
    return PacketError::UnpackedTooLong;
  }
  if (bytes == 0) {
    return PacketError::None;
  }
  if (is_zeros) {
    std::memset(destination + to, 0, left);
  } else {
    if (packed_size - from < bytes) {
      return PacketError::PackedTruncated;
    }
    for (std::size_t i = left; i < bytes; ++i) {
      if (source[from + i] != std::byte{0}) {
        return PacketError::UnpackedTooLong;
      }
    }
    std::memcpy(destination + to, source + from, left);
    from += bytes;
  }
  to += left;
  return PacketError::None;
}

/// Unpacks a word and the run after it.
template <class Words>
PacketError unpack_word(const std::byte* source, std::size_t packed_size, std::size_t& from, std::byte* destination, std::size_t size,
                        std::size_t& to) noexcept {
  if (from == packed_size) {
    return PacketError::UnpackedTooShort;
  }
  const std::uint8_t tag = std::to_integer<std::uint8_t>(source[from++]);
  // Counted in the tag, because the position of the next tag depends on it.
  const std::size_t count = Words::count(tag);
  if (packed_size - from < count) {
    return PacketError::PackedTruncated;
  }
  std::uint64_t word = Words::scatter(load_packed_word(source + from, packed_size - from), Words::marks(tag));
  from += count;
  if (size - to >= packed_word) {
    wire::store(destination + to, word);
    to += packed_word;
  } else {
    for (; to < size; word >>= 8) {
      destination[to++] = static_cast<std::byte>(word & 0xFF);
    }
    // The rest of the word is padding.
    if (word != 0) {
      return PacketError::UnpackedTooLong;
    }
  }
  return tag != 0 && tag != 0xFF ? PacketError::None : unpack_run(source, packed_size, from, destination, size, to, tag == 0);
}

template <class Words>
PacketError unpack_words_with(const std::byte* source, std::size_t packed_size, std::byte* destination, std::size_t size) noexcept {
  std::size_t from = 0;
  for (std::size_t to = 0; to < size;) {
    const PacketError error = unpack_word<Words>(source, packed_size, from, destination, size, to);
    if (error != PacketError::None) {
      return error;
    }
  }
  return from == packed_size ? PacketError::None : PacketError::UnpackedTooLong;
}

inline std::size_t packed_prefix_size(std::size_t size) noexcept {
  std::size_t count = 1;
  for (; (size >>= 7) != 0;) {
    ++count;
  }
  return count;
}

inline void write_packed_prefix(std::byte* destination, std::size_t size) noexcept {
  for (; size >= 0x80; size >>= 7) {
    *destination++ = static_cast<std::byte>((size & 0x7F) | 0x80);
  }
  *destination = static_cast<std::byte>(size);
}

}  // namespace codec::detail
