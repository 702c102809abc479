#pragma once

#include <cstdint>

namespace codec {

/// What a header's Size counts.
enum class PacketSizeCounts : std::uint8_t {
  /// The bytes that follow the header.
  Payload = 0,
  /// The header and the bytes that follow it.
  WholePacket = 1,
};

}  // namespace codec
