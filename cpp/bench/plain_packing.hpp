#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

// Cap'n Proto's packing as a plain loop over bytes, without branches inside a word. It writes the same bytes as codec::pack_payload writes after the
// size.
namespace plain_packing {

constexpr std::size_t word = 8;
constexpr std::size_t longest_run = 255;

inline std::size_t zeros(const unsigned char* bytes) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < word; ++i) {
    count += bytes[i] == 0;
  }
  return count;
}

/// Packs bytes. Their number must be a multiple of eight. Returns the number of bytes written.
inline std::size_t pack(const unsigned char* source, std::size_t size, unsigned char* destination) {
  const unsigned char* const end = source + size;
  unsigned char* to = destination;
  while (source < end) {
    unsigned char* const start = to++;
    unsigned tag = 0;
    for (unsigned i = 0; i < word; ++i) {
      const unsigned char value = *source++;
      const unsigned is_set = value != 0;
      *to = value;
      to += is_set;
      tag |= is_set << i;
    }
    *start = static_cast<unsigned char>(tag);
    if (tag == 0) {
      std::size_t run = 0;
      for (; run < longest_run && source < end && zeros(source) == word; ++run) {
        source += word;
      }
      *to++ = static_cast<unsigned char>(run);
    } else if (tag == 0xFF) {
      unsigned char* const count = to++;
      std::size_t run = 0;
      for (; run < longest_run && source < end && zeros(source) <= 1; ++run) {
        std::memcpy(to, source, word);
        source += word;
        to += word;
      }
      *count = static_cast<unsigned char>(run);
    }
  }
  return static_cast<std::size_t>(to - destination);
}

/// Unpacks bytes to a multiple of eight. Returns the number of bytes written. Reads one byte beyond the source.
inline std::size_t unpack(const unsigned char* source, std::size_t size, unsigned char* destination) {
  const unsigned char* const end = source + size;
  unsigned char* to = destination;
  while (source < end) {
    const unsigned tag = *source++;
    for (unsigned i = 0; i < word; ++i) {
      const unsigned is_set = tag >> i & 1;
      *to++ = static_cast<unsigned char>(*source & (0u - is_set));
      source += is_set;
    }
    if (tag == 0) {
      const std::size_t bytes = *source++ * word;
      std::memset(to, 0, bytes);
      to += bytes;
    } else if (tag == 0xFF) {
      const std::size_t bytes = *source++ * word;
      std::memcpy(to, source, bytes);
      source += bytes;
      to += bytes;
    }
  }
  return static_cast<std::size_t>(to - destination);
}

}  // namespace plain_packing
