#include <codec/session.hpp>

#include "fake_session.hpp"
#include "testing.hpp"

namespace {

using namespace codec;
using namespace std::chrono_literals;
using codec::detail::SessionStep;
using Codec::Sessions::AnswerKind;
using Bytes = std::vector<std::uint8_t>;

constexpr PacketProtocol ours{1, 2};
constexpr PacketProtocol theirs{1, 3};
constexpr std::uint32_t first = 65280;

Game::Login login() { return {"Ann", {1, 2, 3}, 1, {}}; }
Game::Chat chat(const std::string& text) { return {Game::ChatChannel::Say, {}, text}; }

template <class T>
streams::OwnedPacket packet_of(const T& message, std::uint32_t id = PacketTraits<T>::id) {
  streams::OwnedPacket packet = FakeSession::encode(detail::MessageSource{message}).value();
  packet.id = id;
  return packet;
}

/// Two sessions that are connected. The server keeps the client's requests, unless a test has another handler.
class SessionTest : public testing::Test {
 protected:
  SessionTest() {
    client_settings_.protocol = server_settings_.protocol = ours;
    client_settings_.version = "1.4";
    server_settings_.version = "1.5";
    server_settings_.is_server = true;
  }

  void create() {
    client_ = std::make_shared<FakeSession>(client_settings_);
    server_ = std::make_shared<FakeSession>(server_settings_);
    client_->start();
    server_->start();
  }

  /// Passes on packets in both directions, until there are none. The server's handler is called for each of its packets.
  void exchange() {
    do {
      server_->receive_all(*client_, [this] {
        handler_();
        server_->end_request();
      });
      client_->receive_all(*server_);
    } while (!client_->sent.empty() || !server_->sent.empty());
  }

  void open() {
    create();
    exchange();
    ASSERT_TRUE(client_->is_open());
    ASSERT_TRUE(server_->is_open());
  }

  static void tick(FakeSession& session) {
    EXPECT_TRUE(session.tick());
    session.call_ended();
  }

  void wait(std::chrono::steady_clock::duration duration) {
    client_->time += duration;
    server_->time += duration;
  }

  SendStatus ask(bool takes_many = false) {
    const auto keep = [this](Answer<Game::Chat> answer) { answers_.push_back(std::move(answer)); };
    return takes_many ? Session(client_).ask_many(login(), keep) : Session(client_).ask(login(), keep);
  }

  void expect_answers(const std::vector<AnswerStatus>& statuses) {
    EXPECT_TRUE(std::equal(answers_.begin(), answers_.end(), statuses.begin(), statuses.end(),
                           [](const Answer<Game::Chat>& answer, AnswerStatus status) { return answer.status == status; }));
  }

  SessionSettings client_settings_;
  SessionSettings server_settings_;
  std::shared_ptr<FakeSession> client_;
  std::shared_ptr<FakeSession> server_;
  std::vector<PacketRequest> requests_;
  std::function<void()> handler_ = [this] { requests_.push_back(Session(server_).take_request()); };
  std::vector<Answer<Game::Chat>> answers_;
};

TEST_F(SessionTest, AHandshakeTakesOneRoundTripAndFewBytes) {
  client_settings_.token = Bytes(100, 7);
  std::optional<SessionHello> hello;
  server_settings_.accept = [&hello](SessionHello received) {
    hello = std::move(received);
    hello->welcome(Bytes{9});
  };
  create();
  ASSERT_EQ(client_->sent.size(), 1u);
  EXPECT_LE(client_->sent.front().payload.size() + 4, 64u + 3 + 100);
  EXPECT_FALSE(client_->is_open());
  server_->receive_all(*client_);
  ASSERT_EQ(server_->sent.size(), 1u);
  EXPECT_LE(server_->sent.front().payload.size() + 4, 64u + 3 + 1);
  EXPECT_TRUE(server_->is_open());
  EXPECT_EQ(client_->step(server_->sent.front()), SessionStep::Opened);
  EXPECT_EQ(client_->opens, 1);
  EXPECT_EQ(server_->opens, 1);
  EXPECT_EQ(hello->version, "1.4");
  EXPECT_EQ(hello->token, Bytes(100, 7));
  EXPECT_EQ(hello->remote_address, "192.0.2.1:5");
  EXPECT_EQ(Session(client_).peer().version, "1.5");
  EXPECT_EQ(Session(client_).peer().token, Bytes{9});
  EXPECT_EQ(Session(server_).peer().token, Bytes(100, 7));
}

TEST_F(SessionTest, WithoutAHandshakeASessionIsOpenAtOnce) {
  client_settings_.protocol = server_settings_.protocol = std::nullopt;
  create();
  EXPECT_TRUE(client_->is_open());
  EXPECT_TRUE(client_->sent.empty());
  EXPECT_EQ(client_->opens, 1);
  EXPECT_EQ(server_->step(packet_of(Codec::Sessions::Hello())), SessionStep::Invalid);
}

TEST_F(SessionTest, NoOtherPacketIsAcceptedBeforeTheHandshake) {
  create();
  std::mt19937_64 random(1);
  for (int i = 0; i < 1'000'000; ++i) {
    streams::OwnedPacket packet = streams::random_packet(random, i % 4 == 0 ? 80 : 3);
    if (i % 2 == 0) {
      packet.id = first + static_cast<std::uint32_t>(random() % 16);
    }
    ASSERT_EQ(server_->step(packet), SessionStep::Invalid) << i;
    ASSERT_EQ(server_->error(), packet.id == first ? PacketError::PayloadInvalid : PacketError::IdNotAllowed) << packet.id;
    ASSERT_EQ(client_->step(packet), SessionStep::Invalid) << i;
  }
  EXPECT_EQ(server_->opens + client_->opens, 0);
  EXPECT_TRUE(server_->sent.empty());
}

TEST_F(SessionTest, WhileTheServerDecidesNothingIsAccepted) {
  std::optional<SessionHello> hello;
  server_settings_.accept = [&hello](SessionHello received) { hello = std::move(received); };
  create();
  const streams::OwnedPacket first_hello = client_->sent.front();
  exchange();
  EXPECT_FALSE(server_->is_open());
  EXPECT_EQ(server_->step(first_hello), SessionStep::Invalid);
  EXPECT_EQ(server_->step({5, {}}), SessionStep::Invalid);
  hello->welcome();
  hello->refuse(RefusalReason::Full);
  exchange();
  EXPECT_TRUE(client_->is_open());
  EXPECT_FALSE(server_->is_closing);
}

TEST_F(SessionTest, AnotherProtocolIsRefusedUnlessARelease) {
  // At most 255 bytes, and whole characters.
  const std::string start = "The server has version 1.5. Since 1.4: ";
  std::string even;
  for (int i = 0; i < 200; ++i) {
    even += "\xC3\xA4";
  }
  const std::string odd = 'a' + even;
  const std::vector<std::pair<std::vector<ProtocolRelease>, std::string>> cases{{{}, "The server has version 1.5, and the client has version 1.4."},
                                                                                {{{"1.4", theirs, ""}}, ""},
                                                                                {{{"1.4", theirs, "Move.time went"}}, start + "Move.time went"},
                                                                                {{{"1.4", theirs, even}}, start + even.substr(0, 216)},
                                                                                {{{"1.4", theirs, odd}}, start + odd.substr(0, 215)}};
  for (const auto& [releases, text] : cases) {
    client_settings_.protocol = theirs;
    server_settings_.releases = releases;
    create();
    exchange();
    EXPECT_EQ(client_->is_open(), text.empty());
    EXPECT_EQ(server_->is_closing, !text.empty());
    EXPECT_EQ(to_string(Session(client_).peer()), text.empty() ? "" : "ProtocolMismatch: " + text);
  }
}

TEST_F(SessionTest, AnUnknownReasonIsARefusalAfterWhichNothingIsTaken) {
  for (const std::uint8_t reason : {std::uint8_t{0}, std::uint8_t{7}, std::uint8_t{255}}) {
    create();
    EXPECT_EQ(client_->step(packet_of(Codec::Sessions::Refusal{static_cast<RefusalReason>(reason), "new"})), SessionStep::Ended);
    EXPECT_EQ(to_string(Session(client_).peer()), "Refused: new");
    EXPECT_EQ(client_->step({5, {}}), SessionStep::Done);
    EXPECT_EQ(ask(), SendStatus::Closed);
  }
}

TEST_F(SessionTest, AClientThatHasLeftIsNotOpenedByALateWelcome) {
  create();
  server_->receive_all(*client_);
  Session(client_).close();
  client_->receive_all(*server_);
  EXPECT_FALSE(client_->is_open());
  EXPECT_EQ(client_->opens, 0);
}

TEST_F(SessionTest, TextsAndTokensAreLimited) {
  const std::string long_text(256, 'x');
  EXPECT_THROW(SessionHello({}, {}, nullptr).refuse(RefusalReason::Full, long_text), std::length_error);
  EXPECT_THROW(SessionHello({}, {}, nullptr).welcome(Bytes(1025)), std::length_error);
  SessionSettings long_settings;
  long_settings.version = long_text;
  EXPECT_THROW(long_settings.validate(), std::length_error);
  long_settings.version.pop_back();
  long_settings.token.resize(1025);
  EXPECT_THROW(long_settings.validate(), std::length_error);
  const std::vector<void (*)(SessionSettings&)> changes{
      [](SessionSettings& settings) { settings.handshake_timeout = 0s; }, [](SessionSettings& settings) { settings.heartbeat_interval = 0s; },
      [](SessionSettings& settings) { settings.heartbeat_timeout = -1s; }, [](SessionSettings& settings) { settings.request_timeout = 0s; },
      [](SessionSettings& settings) { settings.max_requests = 0; }};
  for (const auto change : changes) {
    SessionSettings settings;
    settings.validate();
    change(settings);
    EXPECT_THROW(settings.validate(), std::invalid_argument);
  }
  create();
  Codec::Sessions::Hello hello{1, 2, long_text, {}};
  EXPECT_EQ(server_->step(packet_of(hello)), SessionStep::Invalid);
  hello.version = std::string(255, 'x');
  hello.token = Bytes(1025);
  EXPECT_EQ(server_->step(packet_of(hello)), SessionStep::Invalid);
  hello.token = Bytes(1024);
  EXPECT_EQ(server_->step(packet_of(hello)), SessionStep::Opened);
  EXPECT_FALSE(Session(server_).close(0, long_text));
  EXPECT_FALSE(server_->is_closing);
}

TEST_F(SessionTest, AHandshakeHasADeadline) {
  create();
  EXPECT_EQ(server_->due, server_->time + 10s);
  wait(9s);
  EXPECT_TRUE(server_->tick());
  EXPECT_TRUE(client_->tick());
  wait(1s);
  EXPECT_FALSE(server_->tick());
  EXPECT_FALSE(client_->tick());
  ASSERT_EQ(server_->sent.size(), 1u);
  EXPECT_EQ(server_->sent.front().id, first + 2);
  EXPECT_EQ(Session(client_).peer().refusal->reason, RefusalReason::HandshakeTimeout);
  EXPECT_TRUE(server_->tick());
}

TEST_F(SessionTest, TheIdsCanBeMoved) {
  client_settings_.first_id = server_settings_.first_id = 1000;
  create();
  EXPECT_EQ(client_->sent.front().id, 1000u);
  exchange();
  EXPECT_EQ(client_->step({65280, {}}), SessionStep::Pass);
  for (std::uint32_t id = 1008; id < 1016; ++id) {
    EXPECT_EQ(client_->step({id, {}}), SessionStep::Invalid) << "The ids are reserved.";
    EXPECT_EQ(client_->error(), PacketError::IdNotAllowed);
  }
  EXPECT_EQ(client_->step({1016, {}}), SessionStep::Pass);
  EXPECT_EQ(client_->step({999, {}}), SessionStep::Pass);
}

TEST_F(SessionTest, PingsMeasureTheRoundTripAndTheClock) {
  client_settings_.heartbeat_interval = 2s;
  open();
  server_->time += 1h;
  const std::vector<int> trips{80, 160, 80};
  for (const int trip : trips) {
    EXPECT_EQ(client_->due, client_->time) << "The next ping is due.";
    client_->due = FakeSession::never;
    EXPECT_TRUE(client_->tick());
    ASSERT_EQ(client_->sent.size(), 1u);
    wait(std::chrono::milliseconds(trip / 2));
    server_->receive_all(*client_);
    wait(std::chrono::milliseconds(trip / 2));
    client_->receive_all(*server_);
    client_->time = client_->due;
    server_->time = client_->time + 1h;
  }
  const Session session(client_);
  EXPECT_EQ(session.least_round_trip_time(), 80ms);
  EXPECT_EQ(session.round_trip_time(), 88750us);
  EXPECT_EQ(session.clock_offset(), 1h);
  EXPECT_EQ(session.peer().unexpected_pongs, 0u);
  EXPECT_EQ(client_settings_.silence_timeout(), 6s);
}

TEST_F(SessionTest, PongsThatNobodyWaitsForAreCounted) {
  client_settings_.heartbeat_interval = 2s;
  open();
  tick(*client_);
  exchange();
  const Codec::Sessions::Pong doubled{1, 0, 5};
  for (const Codec::Sessions::Pong& pong : {doubled, Codec::Sessions::Pong{0, 0, 5}, Codec::Sessions::Pong{17, 0, ~0ull}}) {
    EXPECT_EQ(client_->step(packet_of(pong)), SessionStep::Done);
    EXPECT_EQ(server_->step(packet_of(pong)), SessionStep::Done);
  }
  EXPECT_EQ(Session(client_).peer().unexpected_pongs, 3u);
  EXPECT_EQ(Session(server_).peer().unexpected_pongs, 3u);
  EXPECT_EQ(Session(client_).round_trip_time(), 0s);
}

TEST_F(SessionTest, AFloodOfPingsDoesNotFillTheMemory) {
  open();
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    EXPECT_EQ(server_->step(packet_of(Codec::Sessions::Ping{i})), SessionStep::Done);
  }
  EXPECT_EQ(server_->sent.size(), 100u);
  EXPECT_EQ(Session(server_).peer().unanswered_pings, 99'900u);
  server_->bytes.written = server_->bytes.accepted;
  const std::size_t before = server_->sent.size();
  server_->step(packet_of(Codec::Sessions::Ping{7}));
  EXPECT_EQ(server_->sent.size(), before + 1) << "A peer that reads again gets answers.";
}

TEST_F(SessionTest, PingsAreAnsweredByASideThatAlwaysHasMoreToSend) {
  open();
  for (std::uint32_t i = 0; i < 300; ++i) {
    server_->step(packet_of(Codec::Sessions::Ping{i}));
    server_->bytes.written = server_->bytes.accepted - 1;
  }
  EXPECT_EQ(Session(server_).peer().unanswered_pings, 0u);
}

TEST_F(SessionTest, PingsAreSentAlsoIfTheirAnswersAreLostButFewToAPeerThatDoesNotRead) {
  client_settings_.heartbeat_interval = 1s;
  open();
  for (int i = 0; i < 1000; ++i) {
    wait(1s);
    tick(*client_);
  }
  EXPECT_EQ(client_->sent.size(), 16u);
  client_->sent.clear();
  client_->bytes.written = client_->bytes.accepted;
  tick(*client_);
  EXPECT_TRUE(client_->sent.empty()) << "The next ping is not due.";
  wait(1s);
  tick(*client_);
  wait(1ms);
  exchange();
  EXPECT_EQ(Session(client_).round_trip_time(), 1ms);
  EXPECT_EQ(Session(client_).peer().unexpected_pongs, 0u);
}

TEST_F(SessionTest, RequestsAreAnsweredLaterAndInAnyOrder) {
  open();
  int answered = 0;
  for (int i = 1; i <= 100; ++i) {
    Session(client_).ask(login(), [&answered, i](const Answer<Game::Chat>& answer) {
      EXPECT_EQ(answer->text, std::to_string(i));
      ++answered;
    });
  }
  exchange();
  EXPECT_EQ(answered, 0);
  ASSERT_EQ(requests_.size(), 100u);
  EXPECT_EQ(requests_[0].number(), 1u);
  EXPECT_EQ(requests_[99].number(), 100u);
  std::shuffle(requests_.begin(), requests_.end(), std::mt19937_64(5));
  for (const PacketRequest& request : requests_) {
    EXPECT_EQ(request.answer(chat(std::to_string(request.number()))), SendStatus::Accepted);
    EXPECT_EQ(request.answer(chat("again")), SendStatus::Closed);
  }
  exchange();
  EXPECT_EQ(answered, 100);
  EXPECT_EQ(Session(client_).peer().unexpected_answers, 0u);
  EXPECT_EQ(client_->passed, 0) << "An answer is not an ordinary packet.";
  EXPECT_EQ(server_->passed, 100) << "A request is one.";
}

TEST_F(SessionTest, ARequestFailsOrIsUnansweredWhenTheNextPacketIsRead) {
  open();
  ask();
  server_->receive_all(*client_);
  EXPECT_EQ(server_->passed, 1);
  EXPECT_TRUE(server_->sent.empty());
  server_->step({5, {}});
  handler_ = [this] { Session(server_).take_request().fail(4000); };
  ask();
  exchange();
  expect_answers({AnswerStatus::Unanswered, AnswerStatus::Failed});
  EXPECT_FALSE(answers_[0]);
  EXPECT_EQ(answers_[1].code, 4000);
}

TEST_F(SessionTest, ARequestCanHaveManyAnswersOfWhichASimpleOneTakesTheFirst) {
  open();
  handler_ = [this] {
    const PacketRequest request = Session(server_).take_request();
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(request.answer_more(chat(std::to_string(i))), SendStatus::Accepted);
    }
    EXPECT_EQ(request.end(), SendStatus::Accepted);
    EXPECT_EQ(request.answer_more(chat("late")), SendStatus::Closed);
  };
  ask(true);
  exchange();
  expect_answers({AnswerStatus::More, AnswerStatus::More, AnswerStatus::More, AnswerStatus::End});
  EXPECT_EQ(answers_[2]->text, "2");
  answers_.clear();
  ask();
  exchange();
  expect_answers({AnswerStatus::Answered});
  EXPECT_TRUE(answers_[0]);
  EXPECT_EQ(Session(client_).peer().unexpected_answers, 3u);
}

TEST_F(SessionTest, AnswersToNoRequestAreCounted) {
  open();
  for (std::uint8_t kind = 0; kind <= 4; ++kind) {
    const Codec::Sessions::Answer prefix{77, static_cast<AnswerKind>(kind), 0, 0};
    EXPECT_EQ(client_->step(packet_of(prefix)), SessionStep::Done);
    EXPECT_EQ(client_->step(packet_of(chat("x"))), kind <= 1 ? SessionStep::Done : SessionStep::Pass);
  }
  EXPECT_EQ(Session(client_).peer().unexpected_answers, 5u);
  EXPECT_EQ(client_->step(packet_of(Codec::Sessions::Answer{77, static_cast<AnswerKind>(5), 0, 0})), SessionStep::Invalid);
}

TEST_F(SessionTest, EachAnswerHasATimeoutAndALateOneIsCounted) {
  open();
  client_->due = FakeSession::never;
  ask(true);
  exchange();
  EXPECT_EQ(client_->due, client_->time + 30s);
  for (int i = 0; i < 5; ++i) {
    wait(29s);
    tick(*client_);
    requests_[0].answer_more(chat("x"));
    exchange();
  }
  EXPECT_EQ(answers_.size(), 5u);
  wait(30s);
  tick(*client_);
  EXPECT_EQ(answers_.back().status, AnswerStatus::TimedOut);
  requests_[0].answer(chat("late"));
  exchange();
  EXPECT_EQ(answers_.size(), 6u);
  EXPECT_EQ(Session(client_).peer().unexpected_answers, 1u);
}

TEST_F(SessionTest, AnInvalidAnswerClosesTheConnection) {
  const std::vector<std::pair<streams::OwnedPacket, PacketError>> packets{{{4, std::vector<std::byte>(20)}, PacketError::PayloadInvalid},
                                                                          {packet_of(chat("x"), 5), PacketError::UnexpectedId}};
  for (const auto& [packet, error] : packets) {
    for (const bool is_many : {false, true}) {
      open();
      answers_.clear();
      ask(is_many);
      client_->step(packet_of(Codec::Sessions::Answer{1, is_many ? AnswerKind::More : AnswerKind::Last, 0, 0}));
      EXPECT_EQ(client_->step(packet), SessionStep::Invalid);
      EXPECT_EQ(client_->error(), error);
      client_->close_all();
      expect_answers({AnswerStatus::Invalid});
    }
  }
}

TEST_F(SessionTest, APrefixIsForTheNextOrdinaryPacketOnly) {
  open();
  const auto expect_request = [this](const std::vector<streams::OwnedPacket>& prefixes, std::uint32_t number) {
    for (const streams::OwnedPacket& prefix : prefixes) {
      EXPECT_EQ(server_->step(prefix), SessionStep::Done);
    }
    EXPECT_EQ(server_->step(packet_of(login())), SessionStep::Pass);
    EXPECT_EQ(Session(server_).take_request().number(), number);
  };
  using Codec::Sessions::Ask;
  expect_request({packet_of(Ask{5}), packet_of(Ask{6})}, 6);
  expect_request({}, 0);
  expect_request({packet_of(Ask{7}), packet_of(Ask{0})}, 0);
  expect_request({packet_of(Ask{8}), packet_of(Codec::Sessions::Ping{1})}, 8);
  ask();
  client_->step(packet_of(Codec::Sessions::Answer{1, AnswerKind::Last, 0, 0}));
  client_->step(packet_of(Codec::Sessions::Answer{0, AnswerKind::Last, 0, 0}));
  EXPECT_EQ(client_->step(packet_of(chat("x"))), SessionStep::Pass);
  EXPECT_TRUE(answers_.empty());
}

TEST_F(SessionTest, AnUnsentRequestWithdrawsItsPrefix) {
  open();
  client_->room = 1;
  EXPECT_EQ(ask(), SendStatus::Dropped);
  ASSERT_EQ(client_->sent.size(), 2u);
  client_->room = 100;
  client_->send_ordinary(login());
  handler_ = [this] { EXPECT_EQ(Session(server_).take_request().number(), 0u); };
  exchange();
  EXPECT_EQ(server_->passed, 1);
  client_->close_all();
  EXPECT_TRUE(answers_.empty()) << "The callback of a request that was not accepted is not called.";
}

TEST_F(SessionTest, AnAnswerThatCannotBeSentIsReported) {
  open();
  handler_ = [this] { EXPECT_EQ(Session(server_).answer(chat(std::string(70'000, 'x'))), SendStatus::Invalid); };
  ask();
  exchange();
  expect_answers({AnswerStatus::Unanswered});
}

TEST_F(SessionTest, TheRequestsOfBothSidesAreLimited) {
  client_settings_.max_requests = 10;
  server_settings_.max_requests = 4;
  open();
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(ask(), SendStatus::Accepted);
  }
  EXPECT_EQ(ask(), SendStatus::Dropped);
  exchange();
  EXPECT_EQ(requests_.size(), 4u);
  expect_answers(std::vector<AnswerStatus>(6, AnswerStatus::Failed));
  EXPECT_EQ(answers_.at(0).code, 429);
  EXPECT_EQ(Session(server_).peer().rejected_requests, 6u);
  requests_[0].end();
  exchange();
  ask();
  exchange();
  EXPECT_EQ(requests_.size(), 5u);
}

TEST_F(SessionTest, ARequestWithTheNumberOfAnUnansweredOneFails) {
  open();
  for (int i = 0; i < 3; ++i) {
    server_->step(packet_of(Codec::Sessions::Ask{5}));
    if (server_->step(packet_of(login())) == SessionStep::Pass) {
      handler_();
    }
  }
  ASSERT_EQ(requests_.size(), 1u);
  EXPECT_EQ(Session(server_).peer().rejected_requests, 2u);
  ASSERT_EQ(server_->sent.size(), 2u);
  EXPECT_EQ(server_->sent.front().id, first + 6);
  EXPECT_EQ(requests_[0].answer(chat("the first one goes on")), SendStatus::Accepted);
}

TEST_F(SessionTest, ACallbackMayEndTheSession) {
  open();
  int calls = 0;
  Session(client_).ask_many(login(), [&](const Answer<Game::Chat>& answer) {
    if (++calls == 1) {
      EXPECT_EQ(answer.status, AnswerStatus::More);
      client_->close_all();
    } else {
      EXPECT_EQ(answer.status, AnswerStatus::Closed);
    }
  });
  handler_ = [this] { Session(server_).take_request().answer_more(chat("x")); };
  exchange();
  EXPECT_EQ(calls, 2);
}

TEST_F(SessionTest, ManyBytesAreAcknowledgedAtOnceAndAcknowledgmentsNever) {
  client_settings_.resume_timeout = server_settings_.resume_timeout = 60s;
  open();
  client_->received = server_->received = 100;
  server_->step({5, {}});
  tick(*server_);
  EXPECT_TRUE(server_->sent.empty());
  wait(1s);
  tick(*server_);
  exchange();
  EXPECT_EQ(client_->acknowledged, 100u);
  wait(1h);
  tick(*client_);
  EXPECT_TRUE(client_->sent.empty()) << "Otherwise, both sides would never become silent.";
  server_->received = 100 + 32 * 1024;
  server_->step({5, {}});
  EXPECT_EQ(server_->sent.size(), 1u);
}

TEST_F(SessionTest, LeavingTellsThePeer) {
  open();
  client_->send_ordinary(chat("last"));
  Session(client_).close(3000, "bye");
  EXPECT_TRUE(client_->is_closing);
  EXPECT_EQ(ask(), SendStatus::Closed);
  EXPECT_EQ(client_->step({5, {}}), SessionStep::Done) << "No further packet is dispatched.";
  ASSERT_EQ(client_->sent.size(), 2u);
  EXPECT_EQ(server_->step(client_->sent[0]), SessionStep::Pass);
  EXPECT_EQ(server_->step(client_->sent[1]), SessionStep::Ended);
  EXPECT_EQ(to_string(Session(server_).peer()), "3000: bye");
  EXPECT_FALSE(server_->is_open());
}

TEST_F(SessionTest, AServerThatStopsRefusesHandshakes) {
  create();
  server_->leave(detail::SessionCore::draining, "maintenance");
  exchange();
  EXPECT_EQ(to_string(Session(client_).peer()), "Draining: maintenance");
}

TEST_F(SessionTest, RandomBytesAreRejectedOrIgnored) {
  client_settings_.heartbeat_interval = 1s;
  open();
  std::mt19937_64 random(3);
  for (int i = 0; i < 300'000; ++i) {
    streams::OwnedPacket packet = streams::random_packet(random, 40);
    packet.id = first + static_cast<std::uint32_t>(random() % 16);
    if (i % 3 == 0) {
      packet.payload.resize(packet.id == first + 3 || packet.id == first + 5 ? 4 : packet.id == first + 4 ? 16 : 8);
    }
    if (i % 64 == 0) {
      ask();
    }
    client_->step(packet);
    client_->sent.clear();
    if (!client_->is_open()) {
      open();
    }
  }
  client_->close_all();
}

}  // namespace
