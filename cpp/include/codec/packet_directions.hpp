#pragma once

#include <cstdint>

namespace codec {

/// Which side may send a packet.
enum class PacketDirections : std::uint8_t {
  /// Neither.
  None = 0,
  /// The client, to the server.
  ToServer = 1,
  /// The server, to the client.
  ToClient = 2,
  /// Both sides.
  Both = 3,
};

/// Whether a packet that may go in the directions `packet` can come in one of the directions `arriving`.
constexpr bool allows(PacketDirections packet, PacketDirections arriving) noexcept {
  return (static_cast<unsigned>(packet) & static_cast<unsigned>(arriving)) != 0;
}

}  // namespace codec
