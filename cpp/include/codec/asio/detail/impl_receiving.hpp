#pragma once

#include "connection_core.hpp"
#include "live_session.hpp"

namespace codec::detail {

inline void ConnectionCore::start_receiving(std::unique_ptr<Receiver> receiver) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!io_) {
    return;
  }
  net::post(io_->strand(), [self = shared_from_this(), taken = std::move(receiver)]() mutable {
    if (self->receiver_ != nullptr) {
      ConnectionEnd end;
      end.cause = make_error_code(net::error::already_started);
      taken->end(end);
      return;
    }
    self->receiver_ = std::move(taken);
    if (self->session_ != nullptr) {
      self->session_->end_request();
      self->session_->end_handshake();
    }
    self->receive();
  });
}

inline void ConnectionCore::cancel_receiving() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!io_) {
    return;
  }
  net::post(io_->strand(), [self = shared_from_this()] {
    ConnectionEnd end;
    end.cause = make_error_code(net::error::operation_aborted);
    self->end_receiver(end);
  });
}

/// Gives the receiver what has arrived, and waits for more. What the receiver sends meanwhile is written at the end, in one write.
inline void ConnectionCore::receive() {
  if (is_in_loop_ || receiver_ == nullptr || !(is_open_ || is_closed_)) {
    return;
  }
  is_in_loop_ = true;
  bool is_flush_mine = false;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_flush_mine = !std::exchange(is_flush_posted_, true);
  }
  for (int reads = 0; receive_buffered() && read_more(reads); ++reads) {
  }
  is_in_loop_ = false;
  if (is_flush_mine) {
    flush();
  }
  if (is_closed_) {
    end_receiver(end());
  }
  start_reading();
}

/// Gives the receiver the packets of the buffer. Returns whether it needs more bytes.
inline bool ConnectionCore::receive_buffered() {
  bool has_ended = false;
  const auto give = [&] { has_ended = decoder_ != nullptr && may_take() && receiver_->take(*this); };
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
  try {
    give();
  } catch (...) {
    ConnectionEnd end;
    end.exception = std::current_exception();
    end_receiver(end);
  }
#else
  give();
#endif
  if (has_ended) {
    receiver_.reset();
  }
  return may_take();
}

CODEC_ALWAYS_INLINE bool ConnectionCore::next(Packet& packet, PacketError error) {
  if (session_ != nullptr) {
    session_->end_request();
  }
  if (error != PacketError::None) {
    reject_taken(error, packet);
  }
  while (may_take()) {
    const Status status = decoder_->take_in_place(packet);
    if (status == Status::Invalid) {
      reject(decoder_->error(), position(), decoder_->buffered());
    } else if (status != Status::Ok) {
      return false;
    } else if (!inspects_ || is_for_receiver(packet)) {
      return true;
    }
  }
  return false;
}

/// Reads again if the last read has filled the buffer. At the end of the input, ends the receiver. Returns whether there are more bytes.
inline bool ConnectionCore::read_more(int reads) {
  if (is_closed_) {
    return false;
  }
  if (has_peer_ended_) {
    const PacketError error = decoder_ != nullptr ? decoder_->error_at_end() : PacketError::None;
    if (error != PacketError::None) {
      reject(error, position(), decoder_->buffered());
    } else {
      end_receiver({});
      // Before the posted end, so that the receiver sees why the connection is closed.
      if (has_ended_output_) {
        finish(PacketCloseReason::Remote);
      }
    }
    return false;
  }
  if (!std::exchange(has_more_, false) || reads >= most_reads) {
    return false;
  }
  net::error_code error;
  const std::size_t size = read_some(error);
  on_read(error, size);
  return size > 0 || has_peer_ended_;
}

inline std::size_t ConnectionCore::read_some(net::error_code& error) {
  const MutableByteSpan room = prepare();
  const std::size_t first = resumption() != nullptr ? resumption()->take_first(room) : 0;
  return first > 0 ? first : io_->transport->read_some(room, error);
}

/// Aligns a packet, and applies the rates, the observer and the session to it.
inline bool ConnectionCore::is_for_receiver(Packet& packet) {
  align(packet);
  const ConnectionOptions& options = settings_->options;
  if (rates_ != nullptr && !rates_->try_take(packet.raw.size(), Clock::now())) {
    finish(PacketCloseReason::RateLimit);
    if (options.observer != nullptr) {
      options.observer->rejected(number_, PacketError::None, packet.raw);
    }
    return false;
  }
  if (options.observer != nullptr) {
    options.observer->received(number_, packet);
  }
  PacketError error = PacketError::None;
  const bool is_handled = session_ != nullptr && session_->handle(packet, error);
  if (error != PacketError::None) {
    reject(error, position() - packet.raw.size(), packet.raw);
  }
  return !is_handled;
}

/// Closes the connection because the receiver has rejected a packet.
CODEC_COLD inline void ConnectionCore::reject_taken(PacketError error, const Packet& packet) {
  const bool is_known = receiver_ != nullptr;
  reject(error, position() - packet.raw.size(), packet.raw,
         is_known ? std::make_shared<const RejectedPacket>(receiver_->explain(error, packet)) : nullptr);
}

/// Closes the connection because of received bytes. What was sent before is still written if the system takes it at once.
inline void ConnectionCore::reject(PacketError error, std::uint64_t position, ByteSpan bytes, std::shared_ptr<const RejectedPacket> packet) {
  flush();
  finish(PacketCloseReason::InvalidPacket, {}, error, position, packet != nullptr ? std::move(packet) : describe_header(format(), bytes));
  if (settings_->options.observer != nullptr) {
    settings_->options.observer->rejected(number_, error, bytes);
  }
}

/// Ends the receiver after this call, because the receiver may be the caller.
inline void ConnectionCore::end_receiver(const ConnectionEnd& end) {
  if (receiver_ != nullptr) {
    net::post(io_->strand(), [receiver = std::move(receiver_), end] { receiver->end(end); });
  }
}

/// Waits for bytes, if the receiver needs some.
inline void ConnectionCore::start_reading() {
  if (receiver_ == nullptr || is_reading_ || is_paused_ || !may_receive_ || !is_open_ || is_closed_ || has_peer_ended_) {
    return;
  }
  if (has_more_ || (resumption() != nullptr && resumption()->has_first())) {
    // The other connections of the thread come first.
    is_reading_ = true;
    net::post(io_->strand(), [self = shared_from_this()] { self->on_readable({}); });
    return;
  }
  wait_to_read();
  arm_deadlines();
}

inline void ConnectionCore::wait_to_read() {
  is_reading_ = true;
  if (!io_->transport->uses_memory()) {
    release_decoder();
  }
  io_->transport->async_read(shared_from_this());
}

/// Reads and discards until the peer ends the stream. No receiver is left.
inline void ConnectionCore::start_discarding() {
  rest_.clear();
  if (decoder_ != nullptr) {
    decoder_->reset();
  }
  wait_to_read();
}

/// The receive buffer that the thread lends to connections while they have input.
inline std::unique_ptr<PacketPushDecoder>& spare_decoder() noexcept {
  thread_local std::unique_ptr<PacketPushDecoder> decoder;
  return decoder;
}

/// Returns memory to read into.
inline MutableByteSpan ConnectionCore::prepare() {
  if (decoder_ == nullptr) {
    decoder_ = spare_decoder() != nullptr && spare_decoder()->format() == format() ? std::move(spare_decoder())
                                                                                   : std::make_unique<PacketPushDecoder>(format());
    if (!rest_.empty()) {
      decoder_->append(rest_);
      rest_ = std::vector<std::byte>();
    }
  }
  const MutableByteSpan room = decoder_->prepare();
  prepared_ = room.size();
  return room;
}

/// Releases the receive buffer of a connection that waits, unless it has a long half packet.
inline void ConnectionCore::release_decoder() {
  if (decoder_ == nullptr || decoder_->buffered_bytes() > longest_rest) {
    return;
  }
  const ByteSpan rest = decoder_->buffered();
  rest_.assign(rest.begin(), rest.end());
  position_base_ += decoder_->position();
  // A buffer that a large packet has grown is not kept.
  if (decoder_->capacity() <= PacketPushDecoder::default_capacity) {
    decoder_->reset();
    spare_decoder() = std::move(decoder_);
  }
  decoder_.reset();
}

inline void ConnectionCore::on_readable(net::error_code error) {
  std::size_t size = 0;
  if (!error && (receiver_ != nullptr || is_discarding_) && !is_closed_) {
    size = read_some(error);
  }
  on_read(error, size);
}

inline void ConnectionCore::on_read(net::error_code error, std::size_t size) {
  is_reading_ = false;
  if (is_closed_) {
    return;
  }
  if (resumption() != nullptr && !is_discarding_ && error && error != net::error::would_block && error != net::error::try_again) {
    if (resumption()->try_cut()) {
      resumption()->try_continue();
      return;
    }
    error = resumption()->has_peer_completed() ? net::error_code(net::error::eof) : error;
  } else if (resumption() != nullptr && resumption()->is_cut()) {
    resumption()->try_continue();
    return;
  }
  if (is_discarding_) {
    if (!error || error == net::error::would_block) {
      start_discarding();
    } else {
      has_peer_ended_ = true;
      finish(PacketCloseReason::Local);
    }
    return;
  }
  if (error == net::error::eof) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (cause_) {
      // A write has failed, and on_written() follows.
      return;
    }
    has_peer_ended_ = true;
    note_end_locked(PacketCloseReason::Remote);
  } else if (error && error != net::error::would_block && error != net::error::try_again) {
    finish(PacketCloseReason::Remote, error);
  } else if (size > 0) {
    has_more_ = !io_->transport->uses_memory() && size == prepared_;
    decoder_->commit(size);
    received_ += size;
    if (rates_ != nullptr && !is_in_loop_) {
      rates_->waited(Clock::now());
    }
  }
  receive();
}

}  // namespace codec::detail
