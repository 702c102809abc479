#pragma once

#include <cstddef>
#include <cstdint>

// Bytes are combined with shifts. Compilers generate one load or store, and the result is correct at any address and on any host.
namespace codec::detail {

constexpr std::uint32_t byte_at(const std::byte* source, std::size_t index) noexcept { return std::to_integer<std::uint32_t>(source[index]); }

/// Reads an unsigned little-endian integer of 2 bytes.
constexpr std::uint32_t load16(const std::byte* source) noexcept { return byte_at(source, 0) | byte_at(source, 1) << 8; }

/// Reads an unsigned integer of `width` bytes, 2 or 4.
constexpr std::uint32_t load(const std::byte* source, std::size_t width, bool big_endian) noexcept {
  if (width == 2) {
    return big_endian ? byte_at(source, 1) | byte_at(source, 0) << 8 : load16(source);
  }
  return big_endian ? byte_at(source, 3) | byte_at(source, 2) << 8 | byte_at(source, 1) << 16 | byte_at(source, 0) << 24
                    : byte_at(source, 0) | byte_at(source, 1) << 8 | byte_at(source, 2) << 16 | byte_at(source, 3) << 24;
}

/// Writes the low `width` bytes, 2 or 4, of `value`.
constexpr void store(std::byte* destination, std::size_t width, bool big_endian, std::uint32_t value) noexcept {
  for (std::size_t i = 0; i < width; ++i) {
    const std::size_t shift = 8 * (big_endian ? width - 1 - i : i);
    destination[i] = static_cast<std::byte>((value >> shift) & 0xFF);
  }
}

}  // namespace codec::detail
