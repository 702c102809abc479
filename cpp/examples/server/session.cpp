#include "session.hpp"

#include <utility>

#include "server.hpp"

Session::Session(asio::ip::tcp::socket socket, Server& server)
    : socket_(std::move(socket)),
      server_(server),
      decoder_(server.format()),
      dispatcher_(server.routes(), *this, codec::PacketDirections::ToServer),
      deadline_(socket_.get_executor()) {}

void Session::start() {
  std::error_code ignored;
  socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
  receive();
}

void Session::receive() {
  // Do not read from a peer that does not read. Its send buffers fill up, and it must wait.
  if (is_receiving_ || is_closed_ || has_ended_ || unsent() >= high_water) {
    return;
  }
  is_receiving_ = true;
  if (decoder_.buffered_bytes() > 0) {
    // The time of a packet counts only while the server reads, because the peer may have sent the rest in the meantime.
    deadline_.expires_after(time_left_);
    deadline_.async_wait([self = shared_from_this()](std::error_code) {
      // After the process was stopped, the timer can end before bytes that have arrived are read. The read then starts it again.
      std::error_code ignored;
      if (self->deadline_.expiry() <= std::chrono::steady_clock::now() && self->socket_.available(ignored) == 0) {
        self->close("no whole packet in time");
      }
    });
  }
  const codec::MutableByteSpan room = decoder_.prepare();
  socket_.async_read_some(asio::buffer(room.data(), room.size()),
                          [self = shared_from_this()](std::error_code error, std::size_t size) { self->on_received(error, size); });
}

void Session::on_received(std::error_code error, std::size_t size) {
  is_receiving_ = false;
  if (is_closed_) {
    return;
  }
  time_left_ = deadline_.expiry() - std::chrono::steady_clock::now();
  // cancel() is not enough: the handler of an expired wait may already be queued, and must find no deadline.
  deadline_.expires_at(asio::steady_timer::time_point::max());
  if (error == asio::error::eof) {
    has_ended_ = true;
    const codec::PacketError end = decoder_.error_at_end();
    if (end != codec::PacketError::None) {
      close(std::string(to_string(end)) + " in the packet at byte " + std::to_string(decoder_.position()));
    } else {
      finish_if_done();
    }
    return;
  }
  if (error) {
    close(error.message());
    return;
  }

  decoder_.commit(size);
  const std::uint64_t before = decoder_.position();
  // What the packets before an invalid one have caused is sent before the connection is closed.
  codec::Packet packet;
  codec::Status status;
  while ((status = decoder_.take(packet)) == codec::Status::Ok) {
    const std::uint64_t start = decoder_.position() - packet.raw.size();
    const codec::PacketError refused = dispatcher_.dispatch(packet);
    if (refused != codec::PacketError::None) {
      server_.flush(*this);
      close(std::string(to_string(refused)) + " in the packet at byte " + std::to_string(start));
      return;
    }
  }
  if (status == codec::Status::Invalid) {
    server_.flush(*this);
    close(std::string(to_string(decoder_.error())) + " in the packet at byte " + std::to_string(decoder_.position()));
    return;
  }
  if (size == decoder_.buffered_bytes() || decoder_.position() != before) {
    // A new packet has started. Its time starts now, and not at each received byte.
    time_left_ = server_.half_packet_time();
  }
  server_.flush(*this);
  receive();
}

void Session::send(codec::ByteSpan packet) { pending_.insert(pending_.end(), packet.begin(), packet.end()); }

void Session::flush() {
  if (is_sending_ || is_closed_ || pending_.empty()) {
    return;
  }
  is_sending_ = true;
  std::swap(pending_, sending_);
  asio::async_write(socket_, asio::buffer(sending_.data(), sending_.size()),
                    [self = shared_from_this()](std::error_code error, std::size_t) { self->on_sent(error); });
}

void Session::on_sent(std::error_code error) {
  is_sending_ = false;
  sending_.clear();
  if (is_closed_) {
    return;
  }
  if (error) {
    close(error.message());
    return;
  }
  flush();
  finish_if_done();
  receive();
}

void Session::finish_if_done() {
  if (has_ended_ && unsent() == 0) {
    close("");
  }
}

void Session::close(const std::string& why) {
  if (is_closed_) {
    return;
  }
  is_closed_ = true;
  deadline_.cancel();
  std::error_code ignored;
  socket_.shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
  socket_.close(ignored);
  server_.on_closed(*this, why);
}
