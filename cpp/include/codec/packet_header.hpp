#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "wire.hpp"

namespace codec {

namespace detail {

/// A 2-byte number that is little-endian in memory on a big-endian host.
struct alignas(2) Little16 {
  Little16() noexcept = default;
  constexpr Little16(std::uint16_t value) noexcept : low(static_cast<std::uint8_t>(value & 0xFF)), high(static_cast<std::uint8_t>(value >> 8)) {}
  constexpr operator std::uint16_t() const noexcept { return static_cast<std::uint16_t>(low | high << 8); }

  std::uint8_t low;
  std::uint8_t high;
};

using HeaderNumber = std::conditional_t<wire::is_little_endian, std::uint16_t, Little16>;

}  // namespace detail

#pragma pack(push, 2)
/// The 4-byte header of a packet in the default format. It can be placed over received bytes, or created by placement new before a payload. It has
/// the same layout as Codec.Packets.PacketHeader. On a big-endian host, the type of its members converts to and from std::uint16_t.
struct PacketHeader {
  /// The number of payload bytes that follow, without the 4 bytes of the header.
  detail::HeaderNumber size;
  /// The id of the packet.
  detail::HeaderNumber id;

  /// Returns the size of the whole packet in bytes.
  constexpr std::size_t packet_size() const noexcept { return sizeof(PacketHeader) + std::size_t{std::uint16_t{size}}; }

  friend constexpr bool operator==(PacketHeader left, PacketHeader right) noexcept {
    return std::uint16_t{left.size} == right.size && std::uint16_t{left.id} == right.id;
  }
  friend constexpr bool operator!=(PacketHeader left, PacketHeader right) noexcept { return !(left == right); }
};
#pragma pack(pop)

static_assert(sizeof(PacketHeader) == 4 && alignof(PacketHeader) == 2, "The header is 4 bytes at an even address.");
static_assert(offsetof(PacketHeader, size) == 0 && offsetof(PacketHeader, id) == 2, "Size comes first, then Id.");
static_assert(std::is_trivial_v<PacketHeader> && std::is_standard_layout_v<PacketHeader>, "The header can be laid over bytes.");

}  // namespace codec
