#include <map>

#include "game_messages.hpp"
#include "packed_messages.hpp"
#include "peers.hpp"

namespace {

using namespace peers;
using codec::Broadcast;
using codec::Connection;

TEST(Broadcast, EveryConnectionGetsThePacketInItsFormat) {
  Threads threads;
  std::vector<std::unique_ptr<Pair>> pairs;
  std::vector<Connection> connections;
  Broadcast all;
  for (int i = 0; i < 4; ++i) {
    pairs.push_back(std::make_unique<Pair>(threads.context));
    codec::ConnectionSettings settings;
    settings.format = i == 3 ? codec::PacketFormat(codec::PacketSizeCounts::WholePacket, 4, 4) : codec::PacketFormat();
    connections.emplace_back(std::move(pairs.back()->socket), settings);
    all.add(connections.back());
    all.add(connections.back());
  }
  EXPECT_EQ(all.size(), 4u);
  Game::Chat chat{Game::ChatChannel::Say, "Ann", std::string(5000, 'x')};
  EXPECT_EQ(all.send(chat), 4u);
  EXPECT_EQ(all.send(7, payload(10), connections[0]), 3u);
  all.remove(connections[1]);
  EXPECT_EQ(all.send(7, payload(300)), 3u);
  chat.text = std::string(70000, 'x');
  EXPECT_EQ(all.send(chat), 0u);
  const std::size_t expected[] = {2, 2, 3, 3};
  for (int i = 0; i < 4; ++i) {
    get(connections[static_cast<std::size_t>(i)].async_complete(asio::use_future));
    codec::PacketPushDecoder decoder(connections[static_cast<std::size_t>(i)].format());
    std::error_code error;
    std::vector<std::byte> bytes(100000);
    const std::size_t size = asio::read(pairs[static_cast<std::size_t>(i)]->raw, asio::buffer(bytes), error);
    std::size_t packets = 0;
    codec::Packet packet;
    decoder.append({bytes.data(), size});
    while (decoder.take(packet) == codec::Status::Ok) {
      ++packets;
    }
    EXPECT_EQ(packets, expected[i]) << i;
    EXPECT_EQ(decoder.error_at_end(), codec::PacketError::None);
  }
  EXPECT_EQ(all.send(7, {}), 0u);
  EXPECT_EQ(all.size(), 0u);
}

TEST(Broadcast, ASlowPeerMissesPacketsAndDelaysNobody) {
  Threads threads;
  Pair slow(threads.context);
  slow.shrink();
  Pair fast(threads.context);
  codec::ConnectionSettings settings;
  settings.options.send_limit = 100000;
  const Connection slow_connection(std::move(slow.socket), settings);
  const Connection fast_connection(std::move(fast.socket));
  Broadcast all;
  all.add(slow_connection);
  all.add(fast_connection);
  std::size_t accepted = 0;
  constexpr std::size_t count = 2000;
  std::thread reading([&] {
    std::error_code error;
    EXPECT_EQ(read_all(fast.raw, error), count);
  });
  for (std::size_t i = 0; i < count; ++i) {
    accepted += all.send(7, payload(1000));
    if (i % 100 == 0) {
      get(fast_connection.async_flush(asio::use_future));
    }
  }
  get(fast_connection.async_complete(asio::use_future));
  reading.join();
  EXPECT_LT(accepted, 2 * count);
  EXPECT_LE(slow_connection.unsent_bytes(), 100000u);
  std::thread slow_reading([&] {
    std::error_code error;
    EXPECT_EQ(read_all(slow.raw, error), accepted - count);
  });
  get(slow_connection.async_complete(asio::use_future));
  slow_reading.join();
}

TEST(Broadcast, SendsEachMemberTheDifferenceToTheLastMessageThatItAccepted) {
  using Game::Packed::Scene;
  struct Member {
    Pair pair;
    Connection connection;
    std::vector<std::uint32_t> sent;
  };
  Threads threads;
  Broadcast all;
  std::vector<std::unique_ptr<Member>> members;
  Scene scene;
  scene.units.emplace(50);
  // The names are the state that must arrive: that of the tick, and of those before.
  std::string names;
  std::map<std::uint32_t, std::string> names_of;
  const auto change = [&] {
    Game::Packed::Unit& unit = (*scene.units)[++scene.tick * 7 % 50];
    unit.name = std::to_string(scene.tick) + std::string(scene.tick % 100 * 3, 'x');
    names.clear();
    for (const auto& one : *scene.units) {
      names += one.name.value_or("");
    }
    names_of[scene.tick] = names;
  };
  std::size_t dropped = 0;
  for (int i = 0; i < 600; ++i) {
    if (i % 150 == 0) {
      members.push_back(std::unique_ptr<Member>(new Member{Pair(threads.context), {}, {}}));
      codec::ConnectionSettings settings;
      settings.options.send_limit = i == 150 ? 2000 : 10000000;
      i == 150 ? members.back()->pair.shrink() : void();
      members.back()->connection = Connection(std::move(members.back()->pair.socket), settings);
      all.add(members.back()->connection);
    }
    change();
    if (i % 5 == 0) {
      EXPECT_EQ(members[0]->connection.send(scene), codec::SendStatus::Accepted);
      members[0]->sent.push_back(scene.tick);
      change();
    }
    const std::uint64_t before = members.size() > 1 ? members[1]->connection.unsent_bytes() : 0;
    const std::size_t accepted = all.send(scene);
    ASSERT_TRUE(accepted == members.size() || (accepted == members.size() - 1 && before > 0)) << accepted;
    dropped += members.size() - accepted;
    for (std::size_t k = 0; k < members.size(); ++k) {
      if (k != 1 || accepted == members.size()) {
        members[k]->sent.push_back(scene.tick);
      }
    }
  }
  EXPECT_GT(dropped, 0U);
  for (const auto& member : members) {
    auto completing = member->connection.async_complete(asio::use_future);
    std::vector<std::uint32_t> ticks;
    codec::PacketRoutes<std::vector<std::uint32_t>> routes;
    routes.on<Scene>([&](std::vector<std::uint32_t>& seen, const Scene& arrived) {
      std::string text;
      for (const auto& one : *arrived.units) {
        text += one.name.value_or("");
      }
      EXPECT_EQ(text, names_of[arrived.tick]);
      seen.push_back(arrived.tick);
    });
    codec::PacketDispatcher<std::vector<std::uint32_t>> dispatcher(routes, ticks, codec::PacketDirections::ToClient);
    codec::PacketPushDecoder decoder;
    std::error_code error;
    for (codec::Packet packet; !error;) {
      const codec::MutableByteSpan room = decoder.prepare();
      decoder.commit(member->pair.raw.read_some(asio::buffer(room.data(), room.size()), error));
      while (decoder.take(packet) == codec::Status::Ok) {
        EXPECT_EQ(packet.payload[1] == std::byte{0}, ticks.empty());
        ASSERT_EQ(dispatcher.dispatch(packet), codec::PacketError::None);
      }
    }
    get(std::move(completing));
    EXPECT_EQ(ticks, member->sent);
  }
}

TEST(Broadcast, AResetThatAWriteFindsIsReported) {
  Threads threads(2);
  for (int round = 0; round < 200; ++round) {
    Pair pair(threads.context);
    const Connection connection(std::move(pair.socket));
    std::future<Received> receiving = receive_all(connection);
    Broadcast all;
    all.add(connection);
    std::thread sending([&] {
      while (all.send(7, payload(500)) > 0) {
      }
    });
    std::vector<std::byte> some(500);
    asio::read(pair.raw, asio::buffer(some));
    pair.raw.set_option(asio::socket_base::linger(true, 0));
    pair.raw.close();
    const codec::ConnectionEnd end = get(std::move(receiving)).end;
    sending.join();
    EXPECT_EQ(end.reason, codec::PacketCloseReason::Remote);
    EXPECT_EQ(end.cause, asio::error::connection_reset) << to_string(end);
  }
}

TEST(Broadcast, MembersMayJoinCloseAndLeaveMeanwhile) {
  Threads threads(2);
  Broadcast all;
  std::atomic<bool> is_done{false};
  std::thread sending([&] {
    while (!is_done) {
      all.send(7, payload(500));
    }
  });
  for (int i = 0; i < 100; ++i) {
    Pair pair(threads.context);
    const Connection connection(std::move(pair.socket));
    all.add(connection);
    std::this_thread::sleep_for(1ms);
    if (i % 3 == 0) {
      connection.close();
    } else if (i % 3 == 1) {
      all.remove(connection);
    }
  }
  is_done = true;
  sending.join();
}

}  // namespace
