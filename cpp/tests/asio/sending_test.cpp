#include "game_messages.hpp"
#include "peers.hpp"

namespace {

using namespace peers;
using codec::Connection;
using codec::PacketCloseReason;
using codec::SendStatus;
using codec::SlowPeerPolicy;

/// A connection with a limit of 100,000 bytes, to a peer that does not read.
struct SlowPeer {
  explicit SlowPeer(SlowPeerPolicy policy) {
    pair.shrink();
    codec::ConnectionSettings settings;
    settings.options.send_limit = 100000;
    settings.options.slow_peer = policy;
    sender = Connection(std::move(pair.socket), settings);
  }

  Threads threads;
  Pair pair{threads.context};
  Connection sender;
};

TEST(Sending, PacketsOfManyThreadsArriveWholeAndInTheOrderOfTheirThread) {
  Threads threads;
  Pair pair(threads.context);
  const Connection sender(std::move(pair.socket));
  constexpr std::uint32_t senders = 4;
  constexpr std::uint32_t count = 5000;
  std::vector<std::thread> sending;
  for (std::uint32_t id = 0; id < senders; ++id) {
    sending.emplace_back([&sender, id] {
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::size_t size = i % 997 == 0 ? 60000 : 4 + i % 300;
        const SendStatus status = sender.send(id, payload(size, i));
        if (status == SendStatus::AcceptedAboveLimit) {
          get(sender.async_flush(asio::use_future));
        }
      }
    });
  }
  std::vector<std::uint32_t> next(senders);
  std::thread reading([&] {
    std::error_code error;
    read_packets(pair.raw, error, [&](const codec::Packet& received) { EXPECT_EQ(number_of(received), next[received.id]++); });
    EXPECT_EQ(error, asio::error::eof);
  });
  for (std::thread& thread : sending) {
    thread.join();
  }
  get(sender.async_complete(asio::use_future));
  reading.join();
  EXPECT_EQ(next, std::vector<std::uint32_t>(senders, count));
  EXPECT_EQ(sender.end().unsent_packets, 0u);
  EXPECT_EQ(sender.send(1, {}), SendStatus::Closed);
}

TEST(Sending, MessagesAreEncodedAndInvalidOnesAreNotAccepted) {
  Threads threads;
  Pair pair(threads.context);
  codec::ConnectionSettings settings;
  settings.format = codec::PacketFormat(200);
  const Connection sender(std::move(pair.socket), settings);
  Game::Chat chat{Game::ChatChannel::Say, "Ann", "hello"};
  EXPECT_EQ(sender.send(chat), SendStatus::Accepted);
  chat.text = std::string(300, 'x');
  EXPECT_EQ(sender.send(chat), SendStatus::Invalid);
  EXPECT_EQ(sender.send(0x10000, {}), SendStatus::Invalid);
  EXPECT_EQ(sender.send(7, payload(201)), SendStatus::Invalid);
  EXPECT_THROW(get(sender.async_send(chat, asio::use_future)), std::system_error);
  get(sender.async_complete(asio::use_future));
  std::error_code error;
  EXPECT_EQ(read_all(pair.raw, error), 1u);
  EXPECT_EQ(error, asio::error::eof);
}

TEST(Sending, ASenderThatWaitsContinuesWhenThePeerReads) {
  SlowPeer peer(SlowPeerPolicy::Wait);
  const Connection& sender = peer.sender;
  std::future<void> waiting;
  std::size_t sent = 0;
  do {
    waiting = sender.async_send(7, payload(10000), asio::use_future);
    ++sent;
  } while (waiting.wait_for(200ms) == std::future_status::ready);
  // The system can still take some of what waits.
  EXPECT_GT(sender.unsent_bytes(), 50000u);
  std::thread reading([&] {
    std::error_code error;
    EXPECT_EQ(read_all(peer.pair.raw, error), sent);
  });
  get(std::move(waiting));
  EXPECT_LE(sender.unsent_bytes(), 60000u);
  get(sender.async_complete(asio::use_future));
  reading.join();
}

TEST(Sending, AtTheLimitTheNewestPacketIsDropped) {
  SlowPeer peer(SlowPeerPolicy::DropNewest);
  const Connection& sender = peer.sender;
  std::size_t accepted = 0;
  std::size_t dropped = 0;
  for (int i = 0; i < 2000 && dropped < 10; ++i) {
    ++(sender.send(7, payload(10000)) == SendStatus::Accepted ? accepted : dropped);
  }
  EXPECT_EQ(dropped, 10u);
  EXPECT_LE(sender.unsent_bytes(), 100000u);
  std::thread reading([&] {
    std::error_code error;
    EXPECT_EQ(read_all(peer.pair.raw, error), accepted);
    EXPECT_EQ(error, asio::error::eof);
  });
  get(sender.async_complete(asio::use_future));
  reading.join();
}

TEST(Sending, AtTheLimitTheConnectionIsClosed) {
  SlowPeer peer(SlowPeerPolicy::Close);
  const Connection& sender = peer.sender;
  std::future<Received> receiving = receive_all(sender);
  std::size_t accepted = 0;
  while (sender.send(7, payload(10000)) == SendStatus::Accepted) {
    ++accepted;
  }
  const codec::ConnectionEnd end = get(std::move(receiving)).end;
  EXPECT_EQ(end.reason, PacketCloseReason::SendLimit) << to_string(end);
  EXPECT_GT(end.unsent_packets, 5u);
  std::error_code error;
  const std::size_t arrived = read_all(peer.pair.raw, error);
  EXPECT_LE(arrived, accepted - end.unsent_packets);
  EXPECT_EQ(sender.send(7, {}), SendStatus::Closed);
}

TEST(Sending, APacketAboveTheLimitIsAcceptedIfNothingWaits) {
  Threads threads;
  Pair pair(threads.context);
  codec::ConnectionSettings settings;
  settings.options.send_limit = 1;
  settings.options.slow_peer = SlowPeerPolicy::DropNewest;
  const Connection sender(std::move(pair.socket), settings);
  EXPECT_EQ(sender.send(7, payload(60000)), SendStatus::Accepted);
  get(sender.async_flush(asio::use_future));
  EXPECT_EQ(sender.send(7, payload(60000)), SendStatus::Accepted);
}

TEST(Sending, TheUnsentPacketsOfAClosedConnectionAreThoseThatDidNotArrive) {
  Threads threads;
  for (std::size_t size : {100u, 1000u, 50000u}) {
    Pair pair(threads.context);
    pair.shrink();
    codec::ConnectionSettings settings;
    settings.options.close_timeout = 100ms;
    const Connection sender(std::move(pair.socket), settings);
    constexpr std::size_t accepted = 1000;
    for (std::size_t i = 0; i < accepted; ++i) {
      ASSERT_TRUE(is_accepted(sender.send(7, payload(size))));
    }
    get(sender.async_close(asio::use_future));
    const codec::ConnectionEnd end = sender.end();
    EXPECT_EQ(end.reason, PacketCloseReason::Local);
    std::error_code error;
    const std::size_t arrived = read_all(pair.raw, error);
    // A stream that would end after a whole packet, although more were accepted, is reset.
    if (error == asio::error::eof) {
      EXPECT_EQ(arrived + end.unsent_packets, accepted) << size;
    } else {
      EXPECT_EQ(error, asio::error::connection_reset);
    }
  }
}

TEST(Sending, WhatHandlersSendSharesAWriteAndAllOfItArrives) {
  Threads threads(1);
  Pair pair(threads.context);
  const Connection connection(std::move(pair.socket));
  codec::PacketRoutes<Connection> routes;
  routes.on_default([](const Connection& peer, const codec::Packet& packet) { peer.send(packet.id, packet.payload); });
  connection.run(routes, connection);
  std::thread writing([&] {
    std::vector<std::byte> all;
    for (std::uint32_t i = 0; i < 20000; ++i) {
      const std::vector<std::byte> one = packet(7, 4 + i % 100, i);
      all.insert(all.end(), one.begin(), one.end());
    }
    write(pair.raw, all);
    pair.raw.shutdown(tcp::socket::shutdown_send);
  });
  std::size_t received = 0;
  std::error_code error;
  read_packets(pair.raw, error, [&](const codec::Packet& echoed) { EXPECT_EQ(number_of(echoed), received++); }, 20000);
  EXPECT_EQ(received, 20000u);
  writing.join();
}

TEST(Sending, ABatchIsWholeAndItsStatusesAreThoseOfSend) {
  Threads threads;
  Pair pair(threads.context);
  codec::ConnectionSettings settings;
  settings.format = codec::PacketFormat(200);
  Connection sender(std::move(pair.socket), settings);
  { codec::PacketBatch empty = sender.batch(); }
  std::vector<std::thread> sending;
  for (int i = 0; i < 2; ++i) {
    sending.emplace_back([sender] {
      for (std::uint32_t number = 0; number < 1000; number += 10) {
        codec::PacketBatch batch = sender.batch();
        for (std::uint32_t next = number; next < number + 10; ++next) {
          EXPECT_TRUE(is_accepted(batch.send(7, payload(100, next))));
        }
      }
    });
  }
  for (std::thread& thread : sending) {
    thread.join();
  }
  {
    codec::PacketBatch batch = sender.batch();
    EXPECT_EQ(batch.send(Game::Chat{Game::ChatChannel::Say, "Ann", "hello"}), SendStatus::Accepted);
    EXPECT_EQ(batch.send(Game::Chat{Game::ChatChannel::Say, "Ann", std::string(300, 'x')}), SendStatus::Invalid);
    EXPECT_EQ(batch.send(7, payload(201)), SendStatus::Invalid);
    // The batch keeps the connection open.
    sender = Connection();
    EXPECT_EQ(batch.send(7, payload(200, 1000)), SendStatus::Accepted);
  }
  std::vector<std::uint32_t> numbers;
  std::error_code error;
  read_packets(pair.raw, error, [&](const codec::Packet& packet) {
    if (packet.id == 7) {
      numbers.push_back(number_of(packet));
    }
  });
  ASSERT_EQ(numbers.size(), 2001u);
  for (std::size_t i = 0; i < 2000; ++i) {
    // No packet of the other batch is inside one.
    EXPECT_EQ(numbers[i] % 10, i % 10);
  }
}

TEST(Sending, ABatchKeepsTheLimitOfTheConnection) {
  for (SlowPeerPolicy policy : {SlowPeerPolicy::Wait, SlowPeerPolicy::DropNewest, SlowPeerPolicy::Close}) {
    SlowPeer peer(policy);
    std::vector<SendStatus> statuses;
    {
      codec::PacketBatch batch = peer.sender.batch();
      for (int i = 0; i < 12; ++i) {
        statuses.push_back(batch.send(7, payload(9996)));
      }
    }
    std::vector<SendStatus> expected(10, SendStatus::Accepted);
    expected.resize(12, policy == SlowPeerPolicy::Wait         ? SendStatus::AcceptedAboveLimit
                        : policy == SlowPeerPolicy::DropNewest ? SendStatus::Dropped
                                                               : SendStatus::Closed);
    EXPECT_EQ(statuses, expected);
    if (policy == SlowPeerPolicy::Close) {
      EXPECT_TRUE(becomes_true([&] { return peer.sender.end().reason == PacketCloseReason::SendLimit; }));
      EXPECT_EQ(peer.sender.batch().send(7, {}), SendStatus::Closed);
      continue;
    }
    std::thread reading([&] {
      std::error_code error;
      EXPECT_EQ(read_all(peer.pair.raw, error), policy == SlowPeerPolicy::Wait ? 12u : 10u);
    });
    get(peer.sender.async_complete(asio::use_future));
    reading.join();
  }
}

}  // namespace
