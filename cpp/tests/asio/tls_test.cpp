#include <atomic>
#include <codec/asio_ssl.hpp>

#include "certificates.hpp"
#include "peers.hpp"

namespace {

using namespace peers;
using codec::Connection;
using codec::PacketCloseReason;

/// A server over TLS that sends every packet back.
struct TlsEcho {
  explicit TlsEcho(Threads& threads, std::optional<codec::SessionSettings> sessions = {})
      : server_threads(threads),
        session(std::move(sessions)),
        listener(threads.context, tcp::endpoint(asio::ip::address_v4::loopback(), 0), settings()) {
    routes.on_default([](const Connection& peer, const codec::Packet& packet) { peer.send(packet.id, packet.payload); });
    listener.serve([this](const Connection& connection) {
      connection.run(routes, connection, [this](const Connection&, const codec::ConnectionEnd& closed) {
        if (!has_ended.exchange(true)) {
          end.set_value(closed);
        }
      });
    });
  }

  // Its callbacks use it.
  ~TlsEcho() { server_threads.stop(); }
  TlsEcho(const TlsEcho&) = delete;
  TlsEcho& operator=(const TlsEcho&) = delete;

  codec::ConnectionSettings settings() {
    codec::ConnectionSettings settings;
    settings.transport = codec::tls_server(certificates.server);
    settings.options.connect_timeout = 300ms;
    settings.session = session;
    return settings;
  }

  Connection connect(Threads& threads, const std::string& host = "localhost") {
    codec::ConnectionSettings settings;
    settings.transport = codec::tls_client(certificates.client, host);
    settings.session = session;
    return get(codec::async_connect(threads.context.get_executor(), "127.0.0.1", std::to_string(listener.port()), settings, asio::use_future));
  }

  Threads& server_threads;
  Certificates certificates;
  std::optional<codec::SessionSettings> session;
  codec::PacketRoutes<Connection> routes;
  codec::Listener listener;
  // The end of the first connection that ended.
  std::promise<codec::ConnectionEnd> end;
  std::atomic<bool> has_ended{false};
};

TEST(Tls, PacketsOfEverySizeComeBackAndEachSideSeesTheEnd) {
  Threads threads(1);
  TlsEcho echo(threads);
  const Connection client = echo.connect(threads);
  std::size_t bytes = 0;
  for (std::uint32_t i = 0; i < 300; ++i) {
    bytes += i % 50 == 0 ? 60000 : 4 + i;
    client.send(7, payload(i % 50 == 0 ? 60000 : 4 + i, i));
  }
  // The close_notify of this side, after which the peer's packets still arrive.
  get(client.async_complete(asio::use_future));
  for (std::uint32_t i = 0; i < 300; ++i) {
    const std::optional<codec::Packet> packet = get(client.async_receive(asio::use_future));
    ASSERT_TRUE(packet) << i << ' ' << to_string(client.end());
    EXPECT_EQ(number_of(*packet), i);
    bytes -= packet->payload.size();
  }
  EXPECT_EQ(bytes, 0u);
  EXPECT_FALSE(get(client.async_receive(asio::use_future)));
  EXPECT_TRUE(becomes_true([&] { return client.end().reason == PacketCloseReason::Local; })) << to_string(client.end());
  EXPECT_EQ(client.end().unsent_packets, 0u);
}

TEST(Tls, ASessionBeginsAfterTheHandshakeOfTls) {
  Threads threads(1);
  TlsEcho echo(threads, codec::SessionSettings{codec::PacketProtocol{1, 2}, "1.4"});
  const Connection client = echo.connect(threads);
  EXPECT_EQ(client.session().peer().version, "1.4");
  client.send(7, payload(4, 5));
  EXPECT_EQ(number_of(get(client.async_receive(asio::use_future)).value()), 5u);
  client.session().close(9, "bye");
  EXPECT_EQ(get(echo.end.get_future()).peer_text, "9: bye");
  EXPECT_THROW(echo.connect(threads, "example.com"), std::system_error);
}

TEST(Tls, AClientRejectsACertificateForAnotherHost) {
  Threads threads(1);
  TlsEcho echo(threads);
  const Connection client = echo.connect(threads, "example.com");
  const std::uint64_t accepted = is_accepted(client.send(7, payload(4))) ? 1 : 0;
  EXPECT_FALSE(get(client.async_receive(asio::use_future)));
  EXPECT_EQ(client.end().reason, PacketCloseReason::ConnectFailed);
  EXPECT_EQ(client.end().unsent_packets, accepted);
}

TEST(Tls, AHandshakeThatFailsOrTakesTooLongClosesTheConnection) {
  for (bool sends : {false, true}) {
    Threads threads(1);
    TlsEcho echo(threads);
    asio::io_context raw_context;
    tcp::socket raw(raw_context);
    raw.connect({asio::ip::address_v4::loopback(), echo.listener.port()});
    if (sends) {
      write(raw, packet(7, 100));
    }
    std::error_code error;
    read_all(raw, error);
    const codec::ConnectionEnd end = get(echo.end.get_future());
    EXPECT_EQ(end.reason, PacketCloseReason::ConnectFailed);
    EXPECT_EQ(end.cause == asio::error::timed_out, !sends) << to_string(end);
    threads.stop();
  }
}

TEST(Tls, AStreamThatWasCutIsNotANormalEnd) {
  Threads threads(1);
  TlsEcho echo(threads);
  asio::io_context raw_context;
  asio::ssl::stream<tcp::socket> raw(raw_context, echo.certificates.client);
  raw.next_layer().connect({asio::ip::address_v4::loopback(), echo.listener.port()});
  raw.handshake(asio::ssl::stream_base::client);
  asio::write(raw, asio::buffer(packet(7, 100)));
  std::vector<std::byte> answer(104);
  asio::read(raw, asio::buffer(answer));
  raw.next_layer().shutdown(tcp::socket::shutdown_send);
  std::error_code error;
  raw.next_layer().read_some(asio::buffer(answer), error);
  const codec::ConnectionEnd end = get(echo.end.get_future());
  EXPECT_EQ(end.reason, PacketCloseReason::Remote);
  EXPECT_EQ(end.cause, asio::ssl::error::stream_truncated);
  threads.stop();
}

TEST(Tls, ManyThreadsMaySendAndCloseAtOnce) {
  for (int round = 0; round < 10; ++round) {
    Threads threads(2);
    TlsEcho echo(threads);
    const Connection client = echo.connect(threads);
    std::vector<std::thread> senders;
    for (int i = 0; i < 2; ++i) {
      senders.emplace_back([&] {
        while (is_accepted(client.send(7, payload(100)))) {
          std::this_thread::yield();
        }
      });
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(round));
    get(client.async_close(asio::use_future));
    for (std::thread& sender : senders) {
      sender.join();
    }
    threads.stop();
  }
}

}  // namespace
