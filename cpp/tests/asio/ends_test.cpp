#include <unistd.h>

#include <codec/asio_ssl.hpp>
#include <cstdio>

#include "certificates.hpp"
#include "peers.hpp"

// The table of docs/transport.md: who ends a connection, over each transport, and what each side reports.
namespace {

using namespace peers;
using codec::Connection;
using codec::PacketCloseReason;

enum class Kind { Tcp, Tls, Unix };

/// Two connections that are each other's peer.
struct Both {
  Both(Threads& threads, Kind kind, codec::ConnectionSettings settings, Threads* clients = nullptr) {
    codec::ConnectionSettings client_settings = settings;
    if (kind == Kind::Tls) {
      settings.transport = codec::tls_server(certificates.server);
      client_settings.transport = codec::tls_client(certificates.client, "localhost");
    }
    const std::string path = "/tmp/codec_ends_" + std::to_string(getpid());
    codec::StreamSocket::endpoint_type endpoint = tcp::endpoint(asio::ip::address_v4::loopback(), 0);
    if (kind == Kind::Unix) {
      endpoint = asio::local::stream_protocol::endpoint(path);
    }
    codec::Listener listener(threads.context, endpoint, settings);
    std::future<Connection> accepting = listener.async_accept(asio::use_future);
    codec::StreamSocket socket((clients != nullptr ? *clients : threads).context);
    socket.connect(kind == Kind::Unix ? endpoint : tcp::endpoint(asio::ip::address_v4::loopback(), listener.port()));
    client = Connection(std::move(socket), client_settings);
    server = get(std::move(accepting));
    std::remove(path.c_str());
  }

  Certificates certificates;
  Connection server;
  Connection client;
};

/// What one side reports: the end of its receive, the number of its packets, and the end of the connection after it was closed.
struct Side {
  PacketCloseReason receive;
  std::size_t packets;
  PacketCloseReason close;
};

bool operator==(const Side& left, const Side& right) {
  return left.receive == right.receive && left.packets == right.packets && left.close == right.close;
}

std::ostream& operator<<(std::ostream& out, const Side& side) {
  return out << "receive " << to_string(side.receive) << ", " << side.packets << " packets, close " << to_string(side.close);
}

constexpr std::size_t sent = 20;

/// Lets each side send packets, ends the connection, and compares what the server and the client report.
void expect_ends(const char* name, const std::function<void(Both&)>& end, const Side& server, const Side& client,
                 const codec::ConnectionSettings& settings = {}) {
  for (Kind kind : {Kind::Tcp, Kind::Tls, Kind::Unix}) {
    SCOPED_TRACE(std::string(name) + " over transport " + std::to_string(static_cast<int>(kind)));
    Threads threads;
    Both both(threads, kind, settings);
    std::future<Received> serving = receive_all(both.server);
    std::future<Received> playing = receive_all(both.client);
    for (std::size_t i = 0; i < sent; ++i) {
      both.server.send(7, payload(1000));
      both.client.send(7, payload(1000));
    }
    get(both.client.async_flush(asio::use_future));
    get(both.server.async_flush(asio::use_future));
    std::this_thread::sleep_for(20ms);
    end(both);
    const Received by_server = get(std::move(serving));
    const Received by_client = get(std::move(playing));
    // A side that was closed waits for the other side's end.
    std::future<void> closing = both.server.async_close(asio::use_future);
    get(both.client.async_close(asio::use_future));
    get(std::move(closing));
    EXPECT_EQ((Side{by_server.end.reason, by_server.numbers.size(), both.server.end().reason}), server);
    EXPECT_EQ((Side{by_client.end.reason, by_client.numbers.size(), both.client.end().reason}), client);
    EXPECT_EQ(both.server.end().unsent_packets, 0u);
    EXPECT_EQ(both.client.end().unsent_packets, 0u);
  }
}

constexpr PacketCloseReason none = PacketCloseReason::None;
constexpr PacketCloseReason local = PacketCloseReason::Local;
constexpr PacketCloseReason remote = PacketCloseReason::Remote;

TEST(Ends, TheClientCompletes) {
  expect_ends("complete",
              [](Both& both) {
                both.client.complete();
                EXPECT_TRUE(becomes_true([&] { return !is_accepted(both.client.send(7, {})); }));
                std::this_thread::sleep_for(20ms);
                both.server.complete();
              },
              {none, sent, remote}, {none, sent, local});
}

TEST(Ends, TheClientCloses) {
  expect_ends("close", [](Both& both) { both.client.close(); }, {none, sent, remote}, {local, sent, local});
}

TEST(Ends, TheServerCloses) {
  expect_ends("close", [](Both& both) { both.server.close(); }, {local, sent, local}, {none, sent, remote});
}

TEST(Ends, TheServerRejectsAPacket) {
  codec::ConnectionSettings settings;
  settings.options.max_received_packets_per_second = sent;
  // The server has read everything that it did not reject. Its socket is closed without a close_notify, which TLS reports as a failure.
  for (bool limited : {false, true}) {
    for (Kind kind : {Kind::Tcp, Kind::Tls, Kind::Unix}) {
      Threads threads;
      Both both(threads, kind, limited ? settings : codec::ConnectionSettings());
      std::future<Received> playing = receive_all(both.client);
      int state = 0;
      codec::PacketRoutes<int> routes;
      routes.on_raw(7, [](int&, const codec::Packet&) {});
      codec::PacketDispatcher<int> dispatcher(routes, state, codec::PacketDirections::ToServer);
      std::future<codec::ConnectionEnd> serving = both.server.async_run(dispatcher, asio::use_future);
      for (std::size_t i = 0; i < sent; ++i) {
        both.client.send(7, payload(10));
      }
      both.client.send(limited ? 7 : 8, payload(10));
      EXPECT_EQ(get(std::move(serving)).reason, limited ? PacketCloseReason::RateLimit : PacketCloseReason::InvalidPacket);
      const PacketCloseReason reported = get(std::move(playing)).end.reason;
      EXPECT_EQ(reported, kind == Kind::Tls ? remote : none);
    }
  }
}

TEST(Ends, TheServerIsSilent) {
  codec::ConnectionSettings settings;
  settings.options.idle_timeout = 200ms;
  for (Kind kind : {Kind::Tcp, Kind::Tls, Kind::Unix}) {
    Threads threads;
    Both both(threads, kind, settings);
    const Received received = get(receive_all(both.client));
    EXPECT_EQ(received.end.reason, PacketCloseReason::IdleTimeout);
  }
}

TEST(Ends, TheProcessOfTheClientEnds) {
  // The system closes the sockets of a process that ends, as a context that is destroyed does.
  for (Kind kind : {Kind::Tcp, Kind::Tls, Kind::Unix}) {
    Threads threads;
    Connection server;
    std::future<Received> serving;
    {
      Threads clients;
      Both both(threads, kind, {}, &clients);
      both.client.send(7, payload(10));
      get(both.client.async_flush(asio::use_future));
      server = both.server;
      serving = receive_all(server);
      std::this_thread::sleep_for(20ms);
      clients.stop();
    }
    const Received received = get(std::move(serving));
    EXPECT_EQ(received.numbers.size(), 1u);
    // TLS can tell that the client did not end its stream.
    EXPECT_EQ(received.end.reason, kind == Kind::Tls ? remote : none);
  }
}

}  // namespace
