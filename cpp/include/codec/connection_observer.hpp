#pragma once

#include <atomic>
#include <cstdint>

#include "connection_end.hpp"
#include "enums.hpp"
#include "packet.hpp"
#include "span.hpp"

namespace codec {

/// Observes the packets that connections receive, send and reject: for a capture, a log or counters. The base class does nothing; override what is
/// needed. Counterpart of Codec.Transport.PacketConnectionObserver.
///
/// One observer may serve any number of connections, and connections call it on different threads at the same time. `connection` is the number of the
/// connection, which no other connection of the process has. Packets and bytes are valid during the call only. An override must not throw.
class ConnectionObserver {
 public:
  ConnectionObserver() = default;
  ConnectionObserver(const ConnectionObserver&) = delete;
  ConnectionObserver& operator=(const ConnectionObserver&) = delete;
  virtual ~ConnectionObserver() = default;

  /// Called for each received packet, before its handler. A dispatcher has not verified it yet. The method may send.
  virtual void received(std::uint64_t /*connection*/, const Packet& /*packet*/) noexcept {}

  /// Called for each accepted packet, in the order in which the packets are sent. The connection's lock is held: the method must be quick, and must
  /// not call the connection.
  virtual void sent(std::uint64_t /*connection*/, const Packet& /*packet*/) noexcept {}

  /// Called for received bytes that are rejected: the packet or, if it is incomplete or its header is invalid, everything that was received from its
  /// first byte on. `reason` is None if the packet exceeds a rate limit. The connection is closed.
  virtual void rejected(std::uint64_t /*connection*/, PacketError /*reason*/, ByteSpan /*bytes*/) noexcept {}

  /// Called once for each connection, when it is closed, unless its execution context is destroyed before.
  virtual void closed(std::uint64_t /*connection*/, const ConnectionEnd& /*end*/) noexcept {}
};

namespace detail {

/// Returns a number, from 1, that no other connection of the process has. Thread-safe.
inline std::uint64_t next_connection_number() noexcept {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace detail

}  // namespace codec
