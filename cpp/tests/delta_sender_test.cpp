#include <gtest/gtest.h>

#include <algorithm>
#include <codec/codec.hpp>
#include <codec/delta_sender.hpp>
#include <codec/message.hpp>
#include <deque>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "allocations.hpp"
#include "fake_network.hpp"
#include "packed_messages.hpp"

namespace {

using namespace codec;
using Bytes = std::vector<std::byte>;
using Game::Packed::Scene;
using Game::Packed::SceneView;
using Game::Packed::Unit;

Unit unit(std::uint32_t id) {
  Unit unit;
  unit.id = id;
  unit.name = "unit " + std::to_string(id);
  unit.position = Game::Vec3{static_cast<float>(id), 0.5f, -1.0f};
  return unit;
}

Scene scene(std::uint32_t units) {
  Scene scene;
  scene.tick = 1;
  scene.units.emplace();
  for (std::uint32_t i = 0; i < units; ++i) {
    scene.units->push_back(unit(1000 + i));
  }
  return scene;
}

Bytes payload_of(const Scene& scene) {
  Bytes payload(max_size(scene));
  payload.resize(write(scene, payload));
  return payload;
}

/// Keeps what it receives as a payload of the writer, so that scenes can be compared.
struct Receiver {
  Bytes last;
  int calls = 0;
};

PacketRoutes<Receiver> routes() {
  PacketRoutes<Receiver> routes;
  routes.on<Scene>([](Receiver& receiver, const Scene& scene) {
    receiver.last = payload_of(scene);
    ++receiver.calls;
  });
  return routes;
}

class DeltaTest : public testing::Test {
 protected:
  PacketError receive(ByteSpan payload) {
    Packet packet;
    packet.id = PacketTraits<Scene>::id;
    const Bytes copy(payload.begin(), payload.end());
    packet.payload = copy;
    return dispatcher_.dispatch(packet);
  }

  void expect(const Scene& scene, ByteSpan payload) {
    EXPECT_EQ(receive(payload), PacketError::None);
    EXPECT_EQ(receiver_.last, payload_of(scene));
  }

  Receiver receiver_;
  PacketRoutes<Receiver> routes_ = routes();
  PacketDispatcher<Receiver> dispatcher_{routes_, receiver_, PacketDirections::ToServer};
  DeltaSender<Scene> sender_;
};

TEST_F(DeltaTest, SendsWhatChanged) {
  Scene now = scene(500);
  EXPECT_EQ(sender_.number(), 0);
  EXPECT_TRUE(sender_.whole().empty());
  EXPECT_EQ(sender_.advance(now), 1);
  expect(now, sender_.since_last());
  EXPECT_EQ(sender_.advance(now), 2);
  // 4 bytes each for the header of the packet, and for the numbers.
  EXPECT_EQ(sender_.since_last().size(), 4U);
  expect(now, sender_.since_last());

  (*now.units)[250].position->x += 1;
  EXPECT_EQ(sender_.advance(now), 3);
  EXPECT_LE(sender_.since_last().size() + 4, 24U);
  expect(now, sender_.since_last());
  // It is packed once.
  EXPECT_EQ(sender_.since_last().data(), sender_.since(2).data());
  EXPECT_NE(sender_.since(1).data(), sender_.since(2).data());
  expect(now, sender_.since(1));
  expect(now, sender_.whole());
  expect(now, sender_.since(77));
}

TEST_F(DeltaTest, FindsElementsByTheirKeys) {
  Scene now = scene(300);
  sender_.advance(now);
  expect(now, sender_.whole());
  const auto expect_at_most = [&](std::size_t size) {
    ASSERT_NE(sender_.advance(now), 0);
    EXPECT_LE(sender_.since_last().size(), size);
    expect(now, sender_.since_last());
  };
  now.units->erase(now.units->begin() + 5);
  expect_at_most(16);
  now.units->insert(now.units->begin() + 100, unit(5));
  expect_at_most(48);
  std::rotate(now.units->begin() + 10, now.units->begin() + 20, now.units->begin() + 200);
  expect_at_most(32);
  std::reverse(now.units->begin(), now.units->begin() + 4);
  expect_at_most(60);
  // Equal keys are not what a schema allows, but are sent.
  (*now.units)[7].id = (*now.units)[8].id;
  expect_at_most(60);
  (*now.units)[9].id = (*now.units)[8].id;
  (*now.units)[9].name.reset();
  expect_at_most(60);
  now.units->clear();
  expect_at_most(16);
  now.units.reset();
  expect_at_most(8);
  now = scene(3);
  expect_at_most(100);
}

TEST_F(DeltaTest, IsSentWholeWithoutASender) {
  const Scene now = scene(3);
  Bytes bytes(1000);
  const EncodeResult result = encode(bytes, now);
  ASSERT_EQ(result.status, Status::Ok);
  EXPECT_TRUE(result.packet[4] == std::byte{0} && result.packet[5] == std::byte{0});
  expect(now, result.packet.subspan(4));
  EXPECT_EQ(receive({}), PacketError::PackedTruncated);
  for (std::size_t size = 0; size < 6; ++size) {
    Bytes small(size);
    EXPECT_EQ(encode(small, now).status, Status::BufferTooSmall);
  }
}

TEST_F(DeltaTest, IsRejectedWithoutItsBaseline) {
  Scene now = scene(20);
  sender_.advance(now);
  expect(now, sender_.whole());
  ++now.tick;
  sender_.advance(now);
  Bytes bytes(sender_.since_last().begin(), sender_.since_last().end());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    // Without a stream, nothing has changed.
    EXPECT_EQ(receive(ByteSpan(bytes).subspan(0, size)) == PacketError::None, size == 4) << size;
  }
  bytes[1] = std::byte{9};
  EXPECT_EQ(receive(bytes), PacketError::BaselineMissing);
  bytes[1] = std::byte{1};
  bytes[2] ^= std::byte{1};
  EXPECT_EQ(receive(bytes), PacketError::BaselineMismatch);
  bytes[2] ^= std::byte{1};
  bytes[0] = std::byte{0};
  EXPECT_EQ(receive(bytes), PacketError::PackedInvalid);
  bytes[0] = std::byte{2};
  expect(now, bytes);

  // A message that cannot be encoded changes nothing.
  Scene large = scene(1);
  large.units->front().name = std::string(70000, 'x');
  EXPECT_EQ(sender_.advance(large), 0);
  EXPECT_EQ(sender_.number(), 2);
  expect(now, sender_.whole());
}

TEST_F(DeltaTest, SurvivesLossDoublingAndReordering) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  const auto is_one_of = [&](unsigned count) { return random() % count == 0; };
  Scene now = scene(10);
  std::map<std::uint32_t, Bytes> sent;
  std::deque<std::pair<std::uint8_t, Bytes>> flying;
  std::uint8_t acknowledged = 0;
  std::uint32_t next_id = 5000;
  std::map<PacketError, int> seen;
  for (int step = 0; step < 3000; ++step) {
    now.tick = static_cast<std::uint32_t>(step + 1);
    auto& units = *now.units;
    for (unsigned changes = random() % 4; changes != 0; --changes) {
      if (!units.empty() && is_one_of(4)) {
        units.erase(units.begin() + static_cast<std::ptrdiff_t>(random() % units.size()));
      } else if (is_one_of(4) && units.size() < 30) {
        units.insert(units.begin() + static_cast<std::ptrdiff_t>(random() % (units.size() + 1)), unit(next_id++));
      } else if (!units.empty()) {
        Unit& changed = units[random() % units.size()];
        changed.health = static_cast<std::int16_t>(random() % 200);
        changed.position = is_one_of(3) ? std::optional<Game::Vec3>() : Game::Vec3{static_cast<float>(random() % 100), 2, 3};
        std::swap(changed, units[random() % units.size()]);
      }
    }
    ASSERT_NE(sender_.advance(now), 0);
    sent[now.tick] = payload_of(now);
    const ByteSpan payload = sender_.since(is_one_of(20) ? 0 : acknowledged);
    for (int copies = is_one_of(5) ? 0 : is_one_of(10) ? 2 : 1; copies != 0; --copies) {
      flying.emplace_back(sender_.number(), Bytes(payload.begin(), payload.end()));
    }
    while (flying.size() > random() % 4) {
      const auto at = flying.begin() + static_cast<std::ptrdiff_t>(random() % flying.size());
      const auto [number, bytes] = *at;
      flying.erase(at);
      receiver_.calls = 0;
      const PacketError error = receive(bytes);
      ++seen[error];
      if (error == PacketError::None) {
        ASSERT_EQ(receiver_.calls, 1);
        const auto tick = codec::view<Scene>(ByteSpan(receiver_.last)).tick();
        ASSERT_EQ(receiver_.last, sent[tick]) << tick;
        acknowledged = detail::delta_age(number, acknowledged == 0 ? number : acknowledged) < 127 ? number : acknowledged;
      } else {
        ASSERT_EQ(error, PacketError::BaselineMissing);
      }
    }
  }
  EXPECT_GT(seen[PacketError::None], 2000);
}

TEST_F(DeltaTest, OfOtherBytesStaysInsideItsMemory) {
  std::mt19937 random(20261130);
  Scene now = scene(12);
  sender_.advance(now);
  const Bytes whole(sender_.whole().begin(), sender_.whole().end());
  (*now.units)[3].position->x = 8;
  std::rotate(now.units->begin(), now.units->begin() + 5, now.units->end());
  now.units->push_back(unit(7));
  sender_.advance(now);
  const Bytes difference(sender_.since_last().begin(), sender_.since_last().end());
  std::set<PacketError> seen;
  for (int round = 0; round < 20000; ++round) {
    ASSERT_EQ(receive(whole), PacketError::None);
    Bytes bytes = difference;
    for (std::size_t i = 0; i <= random() % 3; ++i) {
      bytes[4 + random() % (bytes.size() - 4)] ^= static_cast<std::byte>(1U << random() % 8);
    }
    seen.insert(receive(bytes));
  }
  EXPECT_TRUE(seen.count(PacketError::None) == 1 && seen.count(PacketError::PackedInvalid) == 1 && seen.count(PacketError::PackedTruncated) == 1);
}

TEST_F(DeltaTest, AllocatesNothingAfterTheFirstMessages) {
  if (!detail::PackingScratch::is_kept) {
    GTEST_SKIP() << "Threads keep no memory.";
  }
  PacketRoutes<Receiver> views;
  views.on<Scene>([](Receiver& receiver, const SceneView&) { ++receiver.calls; });
  PacketDispatcher<Receiver> dispatcher(views, receiver_, PacketDirections::ToServer);
  Scene now = scene(100);
  std::size_t before = 0;
  for (int step = 0; step < 60; ++step) {
    ++now.tick;
    std::rotate(now.units->begin(), now.units->begin() + 1, now.units->end());
    sender_.advance(now);
    for (const ByteSpan payload : {sender_.whole(), sender_.since_last(), sender_.since(sender_.number() > 3 ? static_cast<std::uint8_t>(sender_.number() - 3) : std::uint8_t{0})}) {
      Packet packet;
      packet.id = PacketTraits<Scene>::id;
      packet.payload = payload;
      ASSERT_EQ(dispatcher.dispatch(packet), PacketError::None);
    }
    before = step == 40 ? allocations() : before;
  }
  EXPECT_EQ(allocations(), before);
  EXPECT_EQ(receiver_.calls, 180);
}

TEST_F(DeltaTest, AConnectionAllocatesNothingAfterTheFirstMessages) {
  if (!detail::PackingScratch::is_kept) {
    GTEST_SKIP() << "Threads keep no memory.";
  }
  detail::SendQueue queue;
  std::size_t allocated = 0;
  Scene now = scene(100);
  for (int step = 0; step < 60; ++step) {
    ++now.tick;
    std::rotate(now.units->begin(), now.units->begin() + 1, now.units->end());
    const std::size_t before = allocations();
    ASSERT_EQ(queue.add(detail::MessageSource{now}, {}, {}, 1), SendStatus::Accepted);
    allocated += step < 40 ? 0 : allocations() - before;
    queue.gather(1, [this](const std::byte* data, std::size_t size) {
      EXPECT_EQ(dispatcher_.dispatch(decode(ByteSpan(data, size)).packet), PacketError::None);
    });
    queue.consume(static_cast<std::size_t>(queue.unsent_bytes()));
    EXPECT_EQ(receiver_.last, payload_of(now));
  }
  EXPECT_EQ(allocated, 0U);
}

TEST_F(DeltaTest, IsSentByAClientAsTheDifferenceToTheLastAcceptedMessage) {
  FakeNetwork::current() = {};
  PollClientOptions options;
  options.send_limit = 4000;
  options.reconnect_attempts = 10;
  BasicPollClient<FakeSocket, FakeClock> client("server", std::uint16_t{7777}, options);
  PacketRoutes<int> none;
  PacketDispatcher<int> ignored(none, receiver_.calls, PacketDirections::ToClient);
  ASSERT_TRUE(client.connect());
  std::mt19937 random(std::random_device{}());
  Scene now = scene(60);
  for (int i = 0; i < 6; ++i) {
    FakeNetwork::current().now += std::chrono::hours(1);
    for (int k = 0; k < 3; ++k) {
      client.poll(ignored);
    }
    ASSERT_EQ(client.state(), PacketClientState::Connected) << i;
    FakeLink& link = *FakeNetwork::current().links.back();
    std::vector<Bytes> accepted;
    const int count = 10 + static_cast<int>(random() % 400);
    for (int k = 0; k < count; ++k) {
      now.tick = static_cast<std::uint32_t>(random());
      (*now.units)[random() % 60].name = std::string(random() % 50, 'x');
      if (random() % 20 == 0) {
        link.room = link.room < 10000 ? 100000 : 0;
        client.flush();
      }
      Scene large = now;
      large.units->front().name = std::string(70000, 'x');
      EXPECT_EQ(client.send(large), SendStatus::Invalid);
      const SendStatus status = client.send(now);
      ASSERT_TRUE(status == SendStatus::Accepted || (status == SendStatus::Dropped && link.room < 10000));
      if (status == SendStatus::Accepted) {
        accepted.push_back(payload_of(now));
      }
    }
    link.room = 1000000;
    client.flush();
    std::size_t whole = 0;
    std::size_t at = 0;
    ByteSpan rest(link.sent);
    for (DecodeResult next = decode(rest); next.status == Status::Ok; next = decode(rest)) {
      whole += next.packet.payload[1] == std::byte{0} ? 1U : 0U;
      ASSERT_EQ(dispatcher_.dispatch(next.packet), PacketError::None);
      ASSERT_EQ(receiver_.last, accepted[at++]);
      rest = rest.subspan(next.consumed);
    }
    EXPECT_TRUE(at == accepted.size() && whole == 1 && rest.empty()) << at << ' ' << whole;
    // The peer ends, and the client connects again.
    link.has_peer_ended = true;
    client.poll(ignored);
  }
}

TEST(DeltaRoutes, GiveRawHandlersTheWholePayload) {
  int calls = 0;
  PacketRoutes<int> routes;
  PacketRules rules = packet_rules<Scene>();
  routes.on_raw(PacketTraits<Scene>::id, [](int& state, const Packet& packet) { state += verify<Scene>(packet.payload) ? 1 : 0; }, rules);
  EXPECT_THROW(routes.on_default([](int&, const Packet&) {}, rules), std::invalid_argument);
  PacketDispatcher<int> dispatcher(routes, calls, PacketDirections::ToServer);
  DeltaSender<Scene> sender;
  Scene now = scene(3);
  for (int i = 1; i <= 300; ++i) {
    now.tick = static_cast<std::uint32_t>(i);
    sender.advance(now);
    Packet packet;
    packet.id = sender.id;
    packet.payload = sender.since_last();
    EXPECT_EQ(dispatcher.dispatch(packet), PacketError::None);
    EXPECT_EQ(calls, i);
  }
}

}  // namespace
