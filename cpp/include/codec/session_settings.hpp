#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "connection_options.hpp"
#include "detail/session_messages.hpp"
#include "detail/throw.hpp"
#include "packet_protocol.hpp"

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

namespace detail {

/// The largest version or text, and the largest token, that a session sends and accepts, in bytes.
inline constexpr std::size_t max_session_text = 255;
inline constexpr std::size_t max_session_token = 1024;

/// Throws std::length_error if a text or a token is too long.
inline void validate_session_value(const char* name, std::size_t size, std::size_t limit) {
  if (size > limit) {
    session_value_too_long(name, size, limit);
  }
}

}  // namespace detail

/// The handshake of a client whose protocol a server accepts. The server decides with a call of welcome() or refuse(), at once or later, on
/// any thread. Further calls are no-ops. Without a call, the client is refused after SessionSettings::handshake_timeout.
class SessionHello {
 public:
  using Decide = std::function<void(SessionRefusal, std::vector<std::uint8_t>)>;

  SessionHello(const SessionPeer& client, std::string address, Decide decide)
      : version(client.version), token(client.token), remote_address(std::move(address)), decide_(std::move(decide)) {}

  /// Accepts the client. `answer` is its SessionPeer::token. Throws std::length_error if it has more than 1,024 bytes.
  void welcome(std::vector<std::uint8_t> answer = {}) const {
    detail::validate_session_value("token", answer.size(), detail::max_session_token);
    decide_({}, std::move(answer));
  }

  /// Refuses the client, and closes the connection. Throws std::length_error if the text has more than 255 bytes.
  void refuse(RefusalReason reason, std::string text = {}) const {
    detail::validate_session_value("text", text.size(), detail::max_session_text);
    decide_({reason == RefusalReason::None ? RefusalReason::Refused : reason, std::move(text)}, {});
  }

  /// What the client has sent: SessionSettings::version and SessionSettings::token.
  std::string version;
  std::vector<std::uint8_t> token;
  /// As Connection::remote_address().
  std::string remote_address;

 private:
  Decide decide_;
};

/// The settings of a session: packets inside a connection for a handshake, a heartbeat, requests with answers, and leaving. Counterpart of
/// Codec.Sessions.PacketSessionOptions, with the same defaults. Both sides need a session.
struct SessionSettings {
  using Duration = std::chrono::steady_clock::duration;

  /// The protocol of this program, which turns the handshake on. Both sides must have one, or none.
  std::optional<PacketProtocol> protocol{};
  /// The version of this program, for the peer and for refusals. At most 255 bytes.
  std::string version{};
  /// For a client: what the server's `accept` gets, such as a ticket. At most 1,024 bytes.
  std::vector<std::uint8_t> token{};
  /// Whether this side answers the handshake. A Listener sets it.
  bool is_server = false;

  /// For a server: other protocols than its own.
  std::vector<ProtocolRelease> releases{};
  /// For a server: decides about each client whose protocol is accepted. Without a function, all are accepted. Called on the strand of the
  /// connection.
  std::function<void(SessionHello)> accept{};
  /// How long the handshake may take, including that of TLS.
  Duration handshake_timeout = std::chrono::seconds(10);

  /// How often this side measures the round-trip time. Never by default. If the peer sends nothing at all for the interval plus the timeout while a
  /// receive waits, the connection is closed with PacketCloseReason::IdleTimeout.
  Duration heartbeat_interval = no_timeout;
  /// 0 for twice the interval.
  Duration heartbeat_timeout = Duration::zero();

  /// How long a request waits for its answer, and for each of several answers.
  Duration request_timeout = std::chrono::seconds(30);
  /// How many requests of each side may be unanswered. Each further one of the peer fails with the code 429.
  std::size_t max_requests = 1024;

  /// How long a client tries to continue the session after a cut, and how long a server waits for the client. no_timeout, the default, ends the
  /// session at once. Both sides must set this and `protocol`. A Connection continues only if async_connect or the same Listener made it.
  Duration resume_timeout = no_timeout;
  /// How many sent bytes are kept until the peer has acknowledged them. When so many are kept, the writes of a Connection wait, and a PollClient
  /// loses the session at the next cut.
  std::size_t resume_window = 256 * 1024;

  /// The first of the 16 ids of the session's packets. The same on both sides.
  std::uint32_t first_id = PacketTraits<::Codec::Sessions::Hello>::id;

  // Longer times than a quarter of the largest one never end.
  bool has_heartbeat() const noexcept { return heartbeat_interval <= no_timeout / 4; }

  /// Returns how long the peer may send nothing, or no_timeout.
  Duration silence_timeout() const noexcept {
    const Duration timeout = heartbeat_timeout != Duration::zero() || !has_heartbeat() ? heartbeat_timeout : heartbeat_interval * 2;
    return has_heartbeat() && timeout <= no_timeout / 4 ? heartbeat_interval + timeout : no_timeout;
  }

  /// Returns why a server does not accept a client's protocol, or nothing if it does.
  std::string mismatch_with(const PacketProtocol& client, const std::string& client_version) const {
    if (client == *protocol) {
      return {};
    }
    std::string text = "The server has version " + version + ", and the client has version " + client_version + ".";
    for (const ProtocolRelease& release : releases) {
      if (release.protocol == client) {
        if (release.differences.empty()) {
          return {};
        }
        text = "The server has version " + version + ". Since " + std::string(release.name) + ": " + std::string(release.differences);
      }
    }
    std::size_t size = detail::max_session_text;
    // Not inside a character of UTF-8.
    while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) {
      --size;
    }
    return text.substr(0, size);
  }

  /// Throws std::invalid_argument if a value is out of range, and std::length_error if the version or the token is too long.
  void validate() const {
    detail::validate_session_value("version", version.size(), detail::max_session_text);
    detail::validate_session_value("token", token.size(), detail::max_session_token);
    ConnectionOptions::validate_positive("handshake_timeout", handshake_timeout);
    ConnectionOptions::validate_positive("heartbeat_interval", heartbeat_interval);
    ConnectionOptions::validate_positive("heartbeat_timeout", heartbeat_timeout + Duration(heartbeat_timeout == Duration::zero() ? 1 : 0));
    ConnectionOptions::validate_positive("request_timeout", request_timeout);
    ConnectionOptions::validate_at_least_1("max_requests", max_requests);
    ConnectionOptions::validate_positive("resume_timeout", resume_timeout);
    ConnectionOptions::validate_at_least_1("resume_window", resume_window);
  }
};

}  // namespace codec
