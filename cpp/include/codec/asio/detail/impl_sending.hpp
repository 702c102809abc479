#pragma once

#include <algorithm>

#include "connection_core.hpp"

namespace codec::detail {

template <class Source>
SendStatus ConnectionCore::send(const Source& source) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const SendStatus status = send_locked(source);
  if (is_accepted(status)) {
    post_flush_locked();
  }
  return status;
}

inline void ConnectionCore::end_batch() {
  if (queue_.unsent_bytes() > 0 && !is_closed_) {
    post_flush_locked();
  }
  mutex_.unlock();
}

template <class Shared>
SendStatus ConnectionCore::send(const Shared& packet, const ConnectionService*& service) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!accepts_) {
    return SendStatus::Closed;
  }
  if (!is_flush_posted_ && !is_writing_ && is_open_) {
    is_flush_posted_ = true;
    service = service_;
  }
  return accept_locked(packet);
}

inline void FlushGroup::post() {
  if (cores_.empty()) {
    return;
  }
  const CorePointer first = cores_.front();
  const std::lock_guard<std::mutex> lock(first->mutex_);
  // Otherwise, the execution context was destroyed, and the connections are closed.
  if (first->io_) {
    net::post(first->io_->strand(), [cores = std::exchange(cores_, {})] {
      for (const CorePointer& core : cores) {
        core->flush_on_any_thread();
      }
    });
  }
  cores_.clear();
}

template <class Source, class... Limited>
CODEC_ALWAYS_INLINE SendStatus ConnectionCore::accept_locked(const Source& source, Limited... is_limited) {
  const ConnectionOptions& options = settings_->options;
  const SendStatus status = queue_.add(source, format(), options, number_, is_limited...);
  if (status == SendStatus::Dropped) {
    return drop_locked();
  }
  if (queue_.unsent_bytes() >= options.send_limit && options.slow_peer == SlowPeerPolicy::Wait) {
    is_paused_ = true;
  }
  return status;
}

/// Not inlined, so that a packet that is added at once costs the caller no registers.
CODEC_COLD inline SendStatus ConnectionCore::send_rare(const PayloadSource& source) { return send_locked<PayloadSource>(source); }

CODEC_COLD inline SendStatus ConnectionCore::drop_locked() {
  if (settings_->options.slow_peer != SlowPeerPolicy::Close) {
    return SendStatus::Dropped;
  }
  accepts_ = false;
  net::post(io_->strand(), [self = shared_from_this()] { self->finish(PacketCloseReason::SendLimit); });
  return SendStatus::Closed;
}

/// Starts a write soon, unless one will start anyway. Packets that are accepted until then share it.
inline void ConnectionCore::post_flush_locked() {
  if (!is_flush_posted_ && !is_writing_ && is_open_) {
    is_flush_posted_ = true;
    net::post(io_->strand(), [self = shared_from_this()] { self->flush(); });
  }
}

inline void ConnectionCore::wait_for_room(SendStatus status, AnyHandler<net::error_code> handler) {
  if (status == SendStatus::Accepted) {
    handler.complete({});
    return;
  }
  if (status == SendStatus::Dropped || status == SendStatus::Invalid) {
    handler.complete(status == SendStatus::Dropped ? net::error::no_buffer_space : net::error::invalid_argument);
    return;
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  if (status == SendStatus::Closed) {
    handler.complete(make_error_code(is_closed_ ? reason_ : PacketCloseReason::Local));
    return;
  }
  // A sender that must wait resumes when half of the limit has been written, and does not wait for each write again.
  const std::uint64_t half = settings_->options.send_limit / 2;
  const std::uint64_t accepted = queue_.accepted_bytes();
  wait_locked(accepted > half ? accepted - half : 0, std::move(handler));
}

inline void ConnectionCore::wait_for_flush(AnyHandler<net::error_code> handler) {
  const std::lock_guard<std::mutex> lock(mutex_);
  wait_locked(queue_.accepted_bytes(), std::move(handler));
}

inline void ConnectionCore::complete(AnyHandler<net::error_code> handler) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (has_ended_output_) {
    handler.complete({});
    return;
  }
  if (!is_closed_) {
    if (session_ != nullptr) {
      session_->complete_locked();
    }
    accepts_ = false;
    is_completing_ = true;
    note_end_locked(PacketCloseReason::Local);
    post_flush_locked();
  }
  wait_locked(until_output_ended, std::move(handler));
}

inline void ConnectionCore::note_end_locked(PacketCloseReason side) noexcept {
  if (ended_first_ == PacketCloseReason::None) {
    ended_first_ = side;
  }
}

inline void ConnectionCore::wait_locked(std::uint64_t target, AnyHandler<net::error_code> handler) {
  if (!handler) {
    return;
  }
  if (queue_.written_bytes() >= target) {
    handler.complete({});
  } else if (is_closed_) {
    handler.complete(target == until_closed ? net::error_code() : make_error_code(reason_));
  } else {
    waiters_.push_back({target, std::move(handler)});
    if (resumption() != nullptr) {
      // Without a receiver, no acknowledgment would start the write.
      post_flush_locked();
    }
  }
}

inline std::vector<ConnectionCore::Waiter> ConnectionCore::take_reached_locked(std::uint64_t written) {
  const auto first = std::stable_partition(waiters_.begin(), waiters_.end(), [&](const Waiter& waiter) { return waiter.target > written; });
  std::vector<Waiter> reached(std::make_move_iterator(first), std::make_move_iterator(waiters_.end()));
  waiters_.erase(first, waiters_.end());
  return reached;
}

inline void ConnectionCore::release(std::vector<Waiter> waiters, net::error_code error) {
  for (Waiter& waiter : waiters) {
    waiter.handler.complete(waiter.target == until_closed ? net::error_code() : error);
  }
}

inline void ConnectionCore::gather_locked(GatheredBuffers& buffers) const {
  if (resumption() != nullptr) {
    resumption()->gather_locked(buffers);
  } else {
    queue_.gather(GatheredBuffers::capacity, [&](const std::byte* data, std::size_t size) { buffers.add(data, size); });
  }
}

/// Writes what waits. Called on the strand.
inline void ConnectionCore::flush() {
  GatheredBuffers buffers;
  bool is_complete = false;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_flush_posted_ = false;
    if (is_closed_ || !is_open_ || is_writing_) {
      return;
    }
    gather_locked(buffers);
    is_writing_ = !buffers.empty();
    is_complete = is_completing_ && !is_writing_ && queue_.unsent_bytes() == 0;
  }
  if (is_complete) {
    end_output();
  }
  if (buffers.empty()) {
    return;
  }
  net::error_code error = net::error::would_block;
  const std::size_t written = io_->transport->uses_memory() ? 0 : io_->transport->write_some(buffers, error);
  if (error == net::error::would_block || error == net::error::try_again) {
    is_write_waiting_ = true;
    io_->transport->async_write(shared_from_this(), buffers);
    arm_deadlines();
    return;
  }
  on_written(error, written);
}

/// Writes what waits, which is cheaper than a step onto the strand. The lock keeps the socket open. The strand handles what the system does not take,
/// and its error.
inline void ConnectionCore::flush_on_any_thread() {
  std::vector<Waiter> reached;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_flush_posted_ = false;
    if (is_closed_ || !is_open_ || is_writing_) {
      return;
    }
    if (io_->transport->uses_memory() || resumption() != nullptr) {
      post_flush_locked();
      return;
    }
    GatheredBuffers buffers;
    queue_.gather(GatheredBuffers::capacity, [&](const std::byte* data, std::size_t size) { buffers.add(data, size); });
    net::error_code error;
    const std::size_t written = buffers.empty() ? 0 : io_->transport->write_some(buffers, error);
    if (error && error != net::error::would_block && error != net::error::try_again) {
      // The socket reports an error once, so a read that sees the end of the stream must wait for on_written().
      is_writing_ = true;
      cause_ = error;
      net::post(io_->strand(), [self = shared_from_this(), error] { self->on_written(error, 0); });
      return;
    }
    reached = consume_locked(written);
  }
  release(std::move(reached), {});
}

inline void ConnectionCore::on_written(net::error_code error, std::size_t size) {
  std::vector<Waiter> reached;
  is_write_waiting_ = false;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_writing_ = false;
    if (is_closed_) {
      queue_.release(format());
      return;
    }
    if (!error) {
      reached = consume_locked(size);
    }
  }
  if (error && !try_cut()) {
    finish(PacketCloseReason::Remote, error);
  }
  release(std::move(reached), {});
  if (resumption() != nullptr) {
    resumption()->try_continue();
  }
}

inline std::vector<ConnectionCore::Waiter> ConnectionCore::consume_locked(std::size_t size) {
  queue_.consume(resumption() != nullptr ? resumption()->consume_locked(size) : size);
  // What remains, and what is accepted meanwhile, is written after the other work of this thread.
  if (queue_.unsent_bytes() > 0 || is_completing_ || (resumption() != nullptr && resumption()->has_prelude_locked())) {
    post_flush_locked();
  }
  if (is_paused_ && queue_.unsent_bytes() <= settings_->options.send_limit / 2) {
    is_paused_ = false;
    net::post(io_->strand(), [self = shared_from_this()] { self->receive(); });
  }
  return waiters_.empty() ? std::vector<Waiter>() : take_reached_locked(queue_.written_bytes());
}

/// Ends this side's direction after everything was written.
inline void ConnectionCore::end_output() {
  if (!is_ending_output_) {
    is_ending_output_ = true;
    if (resumption() != nullptr) {
      const std::lock_guard<std::mutex> lock(mutex_);
      resumption()->turn_off_locked();
    }
    io_->transport->async_end_output(shared_from_this());
  }
}

inline void ConnectionCore::on_output_ended(net::error_code error) {
  std::vector<Waiter> reached;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (is_closed_) {
      return;
    }
    if (!error) {
      has_ended_output_ = true;
      reached = take_reached_locked(until_output_ended);
    }
  }
  if (error) {
    finish(PacketCloseReason::Remote, error);
    return;
  }
  release(std::move(reached), {});
  finish_or_discard();
}

// An operation that is bound to the strand would take 200 bytes more while it waits.
inline void Transport::async_read(const CorePointer& core) {
  socket_.async_wait(StreamSocket::wait_read, [core](net::error_code error) { core->dispatch([core, error] { core->on_readable(error); }); });
}

inline void Transport::async_write(const CorePointer& core, const GatheredBuffers&) {
  socket_.async_wait(StreamSocket::wait_write, [core](net::error_code error) { core->dispatch([core, error] { core->on_written(error, 0); }); });
}

inline void Transport::async_end_output(const CorePointer& core) {
  net::error_code error;
  socket_.shutdown(StreamSocket::shutdown_send, error);
  core->on_output_ended(error);
}

}  // namespace codec::detail
