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

/// Sends each packet back to its sender (echo) or to all other connections (fanout). Packets of the schemas are verified first, and a connection that
/// sends an invalid one is closed. Packets with other ids are forwarded without verification.
class Server {
 public:
  enum class Mode { Echo, Fanout };

  /// Listens on the loopback address. If the port is 0, the system chooses one. `half_packet_time` is the time within which a peer must send the rest
  /// of a partially received packet. It counts only while the server reads.
  Server(asio::io_context& context, Mode mode, std::uint16_t port, std::chrono::steady_clock::duration half_packet_time);

  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
  const codec::PacketFormat& format() const noexcept { return format_; }
  std::chrono::steady_clock::duration half_packet_time() const noexcept { return half_packet_time_; }

  const codec::PacketRoutes<Session>& routes() const noexcept { return routes_; }

  void forward(Session& from, const codec::Packet& packet);
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
  codec::PacketRoutes<Session> routes_;
  std::set<std::shared_ptr<Session>> sessions_;
};
