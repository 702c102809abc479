#include <codec/basic_poll_client.hpp>
#include <set>

#include "allocations.hpp"
#include "fake_network.hpp"
#include "point.hpp"
#include "streams.hpp"
#include "testing.hpp"

// Codec.Tests/Interop/CppPollClientTests.cs tests the client over sockets.
namespace {

using namespace codec;
using namespace std::chrono_literals;
using Client = BasicPollClient<FakeSocket, FakeClock>;

constexpr std::uint32_t data_id = 7;

/// Writes what the client does into a log.
class PollClientTest : public testing::Test, public ConnectionObserver {
 protected:
  PollClientTest() {
    FakeNetwork::current() = {};
    routes_.on_raw(data_id, [](PollClientTest& test, const Packet& packet) {
      test.log_ += 'd' + std::to_string(packet.payload.size()) + ' ';
      if (test.handle_) {
        test.handle_(packet);
      }
    });
  }

  void create() {
    client_ = std::make_unique<Client>("server", std::uint16_t{7777}, options_);
    dispatcher_.emplace(routes_, *this, PacketDirections::ToClient);
    client_->on_connected([this] {
      log_ += "connected ";
      if (connected_) {
        connected_();
      }
    });
    client_->on_closed([this](const ConnectionEnd& end) {
      ends_.push_back(end);
      log_ += std::string(to_string(end.reason)) + ' ';
      if (closed_) {
        closed_();
      }
    });
  }

  /// Creates a client that is connected.
  void start() {
    create();
    ASSERT_TRUE(client_->connect());
    poll();
    ASSERT_EQ(client_->state(), PacketClientState::Connected);
    log_.clear();
  }

  std::size_t poll() { return client_->poll(*dispatcher_); }

  void wait(std::chrono::milliseconds time) { FakeNetwork::current().now += time; }

  /// Polls at times at which a deadline that has passed is found and confirmed.
  void wait_and_confirm(std::chrono::milliseconds time) {
    wait(time);
    poll();
    wait(time / 4);
    poll();
  }

  void refuse() { FakeNetwork::current().prepare = [](FakeLink& link) { link.failure = std::make_error_code(std::errc::connection_refused); }; }

  /// Connects again, to a system that takes this number of bytes.
  void start(std::size_t room) {
    start();
    link().room = room;
  }

  FakeLink& link() { return *FakeNetwork::current().links.back(); }

  void arrive(std::uint32_t id, std::size_t size) { streams::append(link().arrived, {id, std::vector<std::byte>(size)}, {}); }

  /// Begins a packet of 100 bytes.
  void arrive_half(std::size_t size) {
    arrive(data_id, 100);
    link().arrived.resize(link().arrived.size() - 100 + size);
  }

  SendStatus send(std::size_t size) { return client_->send(data_id, {payload_.data(), size}); }

  const ConnectionEnd& last() { return ends_.back(); }

  void received(std::uint64_t, const Packet& packet) noexcept override { log_ += "<" + std::to_string(packet.id) + ' '; }
  void sent(std::uint64_t, const Packet& packet) noexcept override { log_ += ">" + std::to_string(packet.id) + ' '; }
  void rejected(std::uint64_t, PacketError reason, ByteSpan bytes) noexcept override {
    log_ += std::string("!") + to_string(reason) + std::to_string(bytes.size()) + ' ';
  }
  void closed(std::uint64_t, const ConnectionEnd&) noexcept override { log_ += "x "; }

  PollClientOptions options_;
  PacketRoutes<PollClientTest> routes_;
  std::optional<PacketDispatcher<PollClientTest>> dispatcher_;
  std::unique_ptr<Client> client_;
  std::function<void(const Packet&)> handle_;
  std::function<void()> connected_;
  std::function<void()> closed_;
  std::vector<ConnectionEnd> ends_;
  std::string log_;
  const std::vector<std::byte> payload_ = std::vector<std::byte>(60'000);
};

TEST_F(PollClientTest, ConnectsSendsAndReceives) {
  create();
  EXPECT_EQ(client_->state(), PacketClientState::Idle);
  EXPECT_EQ(send(1), SendStatus::Closed);
  FakeNetwork::current().prepare = [](FakeLink& link) { link.is_connected = false; };
  EXPECT_TRUE(client_->connect());
  EXPECT_FALSE(client_->connect());
  EXPECT_EQ(poll(), 0u);
  EXPECT_EQ(client_->state(), PacketClientState::Connecting);
  link().is_connected = true;
  arrive(data_id, 3);
  connected_ = [this] { EXPECT_EQ(send(2), SendStatus::Accepted); };
  handle_ = [this](const Packet&) { EXPECT_EQ(client_->send(Point{1, 5, 0}), SendStatus::Accepted); };
  EXPECT_EQ(poll(), 1u);
  EXPECT_EQ(log_, "connected d3 ");
  EXPECT_EQ(link().sent.size(), 4u + 2 + 4 + sizeof(Point)) << "The answer of a handler is sent in the same call.";
  EXPECT_EQ(client_->unsent_packets(), 0u);
  EXPECT_EQ(send(9), SendStatus::Accepted);
  EXPECT_EQ(client_->unsent_packets(), 1u);
  client_->flush();
  EXPECT_EQ(client_->unsent_packets(), 0u);
  EXPECT_EQ(client_->send(0x10000, {}), SendStatus::Invalid);
}

TEST_F(PollClientTest, TriesEachAddressAndReportsTheLastError) {
  FakeNetwork::current().addresses = 3;
  refuse();
  create();
  client_->connect();
  poll();
  EXPECT_EQ(FakeNetwork::current().links.size(), 3u);
  EXPECT_EQ(link().address, 2u);
  EXPECT_EQ(log_, "ConnectFailed ");
  EXPECT_EQ(last().cause, std::errc::connection_refused);
  EXPECT_EQ(client_->state(), PacketClientState::Closed);
}

TEST_F(PollClientTest, GivesAnAddressThatDoesNotAnswerItsShareOfTheTime) {
  options_.connect_timeout = 9s;
  FakeNetwork::current().addresses = 3;
  FakeNetwork::current().prepare = [](FakeLink& link) { link.is_connected = link.address == 2; };
  create();
  client_->connect();
  for (std::size_t i = 0; i < 6; ++i) {
    poll();
    EXPECT_EQ(link().address, i / 3) << i;
    wait(1s);
  }
  poll();
  poll();
  EXPECT_EQ(link().address, 2u);
  EXPECT_EQ(log_, "connected ");
  EXPECT_TRUE(FakeNetwork::current().links[0]->is_closed);
}

TEST_F(PollClientTest, EndsAnAttemptAfterTheConnectTimeoutUnlessOnlyTheProcessStopped) {
  FakeNetwork::current().prepare = [](FakeLink& link) { link.is_connected = false; };
  create();
  client_->connect();
  wait(1h);
  poll();
  EXPECT_EQ(client_->state(), PacketClientState::Connecting);
  wait(1s);
  poll();
  EXPECT_EQ(log_, "ConnectFailed ");
  EXPECT_EQ(last().cause, std::errc::timed_out);
  EXPECT_TRUE(link().is_closed);
  client_->connect();
  wait(1h);
  poll();
  wait(1h);
  link().is_connected = true;
  poll();
  EXPECT_EQ(log_, "ConnectFailed connected ");
}

TEST_F(PollClientTest, SendsWhatThePeerTakesAndKeepsTheOrder) {
  std::mt19937_64 random(5);
  for (const PacketFormat& format : streams::formats(1000)) {
    FakeNetwork::current() = {};
    Client client("server", std::uint16_t{1}, options_, format);
    client.connect();
    dispatcher_.emplace(routes_, *this, PacketDirections::ToClient);
    client.poll(*dispatcher_);
    std::vector<std::byte> expected;
    std::vector<std::size_t> ends;
    for (int i = 0; i < 300; ++i) {
      const streams::OwnedPacket packet = streams::random_packet(random, 200);
      ASSERT_EQ(client.send(packet.id, packet.payload), SendStatus::Accepted);
      streams::append(expected, packet, format);
      ends.push_back(expected.size());
      link().room = random() % 120;
      client.flush();
      const auto unsent = std::count_if(ends.begin(), ends.end(), [this](std::size_t end) { return end > link().sent.size(); });
      ASSERT_EQ(client.unsent_packets(), static_cast<std::uint64_t>(unsent));
    }
    link().room = expected.size();
    client.flush();
    ASSERT_TRUE(link().sent == expected);
  }
}

TEST_F(PollClientTest, LimitsTheBytesThatWait) {
  options_.send_limit = 1000;
  start(0);
  EXPECT_EQ(send(2000), SendStatus::Accepted) << "A larger packet is accepted if nothing waits.";
  EXPECT_EQ(send(1), SendStatus::Dropped);
  link().room = 2000;
  EXPECT_EQ(send(992), SendStatus::Accepted) << "The limit is for bytes that the system does not take.";
  EXPECT_EQ(send(1), SendStatus::Dropped) << "4 bytes of the first packet and 996 of the second wait.";
  EXPECT_EQ(client_->unsent_packets(), 2u);
  EXPECT_EQ(client_->state(), PacketClientState::Connected);
}

TEST_F(PollClientTest, AppliesThePolicyForSlowPeers) {
  options_.send_limit = 10;
  options_.slow_peer = SlowPeerPolicy::Wait;
  start(0);
  EXPECT_EQ(send(1), SendStatus::Accepted);
  EXPECT_EQ(send(10), SendStatus::AcceptedAboveLimit);
  client_.reset();
  options_.slow_peer = SlowPeerPolicy::Close;
  start(0);
  EXPECT_EQ(send(1), SendStatus::Accepted);
  EXPECT_EQ(send(10), SendStatus::Dropped);
  EXPECT_TRUE(link().is_closed);
  poll();
  EXPECT_EQ(log_, "SendLimit ");
  EXPECT_EQ(last().unsent_packets, 1u);
}

TEST_F(PollClientTest, EndsACallAtItsLimits) {
  options_.receive_limit = 100;
  start();
  for (int i = 0; i < 10; ++i) {
    arrive(data_id, 46);
  }
  EXPECT_EQ(poll(), 2u);
  EXPECT_EQ(client_->poll(*dispatcher_, 1), 1u);
  handle_ = [this](const Packet&) { wait(3ms); };
  EXPECT_EQ(client_->poll(*dispatcher_, 1000, 0ms), 1u) << "Each call makes progress.";
  EXPECT_EQ(client_->poll(*dispatcher_, 1000, 4ms), 2u);
  EXPECT_EQ(poll() + poll(), 4u);
}

TEST_F(PollClientTest, ReportsThePeersEndAfterItsPackets) {
  start(7);
  send(1);
  send(1);
  arrive(data_id, 5);
  link().has_peer_ended = true;
  EXPECT_EQ(poll(), 1u);
  EXPECT_EQ(log_, "d5 Remote ");
  EXPECT_EQ(last().unsent_packets, 1u);
  EXPECT_EQ(send(1), SendStatus::Closed);
  EXPECT_TRUE(client_->is_closing());
  link().room = 100;
  poll();
  EXPECT_EQ(link().sent.size(), 10u) << "The peer can still receive.";
  EXPECT_TRUE(link().has_ended && link().is_closed);
  EXPECT_FALSE(client_->is_closing());
}

TEST_F(PollClientTest, ReportsAFailureAfterThePacketsThatArrived) {
  start();
  link().send_failure = std::make_error_code(std::errc::broken_pipe);
  send(1);
  client_->flush();
  EXPECT_EQ(send(1), SendStatus::Closed);
  arrive(data_id, 5);
  poll();
  EXPECT_EQ(log_, "d5 Remote ");
  EXPECT_EQ(last().cause, std::errc::broken_pipe);
  EXPECT_EQ(last().unsent_packets, 1u);
  start();
  arrive(data_id, 6);
  link().failure = std::make_error_code(std::errc::connection_reset);
  poll();
  EXPECT_EQ(log_, "d6 Remote ");
  EXPECT_EQ(last().cause, std::errc::connection_reset);
}

TEST_F(PollClientTest, RejectsBytesThatAreNotAPacket) {
  options_.observer = std::shared_ptr<ConnectionObserver>(this, [](ConnectionObserver*) {});
  start();
  send(1);
  arrive(data_id, 2);
  arrive_half(10);
  link().has_peer_ended = true;
  poll();
  EXPECT_EQ(log_, ">7 <7 d2 !PayloadTruncated14 x InvalidPacket ");
  EXPECT_EQ(last().error, PacketError::PayloadTruncated);
  EXPECT_EQ(last().position, 6u);
  start();
  arrive(data_id, 2);
  arrive(99, 3);
  arrive(data_id, 2);
  poll();
  EXPECT_EQ(log_, "<7 d2 <99 !UnknownId7 x InvalidPacket ");
  EXPECT_EQ(last().error, PacketError::UnknownId);
  EXPECT_EQ(last().position, 6u);
  EXPECT_EQ(to_string(last()), "The peer sent an invalid packet. UnknownId in the packet at byte 6: id 99, 3 bytes, ToClient.");
  EXPECT_TRUE(link().is_closed);
  EXPECT_FALSE(client_->is_closing());
}

TEST_F(PollClientTest, ClosesAPeerThatSendsTooMuch) {
  options_.observer = std::shared_ptr<ConnectionObserver>(this, [](ConnectionObserver*) {});
  options_.max_received_packets_per_second = 3;
  start();
  wait(10s);
  poll();
  for (int i = 0; i < 4; ++i) {
    arrive(data_id, 1);
  }
  poll();
  EXPECT_EQ(log_, "<7 d1 <7 d1 <7 d1 !None5 x RateLimit ");
}

TEST_F(PollClientTest, ClosesAPeerThatDoesNotCompleteAPacket) {
  options_.half_packet_timeout = 10s;
  start();
  arrive(data_id, 1);
  arrive_half(0);
  for (int i = 0; i < 9; ++i) {
    poll();
    link().arrived.resize(1);
    wait(1s);
  }
  EXPECT_EQ(log_, "d1 ");
  wait_and_confirm(10s);
  EXPECT_EQ(log_, "d1 HalfPacketTimeout ");
  EXPECT_EQ(last().error, PacketError::PayloadTruncated);
  EXPECT_EQ(last().position, 5u);
}

TEST_F(PollClientTest, ClosesAPeerThatIsSilentOrDoesNotRead) {
  options_.idle_timeout = 10s;
  start();
  wait(9s);
  arrive(data_id, 1);
  poll();
  wait_and_confirm(9s);
  EXPECT_EQ(log_, "d1 ");
  wait_and_confirm(10s);
  EXPECT_EQ(log_, "d1 IdleTimeout ");
  start(0);
  send(1);
  for (int i = 0; i < 14; ++i) {
    poll();
    arrive(data_id, 1);
    wait(1s);
    if (i == 3) {
      link().room = 1;
    }
  }
  EXPECT_EQ(client_->state(), PacketClientState::Connected) << "The peer took a byte after 4 seconds.";
  poll();
  wait(2500ms);
  poll();
  EXPECT_EQ(last().reason, PacketCloseReason::IdleTimeout);
  EXPECT_EQ(ends_.size(), 2u);
  EXPECT_EQ(last().unsent_packets, 1u);
  EXPECT_FALSE(link().is_reset) << "An end inside a packet is not a normal one.";
}

TEST_F(PollClientTest, ReadsWhatArrivedBeforeItChecksDeadlines) {
  options_.idle_timeout = options_.half_packet_timeout = 1s;
  start();
  for (int i = 0; i < 5; ++i) {
    arrive_half(1);
    poll();
    // The game loads a level, or the process was stopped.
    wait(1h);
    link().arrived.resize(99);
  }
  poll();
  EXPECT_EQ(log_, "d100 d100 d100 d100 d100 ");
}

TEST_F(PollClientTest, SendsWhatWaitsAfterItWasClosed) {
  start(6);
  send(2);
  send(2);
  arrive(data_id, 1);
  client_->close();
  EXPECT_EQ(client_->state(), PacketClientState::Closed);
  EXPECT_EQ(link().sent.size(), 6u);
  EXPECT_FALSE(link().has_ended);
  poll();
  EXPECT_EQ(log_, "Local ");
  EXPECT_EQ(last().unsent_packets, 1u);
  EXPECT_EQ(client_->unsent_packets(), 1u);
  link().room = 100;
  poll();
  EXPECT_EQ(link().sent.size(), 12u);
  EXPECT_EQ(client_->unsent_packets(), 0u);
  EXPECT_TRUE(link().has_ended && !link().is_closed && client_->is_closing()) << "A socket that is closed while bytes arrive resets the connection.";
  arrive(data_id, 50'000);
  poll();
  link().has_peer_ended = true;
  poll();
  EXPECT_TRUE(link().is_closed && !client_->is_closing() && link().arrived.empty());
  EXPECT_EQ(log_, "Local ");
}

TEST_F(PollClientTest, ClosesTheSocketAfterTheCloseTimeout) {
  start(0);
  send(2);
  client_->close();
  client_->close();
  FakeLink& first = link();
  EXPECT_TRUE(client_->connect());
  poll();
  EXPECT_EQ(log_, "Local connected ");
  EXPECT_FALSE(first.is_closed);
  EXPECT_FALSE(first.is_reset);
  wait(5s);
  poll();
  EXPECT_TRUE(first.is_closed && first.is_reset) << "The server must not see a normal end, because a packet is lost.";
  EXPECT_FALSE(link().is_closed);
  client_.reset();
  EXPECT_TRUE(link().is_closed && link().has_ended);
}

TEST_F(PollClientTest, ConnectsAgainAfterGrowingRandomDelays) {
  options_.reconnect_attempts = 6;
  options_.reconnect_delay = 100ms;
  options_.max_reconnect_delay = 1s;
  refuse();
  std::set<Client::Duration> all;
  for (int run = 0; run < 10; ++run) {
    wait(1ms);
    create();
    client_->connect();
    for (const auto longest : {100ms, 200ms, 400ms, 800ms, 1000ms, 1000ms}) {
      poll();
      const Client::Duration delay = client_->reconnect_delay().value();
      EXPECT_TRUE(delay >= longest / 2 && delay <= longest);
      all.insert(delay);
      FakeNetwork::current().now += delay - 1ns;
      poll();
      EXPECT_EQ(client_->state(), PacketClientState::Waiting);
      FakeNetwork::current().now += 1ns;
      poll();
      EXPECT_EQ(client_->state(), PacketClientState::Connecting);
    }
    poll();
    EXPECT_EQ(client_->state(), PacketClientState::Closed);
    EXPECT_FALSE(client_->reconnect_delay());
  }
  EXPECT_GT(all.size(), 55u);
}

TEST_F(PollClientTest, CountsAttemptsFromTheLastAcceptedPacket) {
  options_.reconnect_attempts = 1;
  start();
  for (int i = 0; i < 3; ++i) {
    arrive(data_id, 1);
    handle_ = [](const Packet&) { throw std::runtime_error("its handler threw"); };
    EXPECT_THROW(poll(), std::runtime_error);
    link().has_peer_ended = true;
    poll();
    ASSERT_EQ(client_->state(), PacketClientState::Waiting);
    wait(500ms);
    poll();
    poll();
    ASSERT_EQ(client_->state(), PacketClientState::Connected);
  }
  arrive(99, 1);
  poll();
  EXPECT_EQ(client_->state(), PacketClientState::Closed) << "A packet that is rejected does not count.";
}

TEST_F(PollClientTest, AnEventCanPreventTheNextAttempt) {
  options_.reconnect_attempts = 10;
  start();
  closed_ = [this] { client_->close(); };
  link().has_peer_ended = true;
  poll();
  EXPECT_EQ(client_->state(), PacketClientState::Closed);
  EXPECT_FALSE(client_->reconnect_delay());
  closed_ = nullptr;
  wait(1h);
  poll();
  EXPECT_EQ(log_, "Remote ");
  client_->connect();
  poll();
  link().has_peer_ended = true;
  poll();
  client_->close();
  poll();
  EXPECT_EQ(log_, "Remote connected Remote ") << "A client that only waits raises no event.";
}

TEST_F(PollClientTest, HandlersAndEventsMayCallTheClient) {
  start();
  arrive(data_id, 3);
  arrive(data_id, 4);
  handle_ = [this](const Packet& packet) {
    EXPECT_EQ(poll(), 0u);
    client_->close();
    EXPECT_TRUE(client_->connect());
    EXPECT_EQ(packet.raw[0], std::byte(3)) << "The packet is valid until its handler returns.";
  };
  closed_ = [this] { log_ += client_->state() == PacketClientState::Connecting ? "connecting " : "? "; };
  EXPECT_EQ(poll(), 1u);
  EXPECT_EQ(log_, "d3 Local connecting ");
  poll();
  EXPECT_EQ(log_, "d3 Local connecting connected ");
  closed_ = [this] {
    closed_ = nullptr;
    client_->connect();
    client_->close();
    client_->connect();
  };
  client_->close();
  log_.clear();
  poll();
  EXPECT_EQ(log_, "Local Local ") << "The end that the event causes is reported once, before the new connection.";
  client_->close();
  poll();
  EXPECT_EQ(log_, "Local Local Local ") << "No event for a connection that was closed before its event.";
}

TEST_F(PollClientTest, RejectsOptionsThatAreOutOfRange) {
  options_.receive_limit = 0;
  EXPECT_THROW(create(), std::invalid_argument);
}

TEST_F(PollClientTest, AllocatesPerFrameAndNotPerPacket) {
  start();
  for (int i = 0; i < 100; ++i) {
    for (int packet = 0; packet < 20; ++packet) {
      arrive(data_id, 10);
    }
    link().sent.clear();
    log_.clear();
    const std::size_t before = allocations();
    for (int packet = 0; packet < 20; ++packet) {
      send(40);
    }
    client_->flush();
    poll();
    if (i >= 10) {
      EXPECT_LE(allocations(), before + 2);
    }
  }
}

}  // namespace
