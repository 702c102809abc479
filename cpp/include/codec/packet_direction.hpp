#pragma once

#include <cstdint>

namespace codec {

/// Who may send a packet.
enum class PacketDirection : std::uint8_t {
  ClientToServer = 1,
  ServerToClient = 2,
  Both = 3,
};

/// Whether a packet that may go in the directions `packet` can come in one of the directions `arriving`.
constexpr bool allows(PacketDirection packet, PacketDirection arriving) noexcept {
  return (static_cast<unsigned>(packet) & static_cast<unsigned>(arriving)) != 0;
}

}  // namespace codec
