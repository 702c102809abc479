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

  void write(const std::vector<std::byte>& bytes) {
    sent.insert(sent.end(), bytes.begin(), bytes.end());
    asio::write(stream, asio::buffer(bytes));
  }

  template <class T>
  void send(const T& message) {
    std::vector<std::byte> bytes(200);
    bytes.resize(encode(bytes, message).packet.size());
    write(bytes);
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

  /// Receives a Welcome. Returns how many bytes the server has received.
  std::uint64_t receive_welcome(sessions::Resume& resume) {
    std::uint64_t count = 0;
    const Packet packet = receive();
    EXPECT_EQ(packet.id, PacketTraits<sessions::Welcome>::id);
    EXPECT_EQ(decoder.buffered_bytes(), 0u) << "Alone in its record, so that a cut of the next one does not cut it.";
    const auto take = [&](const sessions::WelcomeView& welcome) {
      count = welcome.received();
      const detail::ResumeKey key = detail::read_key(welcome.key()).value_or(detail::ResumeKey{resume.low, resume.high});
      resume.low = key[0];
      resume.high = key[1];
    };
    EXPECT_TRUE(detail::PayloadReader<detail::Delivered<sessions::Welcome>>::read(packet.payload, take));
    return count;
  }

  asio::io_context context;
  asio::ssl::stream<tcp::socket> stream;
  PacketPushDecoder decoder;
  std::vector<std::byte> sent;
  std::uint64_t received = 0;
};

/// A server whose sessions continue, and a first client of it. The client's packets have consecutive numbers.
class Resuming : public testing::Test {
 protected:
  // The handlers use the members.
  ~Resuming() override { threads_.stop(); }

  void start(std::size_t window, std::chrono::milliseconds timeout) {
    ConnectionSettings settings;
    settings.transport = tls_server(certificates_.server);
    settings.session.emplace();
    settings.session->protocol = PacketProtocol{1, 2};
    settings.session->resume_timeout = timeout;
    settings.session->resume_window = window;
    listener_.emplace(threads_.context, tcp::endpoint(asio::ip::address_v4::loopback(), 0), settings);
    listener_->serve([this](const Connection& connection) {
      ++accepted_;
      server_ = connection;
      PacketRoutes<Resuming*> routes;
      routes.on_default([](Resuming* test, const Packet& packet) { test->mistakes_ += number_of(packet) == test->received_++ ? 0 : 1; });
      connection.run(routes, this, [](Resuming* test, const ConnectionEnd& end) { test->end_.set_value(end); });
    });
    first_ = connect();
    first_->send(sessions::Hello{1, 2, {}, {}});
    first_->receive_welcome(resume_);
    first_->send(sessions::Acknowledge{first_->received});
    // Until the acknowledgment has arrived, the session cannot be continued.
    first_->write(packet(1, 4, 0));
    EXPECT_TRUE(becomes_true([this] { return received_ == 1; }));
  }

  std::unique_ptr<RawClient> connect() { return std::make_unique<RawClient>(certificates_.client, listener_->port()); }

  Threads threads_;
  Certificates certificates_;
  std::optional<Listener> listener_;
  std::atomic<int> accepted_{0};
  std::atomic<std::uint32_t> received_{0};
  std::atomic<int> mistakes_{0};
  Connection server_;
  std::promise<ConnectionEnd> end_;
  std::unique_ptr<RawClient> first_;
  sessions::Resume resume_{};
};

TEST_F(Resuming, EveryPacketArrivesOnceAndInOrderAndAFullWindowIsWaitedFor) {
  start(8000, 30s);
  for (std::uint32_t i = 0; i < 40; ++i) {
    EXPECT_TRUE(is_accepted(server_.send(1, payload(1000, i))));
  }
  std::uint32_t next = 0;
  for (; next < 7; ++next) {
    EXPECT_EQ(number_of(first_->receive()), next);
  }
  EXPECT_GT(server_.unsent_bytes(), 32'000u) << "More than the window is kept.";
  // The link is cut inside of a packet.
  std::vector<std::byte> stream = first_->sent;
  for (std::uint32_t i = 1; i < 4; ++i) {
    const std::vector<std::byte> next_packet = packet(1, 100, i);
    stream.insert(stream.end(), next_packet.begin(), next_packet.end());
  }
  asio::write(first_->stream, asio::buffer(stream.data() + first_->sent.size(), 150));
  EXPECT_TRUE(becomes_true([this] { return received_ == 2; }));
  first_->stream.next_layer().close();

  const std::unique_ptr<RawClient> second = connect();
  resume_.attempt = 1;
  resume_.received = first_->received;
  second->send(resume_);
  const std::uint64_t count = second->receive_welcome(resume_);
  ASSERT_EQ(count, first_->sent.size() + 150);
  second->write({stream.begin() + static_cast<std::ptrdiff_t>(count), stream.end()});
  for (second->received = first_->received; next < 40; ++next) {
    ASSERT_EQ(number_of(second->receive()), next);
    second->send(sessions::Acknowledge{second->received});
  }
  EXPECT_TRUE(becomes_true([this] { return received_ == 4; }));
  EXPECT_EQ(mistakes_ + accepted_, 1);
}

TEST_F(Resuming, AnotherClientReplacesTheFirstAndAnOldAttemptOrKeyIsRefused) {
  start(256 * 1024, 30s);
  resume_.received = first_->received;
  const auto second_id = [&](std::uint32_t attempt, std::uint64_t flipped) {
    const std::unique_ptr<RawClient> second = connect();
    sessions::Resume changed = resume_;
    changed.attempt = attempt;
    changed.low ^= flipped;
    second->send(changed);
    return second->receive().id;
  };
  EXPECT_EQ(second_id(1, 0), PacketTraits<sessions::Welcome>::id);
  EXPECT_EQ(first_->receive().id, PacketTraits<sessions::Leave>::id);
  EXPECT_EQ(second_id(1, 0), PacketTraits<sessions::Refusal>::id);
  EXPECT_EQ(second_id(2, 1), PacketTraits<sessions::Refusal>::id);
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
