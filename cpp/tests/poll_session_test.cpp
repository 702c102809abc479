#include <codec/basic_poll_client.hpp>

#include "fake_network.hpp"
#include "fake_session.hpp"
#include "testing.hpp"

namespace {

struct Number {
  std::uint32_t value;
  std::uint32_t filler;
};

}  // namespace

template <>
struct codec::PacketTraits<Number> : codec::PacketDefaults {
  static constexpr std::uint32_t id = 900;
  static constexpr codec::PayloadKind kind = codec::PayloadKind::Struct;
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

  std::size_t poll() { return client_->poll(*dispatcher_); }

  FakeLink& link() { return *FakeNetwork::current().links.back(); }

  /// Passes on what the client has sent, and what the server answers, and polls.
  void exchange() {
    for (int i = 0; i < 4; ++i) {
      poll();
      std::vector<std::byte> sent;
      sent.swap(link().sent);
      ByteSpan rest(sent);
      for (DecodeResult next = decode(rest); next.status == Status::Ok; next = decode(rest)) {
        const detail::SessionStep step = server_->step({next.packet.id, {next.packet.payload.begin(), next.packet.payload.end()}});
        if (step == detail::SessionStep::Pass && answers_) {
          EXPECT_EQ(Session(server_).answer(Game::Chat{{}, {}, "hello"}), SendStatus::Accepted);
        }
        rest = rest.subspan(next.consumed);
      }
      while (!server_->sent.empty()) {
        streams::append(link().arrived, server_->sent.front(), {});
        server_->sent.pop_front();
      }
    }
  }

  void wait(std::chrono::milliseconds time) {
    FakeNetwork::current().now += time;
    server_->time += time;
  }

  PollClientOptions options_;
  SessionSettings server_settings_;
  PacketRoutes<PollSessionTest> routes_;
  std::optional<PacketDispatcher<PollSessionTest>> dispatcher_;
  std::unique_ptr<Client> client_;
  std::shared_ptr<FakeSession> server_;
  bool answers_ = true;
  SendStatus answered_ = SendStatus::Invalid;
  ConnectionEnd end_;
  std::string log_;
};

TEST_F(PollSessionTest, AClientIsConnectedAfterTheWelcome) {
  connect();
  EXPECT_EQ(client_->state(), PacketClientState::Connecting);
  EXPECT_EQ(client_->send(login()), SendStatus::Closed);
  poll();
  EXPECT_EQ(log_, "");
  exchange();
  EXPECT_EQ(log_, "connected ");
  EXPECT_EQ(client_->send(login()), SendStatus::Accepted);
  EXPECT_TRUE(client_->session().is_open());
  EXPECT_EQ(Session(server_).peer().version, "1.4");
}

TEST_F(PollSessionTest, PacketsThatFollowTheWelcomeComeAfterTheEvent) {
  connect();
  answers_ = false;
  exchange();
  log_.clear();
  connect();
  std::vector<std::byte> sent = link().sent;
  const DecodeResult hello = decode(sent);
  server_->step({hello.packet.id, {hello.packet.payload.begin(), hello.packet.payload.end()}});
  server_->send_ordinary(Game::Chat());
  for (const streams::OwnedPacket& packet : server_->sent) {
    streams::append(link().arrived, packet, {});
  }
  EXPECT_EQ(poll(), 0u);
  EXPECT_EQ(poll(), 1u);
  EXPECT_EQ(log_, "connected chat ");
}

TEST_F(PollSessionTest, APacketBeforeTheWelcomeIsInvalid) {
  connect();
  streams::append(link().arrived, {4, {}}, {});
  poll();
  EXPECT_EQ(log_, "InvalidPacket ");
  EXPECT_EQ(end_.error, PacketError::IdNotAllowed);
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
    EXPECT_EQ(client_->session().peer().refusal->reason, reason);
  }
}

TEST_F(PollSessionTest, AHandshakeHasADeadline) {
  options_.connect_timeout = no_timeout;
  connect();
  wait(9s);
  poll();
  EXPECT_EQ(log_, "");
  wait(1s);
  poll();
  EXPECT_EQ(log_, "IdleTimeout ");
  EXPECT_EQ(end_.cause, std::errc::timed_out);
}

TEST_F(PollSessionTest, RequestsOfBothSidesAreAnswered) {
  open();
  std::vector<Answer<Game::Chat>> answers;
  const auto callback = [&answers](const Answer<Game::Chat>& answer) { answers.push_back(answer); };
  EXPECT_EQ(client_->session().ask(login(), callback), SendStatus::Accepted);
  exchange();
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0]->text, "hello");
  EXPECT_EQ(log_, "") << "The dispatcher does not get an answer.";
  EXPECT_EQ(Session(server_).ask(login(), callback), SendStatus::Accepted);
  exchange();
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[1]->text, "Ann");
  EXPECT_EQ(answered_, SendStatus::Accepted);
  EXPECT_EQ(log_, "login ");
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
  poll();
  wait(50ms);
  exchange();
  EXPECT_EQ(client_->session().least_round_trip_time(), 0s) << "The first ping was answered at once.";
  EXPECT_GT(client_->session().round_trip_time(), 0s);
  wait(6s);
  poll();
  EXPECT_EQ(log_, "") << "A deadline is confirmed by a later call.";
  wait(1s);
  poll();
  EXPECT_EQ(log_, "IdleTimeout ");
}

TEST_F(PollSessionTest, BothSidesLeaveWithAReason) {
  open();
  Session(server_).close(2, "replaced");
  exchange();
  EXPECT_EQ(log_, "Remote ");
  EXPECT_EQ(end_.peer_text, "2: replaced");
  log_.clear();
  open();
  EXPECT_FALSE(client_->session().close(3000, std::string(256, 'x')));
  EXPECT_TRUE(client_->session().close(3000, "bye"));
  exchange();
  EXPECT_EQ(Session(server_).peer().leave->text, "bye");
  EXPECT_EQ(log_, "Local ");
}

/// A server that continues a session, over links that are cut at random bytes. The streams are those of the session, without what continues it.
class ResumingServer {
 public:
  explicit ResumingServer(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t limit) { return random_() % limit; }

  template <class T>
  void send(const T& message) {
    std::vector<std::byte> payload(sizeof(T));
    std::memcpy(payload.data(), &message, sizeof(T));
    streams::append(to_client, {PacketTraits<T>::id, payload}, {});
  }

  void welcome(std::vector<std::byte>& stream, bool continues) {
    Codec::Sessions::Welcome message;
    if (continues) {
      message.received = to_server.size();
    } else {
      message.key = std::vector<std::uint8_t>(16, 7);
    }
    std::vector<std::byte> payload(max_size(message));
    payload.resize(write(message, payload));
    streams::append(stream, {PacketTraits<Codec::Sessions::Welcome>::id, payload}, {});
  }

  /// Takes what the client has sent over the newest link, and sends some bytes. Returns whether the session continues over it.
  bool exchange(FakeLink& link) {
    if (is_new) {
      const DecodeResult first = decode(link.sent);
      if (first.status != Status::Ok) {
        return false;
      }
      EXPECT_EQ(first.packet.id, PacketTraits<Codec::Sessions::Resume>::id);
      Codec::Sessions::Resume resume;
      std::memcpy(&resume, first.packet.payload.data(), sizeof(resume));
      EXPECT_EQ(resume.low, 0x0707070707070707u);
      EXPECT_GT(resume.attempt, attempt_);
      attempt_ = resume.attempt;
      delivered_ = static_cast<std::size_t>(resume.received);
      link.sent.erase(link.sent.begin(), link.sent.begin() + static_cast<std::ptrdiff_t>(first.size));
      welcome(link.arrived, true);
      is_new = false;
    }
    to_server.insert(to_server.end(), link.sent.begin(), link.sent.end());
    link.sent.clear();
    const std::size_t count = (std::min)(below(300), to_client.size() - delivered_);
    const auto begin = to_client.begin() + static_cast<std::ptrdiff_t>(delivered_);
    link.arrived.insert(link.arrived.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
    delivered_ += count;
    return true;
  }

  std::vector<std::byte> deliver_all() {
    delivered_ = to_client.size();
    return to_client;
  }

  bool has_delivered() const { return delivered_ == to_client.size(); }

  std::vector<std::byte> to_client;
  std::vector<std::byte> to_server;
  bool is_new = false;

 private:
  std::mt19937_64 random_;
  std::uint32_t attempt_ = 0;
  std::size_t delivered_ = 0;
};

TEST_F(PollSessionTest, EveryPacketArrivesOnceAndInOrderAfterCutsAtRandomBytes) {
  const auto seed = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  SCOPED_TRACE(seed);
  ResumingServer server(seed);
  options_.session->resume_timeout = 60s;
  std::uint32_t received = 0;
  routes_.on<Number>([&received](PollSessionTest&, const Number& number) { EXPECT_EQ(number.value, received++); });
  connect();
  poll();
  server.to_server = std::exchange(link().sent, {});
  ASSERT_FALSE(server.to_server.empty());
  server.welcome(server.to_client, false);
  link().arrived = server.deliver_all();
  poll();
  std::uint32_t sent = 0;
  std::uint32_t answered = 0;
  for (int cuts = 0; cuts < 2000;) {
    wait(300ms);
    ASSERT_EQ(client_->send(Number{sent++, 0}), SendStatus::Accepted);
    server.send(Number{answered++, 0});
    link().room = server.below(3) == 0 ? server.below(200) : 10000;
    poll();
    if (server.exchange(link()) && server.below(10) == 0) {
      server.send(Codec::Sessions::Acknowledge{server.to_server.size()});
    }
    if (server.below(4) == 0) {
      // The network loses what the client has not received.
      link().arrived.resize(server.below(link().arrived.size() + 1));
      link().has_peer_ended = true;
      if (server.below(2) == 0) {
        link().send_failure = std::make_error_code(std::errc::connection_reset);
        client_->flush();
        ASSERT_EQ(client_->send(Number{sent++, 0}), SendStatus::Accepted);
      }
      if (server.below(2) == 0) {
        link().failure = std::make_error_code(std::errc::connection_reset);
      }
      const std::size_t links = FakeNetwork::current().links.size();
      for (int i = 0; i < 20 && FakeNetwork::current().links.size() == links; ++i) {
        wait(300ms);
        poll();
      }
      ASSERT_GT(FakeNetwork::current().links.size(), links);
      server.is_new = true;
      ++cuts;
    }
  }
  for (int i = 0; i < 100000 && !(received == answered && server.has_delivered()); ++i) {
    wait(300ms);
    poll();
    server.exchange(link());
  }
  EXPECT_EQ(received, answered);
  EXPECT_EQ(log_, "connected ");
  std::uint32_t next = 0;
  ByteSpan rest(server.to_server);
  for (DecodeResult packet = decode(rest); packet.status == Status::Ok; packet = decode(rest)) {
    if (packet.packet.id == PacketTraits<Number>::id) {
      Number number;
      std::memcpy(&number, packet.packet.payload.data(), sizeof(number));
      EXPECT_EQ(number.value, next++);
    }
    rest = rest.subspan(packet.size);
  }
  EXPECT_EQ(next, sent);
}

TEST_F(PollSessionTest, AnAcknowledgmentOfWhatWasNotSentIsInvalid) {
  ResumingServer server(1);
  options_.session->resume_timeout = 60s;
  connect();
  server.welcome(server.to_client, false);
  server.send(Codec::Sessions::Acknowledge{1000});
  link().arrived = server.to_client;
  poll();
  poll();
  EXPECT_EQ(log_, "connected InvalidPacket ");
}

TEST_F(PollSessionTest, ASessionIsLostIfTheClientCannotConnectInTime) {
  ResumingServer server(1);
  options_.session->resume_timeout = 5s;
  connect();
  server.welcome(server.to_client, false);
  link().arrived = server.to_client;
  link().has_peer_ended = true;
  FakeNetwork::current().prepare = [](FakeLink& link) { link.failure = std::make_error_code(std::errc::connection_refused); };
  int seconds = 0;
  for (poll(), poll(), poll(); log_ == "connected "; poll(), ++seconds) {
    EXPECT_EQ(client_->send(login()), SendStatus::Accepted);
    wait(1s);
  }
  EXPECT_EQ(log_, "connected Remote ");
  EXPECT_NEAR(seconds, 6, 1);
  EXPECT_EQ(end_.peer_text.substr(0, 11), "SessionLost");
}

TEST_F(PollSessionTest, AClientWithoutASessionHasNone) {
  options_.session.reset();
  const Client client("server", std::uint16_t{7777}, options_);
  EXPECT_THROW(client.session(), std::logic_error);
}

}  // namespace
