#include <gtest/gtest.h>

#include <array>
#include <codec/codec.hpp>
#include <cstring>
#include <stdexcept>
#include <string>

#include "allocations.hpp"
#include "game_packets.hpp"
#include "point.hpp"

namespace {

using namespace codec;

struct Session {
  std::string log;
};

Packet packet_of(std::uint32_t id, ByteSpan payload) { return {id, payload, payload}; }

PacketDispatcher<Session> game_dispatcher(PacketDirections arriving) {
  PacketDispatcher<Session> dispatcher(arriving);
  dispatcher.on<Game::Chat>([](Session& session, const Game::Chat& chat, const Packet&) { session.log += chat.text()->str(); })
      .on<Point>([](Session& session, const Point& point, const Packet&) { session.log += std::to_string(point.tag); })
      .on_raw(
          1000, [](Session& session, const Packet& packet) { session.log += std::to_string(packet.payload.size()); }, 16);
  return dispatcher;
}

TEST(PacketDispatcher, CallsTheHandlerOfTheId) {
  const auto dispatcher = game_dispatcher(PacketDirections::ToClient);
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(Game::CreateChatDirect(builder, Game::ChatChannel_Say, "Ann", "hello "));
  const Point point{1.5, 2, 3};
  Session session;
  EXPECT_EQ(dispatcher.dispatch(session, packet_of(4, as_bytes(builder.GetBufferPointer(), builder.GetSize()))), PacketError::None);
  EXPECT_EQ(dispatcher.dispatch(session, packet_of(300, as_bytes(&point, sizeof(point)))), PacketError::None);
  EXPECT_EQ(dispatcher.dispatch(session, packet_of(1000, as_bytes(" ", 1))), PacketError::None);
  EXPECT_EQ(session.log, "hello 21");
}

TEST(PacketDispatcher, NeedsADirectionThatPacketsCanComeIn) {
  for (unsigned value : {0u, 4u, 255u}) {
    try {
      PacketDispatcher<Session> dispatcher(static_cast<PacketDirections>(value));
      ADD_FAILURE() << value << " was taken for a direction";
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find(std::to_string(value)), std::string::npos) << error.what();
    }
  }
}

TEST(PacketDispatcher, RunsNoHandlerWhereAPacketIsRefused) {
  const auto dispatcher = game_dispatcher(PacketDirections::ToServer);
  alignas(8) const std::array<std::byte, 64> zeros{};
  const ByteSpan bytes(zeros);
  Session session;
  for (std::uint32_t id : {0u, 5u, 999u, 1001u, 65535u, 65540u, 0xFFFFFFFFu}) {
    EXPECT_EQ(dispatcher.dispatch(session, packet_of(id, bytes)), PacketError::UnknownId);
  }
  EXPECT_EQ(dispatcher.dispatch(session, packet_of(300, bytes.subspan(0, 16))), PacketError::IdNotAllowed);
  EXPECT_EQ(dispatcher.dispatch(session, packet_of(1000, bytes.subspan(0, 17))), PacketError::PayloadTooLarge);
  EXPECT_EQ(dispatcher.dispatch(session, packet_of(4, bytes)), PacketError::PayloadInvalid);
  EXPECT_EQ(session.log, "");
}

TEST(PacketDispatcher, CopiesAStructThatIsNotAligned) {
  const auto dispatcher = game_dispatcher(PacketDirections::ToClient);
  const Point point{1.5, 2, 3};
  alignas(8) std::array<std::byte, 64> received{};
  std::memcpy(received.data() + 4, &point, sizeof(point));
  Session session;
  EXPECT_EQ(dispatcher.dispatch(session, packet_of(300, {received.data() + 4, sizeof(point)})), PacketError::None);
  EXPECT_EQ(session.log, "2");
}

TEST(PacketDispatcher, LetsOnlyAllowedIdsIn) {
  const auto dispatcher = game_dispatcher(PacketDirections::ToClient);
  PacketIdSet allowed;
  allowed.set(300);
  const Point point{1.5, 2, 3};
  Session session;
  EXPECT_EQ(dispatcher.dispatch(session, packet_of(1000, {}), allowed), PacketError::IdNotAllowed);
  EXPECT_EQ(dispatcher.dispatch(session, packet_of(1001, {}), allowed), PacketError::UnknownId);
  EXPECT_EQ(dispatcher.dispatch(session, packet_of(300, as_bytes(&point, sizeof(point))), allowed), PacketError::None);
  EXPECT_EQ(session.log, "2");
}

TEST(PacketDispatcher, RefusesASecondHandlerAndIdsThatNoHeaderHas) {
  auto dispatcher = game_dispatcher(PacketDirections::ToClient);
  EXPECT_THROW(dispatcher.on_raw(4, [](Session&, const Packet&) {}), std::invalid_argument);
  EXPECT_THROW(dispatcher.on_raw(65536, [](Session&, const Packet&) {}), std::invalid_argument);
}

TEST(PacketDispatcher, AllocatesNothingPerPacket) {
  const auto dispatcher = game_dispatcher(PacketDirections::ToClient);
  const Point point{1.5, 2, 3};
  const Packet packet = packet_of(300, as_bytes(&point, sizeof(point)));
  Session session;
  const std::size_t before = allocations();
  EXPECT_EQ(dispatcher.dispatch(session, packet), PacketError::None);
  EXPECT_EQ(allocations(), before);
}

}  // namespace
