#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "wire.hpp"

namespace codec {

#pragma pack(push, 2)
/// The 4-byte header of a packet in the default format. It can be placed over received bytes, or created by placement new before a payload. It has
/// the same layout as Codec.Packets.PacketHeader.
struct PacketHeader {
  /// The number of payload bytes that follow, without the 4 bytes of the header.
  std::uint16_t size;
  /// The id of the packet.
  std::uint16_t id;

  /// Returns the size of the whole packet in bytes.
  constexpr std::size_t packet_size() const noexcept { return sizeof(PacketHeader) + std::size_t{size}; }
};
#pragma pack(pop)

static_assert(sizeof(PacketHeader) == 4 && alignof(PacketHeader) == 2, "The header is 4 bytes at an even address.");
static_assert(offsetof(PacketHeader, size) == 0 && offsetof(PacketHeader, id) == 2, "Size comes first, then Id.");
static_assert(std::is_trivial_v<PacketHeader> && std::is_standard_layout_v<PacketHeader>, "The header can be laid over bytes.");

}  // namespace codec
