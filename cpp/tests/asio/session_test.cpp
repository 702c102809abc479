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

/// A server whose handlers answer logins.
class Sessions : public testing::Test {
 protected:
  Sessions() {
    routes_.on<Game::Login>([this](const Connection& player, const Game::LoginView&) { handler_(player.session()); });
  }

  // The handlers use the members.
  ~Sessions() override { threads_.stop(); }

  void listen(SessionSettings session = {}) {
    listener_.emplace(threads_.context, tcp::endpoint(asio::ip::address_v4::loopback(), 0), with_session(std::move(session)));
    listener_->serve([this](const Connection& connection) {
      player_ = connection;
      ++accepted_;
      connection.run(routes_, connection, [](const Connection&, const ConnectionEnd&) {});
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

  /// Connects in vain. Returns the error and the connection.
  std::pair<std::error_code, Connection> connect_in_vain(std::uint16_t port, const ConnectionSettings& settings) {
    std::promise<std::pair<std::error_code, Connection>> promise;
    async_connect(threads_.context.get_executor(), "127.0.0.1", std::to_string(port), settings,
                  [&](std::error_code error, const Connection& connection) { promise.set_value({error, connection}); });
    return get(promise.get_future());
  }

  Threads threads_;
  PacketRoutes<Connection> routes_;
  std::function<void(const ConnectionSession&)> handler_ = [](const ConnectionSession& session) { session.answer(chat("hello")); };
  std::optional<Listener> listener_;
  std::atomic<int> accepted_{0};
  // The last one. Read it after `accepted_`.
  Connection player_;
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

TEST_F(Sessions, RequestsAreAnsweredOnOtherThreads) {
  std::future<void> answering;
  handler_ = [&](const ConnectionSession& session) {
    answering = std::async(std::launch::async, [request = session.take_request()] {
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
}

TEST_F(Sessions, AServerDecidesOnAnotherThreadAndARefusalHasAReason) {
  std::vector<std::future<void>> deciders;
  SessionSettings session;
  session.accept = [&deciders](const SessionHello& hello) {
    EXPECT_EQ(hello.remote_address.find("127.0.0.1:"), 0u);
    deciders.push_back(std::async(std::launch::async, [hello] {
      hello.version == "1.4" ? hello.refuse(RefusalReason::Full, "try later") : hello.welcome({1, 2, 3});
    }));
  };
  listen(session);
  EXPECT_EQ(get(connect()).session().peer().token, (std::vector<std::uint8_t>{1, 2, 3}));
  ConnectionSettings settings = with_session();
  settings.session->version = "1.4";
  const auto [error, connection] = connect_in_vain(listener_->port(), settings);
  EXPECT_EQ(error, make_error_code(RefusalReason::Full));
  EXPECT_EQ(error.message(), "refused: Full");
  EXPECT_EQ(connection.session().peer().refusal->text, "try later");
  EXPECT_EQ(accepted_, 1);
}

TEST_F(Sessions, AServerThatDoesNotAnswerIsGivenUp) {
  tcp::acceptor silent(threads_.context, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
  ConnectionSettings settings = with_session();
  settings.session->handshake_timeout = 100ms;
  const auto [error, connection] = connect_in_vain(silent.local_endpoint().port(), settings);
  EXPECT_EQ(error, make_error_code(RefusalReason::HandshakeTimeout));
  EXPECT_EQ(connection.end().reason, PacketCloseReason::IdleTimeout);
}

TEST_F(Sessions, TheHeartbeatFindsADeadPeer) {
  SessionSettings session;
  session.heartbeat_interval = 50ms;
  session.heartbeat_timeout = 200ms;
  listen(session);
  Connection connection = get(connect());
  std::future<Received> receiving = receive_all(connection);
  EXPECT_TRUE(becomes_true([this] { return accepted_ == 1 && player_.session().round_trip_time() > 0s; }));
  connection.cancel_receive();
  get(std::move(receiving));
  EXPECT_TRUE(becomes_true([this] { return player_.end().reason == PacketCloseReason::IdleTimeout; }));
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
