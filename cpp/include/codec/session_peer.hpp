#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "detail/session_messages.hpp"

namespace codec {

/// Why a server refused a session: ProtocolMismatch, Full, Refused, HandshakeTimeout, Draining or SessionLost.
using RefusalReason = ::Codec::Sessions::RefusalReason;

/// A server's refusal of a session, with a text of at most 255 bytes. The reason None is no refusal.
struct SessionRefusal {
  RefusalReason reason = RefusalReason::None;
  std::string text;
};

/// Why a side has left. Codes below 256 are the library's: 0 normal, 1 draining, 2 replaced, 3 idle.
struct SessionLeave {
  std::uint16_t code = 0;
  std::string text;
};

/// What the peer of a session has told, and the numbers of packets that it should not have sent.
struct SessionPeer {
  /// The peer's SessionSettings::version. Empty without a handshake.
  std::string version;
  /// The client's SessionSettings::token, or what the server answered to it.
  std::vector<std::uint8_t> token;
  /// Why the server has refused the session. HandshakeTimeout also if it did not answer.
  std::optional<SessionRefusal> refusal;
  /// Why the peer has left.
  std::optional<SessionLeave> leave;
  /// Answers to no request: unknown, late or doubled ones.
  std::uint64_t unexpected_answers = 0;
  /// Answers to no ping.
  std::uint64_t unexpected_pongs = 0;
  /// Pings without an answer, because the answers to earlier pings were not sent yet.
  std::uint64_t unanswered_pings = 0;
  /// Requests that failed with the code 429: too many were unanswered, or an unanswered one had the same number.
  std::uint64_t rejected_requests = 0;
};

/// Returns the enumerator's name, for logs.
constexpr const char* to_string(RefusalReason reason) noexcept {
  constexpr const char* names[] = {"None", "ProtocolMismatch", "Full", "Refused", "HandshakeTimeout", "Draining", "SessionLost"};
  return reason <= RefusalReason::SessionLost ? names[static_cast<int>(reason)] : "?";
}

/// Describes why the peer has refused the session or left it, for logs.
inline std::string to_string(const SessionPeer& peer) {
  return peer.refusal ? std::string(to_string(peer.refusal->reason)) + ": " + peer.refusal->text
         : peer.leave ? std::to_string(peer.leave->code) + ": " + peer.leave->text
                      : std::string();
}

}  // namespace codec
