#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <system_error>

#include "enums.hpp"
#include "rejected_packet.hpp"

namespace codec {

/// How a connection, or a receive from it, has ended. Counterpart of Codec.Transport.PacketConnectionException.
struct ConnectionEnd {
  /// Which side closed the connection, and why. None if the connection is open: the peer has ended its direction after a whole packet, the receive
  /// was cancelled, or a handler threw an exception.
  PacketCloseReason reason = PacketCloseReason::None;
  /// Why the peer's bytes were rejected or incomplete, if the reason is InvalidPacket or HalfPacketTimeout.
  PacketError error = PacketError::None;
  /// The offset in the received stream, in bytes, of the rejected or incomplete packet.
  std::uint64_t position = 0;
  /// The number of accepted packets that may not have been sent. Every other accepted packet was passed to the system as a whole, and can still be
  /// lost there. If a packet must not be lost, let the peer answer.
  std::uint64_t unsent_packets = 0;
  /// The system's error, if there was one.
  std::error_code cause{};
  /// The exception of a handler, which ended the receive and lost this packet. The connection is open: receive again, or close it.
  std::exception_ptr exception{};
  /// What the peer said when it refused the session or left it, such as "3: bye".
  std::string peer_text{};
  /// The rejected packet, or null if its header is incomplete, or if no packet was rejected.
  std::shared_ptr<const RejectedPacket> packet{};
};

/// Describes the end in one sentence or more, for logs.
inline std::string to_string(const ConnectionEnd& end) {
  constexpr const char* sentences[] = {"The peer ended its direction.",
                                       "This side closed the connection.",
                                       "The peer closed the connection.",
                                       "The peer did not complete a packet in time.",
                                       "The peer sent no data, or accepted none, for too long.",
                                       "The peer sent an invalid packet.",
                                       "The connection could not be made.",
                                       "The peer exceeded the limit of received packets or bytes per second.",
                                       "The peer read too slowly."};
  std::string text = end.exception != nullptr                     ? "A handler threw an exception."
                     : end.reason <= PacketCloseReason::SendLimit ? sentences[static_cast<int>(end.reason)]
                                                                  : "The connection failed.";
  if (end.error == PacketError::ProxyHeaderInvalid) {
    text += " The connection does not begin with a valid header of the PROXY protocol.";
  } else if (end.error != PacketError::None) {
    text += std::string(" ") + to_string(end.error) + " in the packet at byte " + std::to_string(end.position) +
            (end.packet != nullptr ? ": " + to_string(*end.packet) : std::string()) + ".";
  }
  if (!end.peer_text.empty()) {
    text += " It said: " + end.peer_text + ".";
  }
  if (end.cause) {
    text += " " + end.cause.message() + ".";
  }
  if (end.unsent_packets > 0) {
    text += " " + std::to_string(end.unsent_packets) + " accepted packets may not have been sent.";
  }
  return text;
}

}  // namespace codec
