#include <atomic>

#include "../allocations.hpp"
#include "peers.hpp"

// Handles, handlers and contexts that are destroyed at the worst moment. The sanitizers find what is used afterwards.
namespace {

using namespace peers;
using codec::Connection;
using codec::ConnectionEnd;
using codec::PacketCloseReason;

TEST(Lifetime, TheLastHandleClosesTheConnectionAfterItsPackets) {
  Threads threads;
  Pair pair(threads.context);
  {
    Connection connection(std::move(pair.socket));
    for (int i = 0; i < 100; ++i) {
      connection.send(7, payload(10000));
    }
    const Connection copy = connection;
    connection = Connection();
    EXPECT_TRUE(is_accepted(copy.send(7, {})));
  }
  std::error_code error;
  EXPECT_EQ(read_all(pair.raw, error), 101u);
  EXPECT_EQ(error, asio::error::eof);
}

TEST(Lifetime, AHandlerMayCloseItsConnectionAndDropItsHandle) {
  Threads threads;
  Pair pair(threads.context);
  codec::PacketRoutes<Record> routes;
  routes.on_default([](Record& record, const codec::Packet& packet) {
    record.numbers->push_back(number_of(packet));
    record.connection.send(8, payload(4, number_of(packet)));
    record.connection.close();
    record.connection = Connection();
  });
  std::promise<Received> promise;
  {
    const Connection connection(std::move(pair.socket));
    connection.run(routes, Record{connection}, [&](Record& record, const ConnectionEnd& end) { promise.set_value({end, *record.numbers}); });
  }
  std::vector<std::byte> three;
  for (std::uint32_t i = 0; i < 3; ++i) {
    const std::vector<std::byte> one = packet(7, 4, i);
    three.insert(three.end(), one.begin(), one.end());
  }
  write(pair.raw, three);
  const Received received = get(promise.get_future());
  EXPECT_EQ(received.end.reason, PacketCloseReason::Local);
  EXPECT_EQ(received.numbers.size(), 1u);
  std::error_code error;
  EXPECT_EQ(read_all(pair.raw, error), 1u);
  EXPECT_EQ(error, asio::error::eof);
}

TEST(Lifetime, ClosingWhileOtherThreadsSendIsSafe) {
  for (int round = 0; round < 30; ++round) {
    Threads threads(2);
    Pair pair(threads.context);
    Connection connection(std::move(pair.socket));
    std::future<Received> receiving = receive_all(connection);
    std::atomic<std::size_t> accepted{0};
    std::vector<std::thread> senders;
    for (int i = 0; i < 2; ++i) {
      senders.emplace_back([&accepted, copy = connection] {
        while (is_accepted(copy.send(7, payload(100)))) {
          ++accepted;
        }
      });
    }
    std::size_t arrived = 0;
    std::thread reading([&] {
      std::error_code error;
      arrived = read_all(pair.raw, error);
      pair.raw.close();
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(round % 5));
    connection.close();
    for (std::thread& sender : senders) {
      sender.join();
    }
    reading.join();
    EXPECT_EQ(arrived + connection.end().unsent_packets, accepted);
    EXPECT_EQ(get(std::move(receiving)).end.reason, PacketCloseReason::Local);
  }
}

/// Brings a connection into a state in which the test destroys its context.
void use(int state, const Connection& connection, codec::PacketRoutes<Record>& routes, tcp::socket& raw) {
  const auto keep = [connection](auto...) {};
  if (state % 2 == 0) {
    connection.run(routes, Record{connection}, [connection](Record&, const ConnectionEnd&) {});
  } else {
    connection.async_receive(keep);
  }
  if ((state & 2) != 0) {
    for (int i = 0; i < 20; ++i) {
      connection.send(7, payload(60000));
    }
    connection.async_flush(keep);
    connection.async_complete(keep);
  }
  if ((state & 4) != 0) {
    write(raw, {packet(7, 1000)[0]});
  }
  if ((state & 8) != 0) {
    connection.async_close(keep);
  }
}

TEST(Lifetime, AContextMayBeDestroyedInEveryState) {
  for (int state = 0; state < 16; ++state) {
    for (bool runs : {false, true}) {
      codec::PacketRoutes<Record> routes;
      routes.on_default([](Record&, const codec::Packet&) {});
      Connection outlives;
      codec::Broadcast all;
      {
        auto context = std::make_unique<asio::io_context>();
        Pair pair(*context);
        pair.shrink();
        outlives = Connection(std::move(pair.socket));
        all.add(outlives);
        use(state, outlives, routes, pair.raw);
        if (runs) {
          context->run_for(5ms);
        }
        context.reset();
      }
      EXPECT_EQ(outlives.end().reason, PacketCloseReason::Local);
      EXPECT_EQ(outlives.send(7, {}), codec::SendStatus::Closed);
      EXPECT_EQ(outlives.batch().send(7, {}), codec::SendStatus::Closed);
      EXPECT_EQ(all.send(7, {}), 0u);
      outlives.close();
      outlives.complete();
      outlives.cancel_receive();
      outlives.async_receive([](auto) {});
      outlives.async_flush([](auto) {});
    }
  }
}

TEST(Lifetime, ADestroyedContextReleasesWhatHandlersOwn) {
  const auto token = std::make_shared<int>(0);
  {
    asio::io_context context;
    Pair pair(context);
    const Connection connection(std::move(pair.socket));
    struct Owner {
      Connection connection;
      std::shared_ptr<int> token;
    };
    codec::PacketRoutes<Owner> routes;
    connection.run(routes, Owner{connection, token}, [token](Owner&, const ConnectionEnd&) {});
    context.run_for(1ms);
    EXPECT_GT(token.use_count(), 1);
  }
  EXPECT_EQ(token.use_count(), 1);
}

TEST(Lifetime, ACallbackOutsideMayThrow) {
  asio::io_context context;
  Pair pair(context);
  Connection connection(std::move(pair.socket));
  codec::PacketRoutes<Record> routes;
  connection.run(routes, Record{}, [](Record&, const ConnectionEnd&) { throw std::runtime_error("callback"); });
  pair.raw.close();
  EXPECT_THROW(context.run(), std::runtime_error);
  connection.close();
  context.restart();
  context.run();
  EXPECT_EQ(connection.end().reason, PacketCloseReason::Remote);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
TEST(Lifetime, AnIdleConnectionUsesAtMostAKilobyteBeyondItsSocket) {
  asio::io_context context;
  constexpr std::size_t count = 200;
  std::vector<std::unique_ptr<Pair>> pairs;
  for (std::size_t i = 0; i < count + 1; ++i) {
    pairs.push_back(std::make_unique<Pair>(context));
  }
  codec::PacketRoutes<Record> routes;
  routes.on_default([](Record& record, const codec::Packet& packet) { record.connection.send(packet.id, packet.payload); });
  const auto settings = Connection::share({});
  const auto start = [&](Pair& pair) {
    Connection connection(std::move(pair.socket), settings, nullptr);
    connection.run(routes, Record{connection, nullptr});
    write(pair.raw, packet(7, 1000));
    context.run_for(1ms);
    context.restart();
  };
  // What the context and the thread keep is not the connection's.
  start(*pairs[count]);
  const std::size_t before = allocated_bytes();
  for (std::size_t i = 0; i < count; ++i) {
    start(*pairs[i]);
  }
  // On a busy machine, some have not sent their answer yet.
  context.run_for(100ms);
  const std::size_t each = (allocated_bytes() - before) / count - sizeof(codec::StreamSocket);
  RecordProperty("bytes", static_cast<int>(each));
  EXPECT_LE(each, 1024u);
}
#endif

}  // namespace
