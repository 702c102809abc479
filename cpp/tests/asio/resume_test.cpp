#include <atomic>
#include <codec/asio_ssl.hpp>
#include <codec/poll_client.hpp>
#include <codec/session.hpp>
#include <cstdlib>

#include "certificates.hpp"
#include "peers.hpp"

namespace {

using namespace peers;
using namespace codec;

/// Passes bytes between clients and a server, and cuts each link after a random number of bytes, but the first not in the handshake.
class Cutter {
 public:
  Cutter(std::uint16_t server, std::uint64_t seed, std::size_t handshake = 300)
      : server_(asio::ip::address_v4::loopback(), server), handshake_(handshake), random_(seed), acceptor_(threads_.context, {asio::ip::address_v4::loopback(), 0}) {
    accept();
  }
  ~Cutter() { threads_.stop(); }

  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

  std::atomic<int> links{0};
  std::atomic<bool> cuts{true};

 private:
  struct Link {
    explicit Link(asio::io_context& context) : sockets{tcp::socket(context), tcp::socket(context)} {}
    std::array<tcp::socket, 2> sockets;
    std::array<std::array<char, 1000>, 2> bytes;
    std::array<std::size_t, 2> left;
  };

  void accept() {
    const auto link = std::make_shared<Link>(threads_.context);
    acceptor_.async_accept(link->sockets[0], [this, link](std::error_code error) {
      if (error) {
        return;
      }
      std::error_code refused;
      link->sockets[1].connect(server_, refused);
      ++links;
      for (std::size_t& left : link->left) {
        const std::uint64_t limit = random_() % 10 == 0 ? handshake_ : random_() % 5 == 0 ? 50'000 : handshake_ * 15;
        left = links == 1 ? handshake_ : cuts ? 1 + random_() % limit : SIZE_MAX;
      }
      pass(link, 0);
      pass(link, 1);
      accept();
    });
  }

  void pass(const std::shared_ptr<Link>& link, std::size_t from) {
    link->sockets[from].async_read_some(asio::buffer(link->bytes[from]), [this, link, from](std::error_code error, std::size_t size) {
      size = (std::min)(size, link->left[from]);
      link->left[from] -= size;
      if (!error) {
        asio::write(link->sockets[1 - from], asio::buffer(link->bytes[from], size), error);
      }
      if (!error && link->left[from] > 0) {
        pass(link, from);
        return;
      }
      std::error_code ignored;
      if (error == asio::error::eof && !cuts) {
        link->sockets[1 - from].shutdown(tcp::socket::shutdown_send, ignored);
        return;
      }
      for (tcp::socket& socket : link->sockets) {
        if (random_() % 2 == 0) {
          socket.set_option(asio::socket_base::linger(true, 0), ignored);
        }
        socket.close(ignored);
      }
    });
  }

  const tcp::endpoint server_;
  const std::size_t handshake_;
  std::mt19937_64 random_;
  Threads threads_{1};
  tcp::acceptor acceptor_;
};

/// What a side has sent and received: packets with consecutive numbers.
struct Numbers {
  std::atomic<std::uint32_t> sent{0};
  std::atomic<std::uint32_t> received{0};
  std::atomic<int> mistakes{0};
  std::promise<ConnectionEnd> end;

  static PacketRoutes<Numbers*> routes() {
    PacketRoutes<Numbers*> routes;
    routes.on_default([](Numbers* numbers, const Packet& packet) {
      numbers->mistakes += number_of(packet) == numbers->received ? 0 : 1;
      ++numbers->received;
    });
    return routes;
  }

  void run(const Connection& connection) {
    connection.run(routes(), this, [](Numbers* numbers, const ConnectionEnd& closed) { numbers->end.set_value(closed); }, PacketDirections::Both);
  }

  void send(const Connection& connection, std::size_t size) {
    if (connection.unsent_bytes() < 20'000 && is_accepted(connection.send(1, payload(size, sent)))) {
      ++sent;
    }
  }
};

class Resuming : public testing::Test {
 protected:
  // The handlers use the members.
  ~Resuming() override { threads_.stop(); }

  static ConnectionSettings settings(TransportFactory transport = {}) {
    ConnectionSettings settings;
    settings.transport = std::move(transport);
    settings.session.emplace();
    settings.session->protocol = PacketProtocol{1, 2};
    settings.session->resume_timeout = 30s;
    return settings;
  }

  void listen(const ConnectionSettings& settings) {
    listener_.emplace(threads_.context, tcp::endpoint(asio::ip::address_v4::loopback(), 0), settings);
    listener_->serve([this](const Connection& connection) {
      const std::lock_guard<std::mutex> lock(mutex_);
      accepted_.push_back(connection);
      at_server_.run(connection);
    });
  }

  Connection server() {
    EXPECT_TRUE(becomes_true([this] {
      const std::lock_guard<std::mutex> lock(mutex_);
      return !accepted_.empty();
    }));
    const std::lock_guard<std::mutex> lock(mutex_);
    return accepted_.at(0);
  }

  /// Sends packets in both directions over links that are cut.
  void cut(std::size_t window, int cuts, const TransportFactory& server_transport = {}, const TransportFactory& client_transport = {}) {
    const std::uint64_t seed = std::random_device()();
    SCOPED_TRACE(seed);
    ConnectionSettings server_settings = settings(server_transport);
    ConnectionSettings client_settings = settings(client_transport);
    server_settings.session->resume_window = client_settings.session->resume_window = window;
    listen(server_settings);
    Cutter cutter(listener_->port(), seed, server_transport ? 4000 : 300);
    const Connection client =
        get(async_connect(threads_.context.get_executor(), "127.0.0.1", std::to_string(cutter.port()), client_settings, asio::use_future));
    at_client_.run(client);
    const Connection server = this->server();
    // Before, the server does not know that the client continues the session.
    at_client_.send(client, 4);
    EXPECT_TRUE(becomes_true([&] { return at_server_.received == 1u; }));
    std::mt19937_64 random(seed);
    const auto start = std::chrono::steady_clock::now();
    while (cutter.links < cuts && std::chrono::steady_clock::now() - start < 60s && client.end().reason == PacketCloseReason::None) {
      at_client_.send(client, 4 + random() % 1000);
      at_server_.send(server, 4 + random() % 1000);
      std::this_thread::yield();
    }
    EXPECT_GE(cutter.links, cuts);
    cutter.cuts = false;
    // The newest link is still cut.
    for (const int last = cutter.links; cutter.links == last && std::chrono::steady_clock::now() - start < 60s; std::this_thread::yield()) {
      at_client_.send(client, 4);
      at_server_.send(server, 4);
    }
    // Over the next one.
    at_client_.send(client, 4);
    at_server_.send(server, 4);
    EXPECT_TRUE(becomes_true([&] { return at_server_.received == at_client_.sent && at_client_.received == at_server_.sent; }))
        << at_client_.sent << " sent and " << at_server_.received << " received, " << at_server_.sent << " sent and " << at_client_.received
        << " received, " << to_string(client.end()) << ' ' << to_string(server.end());
    EXPECT_EQ(at_server_.mistakes + at_client_.mistakes, 0);
    EXPECT_EQ(accepted_.size(), 1u);
    client.session().close(300, "done");
    EXPECT_TRUE(becomes_true([&] { return server.end().reason == PacketCloseReason::Remote; })) << to_string(client.end());
    EXPECT_EQ(get(at_server_.end.get_future()).peer_text, "300: done");
    EXPECT_EQ(get(at_client_.end.get_future()).reason, PacketCloseReason::Local);
    threads_.stop();
  }

  static int cuts() {
    const char* number = std::getenv("CODEC_RESUME_CUTS");
    return number != nullptr ? std::atoi(number) : 1000;
  }

  Threads threads_;
  std::optional<Listener> listener_;
  std::mutex mutex_;
  std::vector<Connection> accepted_;
  Numbers at_server_;
  Numbers at_client_;
};

TEST_F(Resuming, EveryPacketArrivesOnceAndInOrderAfterCutsAtRandomBytes) { cut(256 * 1024, cuts()); }

TEST_F(Resuming, AFullWindowIsWaitedFor) { cut(8000, cuts() / 4); }

TEST_F(Resuming, APollClientContinuesWithAConnection) {
  listen(settings());
  Cutter cutter(listener_->port(), std::random_device()());
  PollClientOptions options;
  options.session = settings().session;
  PollClient client("127.0.0.1", cutter.port(), options);
  client.connect();
  Numbers* state = &at_client_;
  PacketDispatcher<Numbers*> dispatcher(Numbers::routes(), state, PacketDirections::Both);
  const auto start = std::chrono::steady_clock::now();
  const auto is_over = [&] { return at_server_.received == at_client_.sent && at_client_.received == at_server_.sent; };
  while ((cutter.links < cuts() || !is_over()) && std::chrono::steady_clock::now() - start < 60s) {
    client.poll(dispatcher);
    cutter.cuts = cutter.links < cuts();
    const bool is_kept = at_server_.received > 0;
    // A poll client keeps only what fits in its window.
    if (cutter.cuts && client.state() == PacketClientState::Connected && at_client_.sent < at_server_.received + (is_kept ? 100 : 1)) {
      at_client_.sent += is_accepted(client.send(1, payload(is_kept ? 500 : 4, at_client_.sent))) ? 1 : 0;
      if (is_kept) {
        at_server_.send(server(), 500);
      }
    }
  }
  EXPECT_TRUE(is_over()) << cutter.links << " links, " << at_client_.sent << " sent and " << at_server_.received << " received, " << at_server_.sent
                         << " sent and " << at_client_.received << " received, " << to_string(server().end());
  EXPECT_EQ(at_server_.mistakes + at_client_.mistakes, 0);
  client.close();
}

TEST_F(Resuming, ASessionContinuesOverTls) {
  Certificates certificates;
  cut(256 * 1024, cuts() / 10, tls_server(certificates.server), tls_client(certificates.client, "localhost"));
}

/// A client that does as the test likes.
struct RawClient {
  explicit RawClient(std::uint16_t port) { socket.connect({asio::ip::address_v4::loopback(), port}); }

  template <class T>
  void send(const T& message) {
    std::vector<std::byte> bytes(200);
    bytes.resize(encode(bytes, message).packet.size());
    write(socket, bytes);
  }

  /// Receives a packet, which is valid until the next one.
  Packet receive() {
    Packet packet;
    while (decoder.take(packet) != Status::Ok) {
      const MutableByteSpan room = decoder.prepare();
      decoder.commit(socket.read_some(asio::buffer(room.data(), room.size())));
    }
    return packet;
  }

  asio::io_context context;
  tcp::socket socket{context};
  PacketPushDecoder decoder;
};

TEST_F(Resuming, AnotherClientReplacesTheFirstAndAnOldAttemptOrKeyIsRefused) {
  namespace sessions = ::Codec::Sessions;
  listen(settings());
  RawClient first(listener_->port());
  first.send(sessions::Hello{1, 2, {}, {}});
  sessions::Resume resume{};
  const Packet welcome = first.receive();
  const auto take_key = [&resume](const sessions::WelcomeView& view) {
    const detail::ResumeKey key = detail::read_key(view.key()).value();
    resume.low = key[0];
    resume.high = key[1];
  };
  EXPECT_TRUE(detail::PayloadReader<detail::Delivered<sessions::Welcome>>::read(welcome.payload, take_key));
  resume.received = welcome.raw.size();
  first.send(sessions::Acknowledge{resume.received});
  const auto second_id = [&](std::uint32_t attempt, std::uint64_t flipped) {
    RawClient second(listener_->port());
    sessions::Resume changed = resume;
    changed.attempt = attempt;
    changed.low ^= flipped;
    second.send(changed);
    return second.receive().id;
  };
  // Until the acknowledgment has arrived, the session cannot be continued.
  std::uint32_t attempt = 0;
  EXPECT_TRUE(becomes_true([&] { return second_id(++attempt, 0) == PacketTraits<sessions::Welcome>::id; }));
  EXPECT_EQ(first.receive().id, PacketTraits<sessions::Leave>::id);
  EXPECT_EQ(second_id(attempt, 0), PacketTraits<sessions::Refusal>::id);
  EXPECT_EQ(second_id(attempt + 1, 1), PacketTraits<sessions::Refusal>::id);
  EXPECT_EQ(server().end().reason, PacketCloseReason::None);
}

TEST_F(Resuming, ASessionIsLostIfNobodyContinuesItInTime) {
  ConnectionSettings server_settings = settings();
  server_settings.session->resume_timeout = 100ms;
  listen(server_settings);
  auto cutter = std::make_unique<Cutter>(listener_->port(), 1);
  ConnectionSettings client_settings = settings();
  client_settings.session->resume_timeout = 200ms;
  const Connection client =
      get(async_connect(threads_.context.get_executor(), "127.0.0.1", std::to_string(cutter->port()), client_settings, asio::use_future));
  at_client_.run(client);
  // Until the acknowledgment has arrived, the session cannot be continued.
  at_client_.send(client, 4);
  EXPECT_TRUE(becomes_true([&] { return at_server_.received == 1u; }));
  at_client_.send(client, 2000);
  const Connection server = this->server();
  cutter.reset();
  for (Numbers* numbers : {&at_server_, &at_client_}) {
    const ConnectionEnd end = get(numbers->end.get_future());
    EXPECT_EQ(end.reason, PacketCloseReason::Remote);
    EXPECT_EQ(end.peer_text.substr(0, 11), "SessionLost");
  }
}

}  // namespace
