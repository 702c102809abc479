#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "../connection_observer.hpp"
#include "../socket_result.hpp"
#include "kept_bytes.hpp"
#include "polled_duration.hpp"
#include "receive_rates.hpp"
#include "send_queue.hpp"

namespace codec::detail {

/// A connection of a poll client: its socket, what waits to be sent, and what its deadlines and rates measure.
template <class Socket>
class PollConnection {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// Takes a connected socket.
  PollConnection(Socket&& socket, const PacketFormat& format, const ConnectionOptions& options, Time now)
      : socket_(std::move(socket)), format_(format) {
    if (options.has_rates()) {
      rates_.emplace(options, now);
    }
  }

  std::uint64_t number() const noexcept { return number_; }
  SentBytes sent_bytes() const noexcept { return queue_.sent_bytes(); }
  std::uint64_t unsent_bytes() const noexcept { return queue_.unsent_bytes(); }
  std::uint64_t unsent_packets() const noexcept { return queue_.unsent_packets(format_); }

  /// Returns the failed result of a send. Packets can still be received.
  const std::optional<SocketResult>& failure() const noexcept { return failure_; }

  /// Adds a packet if the limits allow it, or do not apply.
  template <class Source>
  SendStatus add(const ConnectionOptions& options, const Source& source, bool is_limited = true) {
    // What is accepted after a cut is sent when the session continues.
    return failure_ && !kept_ ? SendStatus::Closed : queue_.add(source, format_, options, number_, is_limited);
  }

  /// Sends what waits, as far as the socket takes it.
  void flush() {
    while (!failure_ && (unsent_bytes() > 0 || resent_ > 0)) {
      ByteSpan next = resent_ > 0 ? kept_->last(resent_) : ByteSpan();
      if (next.empty()) {
        queue_.gather(1, [&next](const std::byte* data, std::size_t size) { next = {data, size}; });
      }
      const SocketResult sent = socket_->send(next);
      if (sent.status == SocketStatus::WouldBlock) {
        return;
      }
      if (sent.status == SocketStatus::Done && resent_ > 0) {
        resent_ -= sent.count;
      } else if (sent.status == SocketStatus::Done) {
        if (kept_) {
          kept_->add(next.subspan(0, sent.count));
        }
        queue_.consume(sent.count);
      } else {
        failure_ = sent;
      }
    }
  }

  /// From now on, keeps sent bytes that the peer has not acknowledged: up to `window`, or none if `window` is 0.
  void keep(std::size_t window) { window > 0 ? void(kept_.emplace(window)) : kept_.reset(); }

  /// Returns false if the peer cannot have received so much.
  bool acknowledge(std::uint64_t count) { return !kept_ || (count <= kept_->end() - resent_ && kept_->acknowledge(count)); }

  /// Returns the number of bytes that were received.
  std::uint64_t received() const noexcept { return received_; }

  /// Sends and receives nothing until try_resume(). Packets can be added.
  void cut() {
    failure_ = SocketResult{SocketStatus::Failed};
    first_.clear();
    resent_ = 0;
    socket_.reset();
  }

  /// Takes the socket of another connection, whose peer has received `count` bytes of this one. `first` are the bytes that followed the handshake.
  bool try_resume(PollConnection& next, std::uint64_t count, ByteSpan first) {
    if (!kept_ || !kept_->can_continue(count)) {
      return false;
    }
    socket_.emplace(std::move(*next.socket_));
    failure_.reset();
    half_packet_ = silence_ = stuck_write_ = PolledDuration();
    kept_->acknowledge(count);
    resent_ = kept_->size();
    first_.assign(first.begin(), first.end());
    return true;
  }

  SocketResult receive(MutableByteSpan room, Time now) {
    const SocketResult result = first_.empty() ? socket_->receive(room) : SocketResult{SocketStatus::Done, take_first(first_, room)};
    received_ += result.count;
    if (result.status == SocketStatus::WouldBlock && rates_) {
      rates_->waited(now);
    }
    return result;
  }

  bool has_rates() const noexcept { return rates_.has_value(); }

  /// Counts a received packet. Requires rates. Returns false if the peer sends too much.
  bool try_count(const Packet& packet, Time now) noexcept { return rates_->try_take(packet.raw.size(), now); }

  /// Returns the deadline that has passed, or None. `waits` is whether all bytes that have arrived were received and dispatched. `position` is the
  /// offset of the next packet. The shorter of `silence_timeout` and the idle timeout applies.
  PacketCloseReason passed_deadline(Time now, const ConnectionOptions& options, ConnectionOptions::Duration silence_timeout, bool waits,
                                    std::uint64_t position) noexcept {
    const bool is_late = half_packet_.has_reached(now, received_ > position, position, options.half_packet_timeout);
    const bool is_silent = silence_.has_reached(now, waits, received_, (std::min)(silence_timeout, options.idle_timeout));
    const bool is_stuck = stuck_write_.has_reached(now, unsent_bytes() > 0, queue_.written_bytes(), options.idle_timeout);
    return is_late ? PacketCloseReason::HalfPacketTimeout : is_silent || is_stuck ? PacketCloseReason::IdleTimeout : PacketCloseReason::None;
  }

  /// Sends what waits, ends this side's direction, and discards what the peer sends. Returns whether the socket can be closed: the peer has ended its
  /// direction too, or the connection has failed. A socket that is closed while bytes arrive resets the connection, and the peer loses unread bytes.
  bool finish() {
    flush();
    if (!has_ended_ && unsent_bytes() == 0) {
      has_ended_ = true;
      socket_->end(false);
    }
    std::array<std::byte, 4096> discarded;
    SocketResult result{SocketStatus::Done};
    for (int i = 0; i < most_discarded && result.status == SocketStatus::Done; ++i) {
      result = socket_->receive(discarded);
    }
    return failure_ || result.status == SocketStatus::Failed || (result.status == SocketStatus::Ended && has_ended_);
  }

  /// Prepares for the destructor: if packets are lost although the sent bytes end after a whole packet, the peer must not see a normal end.
  void abandon() {
    if (socket_ && queue_.looks_complete(format_)) {
      socket_->end(true);
    }
  }

 private:
  // How often a call discards a full array, so that it ends even if the peer sends faster.
  static constexpr int most_discarded = 256;

  std::uint64_t number_ = next_connection_number();
  // Empty after a cut.
  std::optional<Socket> socket_;
  PacketFormat format_;
  SendQueue queue_;
  std::optional<ReceiveRates> rates_;
  std::optional<SocketResult> failure_;
  std::uint64_t received_ = 0;
  PolledDuration half_packet_;
  PolledDuration silence_;
  PolledDuration stuck_write_;
  std::optional<KeptBytes> kept_;
  // How many of the last kept bytes are sent again.
  std::size_t resent_ = 0;
  // What followed the handshake that continued the session.
  std::vector<std::byte> first_;
  bool has_ended_ = false;
};

}  // namespace codec::detail
