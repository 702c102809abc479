#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

#include "connection_options.hpp"
#include "session_settings.hpp"

namespace codec {

/// The settings of a poll client and of its connections. Counterpart of Codec.Transport.PacketClientOptions, with the same defaults.
struct PollClientOptions : ConnectionOptions {
  /// Creates the default settings. `send_limit` is 256 KB, seconds of a game client's input, and `slow_peer` is DropNewest.
  PollClientOptions() noexcept {
    send_limit = 256 * 1024;
    slow_peer = SlowPeerPolicy::DropNewest;
  }

  /// The number of received bytes after which a call of poll() returns, at least 1, so that it ends even if the peer sends faster than the handlers
  /// run. The rest waits in the system, which slows the peer down.
  std::size_t receive_limit = 256 * 1024;

  /// How many times the client tries to connect again after a connection was lost or could not be made. 0 is never, and the largest number is always.
  /// The count starts again with a packet that the dispatcher accepted.
  unsigned reconnect_attempts = 0;

  /// The delay before the first attempt, which doubles with each further one, up to `max_reconnect_delay`. The client waits for a random part of the
  /// delay, from half to all, so that the clients of a restarting server do not all connect together.
  Duration reconnect_delay = std::chrono::milliseconds(500);
  Duration max_reconnect_delay = std::chrono::seconds(30);

  /// The session of the connections, or none. With a handshake, the client is connected when the server has accepted it. After a refusal, the client
  /// does not reconnect, unless the reason is Full or Draining.
  std::optional<SessionSettings> session;

  /// Throws std::invalid_argument if a value is out of range.
  void validate() const {
    ConnectionOptions::validate();
    validate_at_least_1("receive_limit", receive_limit);
    if (session) {
      session->validate();
    }
  }
};

}  // namespace codec
