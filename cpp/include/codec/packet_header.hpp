#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace codec {

#pragma pack(push, 2)
/// The four bytes in front of every packet of the default format. It can be laid over received bytes and be made by placement new in front
/// of a payload; equals Codec.Packets.PacketHeader in memory.
struct PacketHeader {
  /// The number of payload bytes that follow; the header's own 4 are not counted.
  std::uint16_t size;
  /// What kind of packet this is.
  std::uint16_t id;

  /// The number of bytes in the whole packet.
  constexpr std::size_t packet_size() const noexcept { return sizeof(PacketHeader) + size; }

  friend constexpr bool operator==(PacketHeader left, PacketHeader right) noexcept { return left.size == right.size && left.id == right.id; }
  friend constexpr bool operator!=(PacketHeader left, PacketHeader right) noexcept { return !(left == right); }
};
#pragma pack(pop)

static_assert(sizeof(PacketHeader) == 4 && alignof(PacketHeader) == 2, "The header is 4 bytes at an even address.");
static_assert(offsetof(PacketHeader, size) == 0 && offsetof(PacketHeader, id) == 2, "Size comes first, then Id.");
static_assert(std::is_trivial_v<PacketHeader> && std::is_standard_layout_v<PacketHeader>, "The header can be laid over bytes.");
#if defined(__BYTE_ORDER__)
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "The header is little-endian, and is read in place.");
#endif

}  // namespace codec
