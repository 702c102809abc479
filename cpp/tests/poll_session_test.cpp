#include <codec/basic_poll_client.hpp>

#include "fake_network.hpp"
#include "fake_session.hpp"
#include "packed_messages.hpp"
#include "testing.hpp"

template <>
struct codec::AnswerOf<Game::Packed::Scene> {
  using type = Game::Chat;
};

namespace {

using namespace codec;
using namespace std::chrono_literals;
using Client = BasicPollClient<FakeSocket, FakeClock>;

constexpr PacketProtocol protocol{1, 2};

Game::Login login() { return {"Ann", {1, 2, 3}, 1, {}}; }

/// A poll client, and a server's session that gets its packets. Writes what the client does into a log.
class PollSessionTest : public testing::Test {
 protected:
  PollSessionTest() {
    FakeNetwork::current() = {};
    options_.session = SessionSettings{protocol, "1.4"};
    server_settings_.protocol = protocol;
    server_settings_.is_server = true;
    routes_.on<Game::Chat>([](PollSessionTest& test, const Game::ChatView&) { test.log_ += "chat "; });
    routes_.on<Game::Login>([](PollSessionTest& test, const Game::LoginView& received) {
      test.log_ += "login ";
      test.answered_ = test.client_->session().answer(Game::Chat{{}, {}, std::string(received.user())});
    });
  }

  void connect() {
    client_ = std::make_unique<Client>("server", std::uint16_t{7777}, options_);
    dispatcher_.emplace(routes_, *this, PacketDirections::Both);
    client_->on_connected([this] { log_ += "connected "; });
    client_->on_closed([this](const ConnectionEnd& end) {
      log_ += std::string(to_string(end.reason)) + ' ';
      end_ = end;
    });
    EXPECT_TRUE(client_->connect());
    poll();
    server_ = std::make_shared<FakeSession>(server_settings_);
    server_->start();
  }

  /// Connects, and completes the handshake.
  void open() {
    connect();
    exchange();
    ASSERT_EQ(client_->state(), PacketClientState::Connected);
    ASSERT_EQ(log_, "connected ");
    log_.clear();
  }

  /// Polls, and returns the number of packets of the last poll.
  std::size_t poll(int times = 1) {
    for (; times > 1; --times) {
      client_->poll(*dispatcher_);
    }
    return client_->poll(*dispatcher_);
  }

  FakeLink& link() { return *FakeNetwork::current().links.back(); }

  /// Takes the packets that the client has sent.
  std::vector<streams::OwnedPacket> take_sent() {
    const streams::Outcome sent = streams::reference(link().sent, {});
    link().sent.clear();
    return sent.packets;
  }

  /// Passes on what the client has sent, and what the server answers, and polls.
  void exchange() {
    for (int i = 0; i < 4; ++i) {
      poll();
      for (const streams::OwnedPacket& packet : take_sent()) {
        if (server_->step(packet) == detail::SessionStep::Pass) {
          EXPECT_EQ(Session(server_).answer(Game::Chat{{}, {}, "hello"}), SendStatus::Accepted);
        }
      }
      for (const streams::OwnedPacket& packet : std::exchange(server_->sent, {})) {
        streams::append(link().arrived, packet, {});
      }
    }
  }

  /// Connects to a server that continues sessions.
  void connect_resuming(std::chrono::seconds timeout) {
    options_.session->resume_timeout = timeout;
    log_.clear();
    connect();
    welcome_with_key();
  }

  /// Ends the handshake as a server that continues sessions.
  void welcome_with_key(std::uint64_t received = 0) {
    const Codec::Sessions::Welcome message{{}, {}, std::vector<std::uint8_t>(16, 7), received};
    streams::append(link().arrived, FakeSession::encode(detail::MessageSource{message}).value(), {});
  }

  /// Lets time pass, and polls.
  void wait(std::chrono::milliseconds time) {
    FakeNetwork::current().now += time;
    server_->time += time;
    poll();
  }

  PollClientOptions options_;
  SessionSettings server_settings_;
  PacketRoutes<PollSessionTest> routes_;
  std::optional<PacketDispatcher<PollSessionTest>> dispatcher_;
  std::unique_ptr<Client> client_;
  std::shared_ptr<FakeSession> server_;
  SendStatus answered_ = SendStatus::Invalid;
  ConnectionEnd end_;
  std::string log_;
};

TEST_F(PollSessionTest, AClientIsConnectedAfterTheWelcomeAndThenGetsPackets) {
  connect();
  EXPECT_EQ(client_->state(), PacketClientState::Connecting);
  EXPECT_EQ(client_->send(login()), SendStatus::Closed);
  poll();
  EXPECT_EQ(log_, "");
  server_->step(take_sent().at(0));
  server_->send_ordinary(Game::Chat());
  for (const streams::OwnedPacket& packet : server_->sent) {
    streams::append(link().arrived, packet, {});
  }
  EXPECT_EQ(poll(), 0u);
  EXPECT_EQ(poll(), 1u);
  EXPECT_EQ(log_, "connected chat ");
  EXPECT_EQ(client_->send(login()), SendStatus::Accepted);
  EXPECT_TRUE(client_->session().is_open());
  EXPECT_EQ(Session(server_).peer().version, "1.4");
}

TEST_F(PollSessionTest, ARefusalIsFinalUnlessTheServerIsFullOrStops) {
  options_.reconnect_attempts = 5;
  for (const auto reason : {RefusalReason::Refused, RefusalReason::ProtocolMismatch, RefusalReason::Full, RefusalReason::Draining}) {
    server_settings_.accept = [reason](const SessionHello& hello) { hello.refuse(reason, "because"); };
    log_.clear();
    connect();
    exchange();
    const bool is_final = reason == RefusalReason::Refused || reason == RefusalReason::ProtocolMismatch;
    EXPECT_EQ(log_, "Remote ");
    EXPECT_EQ(end_.peer_text, std::string(to_string(reason)) + ": because");
    EXPECT_EQ(client_->state(), is_final ? PacketClientState::Closed : PacketClientState::Waiting);
    EXPECT_EQ(client_->reconnect_delay().has_value(), !is_final);
  }
}

TEST_F(PollSessionTest, AHandshakeHasADeadline) {
  options_.connect_timeout = no_timeout;
  connect();
  wait(9s);
  EXPECT_EQ(log_, "");
  wait(1s);
  EXPECT_EQ(log_, "IdleTimeout ");
  EXPECT_EQ(end_.cause, std::errc::timed_out);
}

TEST_F(PollSessionTest, ARequestIsTheDifferenceToTheMessageBefore) {
  open();
  Game::Packed::Scene scene;
  EXPECT_EQ(client_->send(scene), SendStatus::Accepted);
  for (scene.tick = 1; scene.tick < 3; ++scene.tick) {
    EXPECT_EQ(client_->session().ask(scene, [](const Answer<Game::Chat>&) {}), SendStatus::Accepted);
  }
  poll();
  std::vector<std::pair<int, int>> numbers;
  for (const streams::OwnedPacket& packet : take_sent()) {
    if (packet.id == PacketTraits<Game::Packed::Scene>::id) {
      numbers.emplace_back(std::to_integer<int>(packet.payload[0]), std::to_integer<int>(packet.payload[1]));
    }
  }
  EXPECT_EQ(numbers, (std::vector<std::pair<int, int>>{{1, 0}, {2, 1}, {3, 2}}));
}

TEST_F(PollSessionTest, AnAnswerAboveTheLimitCanCloseTheConnection) {
  options_.slow_peer = SlowPeerPolicy::Close;
  options_.send_limit = 100;
  open();
  link().room = 0;
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(Session(server_).ask(login(), [](const Answer<Game::Chat>&) {}), SendStatus::Accepted);
  }
  exchange();
  EXPECT_NE(answered_, SendStatus::Accepted);
  EXPECT_NE(log_.find("login SendLimit "), std::string::npos) << log_;
}

TEST_F(PollSessionTest, TheEndOfAConnectionEndsRequestsInTheNextPoll) {
  open();
  AnswerStatus status = AnswerStatus::Answered;
  const Session session = client_->session();
  EXPECT_EQ(session.ask(login(), [&](const Answer<Game::Chat>& answer) { status = answer.status; }), SendStatus::Accepted);
  client_->close();
  EXPECT_EQ(status, AnswerStatus::Answered);
  EXPECT_EQ(session.ask(login(), [](const Answer<Game::Chat>&) {}), SendStatus::Closed);
  poll();
  EXPECT_EQ(status, AnswerStatus::Closed);
  client_.reset();
  EXPECT_FALSE(session.is_open());
  session.close(1, "a session may outlive its client");
}

TEST_F(PollSessionTest, TheHeartbeatMeasuresAndFindsADeadServer) {
  options_.session->heartbeat_interval = 2s;
  open();
  wait(2s);
  wait(50ms);
  exchange();
  EXPECT_EQ(client_->session().least_round_trip_time(), 0s) << "The first ping was answered at once.";
  EXPECT_GT(client_->session().round_trip_time(), 0s);
  wait(6s);
  EXPECT_EQ(log_, "") << "A deadline is confirmed by a later call.";
  wait(1s);
  EXPECT_EQ(log_, "IdleTimeout ");
}

TEST_F(PollSessionTest, EveryPacketArrivesOnceAfterACut) {
  const streams::OwnedPacket chat = FakeSession::encode(detail::MessageSource{Game::Chat()}).value();
  connect_resuming(60s);
  streams::append(link().arrived, chat, {});
  const std::size_t received = link().arrived.size();
  poll(2);
  EXPECT_EQ(client_->send(login()), SendStatus::Accepted);
  poll();
  const std::vector<std::byte> sent = link().sent;
  link().has_peer_ended = true;
  poll();
  EXPECT_EQ(client_->send(login()), SendStatus::Accepted);
  poll(3);
  const DecodeResult decoded = decode(link().sent);
  ASSERT_EQ(decoded.packet.id, PacketTraits<Codec::Sessions::Resume>::id);
  const auto resume = wire::load_value<Codec::Sessions::Resume>(decoded.packet.payload.data());
  EXPECT_EQ(resume.low, 0x0707070707070707u);
  EXPECT_EQ(resume.high, resume.low);
  EXPECT_EQ(resume.received, received);
  link().sent.clear();
  // The server lacks 10 bytes.
  welcome_with_key(sent.size() - 10);
  streams::append(link().arrived, chat, {});
  poll(2);
  EXPECT_EQ(log_, "connected chat chat ");
  ASSERT_GT(link().sent.size(), 10u);
  EXPECT_TRUE(std::equal(sent.end() - 10, sent.end(), link().sent.begin()));
  EXPECT_EQ(decode(ByteSpan(link().sent).subspan(10)).packet.id, PacketTraits<Game::Login>::id);
  link().sent.clear();
  client_->close();
  EXPECT_EQ(decode(link().sent).packet.id, PacketTraits<Codec::Sessions::Acknowledge>::id) << "It tells the server that this is no cut.";
}

TEST_F(PollSessionTest, AnAcknowledgmentOfWhatWasNotSentIsInvalid) {
  connect_resuming(60s);
  streams::append(link().arrived, FakeSession::encode(detail::MessageSource{Codec::Sessions::Acknowledge{1000}}).value(), {});
  poll(2);
  EXPECT_EQ(log_, "connected InvalidPacket ");
}

TEST_F(PollSessionTest, ASessionIsLostIfTheClientCannotConnectInTime) {
  connect_resuming(5s);
  link().has_peer_ended = true;
  FakeNetwork::current().prepare = [](FakeLink& link) { link.failure = std::make_error_code(std::errc::connection_refused); };
  int seconds = 0;
  for (poll(3); log_ == "connected "; ++seconds) {
    EXPECT_EQ(client_->send(login()), SendStatus::Accepted);
    wait(1s);
  }
  EXPECT_EQ(log_, "connected Remote ");
  EXPECT_NEAR(seconds, 6, 1);
  EXPECT_EQ(end_.peer_text.substr(0, 11), "SessionLost");
}

TEST_F(PollSessionTest, ASessionIsLostAtARefusalUnlessTheServerWasTooSlow) {
  for (const auto reason : {RefusalReason::HandshakeTimeout, RefusalReason::SessionLost}) {
    connect_resuming(60s);
    poll(2);
    link().has_peer_ended = true;
    poll(4);
    streams::append(link().arrived, FakeSession::encode(detail::MessageSource{Codec::Sessions::Refusal{reason, {}}}).value(), {});
    poll();
    EXPECT_EQ(log_, reason == RefusalReason::SessionLost ? "connected Remote " : "connected ");
  }
}

TEST_F(PollSessionTest, AClientWithoutASessionHasNone) {
  options_.session.reset();
  const Client client("server", std::uint16_t{7777}, options_);
  EXPECT_THROW(client.session(), std::logic_error);
}

}  // namespace
