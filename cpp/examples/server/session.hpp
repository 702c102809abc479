#pragma once

#include <asio.hpp>
#include <chrono>
#include <codec/codec.hpp>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

class Server;

/// A connection. It decodes the received packets, dispatches them to the server's handlers, and sends the server's packets in few large writes.
class Session : public std::enable_shared_from_this<Session> {
 public:
  // Large enough to fill the socket's buffers while the next batch is collected. It also limits the memory for a slow reader.
  static constexpr std::size_t high_water = 1024 * 1024;

  Session(asio::ip::tcp::socket socket, Server& server);

  Server& server() const noexcept { return server_; }

  void start();

  /// Appends a packet to the bytes to send. flush() starts sending.
  void send(codec::ByteSpan packet);
  void flush();

  /// Returns the number of bytes that were passed to send() and not yet sent.
  std::size_t unsent() const noexcept { return pending_.size() + sending_.size(); }

  void close(const std::string& why);

 private:
  void receive();
  void on_received(std::error_code error, std::size_t size);
  void on_sent(std::error_code error);
  void finish_if_done();

  asio::ip::tcp::socket socket_;
  Server& server_;
  codec::PacketPushDecoder decoder_;
  codec::PacketDispatcher<Session> dispatcher_;
  // The deadline for the rest of a partially received packet, while the server reads. While it does not read, time_left_ has the remaining time.
  asio::steady_timer deadline_;
  std::chrono::steady_clock::duration time_left_{};
  std::vector<std::byte> pending_;
  std::vector<std::byte> sending_;
  bool is_sending_ = false;
  bool is_receiving_ = false;
  bool has_ended_ = false;
  bool is_closed_ = false;
};
