#include <unistd.h>

#include <cstdio>

#include "game_messages.hpp"
#include "peers.hpp"

namespace {

using namespace peers;
using codec::Connection;
using codec::Listener;
using codec::PacketCloseReason;

const tcp::endpoint any_port(asio::ip::address_v4::loopback(), 0);

Connection connect(Threads& threads, std::uint16_t port, codec::ConnectionSettings settings = {}, const std::string& host = "127.0.0.1") {
  return get(codec::async_connect(threads.context.get_executor(), host, std::to_string(port), std::move(settings), asio::use_future));
}

/// Sends every packet back.
struct Echo {
  Echo() {
    routes.on_default([](const Connection& peer, const codec::Packet& packet) { peer.send(packet.id, packet.payload); });
  }
  void operator()(const Connection& connection) const { connection.run(routes, connection); }

  codec::PacketRoutes<Connection> routes;
};

TEST(Listener, ServesManyClientsOverIPv4AndIPv6) {
  Threads threads;
  const Echo echo;
  Listener listener(threads.context, tcp::endpoint(tcp::v6(), 0));
  listener.serve([&](const Connection& connection) {
    EXPECT_NE(connection.remote_address(), "");
    echo(connection);
  });
  std::vector<Connection> clients;
  for (std::uint32_t i = 0; i < 50; ++i) {
    clients.push_back(connect(threads, listener.port(), {}, i % 2 == 0 ? "127.0.0.1" : "::1"));
    clients.back().send(7, payload(100, i));
  }
  EXPECT_EQ(clients[0].remote_address(), "127.0.0.1:" + std::to_string(listener.port()));
  EXPECT_EQ(clients[1].remote_address(), "[::1]:" + std::to_string(listener.port()));
  for (std::uint32_t i = 0; i < 50; ++i) {
    EXPECT_EQ(number_of(get(clients[i].async_receive(asio::use_future)).value()), i);
  }
}

TEST(Listener, AcceptsOneByOneUntilItIsClosed) {
  Threads threads;
  Listener listener(threads.context, any_port);
  std::future<Connection> accepting = listener.async_accept(asio::use_future);
  const Connection client = connect(threads, listener.port());
  const Connection accepted = get(std::move(accepting));
  accepting = listener.async_accept(asio::use_future);
  listener.close();
  EXPECT_THROW(get(std::move(accepting)), std::system_error);
  client.send(7, payload(4, 3));
  EXPECT_EQ(number_of(get(accepted.async_receive(asio::use_future)).value()), 3u);
  EXPECT_THROW(connect(threads, 1), std::system_error);
}

TEST(Listener, PeersBeyondTheLimitAreResetUntilAConnectionIsClosed) {
  Threads threads;
  const Echo echo;
  Listener listener(threads.context, any_port, {}, 2);
  listener.serve([&](const Connection& connection) { echo(connection); });
  const auto answers = [&](const Connection& client) {
    client.send(7, payload(4));
    return get(client.async_receive(asio::use_future)).has_value();
  };
  const Connection first = connect(threads, listener.port());
  const Connection second = connect(threads, listener.port());
  EXPECT_TRUE(answers(first));
  EXPECT_TRUE(answers(second));
  const auto another_is_served = [&] {
    try {
      return answers(connect(threads, listener.port()));
    } catch (const std::system_error&) {
      return false;  // The reset came before the connection was reported as open.
    }
  };
  EXPECT_FALSE(another_is_served());
  get(first.async_close(asio::use_future));
  EXPECT_TRUE(becomes_true(another_is_served));
}

TEST(Listener, ServesOverUnixSockets) {
  Threads threads;
  const Echo echo;
  const std::string path = "/tmp/codec_test_" + std::to_string(getpid());
  {
    Listener listener(threads.context, asio::local::stream_protocol::endpoint(path));
    EXPECT_EQ(listener.port(), 0);
    listener.serve([&](const Connection& connection) { echo(connection); });
    asio::local::stream_protocol::socket socket(threads.context);
    socket.connect(path);
    const Connection client(std::move(socket));
    EXPECT_EQ(client.remote_address(), "");
    client.send(7, payload(50000, 3));
    EXPECT_EQ(number_of(get(client.async_receive(asio::use_future)).value()), 3u);
    get(client.async_complete(asio::use_future));
    EXPECT_FALSE(get(client.async_receive(asio::use_future)));
  }
  std::remove(path.c_str());
}

TEST(Listener, MayBeMovedAndDestroyedWhileItServes) {
  for (bool runs : {false, true}) {
    auto context = std::make_unique<asio::io_context>();
    Listener listener(*context, any_port);
    listener.serve([](const Connection&) {});
    if (runs) {
      context->run_for(2ms);
    }
    {
      Listener moved = std::move(listener);
      listener = Listener(*context, any_port);
    }
    listener = Listener(*context, any_port);
    listener.close();
    context->run();
  }
}

TEST(Listener, ReportsWhatTheSystemRejects) {
  Threads threads;
  EXPECT_THROW(Listener(threads.context, tcp::endpoint(asio::ip::make_address("192.0.2.1"), 0)), std::system_error);
  EXPECT_THROW(connect(threads, 1, {}, "name.invalid"), std::system_error);
}

TEST(Datagrams, ArriveWholeAndWrongOnesAreErrors) {
  Threads threads;
  const asio::ip::udp::endpoint loopback(asio::ip::address_v4::loopback(), 0);
  codec::DatagramSocket receiver{asio::ip::udp::socket(threads.context, loopback)};
  codec::DatagramSocket sender{asio::ip::udp::socket(threads.context, loopback)};
  const asio::ip::udp::endpoint target = receiver.socket().local_endpoint();
  EXPECT_FALSE(sender.send(Game::Chat{Game::ChatChannel::Say, "Ann", "hello"}, target));
  codec::ReceivedDatagram datagram = get(receiver.async_receive(asio::use_future));
  EXPECT_EQ(datagram.sender, sender.socket().local_endpoint());
  EXPECT_EQ(codec::verified_view<Game::Chat>(datagram.result.packet.payload).text(), "hello");
  std::vector<std::byte> wrong = packet(7, 10);
  wrong.push_back({});
  sender.socket().send_to(asio::buffer(wrong), target);
  EXPECT_EQ(get(receiver.async_receive(asio::use_future)).result.error, codec::PacketError::TrailingBytes);
  EXPECT_TRUE(sender.send(7, payload(65535), target));
  EXPECT_TRUE(sender.send(0x10000, {}, target));
  std::optional<std::future<codec::ReceivedDatagram>> waiting;
  {
    codec::DatagramSocket destroyed{asio::ip::udp::socket(threads.context, loopback)};
    waiting = destroyed.async_receive(asio::use_future);
  }
  EXPECT_THROW(get(std::move(*waiting)), std::system_error);
}

}  // namespace
