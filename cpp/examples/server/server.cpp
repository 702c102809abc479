#include "server.hpp"

#include <iostream>
#include <utility>
#include <vector>

#include "game_messages.hpp"
#include "test_packet_messages.hpp"

namespace {

// A receiver with more unsent bytes is disconnected, because it would only fall further behind.
constexpr std::size_t fanout_limit = 4 * Session::high_water;

// The pause before the next try while connections cannot be accepted, usually because no file descriptors are left. It is long enough that the tries
// take little time, and too short for a connecting user to notice.
constexpr std::chrono::milliseconds accept_pause{100};

}  // namespace

Server::Server(asio::io_context& context, Mode mode, std::uint16_t port, std::chrono::steady_clock::duration half_packet_time)
    : acceptor_(context, asio::ip::tcp::endpoint(asio::ip::address_v4::loopback(), port)),
      accept_again_(context),
      mode_(mode),
      half_packet_time_(half_packet_time) {
  const auto forward = [](Session& from, const auto&, const codec::Packet& packet) { from.server().forward(from, packet); };
  routes_.on_each<Game::GamePackets>(forward).on_each<Game::TestPacketPackets>(forward).on_default(
      [](Session& from, const codec::Packet& packet) { from.server().forward(from, packet); });
  acceptor_.listen(asio::socket_base::max_listen_connections);
  accept();
}

void Server::accept() {
  acceptor_.async_accept([this](std::error_code error, asio::ip::tcp::socket socket) {
    if (error == asio::error::operation_aborted) {
      return;
    }
    if (error) {
      on_not_accepted(error);
      return;
    }
    if (failed_accepts_ > 0) {
      std::cerr << "accepted again after " << failed_accepts_ << " failed tries\n";
      failed_accepts_ = 0;
    }
    (*sessions_.insert(std::make_shared<Session>(std::move(socket), *this)).first)->start();
    accept();
  });
}

void Server::on_not_accepted(std::error_code error) {
  if (failed_accepts_++ == 0) {
    std::cerr << "not accepted: " << error.message() << '\n';
  }
  // The connection is still in the system's queue, so an immediate retry would fail again.
  accept_again_.expires_after(accept_pause);
  accept_again_.async_wait([this](std::error_code cancelled) {
    if (!cancelled) {
      accept();
    }
  });
}

void Server::forward(Session& from, const codec::Packet& packet) {
  if (mode_ == Mode::Echo) {
    from.send(packet.raw);
    return;
  }
  for (const std::shared_ptr<Session>& session : sessions_) {
    if (session.get() != &from) {
      session->send(packet.raw);
    }
  }
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
