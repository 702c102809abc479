#pragma once

#include <cstdint>
#include <string_view>

namespace codec {

/// The hashes of a schema's packets, one for each direction. Programs whose hashes are equal have the same packets. `codec gen cpp`
/// generates it, such as codec::schemas::game::protocol.
struct PacketProtocol {
  std::uint64_t to_server = 0;
  std::uint64_t to_client = 0;

  friend constexpr bool operator==(const PacketProtocol& left, const PacketProtocol& right) noexcept {
    return left.to_server == right.to_server && left.to_client == right.to_client;
  }
  friend constexpr bool operator!=(const PacketProtocol& left, const PacketProtocol& right) noexcept { return !(left == right); }
};

/// A release of a protocol that a server knows. The texts must exist as long as the settings that have the release.
struct ProtocolRelease {
  std::string_view name;
  PacketProtocol protocol;
  /// Why clients of this release are refused. Empty if they are accepted.
  std::string_view differences;
};

/// The type of the packet that answers a request: a member `type`. `codec gen cpp` generates it for each packet with packet_answer.
template <class Request>
struct AnswerOf;

}  // namespace codec
