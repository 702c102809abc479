#include "server.hpp"

#include <iostream>
#include <utility>
#include <vector>

#include "../packets.hpp"

namespace {

// A receiver that is this far behind what the others say is dropped: it would only fall back further.
constexpr std::size_t fanout_limit = 4 * Session::high_water;

}  // namespace

Server::Server(asio::io_context& context, Mode mode, std::uint16_t port, std::chrono::steady_clock::duration half_packet_time)
    : acceptor_(context, asio::ip::tcp::endpoint(asio::ip::address_v4::loopback(), port)), mode_(mode), half_packet_time_(half_packet_time) {
  acceptor_.listen(asio::socket_base::max_listen_connections);
  accept();
}

void Server::accept() {
  acceptor_.async_accept([this](std::error_code error, asio::ip::tcp::socket socket) {
    if (!error) {
      (*sessions_.insert(std::make_shared<Session>(std::move(socket), *this)).first)->start();
    } else if (error == asio::error::operation_aborted) {
      return;
    } else {
      std::cerr << "not accepted: " << error.message() << '\n';
    }
    accept();
  });
}

codec::PacketError Server::on_packet(Session& from, const codec::Packet& packet) {
  const codec::PacketError error = codec::dispatch<Packets>(packet, [](const auto&) {});
  if (error != codec::PacketError::None && error != codec::PacketError::UnknownId) {
    return error;
  }
  if (mode_ == Mode::Echo) {
    from.send(packet.raw);
    return codec::PacketError::None;
  }
  for (const std::shared_ptr<Session>& session : sessions_) {
    if (session.get() != &from) {
      session->send(packet.raw);
    }
  }
  return codec::PacketError::None;
}

void Server::flush(Session& from) {
  if (mode_ == Mode::Echo) {
    from.flush();
    return;
  }
  std::vector<std::shared_ptr<Session>> slow;
  for (const std::shared_ptr<Session>& session : sessions_) {
    session->flush();
    if (session->unsent() > fanout_limit) {
      slow.push_back(session);
    }
  }
  for (const std::shared_ptr<Session>& session : slow) {
    session->close("reads too slowly");
  }
}

void Server::on_closed(Session& session, const std::string& why) {
  if (!why.empty()) {
    std::cerr << "connection closed: " << why << '\n';
  }
  sessions_.erase(session.shared_from_this());
}
