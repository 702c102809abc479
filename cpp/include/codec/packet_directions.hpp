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

/// Whether `arriving` is a direction that packets can come in: ToServer, ToClient or Both.
constexpr bool is_direction(PacketDirections arriving) noexcept {
  return arriving == PacketDirections::ToServer || arriving == PacketDirections::ToClient || arriving == PacketDirections::Both;
}

/// Whether a packet that may go in the directions `packet` can come in one of the directions `arriving`.
constexpr bool allows(PacketDirections packet, PacketDirections arriving) noexcept {
  return (static_cast<unsigned>(packet) & static_cast<unsigned>(arriving)) != 0;
}

}  // namespace codec
