#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "wire.hpp"

namespace codec {

namespace detail {

/// A number of 2 bytes that is little-endian in memory on a host that is not.
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
/// The four bytes in front of every packet of the default format. It can be placed over received bytes, and be created by placement new in front
/// of a payload; equals Codec.Packets.PacketHeader in memory. The numbers are std::uint16_t, or convert to and from it on a big-endian host.
struct PacketHeader {
  /// The number of payload bytes that follow, without the 4 bytes of the header.
  detail::HeaderNumber size;
  /// The id of the packet.
  detail::HeaderNumber id;

  /// The number of bytes in the whole packet.
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
