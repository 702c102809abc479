#include <atomic>
#include <codec/asio_ssl.hpp>
#include <codec/session.hpp>

#include "certificates.hpp"
#include "peers.hpp"

namespace {

using namespace peers;
using namespace codec;
namespace sessions = ::Codec::Sessions;

/// A client that does as the test likes, over TLS.
struct RawClient {
  RawClient(asio::ssl::context& tls, std::uint16_t port) : stream(context, tls) {
    stream.next_layer().connect({asio::ip::address_v4::loopback(), port});
    stream.handshake(asio::ssl::stream_base::client);
  }

  template <class T>
  void send(const T& message) {
    std::vector<std::byte> bytes(200);
    asio::write(stream, asio::buffer(bytes, encode(bytes, message).packet.size()));
  }

  /// Receives another packet than an acknowledgment, which is valid until the next one.
  Packet receive() {
    Packet packet;
    do {
      while (decoder.take(packet) != Status::Ok) {
        const MutableByteSpan room = decoder.prepare();
        decoder.commit(stream.read_some(asio::buffer(room.data(), room.size())));
      }
      received += packet.raw.size();
    } while (packet.id == PacketTraits<sessions::Acknowledge>::id);
    return packet;
  }

  /// Receives a Welcome, and takes its key.
  void receive_welcome(sessions::Resume& resume) {
    const Packet packet = receive();
    EXPECT_EQ(packet.id, PacketTraits<sessions::Welcome>::id);
    EXPECT_EQ(decoder.buffered_bytes(), 0u) << "Alone in its record, so that a cut of the next one does not cut it.";
    const auto welcome = verified_view<sessions::Welcome>(packet.payload);
    EXPECT_TRUE(welcome);
    const detail::ResumeKey key = detail::read_key(welcome.key()).value_or(detail::ResumeKey{resume.low, resume.high});
    resume.low = key[0];
    resume.high = key[1];
  }

  asio::io_context context;
  asio::ssl::stream<tcp::socket> stream;
  PacketPushDecoder decoder;
  std::uint64_t received = 0;
};

/// A server over TLS whose sessions continue. The packets that it receives have consecutive numbers.
class Resuming : public testing::Test {
 protected:
  // The handlers use the members.
  ~Resuming() override { threads_.stop(); }

  ConnectionSettings settings_over(TransportFactory transport) const {
    ConnectionSettings settings;
    settings.transport = std::move(transport);
    settings.session = session_;
    return settings;
  }

  void listen(std::size_t window, std::chrono::milliseconds timeout) {
    session_.protocol = PacketProtocol{1, 2};
    session_.resume_timeout = timeout;
    session_.resume_window = window;
    listener_.emplace(threads_.context, tcp::endpoint(asio::ip::address_v4::loopback(), 0), settings_over(tls_server(certificates_.server)));
    listener_->serve([this](const Connection& connection) {
      ++accepted_;
      server_ = connection;
      PacketRoutes<Resuming*> routes;
      routes.on_default([](Resuming* test, const Packet& packet) { test->mistakes_ += number_of(packet) == test->received_++ ? 0 : 1; });
      connection.run(routes, this, [](Resuming* test, const ConnectionEnd& end) { test->end_.set_value(end); });
    });
  }

  /// Listens, and connects a first client.
  void start(std::size_t window, std::chrono::milliseconds timeout) {
    listen(window, timeout);
    first_ = connect();
    first_->send(sessions::Hello{1, 2, {}, {}});
    first_->receive_welcome(resume_);
    first_->send(sessions::Acknowledge{first_->received});
    // Until the acknowledgment has arrived, the session cannot be continued.
    asio::write(first_->stream, asio::buffer(packet(1, 4, 0)));
    EXPECT_TRUE(becomes_true([this] { return received_ == 1; }));
  }

  std::unique_ptr<RawClient> connect() { return std::make_unique<RawClient>(certificates_.client, listener_->port()); }

  Threads threads_;
  Certificates certificates_;
  SessionSettings session_;
  std::optional<Listener> listener_;
  std::atomic<int> accepted_{0};
  std::atomic<std::uint32_t> received_{0};
  std::atomic<int> mistakes_{0};
  // The newest link of a client, and the number of all.
  std::atomic<tcp::socket::native_handle_type> link_{};
  std::atomic<int> links_{0};
  Connection server_;
  std::promise<ConnectionEnd> end_;
  std::unique_ptr<RawClient> first_;
  sessions::Resume resume_{};
};

TEST_F(Resuming, EveryPacketOfBothSidesArrivesOnceAndInOrderAfterCuts) {
  listen(8000, 30s);
  const auto transport = [this, tls = tls_client(certificates_.client, "localhost")](auto socket) {
    link_ = socket.native_handle();
    ++links_;
    return tls(std::move(socket));
  };
  const std::string port = std::to_string(listener_->port());
  const Connection client = get(async_connect(threads_.context.get_executor(), "127.0.0.1", port, settings_over(transport), asio::use_future));
  std::future<Received> receiving = receive_all(client);
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < 200; ++i) {
    EXPECT_TRUE(is_accepted(client.send(1, payload(20 * i + 4, i))));
    if (i % 10 == 0) {
      // What follows is cut on its way.
      ASSERT_TRUE(becomes_true([&] { return received_ == i + 1; }));
    } else if (i % 10 == 5) {
      ::shutdown(link_, 2);
    }
    EXPECT_TRUE(is_accepted(server_.send(1, payload(20 * i + 4, i))));
    numbers.push_back(i);
  }
  EXPECT_TRUE(becomes_true([this] { return received_ == 200; }));
  server_.session().close();
  EXPECT_EQ(get(std::move(receiving)).numbers, numbers);
  EXPECT_EQ(mistakes_ + accepted_, 1);
  EXPECT_GE(links_, 20);
}

TEST_F(Resuming, AFullWindowIsWaitedFor) {
  start(8000, 30s);
  for (std::uint32_t i = 0; i < 40; ++i) {
    EXPECT_TRUE(is_accepted(server_.send(1, payload(1000, i))));
  }
  for (std::uint32_t i = 0; i < 40; ++i) {
    if (i == 7) {
      EXPECT_GT(server_.unsent_bytes(), 32'000u) << "More than the window is kept.";
    }
    if (i >= 7) {
      first_->send(sessions::Acknowledge{first_->received});
    }
    ASSERT_EQ(number_of(first_->receive()), i);
  }
}

TEST_F(Resuming, AnotherClientReplacesTheFirstAndAnOldAttemptOrKeyIsRefused) {
  start(256 * 1024, 30s);
  EXPECT_TRUE(is_accepted(server_.send(1, payload(1000, 9))));
  resume_.received = first_->received;
  resume_.attempt = 1;
  const std::unique_ptr<RawClient> second = connect();
  second->send(resume_);
  second->receive_welcome(resume_);
  EXPECT_EQ(number_of(second->receive()), 9u);
  EXPECT_EQ(number_of(first_->receive()), 9u);
  EXPECT_EQ(first_->receive().id, PacketTraits<sessions::Leave>::id);
  for (const std::uint32_t attempt : {1u, 2u}) {
    resume_.attempt = attempt;
    resume_.low ^= attempt - 1;
    const std::unique_ptr<RawClient> refused = connect();
    refused->send(resume_);
    EXPECT_EQ(refused->receive().id, PacketTraits<sessions::Refusal>::id);
  }
  EXPECT_EQ(server_.end().reason, PacketCloseReason::None);
}

TEST_F(Resuming, AnAcknowledgmentOfWhatWasNotSentIsInvalid) {
  start(256 * 1024, 30s);
  first_->send(sessions::Acknowledge{1'000'000});
  EXPECT_EQ(get(end_.get_future()).reason, PacketCloseReason::InvalidPacket);
}

TEST_F(Resuming, ASessionIsLostIfNobodyContinuesItInTime) {
  start(256 * 1024, 100ms);
  first_->stream.next_layer().close();
  const ConnectionEnd end = get(end_.get_future());
  EXPECT_EQ(end.reason, PacketCloseReason::Remote);
  EXPECT_EQ(end.peer_text.substr(0, 11), "SessionLost");
}

}  // namespace
