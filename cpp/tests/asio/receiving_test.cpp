#include <atomic>
#include <codec/capture_observer.hpp>
#include <filesystem>

#include "game_messages.hpp"
#include "peers.hpp"

namespace {

using namespace peers;
using codec::Connection;
using codec::ConnectionEnd;
using codec::PacketCloseReason;
using codec::PacketError;

TEST(Receiving, PacketsInPiecesOfAnySizeArriveAndTheEndIsNormal) {
  Threads threads;
  std::vector<std::byte> stream;
  for (std::uint32_t i = 0; i < 300; ++i) {
    const std::vector<std::byte> one = packet(7, i % 50 == 0 ? 30000 : 4 + i, i);
    stream.insert(stream.end(), one.begin(), one.end());
  }
  for (std::size_t size : {1u, 7u, 1000u, 5000u, 65536u, 1000000u}) {
    Pair pair(threads.context);
    const Connection connection(std::move(pair.socket));
    std::future<Received> receiving = receive_all(connection);
    for (std::size_t sent = 0; sent < stream.size() && (size > 1 || sent < 20000); sent += size) {
      asio::write(pair.raw, asio::buffer(stream.data() + sent, std::min(size, stream.size() - sent)));
    }
    if (size == 1) {
      asio::write(pair.raw, asio::buffer(stream.data() + 20000, stream.size() - 20000));
    }
    pair.raw.shutdown(tcp::socket::shutdown_send);
    const Received received = get(std::move(receiving));
    EXPECT_EQ(received.end.reason, PacketCloseReason::None) << to_string(received.end);
    ASSERT_EQ(received.numbers.size(), 300u) << size;
    for (std::uint32_t i = 0; i < 300; ++i) {
      EXPECT_EQ(received.numbers[i], i);
    }
  }
}

TEST(Receiving, PacketsAreReceivedOneByOne) {
  Threads threads;
  Pair pair(threads.context);
  const Connection connection(std::move(pair.socket));
  for (std::uint32_t i = 0; i < 100; ++i) {
    write(pair.raw, packet(7, 10, i));
  }
  pair.raw.shutdown(tcp::socket::shutdown_send);
  for (std::uint32_t i = 0; i < 100; ++i) {
    const std::optional<codec::Packet> received = get(connection.async_receive(asio::use_future));
    ASSERT_TRUE(received);
    EXPECT_EQ(number_of(*received), i);
  }
  EXPECT_FALSE(get(connection.async_receive(asio::use_future)));
  EXPECT_FALSE(get(connection.async_receive(asio::use_future)));
  EXPECT_EQ(connection.end().reason, PacketCloseReason::None);
  EXPECT_EQ(connection.send(1, {}), codec::SendStatus::Accepted);
  get(connection.async_complete(asio::use_future));
  EXPECT_TRUE(becomes_true([&] { return connection.end().reason == PacketCloseReason::Remote; }));
}

TEST(Receiving, ASecondReceiveEndsAndACancelledOneCanBeRepeated) {
  Threads threads;
  Pair pair(threads.context);
  const Connection connection(std::move(pair.socket));
  std::future<Received> first = receive_all(connection);
  EXPECT_EQ(get(receive_all(connection)).end.cause, asio::error::already_started);
  connection.cancel_receive();
  EXPECT_EQ(get(std::move(first)).end.cause, asio::error::operation_aborted);
  std::future<Received> second = receive_all(connection);
  write(pair.raw, packet(7, 4, 9));
  pair.raw.close();
  EXPECT_EQ(get(std::move(second)).numbers, std::vector<std::uint32_t>{9});
}

TEST(Receiving, AHandlerThatThrowsLosesOnlyItsPacket) {
  Threads threads;
  Pair pair(threads.context);
  const Connection connection(std::move(pair.socket));
  codec::PacketRoutes<Record> routes;
  routes.on_default([](Record& record, const codec::Packet& packet) {
    if (number_of(packet) == 2) {
      throw std::runtime_error("two");
    }
    record.numbers->push_back(number_of(packet));
  });
  Record record;
  codec::PacketDispatcher<Record> dispatcher(routes, record, codec::PacketDirections::ToServer);
  std::future<ConnectionEnd> running = connection.async_run(dispatcher, asio::use_future);
  for (std::uint32_t i = 0; i < 5; ++i) {
    write(pair.raw, packet(7, 4, i));
  }
  const ConnectionEnd end = get(std::move(running));
  EXPECT_EQ(end.reason, PacketCloseReason::None);
  EXPECT_THROW(std::rethrow_exception(end.exception), std::runtime_error);
  EXPECT_EQ(to_string(end), "A handler threw an exception.");
  running = connection.async_run(dispatcher, asio::use_future);
  pair.raw.shutdown(tcp::socket::shutdown_send);
  EXPECT_EQ(get(std::move(running)).exception, nullptr);
  EXPECT_EQ(*record.numbers, (std::vector<std::uint32_t>{0, 1, 3, 4}));
}

TEST(Receiving, PayloadsAreAlignedAsTheRulesDemandAndAlwaysForAnObserver) {
  struct Aligned : codec::ConnectionObserver {
    void received(std::uint64_t, const codec::Packet& packet) noexcept override {
      all = all && reinterpret_cast<std::uintptr_t>(packet.payload.data()) % 8 == 0;
    }
    std::atomic<bool> all{true};
  };
  const auto observer = std::make_shared<Aligned>();
  for (const bool is_observed : {false, true}) {
    Threads threads;
    Pair pair(threads.context);
    codec::ConnectionSettings settings;
    settings.options.observer = is_observed ? observer : nullptr;
    const Connection connection(std::move(pair.socket), settings);
    struct Counts {
      std::uint32_t next = 0;
      int unaligned[9] = {};
    };
    Counts counts;
    codec::PacketRoutes<Counts> routes;
    for (std::uint32_t alignment : {1u, 2u, 4u, 8u}) {
      codec::PacketRules rules;
      rules.alignment = alignment;
      routes.on_raw(
          alignment,
          [alignment](Counts& seen, const codec::Packet& packet) {
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(packet.payload.data()) % alignment, 0u);
            seen.unaligned[alignment] += reinterpret_cast<std::uintptr_t>(packet.payload.data()) % 8 != 0;
            EXPECT_EQ(packet.raw.data() + 4, packet.payload.data());
            const std::vector<std::byte> sent = peers::packet(alignment, 4 + seen.next % 300, seen.next);
            EXPECT_TRUE(std::equal(sent.begin(), sent.end(), packet.raw.begin(), packet.raw.end()));
            ++seen.next;
          },
          rules);
    }
    codec::PacketDispatcher<Counts> dispatcher(routes, counts, codec::PacketDirections::ToServer);
    std::future<ConnectionEnd> running = connection.async_run(dispatcher, asio::use_future);
    for (std::uint32_t i = 0; i < 3000; ++i) {
      write(pair.raw, packet(1u << i % 4, 4 + i % 300, i));
    }
    pair.raw.shutdown(tcp::socket::shutdown_send);
    EXPECT_EQ(get(std::move(running)).reason, PacketCloseReason::None);
    EXPECT_EQ(counts.next, 3000u);
    EXPECT_EQ(counts.unaligned[1] > 0, !is_observed);
    EXPECT_EQ(counts.unaligned[4] > 0, !is_observed);
  }
  EXPECT_TRUE(observer->all);
}

TEST(Receiving, HandlersOfOneConnectionRunOneAtATimeWithStates) {
  Threads threads(3);
  Pair pair(threads.context);
  const Connection connection(std::move(pair.socket));
  struct Player {
    codec::PacketDispatcher<Player>* dispatcher = nullptr;
    std::atomic<int> inside{0};
    int chats = 0;
  };
  codec::PacketRoutes<Player> routes;
  routes.on<Game::Login>([](Player& player, const Game::LoginView&) { player.dispatcher->set_connection_state(1); },
                         codec::packet_rules<Game::Login>().in_states({0}));
  routes.on<Game::Chat>(
      [](Player& player, const Game::ChatView&) {
        EXPECT_EQ(++player.inside, 1);
        ++player.chats;
        --player.inside;
      },
      codec::packet_rules<Game::Chat>().in_states({1}));
  Player player;
  codec::PacketDispatcher<Player> dispatcher(routes, player, codec::PacketDirections::ToServer);
  player.dispatcher = &dispatcher;
  std::future<ConnectionEnd> running = connection.async_run(dispatcher, asio::use_future);
  std::vector<std::byte> memory(1000);
  const auto send = [&](const auto& message) {
    const codec::ByteSpan bytes = codec::encode(memory, message).packet;
    asio::write(pair.raw, asio::buffer(bytes.data(), bytes.size()));
  };
  send(Game::Login{"Ann", {}, 1, {}});
  for (int i = 0; i < 1000; ++i) {
    send(Game::Chat{});
  }
  send(Game::Login{"Ann", {}, 1, {}});
  const ConnectionEnd end = get(std::move(running));
  EXPECT_EQ(end.reason, PacketCloseReason::InvalidPacket);
  EXPECT_EQ(end.error, PacketError::IdNotAllowed);
  EXPECT_GT(end.position, 1000u);
  EXPECT_EQ(end.packet->name, "Game.Login");
  EXPECT_EQ(end.packet->direction, codec::PacketDirections::ToServer);
  EXPECT_EQ(player.chats, 1000);
}

TEST(Receiving, APeerThatDoesNotReadTheAnswersMustWait) {
  Threads threads;
  Pair pair(threads.context);
  codec::ConnectionSettings settings;
  settings.options.send_limit = 200000;
  // Less than the pause, in which a packet is incomplete because the connection does not read.
  settings.options.half_packet_timeout = 100ms;
  const Connection connection(std::move(pair.socket), settings);
  codec::PacketRoutes<Connection> routes;
  routes.on_default([](const Connection& peer, const codec::Packet& packet) { peer.send(packet.id, packet.payload); });
  connection.run(routes, connection);
  constexpr std::size_t count = 1000;
  std::atomic<std::size_t> written{0};
  std::thread writing([&] {
    for (std::size_t i = 0; i < count; ++i) {
      write(pair.raw, packet(7, 50000));
      ++written;
    }
    pair.raw.shutdown(tcp::socket::shutdown_send);
  });
  std::size_t before = 0;
  do {
    before = written;
    std::this_thread::sleep_for(200ms);
  } while (written != before);
  EXPECT_LT(written, count);
  // A read of the connection can add up to a buffer.
  EXPECT_LE(connection.unsent_bytes(), 200000u + 70000u);
  std::error_code error;
  EXPECT_EQ(read_packets(pair.raw, error, [](const codec::Packet&) {}, count), count);
  writing.join();
}

/// Counts what it observes.
struct Observer final : codec::ConnectionObserver {
  void received(std::uint64_t, const codec::Packet&) noexcept override { ++receives; }
  void sent(std::uint64_t, const codec::Packet& packet) noexcept override {
    ++sends;
    last_sent = packet.id;
    sent_bytes += packet.raw.size();
  }
  void rejected(std::uint64_t, PacketError error, codec::ByteSpan bytes) noexcept override {
    last_error = error;
    rejected_bytes = bytes.size();
  }
  void closed(std::uint64_t connection, const ConnectionEnd& end) noexcept override {
    closed_connection = connection;
    reason = end.reason;
  }

  std::atomic<int> receives{0};
  std::atomic<int> sends{0};
  std::atomic<std::uint32_t> last_sent{0};
  std::atomic<std::size_t> sent_bytes{0};
  std::atomic<std::size_t> rejected_bytes{0};
  std::atomic<PacketError> last_error{PacketError::None};
  std::atomic<std::uint64_t> closed_connection{0};
  std::atomic<PacketCloseReason> reason{PacketCloseReason::None};
};

TEST(Receiving, AnObserverSeesEveryPacketOnce) {
  Threads threads;
  Pair pair(threads.context);
  const auto observer = std::make_shared<Observer>();
  codec::ConnectionSettings settings;
  settings.format = codec::PacketFormat(100);
  settings.options.observer = observer;
  const Connection connection(std::move(pair.socket), settings);
  std::future<Received> receiving = receive_all(connection);
  connection.send(9, payload(50));
  codec::Broadcast all;
  all.add(connection);
  all.send(10, payload(60));
  write(pair.raw, packet(7, 4));
  // A header that declares too much, and four bytes of its payload.
  write(pair.raw, {std::byte{200}, std::byte{0}, std::byte{1}, std::byte{0}, std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}});
  const ConnectionEnd end = get(std::move(receiving)).end;
  EXPECT_EQ(end.error, PacketError::PayloadTooLarge);
  EXPECT_EQ(end.position, 8u);
  EXPECT_EQ(to_string(end), "The peer sent an invalid packet. PayloadTooLarge in the packet at byte 8: id 1, 200 of at most 100 bytes.");
  EXPECT_TRUE(becomes_true([&] { return observer->last_error == PacketError::PayloadTooLarge; }));
  EXPECT_EQ(observer->receives, 1);
  EXPECT_EQ(observer->sends, 2);
  EXPECT_EQ(observer->last_sent, 10u);
  EXPECT_EQ(observer->sent_bytes, 50u + 60u + 8u);
  EXPECT_GE(observer->rejected_bytes, 4u);
  EXPECT_EQ(observer->closed_connection, connection.number());
  EXPECT_EQ(observer->reason, PacketCloseReason::InvalidPacket);
}

TEST(Receiving, AnObserverCapturesThePacketsOfBothDirections) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("codec_observer_" + std::to_string(std::random_device()()) + ".pcapng");
  Threads threads;
  Pair pair(threads.context);
  const auto capture = std::make_shared<codec::CaptureObserver>(path.string());
  codec::ConnectionSettings settings;
  settings.options.observer = capture;
  const Connection connection(std::move(pair.socket), settings);
  const std::future<Received> receiving = receive_all(connection);
  connection.send(9, payload(50));
  write(pair.raw, packet(7, 20));
  EXPECT_TRUE(becomes_true([&] { return capture->writer().packets() == 2; }));
  EXPECT_TRUE(capture->writer().close());
  // The blocks before the packets, and two records with their data, padded to 4 bytes.
  EXPECT_EQ(std::filesystem::file_size(path), 84u + (52u + 56u) + (52u + 24u));
  std::filesystem::remove(path);
}

TEST(Receiving, APeerAboveTheRateLimitIsClosedAfterTheAllowedPackets) {
  Threads threads;
  Pair pair(threads.context);
  codec::ConnectionSettings settings;
  settings.options.max_received_packets_per_second = 100;
  const Connection connection(std::move(pair.socket), settings);
  std::future<Received> receiving = receive_all(connection);
  std::vector<std::byte> flood;
  for (int i = 0; i < 10000; ++i) {
    const std::vector<std::byte> one = packet(7, 4);
    flood.insert(flood.end(), one.begin(), one.end());
  }
  std::error_code ignored;
  asio::write(pair.raw, asio::buffer(flood), ignored);
  const Received received = get(std::move(receiving));
  EXPECT_EQ(received.end.reason, PacketCloseReason::RateLimit);
  EXPECT_GE(received.numbers.size(), 100u);
  EXPECT_LT(received.numbers.size(), 200u);
}

}  // namespace
