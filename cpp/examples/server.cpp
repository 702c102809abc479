// A packet server on the loopback address, for testing clients.
//   codec_server [echo|fanout|chat] [PORT [SECONDS]]
// Sends each packet back to its sender (echo) or to all other connections (fanout, chat). Packets of the schemas are verified first, and a connection
// that sends an invalid one is closed. Packets with other ids are forwarded without verification. The clients of chat need a session.
// Prints "listening on PORT" when it listens. Without a port, or with 0, the system chooses one. SECONDS (by default 10) is the time within which the
// rest of a partially received packet must arrive. Ends on SIGINT or SIGTERM.

#include <asio.hpp>
#include <chrono>
#include <codec/asio.hpp>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>

#include "game_messages.hpp"
#include "test_packet_messages.hpp"

namespace {

using codec::Connection;

// Returns the argument at `index` if it is a number up to `limit`, `otherwise` if there is no argument, and -1 if it is not such a number.
long number(int argc, char** argv, int index, long limit, long otherwise) {
  if (argc <= index) {
    return otherwise;
  }
  char* end = nullptr;
  const long value = std::strtol(argv[index], &end, 10);
  return *end != '\0' || value > limit ? -1 : value;
}

// A client must have the schema of this server, or that of the Unity sample Moving Cubes. A client that is silent for 4 seconds is dead.
codec::SessionSettings chat_session() {
  codec::SessionSettings session;
  session.protocol = codec::schemas::game::protocol;
  session.version = "1.0";
  session.releases = {{"Moving Cubes", {0x0A8F5B8D26B88B38, 0x0A8F5B8D26B88B38}, ""}};
  session.heartbeat_interval = std::chrono::seconds(2);
  return session;
}

void serve(const std::string& mode, std::uint16_t port, std::chrono::seconds half_packet_timeout) {
  const bool is_echo = mode == "echo";
  const bool is_chat = mode == "chat";
  asio::io_context context(1);
  codec::Broadcast all;
  codec::PacketRoutes<Connection> routes;
  const auto forward = [&](const Connection& from, const codec::Packet& packet) {
    is_echo ? static_cast<void>(from.send(packet.id, packet.payload)) : static_cast<void>(all.send(packet.id, packet.payload, from));
  };
  const auto forward_verified = [forward](const Connection& from, const auto&, const codec::Packet& packet) { forward(from, packet); };
  routes.on_each<Game::GamePackets>(forward_verified).on_each<Game::TestPacketPackets>(forward_verified).on_default(forward);

  codec::ConnectionSettings settings;
  settings.options.half_packet_timeout = half_packet_timeout;
  if (!is_echo) {
    // A receiver that reads too slowly would only fall further behind.
    settings.options.send_limit = 4 * 1024 * 1024;
    settings.options.slow_peer = codec::SlowPeerPolicy::Close;
  }
  if (is_chat) {
    settings.session = chat_session();
  }
  codec::Listener listener(context, asio::ip::tcp::endpoint(asio::ip::address_v4::loopback(), port), settings);
  std::size_t failed = 0;
  const auto accepted = [&](const Connection& connection) {
    if (failed > 0) {
      std::cerr << "accepted again after " << failed << " failed tries\n";
      failed = 0;
    }
    all.add(connection);
    connection.run(routes, connection, [](const Connection&, const codec::ConnectionEnd& end) {
      // A client that leaves its session says why.
      if (end.reason != codec::PacketCloseReason::None && end.peer_text.empty()) {
        std::cerr << to_string(end) << '\n';
      }
    });
  };
  listener.serve(accepted, [&](std::error_code error) {
    if (failed++ == 0) {
      std::cerr << "not accepted: " << error.message() << '\n';
    }
  });
  asio::signal_set signals(context, SIGINT, SIGTERM);
  signals.async_wait([&](std::error_code, int) {
    listener.async_drain(std::chrono::seconds(is_chat ? 5 : 0), "The server stops.", [&](std::error_code) { context.stop(); });
  });
  std::cout << "listening on " << listener.port() << std::endl;
  context.run();
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "echo";
  const long port = number(argc, argv, 2, 65535, 0);
  const long seconds = number(argc, argv, 3, 3600, 10);
  if (argc > 4 || (mode != "echo" && mode != "fanout" && mode != "chat") || port < 0 || seconds < 1) {
    std::cerr << "usage: codec_server [echo|fanout|chat] [PORT [SECONDS]]\n";
    return 2;
  }
  try {
    serve(mode, static_cast<std::uint16_t>(port), std::chrono::seconds(seconds));
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
