#include "peers.hpp"

#if defined(ASIO_HAS_CO_AWAIT)
#include <asio/co_spawn.hpp>
#include <asio/detached.hpp>
#include <asio/experimental/awaitable_operators.hpp>
#include <asio/use_awaitable.hpp>

#include "game_messages.hpp"

template <>
struct codec::AnswerOf<Game::Login> {
  using type = Game::Chat;
};

namespace {

using namespace peers;
using asio::awaitable;
using asio::use_awaitable;
using codec::Connection;
using codec::ConnectionEnd;
using codec::PacketCloseReason;

struct Player {
  Connection connection;
  int packets = 0;
};

awaitable<void> serve(Connection connection, const codec::PacketRoutes<Player>& routes, std::promise<int>& packets) {
  Player player{connection};
  codec::PacketDispatcher<Player> dispatcher(routes, player, codec::PacketDirections::ToServer);
  const ConnectionEnd end = co_await connection.async_run(dispatcher, use_awaitable);
  EXPECT_EQ(end.reason, PacketCloseReason::None) << to_string(end);
  co_await connection.async_complete(use_awaitable);
  packets.set_value(player.packets);
}

awaitable<void> accept(codec::Listener& listener, const codec::PacketRoutes<Player>& routes, std::promise<int>& packets) {
  Connection connection = co_await listener.async_accept(use_awaitable);
  co_await serve(std::move(connection), routes, packets);
}

awaitable<int> play(std::uint16_t port) {
  const auto executor = co_await asio::this_coro::executor;
  const Connection connection = co_await codec::async_connect(executor, "127.0.0.1", std::to_string(port), {}, use_awaitable);
  for (std::uint32_t i = 0; i < 100; ++i) {
    co_await connection.async_send(7, payload(5000, i), use_awaitable);
  }
  co_await connection.async_complete(use_awaitable);
  int answers = 0;
  while (const std::optional<codec::Packet> packet = co_await connection.async_receive(use_awaitable)) {
    EXPECT_EQ(number_of(*packet), static_cast<std::uint32_t>(answers));
    ++answers;
  }
  EXPECT_EQ(connection.end().reason, PacketCloseReason::Local);
  co_return answers;
}

TEST(Coroutines, AServerAndAClient) {
  Threads threads;
  codec::PacketRoutes<Player> routes;
  routes.on_default([](Player& player, const codec::Packet& packet) {
    ++player.packets;
    player.connection.send(packet.id, packet.payload);
  });
  std::promise<int> packets;
  codec::Listener listener(threads.context, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
  asio::co_spawn(threads.context, accept(listener, routes, packets), asio::detached);
  EXPECT_EQ(get(asio::co_spawn(threads.context, play(listener.port()), asio::use_future)), 100);
  EXPECT_EQ(get(packets.get_future()), 100);
}

awaitable<void> cancel(Connection connection, tcp::socket& raw) {
  using namespace asio::experimental::awaitable_operators;
  asio::steady_timer timer(co_await asio::this_coro::executor, 20ms);
  const auto first = co_await (connection.async_receive(use_awaitable) || timer.async_wait(use_awaitable));
  EXPECT_EQ(first.index(), 1u);
  write(raw, packet(7, 4, 5));
  const std::optional<codec::Packet> second = co_await connection.async_receive(use_awaitable);
  EXPECT_EQ(number_of(second.value()), 5u);
  codec::PacketRoutes<int> routes;
  int state = 0;
  codec::PacketDispatcher<int> dispatcher(routes, state, codec::PacketDirections::ToServer);
  timer.expires_after(20ms);
  const auto third = co_await (connection.async_run(dispatcher, use_awaitable) || timer.async_wait(use_awaitable));
  EXPECT_EQ(third.index(), 1u);
  EXPECT_EQ(connection.end().reason, PacketCloseReason::None);
}

TEST(Coroutines, AReceiveCanHaveATimeout) {
  Threads threads;
  Pair pair(threads.context);
  get(asio::co_spawn(threads.context, cancel(Connection(std::move(pair.socket)), pair.raw), asio::use_future));
}

codec::ConnectionSettings with_session() {
  codec::ConnectionSettings settings;
  settings.session = codec::SessionSettings{codec::PacketProtocol{1, 2}, "1.4"};
  return settings;
}

awaitable<void> answer(codec::Listener& listener) {
  const Connection connection = co_await listener.async_accept(use_awaitable);
  co_await connection.session().async_open(use_awaitable);
  EXPECT_EQ(connection.session().peer().version, "1.4");
  for (int i = 0; i < 10; ++i) {
    const std::optional<codec::Packet> request = co_await connection.async_receive(use_awaitable);
    EXPECT_EQ(request.value().id, codec::PacketTraits<Game::Login>::id);
    EXPECT_EQ(connection.session().answer(Game::Chat{{}, {}, std::to_string(i)}), codec::SendStatus::Accepted);
  }
  EXPECT_FALSE(co_await connection.async_receive(use_awaitable));
  EXPECT_EQ(connection.session().peer().leave.value().code, 7);
}

awaitable<void> ask(std::uint16_t port) {
  const auto executor = co_await asio::this_coro::executor;
  const Connection connection = co_await codec::async_connect(executor, "127.0.0.1", std::to_string(port), with_session(), use_awaitable);
  connection.async_receive([](std::optional<codec::Packet> packet) { EXPECT_FALSE(packet); });
  const Game::Login login{"Ada", {1}, 1, {}};
  for (int i = 0; i < 10; ++i) {
    const codec::Answer<Game::Chat> answer = co_await connection.session().async_ask(login, use_awaitable);
    EXPECT_EQ(answer.status, codec::AnswerStatus::Answered);
    EXPECT_EQ(answer->text, std::to_string(i));
  }
  connection.session().close(7);
  EXPECT_EQ((co_await connection.session().async_ask(login, use_awaitable)).status, codec::AnswerStatus::NotSent);
}

TEST(Coroutines, ASessionAsksAndAnswers) {
  Threads threads;
  codec::Listener listener(threads.context, tcp::endpoint(asio::ip::address_v4::loopback(), 0), with_session());
  std::future<void> answered = asio::co_spawn(threads.context, answer(listener), asio::use_future);
  get(asio::co_spawn(threads.context, ask(listener.port()), asio::use_future));
  get(std::move(answered));
}

awaitable<void> wait_forever(Connection connection) {
  int packets = 0;
  while (co_await connection.async_receive(use_awaitable)) {
    ++packets;
  }
  ADD_FAILURE() << packets << " packets";
}

TEST(Coroutines, ACoroutineThatWaitsIsDestroyedWithItsContext) {
  asio::io_context context;
  Pair pair(context);
  asio::co_spawn(context, wait_forever(Connection(std::move(pair.socket))), asio::detached);
  context.run_for(2ms);
}

}  // namespace
#endif
