#include <atomic>
#include <codec/session.hpp>

#include "../point.hpp"
#include "game_messages.hpp"
#include "peers.hpp"

template <>
struct codec::AnswerOf<Game::Login> {
  using type = Game::Chat;
};

namespace {

using namespace peers;
using namespace codec;

constexpr PacketProtocol protocol{1, 2};

ConnectionSettings with_session(SessionSettings session = {}) {
  ConnectionSettings settings;
  session.protocol = protocol;
  settings.session = std::move(session);
  return settings;
}

Game::Login login() { return {"Ann", {1}, 1, {}}; }
Game::Chat chat(const std::string& text) { return {Game::ChatChannel::Say, {}, text}; }

struct Player {
  Connection connection;
};

/// A server whose handlers answer logins, and whose players end with a reason.
class Sessions : public testing::Test {
 protected:
  Sessions() {
    routes_.on<Game::Login>([this](Player& player, const Game::LoginView& received) {
      if (handler_) {
        handler_(player);
      } else {
        player.connection.session().answer(chat(std::string(received.user())));
      }
    });
    routes_.on<Game::Chat>([](Player&, const Game::ChatView&) {});
  }

  // The handlers use the members.
  ~Sessions() override { threads_.stop(); }

  void listen(SessionSettings session = {}) {
    listener_.emplace(threads_.context, tcp::endpoint(asio::ip::address_v4::loopback(), 0), with_session(std::move(session)));
    listener_->serve([this](Connection connection) {
      ++accepted_;
      connection.run(routes_, Player{connection}, [this](Player& player, const ConnectionEnd& end) {
        const std::lock_guard<std::mutex> lock(mutex_);
        ends_.push_back(end);
        left_ = player.connection.session().peer().leave;
      });
    });
  }

  std::future<Connection> connect(SessionSettings session = {}) {
    return async_connect(threads_.context.get_executor(), "127.0.0.1", std::to_string(listener_->port()), with_session(std::move(session)),
                         asio::use_future);
  }

  tcp::socket connect_raw() {
    tcp::socket raw(threads_.context);
    raw.connect(tcp::endpoint(asio::ip::address_v4::loopback(), listener_->port()));
    return raw;
  }

  /// Connects in vain. Returns the error and the refusal.
  std::pair<std::error_code, SessionPeer> connect_in_vain(ConnectionSettings settings) {
    std::promise<std::pair<std::error_code, SessionPeer>> promise;
    async_connect(threads_.context.get_executor(), "127.0.0.1", std::to_string(listener_->port()), std::move(settings),
                  [&](std::error_code error, const Connection& connection) {
                    promise.set_value({error, connection.session().peer()});
                  });
    return get(promise.get_future());
  }

  ConnectionEnd wait_for_end() {
    EXPECT_TRUE(becomes_true([this] {
      const std::lock_guard<std::mutex> lock(mutex_);
      return !ends_.empty();
    }));
    const std::lock_guard<std::mutex> lock(mutex_);
    return ends_.empty() ? ConnectionEnd() : ends_.front();
  }

  Threads threads_;
  PacketRoutes<Player> routes_;
  std::function<void(Player&)> handler_;
  std::optional<Listener> listener_;
  std::atomic<int> accepted_{0};
  std::mutex mutex_;
  std::vector<ConnectionEnd> ends_;
  std::optional<SessionLeave> left_;
};

TEST_F(Sessions, AHostilePeerReachesNoHandler) {
  SessionSettings session;
  session.handshake_timeout = 300ms;
  listen(session);
  std::vector<std::vector<std::byte>> openings{packet(1, 40), packet(65280, 30), packet(65287, 30), packet(65285, 4), {}, packet(65280, 3)};
  openings.push_back(packet(65280, 1400));
  openings.back().resize(700);
  for (const std::vector<std::byte>& opening : openings) {
    tcp::socket raw = connect_raw();
    std::error_code error;
    asio::write(raw, asio::buffer(opening), error);
    // A refusal because of the time, or nothing.
    EXPECT_LE(read_all(raw, error), 1u);
    EXPECT_TRUE(error);
  }
  EXPECT_EQ(accepted_, 0);
  EXPECT_TRUE(connect().get());
}

TEST_F(Sessions, RequestsAreAnswered) {
  listen();
  const Connection connection = get(connect());
  std::future<Received> receiving = receive_all(connection);
  std::vector<std::future<Answer<Game::Chat>>> answers;
  for (int i = 0; i < 1000; ++i) {
    answers.push_back(connection.session().async_ask(login(), asio::use_future));
  }
  for (std::future<Answer<Game::Chat>>& answer : answers) {
    const Answer<Game::Chat> received = get(std::move(answer));
    EXPECT_EQ(received.status, AnswerStatus::Answered);
    EXPECT_EQ(received->text, "Ann");
  }
  connection.close();
  EXPECT_TRUE(get(std::move(receiving)).numbers.empty());
}

TEST_F(Sessions, RequestsAreAnsweredOnOtherThreads) {
  std::vector<std::thread> threads;
  handler_ = [&](Player& player) {
    threads.emplace_back([request = player.connection.session().take_request()] {
      for (int i = 0; i < 100; ++i) {
        request.answer_more(chat(std::to_string(i)));
      }
      request.end();
    });
  };
  listen();
  const Connection connection = get(connect());
  std::future<Received> receiving = receive_all(connection);
  std::promise<int> ended;
  connection.session().ask_many(login(), [&, count = 0](const Answer<Game::Chat>& answer) mutable {
    if (answer) {
      EXPECT_EQ(answer->text, std::to_string(count++));
    } else {
      EXPECT_EQ(answer.status, AnswerStatus::End);
      ended.set_value(count);
    }
  });
  EXPECT_EQ(get(ended.get_future()), 100);
  for (std::thread& thread : threads) {
    thread.join();
  }
}

TEST_F(Sessions, ARefusalHasAReason) {
  SessionSettings session;
  session.accept = [](const SessionHello& hello) { hello.refuse(RefusalReason::Full, "try later, " + hello.version); };
  listen(session);
  SessionSettings client;
  client.version = "1.4";
  const auto [error, peer] = connect_in_vain(with_session(client));
  EXPECT_EQ(error, make_error_code(RefusalReason::Full));
  EXPECT_EQ(error.message(), "refused: Full");
  EXPECT_EQ(peer.refusal->text, "try later, 1.4");
  ConnectionSettings other = with_session();
  other.session->protocol = PacketProtocol{1, 5};
  EXPECT_EQ(connect_in_vain(other).first, make_error_code(RefusalReason::ProtocolMismatch));
  EXPECT_EQ(accepted_, 0);
}

TEST_F(Sessions, AServerDecidesLater) {
  SessionSettings session;
  std::thread decider;
  session.accept = [&decider](SessionHello hello) {
    decider = std::thread([hello = std::move(hello)] {
      EXPECT_EQ(hello.remote_address.find("127.0.0.1:"), 0u);
      std::this_thread::sleep_for(20ms);
      hello.welcome({1, 2, 3});
    });
  };
  listen(session);
  const Connection connection = get(connect());
  EXPECT_EQ(connection.session().peer().token, (std::vector<std::uint8_t>{1, 2, 3}));
  decider.join();
}

TEST_F(Sessions, AServerThatDoesNotAnswerIsGivenUp) {
  tcp::acceptor silent(threads_.context, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
  ConnectionSettings settings = with_session();
  settings.session->handshake_timeout = 100ms;
  std::promise<std::error_code> promise;
  async_connect(threads_.context.get_executor(), "127.0.0.1", std::to_string(silent.local_endpoint().port()), settings,
                [&](std::error_code error, const Connection& connection) {
                  EXPECT_EQ(connection.end().reason, PacketCloseReason::IdleTimeout);
                  promise.set_value(error);
                });
  EXPECT_EQ(get(promise.get_future()), make_error_code(RefusalReason::HandshakeTimeout));
}

TEST_F(Sessions, KickingAClientFromItsHandler) {
  handler_ = [](Player& player) {
    player.connection.send(chat("last"));
    player.connection.session().close(3000, "bye");
    EXPECT_EQ(player.connection.send(chat("too late")), SendStatus::Closed);
  };
  listen();
  const Connection connection = get(connect());
  std::future<Received> receiving = receive_all(connection);
  const Answer<Game::Chat> answer = get(connection.session().async_ask(login(), asio::use_future));
  EXPECT_EQ(answer.status, AnswerStatus::Closed);
  const Received received = get(std::move(receiving));
  EXPECT_EQ(received.numbers.size(), 1u);
  EXPECT_EQ(received.end.reason, PacketCloseReason::Remote);
  EXPECT_EQ(received.end.peer_text, "3000: bye");
  EXPECT_EQ(connection.session().peer().leave->code, 3000);
  EXPECT_EQ(wait_for_end().reason, PacketCloseReason::Local);
}

TEST_F(Sessions, TheHeartbeatFindsADeadPeer) {
  SessionSettings session;
  session.heartbeat_interval = 50ms;
  session.heartbeat_timeout = 200ms;
  listen(session);
  Connection connection = get(connect());
  std::future<Received> receiving = receive_all(connection);
  std::this_thread::sleep_for(1s);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    EXPECT_TRUE(ends_.empty()) << "The client answers pings, and sends nothing else.";
  }
  connection.cancel_receive();
  get(std::move(receiving));
  EXPECT_EQ(wait_for_end().reason, PacketCloseReason::IdleTimeout);
}

TEST_F(Sessions, ACloseInTheMiddleEndsEveryRequestOnce) {
  listen();
  for (int round = 0; round < 40; ++round) {
    const Connection connection = get(connect());
    std::future<Received> receiving = receive_all(connection);
    std::thread closer([&connection, round] {
      std::this_thread::sleep_for(std::chrono::microseconds(50 * round));
      round % 2 == 0 ? connection.session().close(300, "bye") : connection.close();
    });
    const auto ended = std::make_shared<std::atomic<int>>(0);
    int accepted = 0;
    for (int i = 0; i < 300; ++i) {
      const SendStatus status = connection.session().ask(login(), [ended](const Answer<Game::Chat>&) { ++*ended; });
      accepted += is_accepted(status) ? 1 : 0;
    }
    closer.join();
    get(std::move(receiving));
    EXPECT_TRUE(becomes_true([&] { return *ended >= accepted; })) << *ended << " of " << accepted;
    EXPECT_EQ(*ended, accepted);
  }
}

TEST_F(Sessions, DrainingTellsEverybody) {
  listen();
  std::vector<Connection> connections;
  std::vector<std::future<Received>> receiving;
  for (int i = 0; i < 5; ++i) {
    connections.push_back(get(connect()));
    receiving.push_back(receive_all(connections.back()));
  }
  tcp::socket opening = connect_raw();
  EXPECT_TRUE(becomes_true([this] { return accepted_ == 5; }));
  std::future<void> drained = listener_->async_drain(10s, "maintenance", asio::use_future);
  for (std::size_t i = 0; i < receiving.size(); ++i) {
    EXPECT_EQ(get(std::move(receiving[i])).end.peer_text, "1: maintenance");
  }
  connections.clear();
  opening.close();
  get(std::move(drained));
  EXPECT_THROW(get(connect()), std::system_error);
}

TEST_F(Sessions, DrainingHasADeadline) {
  listen();
  tcp::socket opening = connect_raw();
  const Connection connection = get(connect());
  std::promise<std::error_code> drained;
  listener_->async_drain(50ms, {}, [&](std::error_code error) { drained.set_value(error); });
  EXPECT_EQ(get(drained.get_future()), asio::error::timed_out) << "The client does not receive.";
}

TEST_F(Sessions, ASessionEndsWithItsContext) {
  asio::io_context context;
  Pair pair(context);
  ConnectionSettings settings = with_session();
  settings.session->protocol.reset();
  const Connection connection(std::move(pair.socket), settings);
  connection.session().ask(login(), [connection](const Answer<Game::Chat>&) { ADD_FAILURE(); });
  connection.session().async_ask(login(), [connection](const Answer<Game::Chat>&) { ADD_FAILURE(); });
  context.run_for(2ms);
}

TEST_F(Sessions, ASessionMustBeAskedForAndABatchWaitsForItsHandshake) {
  Pair pair(threads_.context);
  Pair other(threads_.context);
  EXPECT_EQ(Connection(std::move(pair.socket), with_session()).batch().send(chat("early")), SendStatus::Closed);
  EXPECT_THROW(Connection(std::move(other.socket)).session(), std::logic_error);
}

}  // namespace
