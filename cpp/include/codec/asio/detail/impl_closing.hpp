#pragma once

#if defined(__linux__)
#include <linux/sockios.h>
#include <sys/ioctl.h>
#endif

#include "connection_core.hpp"
#include "live_session.hpp"

namespace codec::detail {

inline CorePointer ConnectionCore::create(std::unique_ptr<Transport> transport, SettingsPointer settings, std::shared_ptr<void> slot,
                                         const Address& client, ResumeRequest resume) {
  const CorePointer core(new ConnectionCore(std::move(transport), std::move(settings), std::move(slot), client));
  core->service_->add(*core);
  if (core->settings_->options.has_rates()) {
    core->rates_ = std::make_unique<ReceiveRates>(core->settings_->options, Clock::now());
  }
  // No other thread has the connection yet.
  if (core->settings_->session) {
    core->session_ = std::make_unique<LiveSession>(*core, std::move(resume));
  }
  core->inspects_ = core->rates_ != nullptr || core->session_ != nullptr || core->settings_->options.observer != nullptr;
  if (core->io_->transport->opens_at_once()) {
    core->is_open_ = true;
  } else {
    net::post(core->io_->strand(), [core] {
      core->set_timer(core->settings_->options.connect_timeout);
      core->io_->transport->async_open(core);
    });
  }
  if (core->session_ != nullptr) {
    core->session_->start();
  }
  return core;
}

inline ConnectionCore::ConnectionCore(std::unique_ptr<Transport> transport, SettingsPointer settings, std::shared_ptr<void> slot,
                                      const Address& client)
    : settings_(std::move(settings)), remote_(client), slot_(std::move(slot)) {
  if (net::error_code ignored; !remote_) {
    remote_ = to_tcp(transport->socket().remote_endpoint(ignored));
  }
  io_.emplace(std::move(transport));
  // The last service of the connection, which is therefore shut down before the others.
  service_ = &net::use_service<ConnectionService>(net::query(io_->transport->socket().get_executor(), net::execution::context));
}

inline ConnectionCore::~ConnectionCore() {
  if (service_ != nullptr) {
    service_->remove(*this);
  }
}

inline void ConnectionCore::reject_proxy_header(PacketCloseReason reason, std::vector<std::byte> bytes) {
  dispatch([self = shared_from_this(), reason, rejected = std::move(bytes)] {
    self->finish(reason, {}, PacketError::ProxyHeaderInvalid);
    if (reason == PacketCloseReason::InvalidPacket && self->settings_->options.observer != nullptr) {
      self->settings_->options.observer->rejected(self->number_, PacketError::ProxyHeaderInvalid, rejected);
    }
  });
}

inline net::any_io_executor ConnectionCore::executor() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return io_ ? net::any_io_executor(io_->strand()) : net::any_io_executor();
}

inline ConnectionEnd ConnectionCore::end() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  ConnectionEnd end = details_ != nullptr ? *details_ : ConnectionEnd();
  end.reason = reason_;
  end.cause = cause_;
  end.unsent_packets = queue_.unsent_packets(format());
  return end;
}

inline std::uint64_t ConnectionCore::unsent_bytes() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return is_closed_ ? 0 : queue_.unsent_bytes();
}

inline void ConnectionCore::on_opened(net::error_code error) {
  if (is_closed_) {
    return;
  }
  if (error) {
    finish(PacketCloseReason::ConnectFailed, error);
    return;
  }
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_open_ = true;
  }
  io_->timer.cancel();
  is_timer_set_ = false;
  flush();
  receive();
}

inline void ConnectionCore::close(AnyHandler<net::error_code> handler) {
  const std::lock_guard<std::mutex> lock(mutex_);
  wait_locked(until_closed, std::move(handler));
  close_locked();
}

inline Resumption* ConnectionCore::resumption() const noexcept { return session_ != nullptr ? session_->resumption() : nullptr; }

inline bool ConnectionCore::try_cut() { return resumption() != nullptr && resumption()->try_cut(); }

inline void ConnectionCore::close_locked() {
  if (!io_ || is_closed_ || is_close_requested_) {
    return;
  }
  if (session_ != nullptr) {
    session_->complete_locked();
  }
  is_close_requested_ = is_completing_ = true;
  accepts_ = may_receive_ = false;
  note_end_locked(PacketCloseReason::Local);
  net::post(io_->strand(), [self = shared_from_this()] { self->start_closing(); });
}

inline void ConnectionCore::start_closing() {
  if (is_closed_) {
    return;
  }
  is_closing_ = true;
  ConnectionEnd closed = end();
  closed.reason = PacketCloseReason::Local;
  end_receiver(closed);
  if (session_ != nullptr) {
    session_->stop();
  }
  if (!is_open_ || settings_->options.close_timeout == Clock::duration::zero()) {
    finish(PacketCloseReason::Local);
    return;
  }
  set_timer(settings_->options.close_timeout);
  flush();
  if (has_ended_output_) {
    finish_or_discard();
  }
}

/// After this side's end: closes the connection, if the peer has ended too. Otherwise, the peer may still send. If the socket were closed before the
/// peer's end, the system would reset the connection, and the peer could lose packets that it has not read.
inline void ConnectionCore::finish_or_discard() {
  if (has_peer_ended_ && !is_closing_ && receiver_ != nullptr) {
    // The receiver has not seen the peer's end, which may be inside a packet. This call continues a paused receiver, and is a no-op while receive()
    // runs.
    receive();
  } else if (has_peer_ended_) {
    finish(PacketCloseReason::Local);
  } else if (is_closing_ && !std::exchange(is_discarding_, true) && !is_reading_) {
    start_discarding();
  }
}

/// Closes the connection for the first reason. Called on the strand.
inline void ConnectionCore::finish(PacketCloseReason reason, net::error_code cause, PacketError error, std::uint64_t position,
                                   std::shared_ptr<const RejectedPacket> packet) {
  std::vector<Waiter> waiters;
  std::shared_ptr<void> slot;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (is_closed_) {
      return;
    }
    is_closed_ = true;
    accepts_ = false;
    // After a reset, the packets that were read before are still received.
    may_receive_ = may_receive_ && reason == PacketCloseReason::Remote;
    is_paused_ = false;
    const bool is_normal = has_ended_output_ && has_peer_ended_ && (reason == PacketCloseReason::Local || reason == PacketCloseReason::Remote);
    reason_ = is_normal ? ended_first_ : reason;
    cause_ = cause;
    if (error != PacketError::None) {
      ConnectionEnd& details = details_locked();
      details.error = error;
      details.position = position;
      details.packet = std::move(packet);
    }
    const bool looks_complete = queue_.looks_complete(format());
    if (!is_writing_) {
      queue_.release(format());
    }
    waiters = std::exchange(waiters_, {});
    slot = std::move(slot_);
    close_socket(io_->transport->socket(), looks_complete);
  }
  io_->timer.cancel();
  release(std::move(waiters), make_error_code(reason_));
  if (settings_->options.observer != nullptr) {
    settings_->options.observer->closed(number_, end());
  }
  receive();
  if (session_ != nullptr) {
    session_->stop();
  }
}

inline void ConnectionCore::shut_down() noexcept {
  std::optional<Io> io;
  std::vector<Waiter> waiters;
  std::unique_ptr<Receiver> receiver;
  std::shared_ptr<void> slot;
  std::vector<AskPointer> asks;
  const std::lock_guard<std::mutex> lock(mutex_);
  service_ = nullptr;
  if (!is_closed_) {
    is_closed_ = true;
    accepts_ = may_receive_ = false;
    reason_ = PacketCloseReason::Local;
  }
  close_socket(io_->transport->socket(), false);
  if (session_ != nullptr) {
    asks = session_->shut_down_locked();
  }
  std::swap(io, io_);
  waiters = std::exchange(waiters_, {});
  receiver = std::move(receiver_);
  slot = std::move(slot_);
}

inline void ConnectionCore::set_timer(Clock::duration duration) {
  if (duration == no_timeout) {
    return;
  }
  is_timer_set_ = true;
  io_->timer.expires_after(duration);
  io_->timer.async_wait([self = shared_from_this()](net::error_code error) {
    if (!error) {
      self->on_timer();
    }
  });
}

inline void ConnectionCore::on_timer() {
  // After the timer was set again, the handler of an earlier wait can still be in the queue.
  if (is_closed_ || io_->timer.expiry() > Clock::now()) {
    return;
  }
  is_timer_set_ = false;
  if (resumption() != nullptr && resumption()->is_cut()) {
    resumption()->lose();
  } else if (!is_open_) {
    finish(PacketCloseReason::ConnectFailed, net::error::timed_out);
  } else if (is_closing_) {
    finish(PacketCloseReason::Local);
  } else if (deadlines_ != nullptr) {
    check_deadlines();
  }
}

/// Starts the checks of the deadlines, if a condition of one can hold now.
inline void ConnectionCore::arm_deadlines() {
  const ConnectionOptions& options = settings_->options;
  const Clock::duration silence = settings_->silence_timeout();
  const bool has_idle = (silence != no_timeout && waits()) || (options.idle_timeout != no_timeout && is_write_waiting_);
  const bool has_half = options.half_packet_timeout != no_timeout && waits() && buffered_bytes() > 0;
  if (is_timer_set_ || is_closed_ || is_closing_ || (!has_idle && !has_half)) {
    return;
  }
  if (deadlines_ == nullptr) {
    deadlines_ = std::make_unique<Deadlines>();
  }
  // There are four checks per shortest deadline.
  const Clock::duration shortest = (std::min)(options.half_packet_timeout, silence);
  const bool is_overdue = deadlines_->half_packet.is_overdue() || deadlines_->silence.is_overdue() || deadlines_->stuck_write.is_overdue();
  set_timer((std::max)(is_overdue ? PolledDuration::confirmation(shortest) : shortest / 4, Clock::duration(std::chrono::milliseconds(1))));
}

/// Returns the number of written bytes that the peer's system has not received, or 0 if the system does not tell. Linux lets a write continue only
/// when a third of the send buffer is free, which can take a slow peer minutes.
inline std::uint64_t unacknowledged_bytes([[maybe_unused]] StreamSocket& socket) noexcept {
  int count = 0;
#if defined(__linux__)
  if (ioctl(socket.native_handle(), SIOCOUTQ, &count) != 0) {
    return 0;
  }
#endif
  return static_cast<std::uint64_t>(count);
}

inline void ConnectionCore::check_deadlines() {
  const ConnectionOptions& options = settings_->options;
  std::uint64_t taken = 0;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    taken = queue_.written_bytes() - (is_write_waiting_ ? unacknowledged_bytes(io_->transport->socket()) : 0);
  }
  const Clock::time_point now = Clock::now();
  bool is_late = deadlines_->half_packet.has_reached(now, waits() && buffered_bytes() > 0, position(), options.half_packet_timeout);
  bool is_silent = deadlines_->silence.has_reached(now, waits(), received_, settings_->silence_timeout());
  const bool is_stuck = deadlines_->stuck_write.has_reached(now, is_write_waiting_, taken, options.idle_timeout);
  net::error_code ignored;
  if (io_->transport->socket().available(ignored) > 0) {
    // The bytes have arrived, and are read before the next check.
    is_late = is_silent = false;
  }
  if (is_late) {
    const PacketError error = buffered_bytes() < format().header_size() ? PacketError::HeaderTruncated : PacketError::PayloadTruncated;
    finish(PacketCloseReason::HalfPacketTimeout, {}, error, position());
  } else if (!is_silent && !is_stuck) {
    arm_deadlines();
  } else if (!try_cut()) {
    finish(PacketCloseReason::IdleTimeout);
  }
}

inline void ConnectionService::shutdown() noexcept {
  while (!connections_.empty()) {
    const CorePointer core = (*connections_.begin())->shared_from_this();
    remove(*core);
    core->shut_down();
  }
}

}  // namespace codec::detail
