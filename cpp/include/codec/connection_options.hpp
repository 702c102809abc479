#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

#include "detail/throw.hpp"
#include "enums.hpp"

namespace codec {

class ConnectionObserver;

/// A timeout that never ends.
inline constexpr std::chrono::steady_clock::duration no_timeout = (std::chrono::steady_clock::duration::max)();

/// The settings of a connection. Counterpart of Codec.Transport.PacketConnectionOptions, with the same defaults.
struct ConnectionOptions {
  using Duration = std::chrono::steady_clock::duration;

  /// How many bytes may wait to be sent, at least 1. 1 MB by default: several full socket buffers, and little enough for thousands of connections
  /// with slow readers. A larger packet is accepted if nothing waits. Under SlowPeerPolicy::Wait, senders resume when half of the limit has been
  /// written.
  std::size_t send_limit = 1024 * 1024;

  /// What happens to a packet at the limit.
  SlowPeerPolicy slow_peer = SlowPeerPolicy::Wait;

  /// How long a peer may take to complete a packet that it has begun while a receive waits, even if it keeps sending bytes.
  Duration half_packet_timeout = std::chrono::seconds(30);

  /// How long a peer may send nothing while a receive waits, and how long it may take nothing of what was written.
  Duration idle_timeout = no_timeout;

  /// How long making a connection may take. Over TLS, this includes the handshake.
  Duration connect_timeout = std::chrono::seconds(10);

  /// How long closing a connection continues to send the accepted packets and waits for the peer's end. 0 closes at once.
  Duration close_timeout = std::chrono::seconds(5);

  /// How many packets a peer may send in a second, at least 1. A peer that was silent for a second may send that many at once. One packet more closes
  /// the connection. To survive a stop of the network for N seconds, set the limit to N times the rate of a normal peer. Without a limit, nothing is
  /// measured.
  std::uint64_t max_received_packets_per_second = (std::numeric_limits<std::uint64_t>::max)();

  /// How many bytes a peer may send in a second, headers included, at least 1. A larger packet is never accepted.
  std::uint64_t max_received_bytes_per_second = (std::numeric_limits<std::uint64_t>::max)();

  /// Observes the packets of every connection with these settings, or null.
  std::shared_ptr<ConnectionObserver> observer;

  /// Returns whether the peer's packets or bytes are limited.
  bool has_rates() const noexcept {
    constexpr std::uint64_t no_limit = (std::numeric_limits<std::uint64_t>::max)();
    return max_received_packets_per_second != no_limit || max_received_bytes_per_second != no_limit;
  }

  /// Throws std::invalid_argument if a value is out of range.
  void validate() const {
    validate_at_least_1("send_limit", send_limit);
    validate_at_least_1("max_received_packets_per_second", max_received_packets_per_second);
    validate_at_least_1("max_received_bytes_per_second", max_received_bytes_per_second);
    validate_positive("half_packet_timeout", half_packet_timeout);
    validate_positive("idle_timeout", idle_timeout);
    validate_positive("connect_timeout", connect_timeout);
    validate_positive("close_timeout", close_timeout + Duration(close_timeout == Duration::zero() ? 1 : 0));
    if (slow_peer > SlowPeerPolicy::Close) {
      detail::enum_out_of_range("slow_peer", static_cast<std::uint64_t>(slow_peer));
    }
  }

  /// Throw std::invalid_argument if an option is out of range.
  static void validate_at_least_1(const char* option, std::uint64_t value) {
    if (value < 1) {
      detail::option_too_small(option, value);
    }
  }

  static void validate_positive(const char* option, Duration timeout) {
    if (timeout <= Duration::zero()) {
      detail::timeout_not_positive(option, std::chrono::duration_cast<std::chrono::milliseconds>(timeout).count());
    }
  }
};

}  // namespace codec
