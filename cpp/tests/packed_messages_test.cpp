#include "packed_messages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <codec/codec.hpp>
#include <codec/message.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "allocations.hpp"
#include "dispatch.hpp"
#include "fixtures/messages.hpp"

namespace {

using namespace codec;
using Bytes = std::vector<std::byte>;
namespace packed = Game::Packed;

packed::Move packed_move() {
  const Game::Move move = messages::move();
  return {move.entity, move.position, move.rotation, move.velocity, move.time};
}

packed::Snapshot packed_snapshot() {
  Game::Snapshot snapshot = messages::snapshot();
  return {snapshot.tick, std::move(snapshot.entities)};
}

packed::Grid grid() {
  packed::Grid grid;
  grid.origin = {1.0f, 2.0f, 0.0f};
  grid.cells[25] = 7;
  return grid;
}

template <class T>
Bytes encoded(const T& message) {
  Bytes bytes(70000);
  const EncodeResult result = encode(bytes, message);
  EXPECT_EQ(result.status, Status::Ok);
  bytes.resize(result.packet.size());
  return bytes;
}

Packet packet_of(const Bytes& bytes) {
  const DecodeResult result = decode(bytes);
  EXPECT_EQ(result.status, Status::Ok);
  return result.packet;
}

Bytes packet_with(std::uint32_t id, const Bytes& payload) {
  Bytes bytes(payload.size() + 4);
  EXPECT_EQ(encode(bytes, id, payload).status, Status::Ok);
  return bytes;
}

constexpr PayloadShape snapshot_shape = PacketTraits<packed::Snapshot>::shape;

/// A packed payload of a few bytes that unpacks to about `size` bytes: entities without values.
Bytes zeros(std::size_t size) {
  packed::Snapshot snapshot;
  snapshot.entities.emplace(size / sizeof(Game::EntityState));
  Bytes payload(max_size(snapshot));
  payload.resize(write(snapshot, payload));
  Bytes bytes(100);
  std::size_t written = 0;
  EXPECT_EQ(pack_payload(snapshot_shape, payload, bytes, written), Status::Ok);
  bytes.resize(written);
  return bytes;
}

/// The packed form of a payload that packing does not shorten.
Bytes stored(std::size_t size) {
  Bytes bytes(size + 1);
  bytes[0] = std::byte{1};
  return bytes;
}

using Packets = Game::Packed::PackedPackets;

/// Dispatches a packet to a handler that does nothing. After the first call, it allocates nothing itself.
PacketError dispatch_to_server(const Packet& packet) {
  static int state = 0;
  static const PacketRoutes<int> routes = std::move(PacketRoutes<int>().on_each<Packets>([](int&, const auto&) {}));
  return PacketDispatcher<int>(routes, state, PacketDirections::ToServer).dispatch(packet);
}

TEST(PackedMessages, ArePackedByEncodeAndUnpackedForTheHandler) {
  const Bytes move = encoded(packed_move());
  EXPECT_LE(move.size(), 34U);

  int calls = 0;
  const PacketError error = dispatch<Packets, PacketDirections::ToServer>(
      packet_of(move), Overloaded{[&](const packed::MoveView& view, const Packet& packet) {
                                    ++calls;
                                    EXPECT_EQ(view.entity(), messages::move().entity);
                                    EXPECT_EQ(view.time(), messages::move().time);
                                    EXPECT_TRUE(verify<packed::Move>(packet.payload));
                                    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(packet.payload.data()) % 8, 0U);
                                    EXPECT_EQ(packet.raw.size(), move.size());
                                  },
                                  [](const auto&) { ADD_FAILURE(); }});
  EXPECT_EQ(error, PacketError::None);
  EXPECT_EQ(calls, 1);
}

TEST(PackedMessages, MatchTheGoldenFiles) {
  const Game::Spawn spawn = messages::spawn();
  const std::vector<std::pair<std::string, Bytes>> packets{
      {"test_packet", encoded(packed::TestPacket{messages::test_packet().msg, messages::test_packet().number})},
      {"move", encoded(packed_move())},
      {"spawn", encoded(packed::Spawn{spawn.entity, spawn.kind, spawn.name, spawn.position, spawn.rotation, spawn.health, spawn.flags, spawn.owner})},
      {"inventory", encoded(packed::Inventory{messages::inventory().owner, messages::inventory().items})},
      {"snapshot", encoded(packed_snapshot())},
      {"grid", encoded(grid())},
  };
  for (const auto& [name, packet] : packets) {
    SCOPED_TRACE(name);
    std::ifstream file(std::filesystem::path(CODEC_GOLDEN) / "packed" / (name + ".bin"), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    ASSERT_EQ(text.size(), packet.size());
    EXPECT_EQ(std::memcmp(text.data(), packet.data(), packet.size()), 0);
    int calls = 0;
    EXPECT_EQ((dispatch<Packets, PacketDirections::ToClient>(packet_of(packet), [&](const auto&) { ++calls; })), PacketError::None);
    EXPECT_EQ(calls, 1);
  }
}

TEST(PackedMessages, ReachDispatcherHandlersAsObjectsStructsAndRawBytes) {
  std::vector<std::string> log;
  PacketRoutes<std::vector<std::string>> routes;
  routes.on<packed::Snapshot>([](std::vector<std::string>& seen, const packed::Snapshot& snapshot) {
    seen.push_back("snapshot " + std::to_string(snapshot.entities->size()));
  }, PacketRules().in_states({0}));
  routes.on<packed::Grid>(
      [](std::vector<std::string>& seen, const packed::Grid& value) { seen.push_back("grid " + std::to_string(value.cells[25])); });
  PacketRules rules;
  rules.shape = PacketTraits<packed::Move>::shape;
  routes.on_raw(
      PacketTraits<packed::Move>::id,
      [](std::vector<std::string>& seen, const Packet& packet) { seen.push_back("raw " + std::to_string(verify<packed::Move>(packet.payload))); }, rules);
  PacketDispatcher<std::vector<std::string>> dispatcher(routes, log, PacketDirections::ToClient);

  EXPECT_EQ(dispatcher.dispatch(packet_of(encoded(packed_snapshot()))), PacketError::None);
  const Bytes struct_packet = encoded(grid());
  EXPECT_LT(struct_packet.size(), sizeof(packed::Grid));
  EXPECT_EQ(dispatcher.dispatch(packet_of(struct_packet)), PacketError::None);
  EXPECT_EQ(dispatcher.dispatch(packet_of(encoded(packed_move()))), PacketError::None);
  EXPECT_EQ(log, (std::vector<std::string>{"snapshot 500", "grid 7", "raw 1"}));
}

TEST(PackedMessages, AreRejectedIfTheUnpackedSizeExceedsTheLimit) {
  // The limit is 1,000 bytes.
  const std::uint32_t id = PacketTraits<packed::TestPacket>::id;
  EXPECT_EQ(dispatch_to_server(packet_of(packet_with(id, stored(1001)))), PacketError::PayloadTooLarge);
  EXPECT_EQ(dispatch_to_server(packet_of(packet_with(id, stored(1000)))), PacketError::PayloadInvalid);
  EXPECT_EQ(dispatch_to_server(packet_of(packet_with(id, {}))), PacketError::PackedTruncated);
  EXPECT_EQ(dispatch_to_server(packet_of(packet_with(PacketTraits<packed::Spawn>::id, {}))),
            PacketError::IdNotAllowed);

  // The message has no packet_max_size. Another layout can be larger than that of the sender.
  const std::uint32_t snapshot = PacketTraits<packed::Snapshot>::id;
  EXPECT_EQ(PacketTraits<packed::Snapshot>::max_payload_size, default_max_unpacked_size);
  EXPECT_EQ(dispatch_to_server(packet_of(packet_with(snapshot, zeros(default_max_unpacked_size)))), PacketError::None);
  EXPECT_EQ(dispatch_to_server(packet_of(packet_with(snapshot, zeros(detail::max_unpacked_size(default_max_unpacked_size) + 100)))),
            PacketError::PayloadTooLarge);

  std::vector<int> calls;
  PacketRoutes<std::vector<int>> routes;
  PacketRules rules;
  rules.shape = snapshot_shape;
  routes.on_raw(
      1, [](std::vector<int>& state, const Packet&) { state.push_back(1); }, rules);
  rules.max_payload_size = 100;
  routes.on_default([](std::vector<int>& state, const Packet&) { state.push_back(2); }, rules);
  PacketDispatcher<std::vector<int>> dispatcher(routes, calls, PacketDirections::ToServer);
  EXPECT_EQ(dispatcher.dispatch(packet_of(packet_with(1, zeros(100000)))), PacketError::PayloadTooLarge);
  EXPECT_EQ(dispatcher.dispatch(packet_of(packet_with(2, zeros(1200)))), PacketError::PayloadTooLarge);
  EXPECT_EQ(dispatcher.dispatch(packet_of(packet_with(2, stored(101)))), PacketError::PayloadTooLarge);
  EXPECT_EQ(dispatcher.dispatch(packet_of(packet_with(2, stored(100)))), PacketError::None);
  EXPECT_EQ(calls, std::vector<int>{2});
}

Packet packed_packet(const Bytes& payload) {
  Packet packet;
  packet.payload = payload;
  return packet;
}

PacketError unpack_only(const Bytes& payload, std::uint32_t limit) {
  return detail::use_unpacked(snapshot_shape, packed_packet(payload), limit, [](const Packet&) { return PacketError::None; });
}

TEST(PackedMessages, UseNoMoreMemoryThanTheirLimit) {
  for (const std::uint32_t limit : {200U, 4096U, 5000U, 65535U, 300000U}) {
    const std::size_t most = detail::max_unpacked_size(limit);
    const Bytes fits = zeros(most - 100);
    const Bytes is_too_large = zeros(most * 20);
    for (const Bytes* bytes : {&fits, &is_too_large}) {
      // A new thread has no memory for packed messages yet.
      std::thread([&] {
        largest_allocation();
        const PacketError error = unpack_only(*bytes, limit);
        const std::size_t allocated = largest_allocation();
        EXPECT_EQ(error, bytes == &fits ? PacketError::None : PacketError::PayloadTooLarge) << limit;
        EXPECT_GT(allocated, 0U) << limit;
        EXPECT_LE(allocated, (std::max)(most, std::size_t{8192}));
      }).join();
    }
  }
}

/// Unpacks messages of these sizes on a new thread. Returns for each whether it allocated.
std::vector<bool> allocates_for(const std::vector<std::size_t>& sizes) {
  std::vector<bool> allocates;
  std::thread([&] {
    for (const std::size_t size : sizes) {
      const Bytes bytes = zeros(size);
      const std::size_t before = allocations();
      EXPECT_EQ(unpack_only(bytes, 200000), PacketError::None);
      const std::size_t after = allocations();
      allocates.push_back(after != before);
    }
  }).join();
  return allocates;
}

/// Skips its tests where threads keep no memory.
class PackedMessagesInKeptMemory : public testing::Test {
 protected:
  void SetUp() override {
    if (!detail::PackingScratch::is_kept) {
      GTEST_SKIP() << "Threads keep no memory.";
    }
  }
};

TEST_F(PackedMessagesInKeptMemory, KeepTheMemoryOfEachMessageOfAtMost128KB) {
  EXPECT_EQ(allocates_for({100000, 110000, 110000, 131000}), (std::vector<bool>{true, false, false, false}));
}

TEST_F(PackedMessagesInKeptMemory, KeepTheMemoryOfSmallerMessagesWhileALargerOneIsUsed) {
  EXPECT_EQ(allocates_for({100000, 150000, 100000, 150000, 100000}), (std::vector<bool>{true, true, false, true, false}));
}

TEST_F(PackedMessagesInKeptMemory, AllocateNothingAfterTheFirstMessageOnAThread) {
  const packed::Snapshot snapshot = packed_snapshot();
  Bytes bytes(70000);
  ASSERT_EQ(dispatch_to_server(packet_of(encoded(snapshot))), PacketError::None);
  const std::size_t before = allocations();
  for (int i = 0; i < 10; ++i) {
    const EncodeResult result = encode(bytes, snapshot);
    ASSERT_EQ(result.status, Status::Ok);
    ASSERT_EQ(dispatch_to_server(decode(result.packet).packet), PacketError::None);
  }
  EXPECT_EQ(allocations(), before);
}

/// Encodes and dispatches packed messages when its thread ends.
struct SaysGoodbye {
  Bytes* packet;

  ~SaysGoodbye() {
    for (int i = 0; i < 3; ++i) {
      *packet = encoded(packed_snapshot());
      EXPECT_EQ(dispatch_to_server(packet_of(*packet)), PacketError::None);
    }
  }
};

TEST_F(PackedMessagesInKeptMemory, CanBeEncodedAfterTheMemoryOfTheThreadWasDestroyed) {
  Bytes packet;
  std::thread([&packet] {
    // Destroyed after the memory, which is created later.
    thread_local SaysGoodbye last{&packet};
    last.packet = &packet;
    EXPECT_FALSE(encoded(packed_snapshot()).empty());
  }).join();
  EXPECT_EQ(packet, encoded(packed_snapshot()));
}

TEST_F(PackedMessagesInKeptMemory, AllocateNothingInsideAHandlerAfterTheFirstMessageOnAThread) {
  std::thread([] {
    const Bytes outer = encoded(packed_snapshot());
    const Bytes inner = encoded(packed_move());
    Bytes answer(100);
    PacketRoutes<Bytes> routes;
    routes.on<packed::Snapshot>([&inner](Bytes& reply, const packed::SnapshotView& view) {
      EXPECT_EQ(dispatch_to_server(packet_of(inner)), PacketError::None);
      const EncodeResult result = encode(reply, packed_move());
      EXPECT_TRUE(std::equal(inner.begin(), inner.end(), result.packet.begin(), result.packet.end()));
      EXPECT_EQ(view.entities()[499].entity, 500U);
    });
    PacketDispatcher<Bytes> dispatcher(routes, answer, PacketDirections::ToServer);
    std::size_t before = 0;
    for (int i = 0; i < 10; ++i) {
      EXPECT_EQ(dispatcher.dispatch(packet_of(outer)), PacketError::None);
      before = i == 0 ? allocations() : before;
    }
    EXPECT_EQ(allocations(), before);
  }).join();
}

TEST(PackedMessages, ReportWhyTheyCannotBeEncoded) {
  Bytes bytes(70000);
  packed::TestPacket message;
  message.msg = std::string(2000, 'x');
  EncodeResult result = encode(bytes, message);
  EXPECT_EQ(result.status, Status::Invalid);
  EXPECT_EQ(result.error, PacketError::PayloadTooLarge);

  packed::Snapshot snapshot = packed_snapshot();
  const Bytes whole = encoded(snapshot);
  for (std::size_t size = 0; size < whole.size(); size += 97) {
    Bytes destination(size);
    result = encode(destination, snapshot);
    EXPECT_EQ(result.status, Status::BufferTooSmall) << size;
    EXPECT_TRUE(result.packet.empty());
  }
  Bytes destination(whole.size());
  EXPECT_EQ(encode(destination, snapshot).status, Status::Ok);
  EXPECT_EQ(destination, whole);

  const PacketFormat small(PacketSizeCounts::Payload, 2, 2, PacketFieldOrder::SizeFirst, PacketByteOrder::LittleEndian, 1000);
  result = encode(bytes, snapshot, small);
  EXPECT_EQ(result.status, Status::Invalid);
  EXPECT_EQ(result.error, PacketError::PayloadTooLarge);

  snapshot.entities->resize(1821);
  result = encode(bytes, snapshot);
  EXPECT_EQ(result.error, PacketError::PayloadTooLarge);
}

}  // namespace
