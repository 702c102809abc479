#pragma once

#include <asio.hpp>
#include <chrono>
#include <codec/codec.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "session.hpp"

/// Sends each packet back to whoever sent it (echo), or to everybody else (fanout). Packets of the schemas are verified first; a connection
/// that sends an invalid one is closed. Others are passed on as they are.
class Server {
 public:
  enum class Mode { Echo, Fanout };

  /// Listens on the loopback address; port 0 lets the system choose. `half_packet_time`: in how much time, while the server reads, a peer that
  /// has sent part of a packet must send the rest of it.
  Server(asio::io_context& context, Mode mode, std::uint16_t port, std::chrono::steady_clock::duration half_packet_time);

  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
  const codec::PacketFormat& format() const noexcept { return format_; }
  std::chrono::steady_clock::duration half_packet_time() const noexcept { return half_packet_time_; }

  codec::PacketError on_packet(Session& from, const codec::Packet& packet);
  void flush(Session& from);
  void on_closed(Session& session, const std::string& why);

 private:
  void accept();
  void on_not_accepted(std::error_code error);

  asio::ip::tcp::acceptor acceptor_;
  asio::steady_timer accept_again_;
  std::size_t failed_accepts_ = 0;
  Mode mode_;
  std::chrono::steady_clock::duration half_packet_time_;
  codec::PacketFormat format_;
  std::set<std::shared_ptr<Session>> sessions_;
};
