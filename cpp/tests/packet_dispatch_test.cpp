#include <gtest/gtest.h>

#include <array>
#include <codec/codec.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "allocations.hpp"
#include "game_messages.hpp"
#include "point.hpp"

namespace {

using namespace codec;

using Packets = JoinedPackets<Game::GamePackets, PacketList<Point>>;

Packet packet_of(std::uint32_t id, ByteSpan payload) { return {id, payload, payload}; }

template <class Handler>
PacketError dispatch_at_client(const Packet& packet, const Handler& handler) {
  return dispatch<Packets, PacketDirections::ToClient>(packet, handler);
}

TEST(Dispatch, CallsTheHandlerOfThePacketsType) {
  std::byte memory[64];
  const Packet packet = packet_of(4, {memory, write(Game::Chat{Game::ChatChannel::Guild, "Ann", "hello"}, memory)});
  std::string text;
  const auto handler = Overloaded{[&](const Game::ChatView& chat, const Packet& from) { text = std::string(chat.text()) + std::to_string(from.id); },
                                  [&](const auto&) { text = "another"; }};
  EXPECT_EQ(dispatch_at_client(packet, handler), PacketError::None);
  EXPECT_EQ(text, "hello4");
  EXPECT_EQ((dispatch<Packets, PacketDirections::ToServer>(packet, handler)), PacketError::None);
}

TEST(Dispatch, NeedsNoHandlerForPacketsOfTheOtherDirection) {
  struct Server {
    int handled = 0;
    void operator()(const Game::LoginView&) { ++handled; }
    void operator()(const Game::MoveView&) { ++handled; }
    void operator()(const Game::SpawnView&) { ++handled; }
    void operator()(const Game::ChatView&) { ++handled; }
    void operator()(const Game::InventoryView&) { ++handled; }
    void operator()(const Game::SnapshotView&) { ++handled; }
  } server;
  const Point point{1, 2, 3};
  const Packet packet = packet_of(300, as_bytes(&point, sizeof(point)));
  EXPECT_EQ((dispatch<Packets, PacketDirections::ToServer>(packet, server)), PacketError::IdNotAllowed);
  EXPECT_EQ(server.handled, 0);
}

TEST(Dispatch, AcceptsPacketsOfBothDirectionsOnlyIfRequested) {
  const Point point{1, 2, 3};
  const Packet packet = packet_of(300, as_bytes(&point, sizeof(point)));
  int handled = 0;
  // The function for a Point compiles in both directions, so that a client and a server can share a handler.
  const auto handler = Overloaded{[&](const Point&) { ++handled; }, [](const auto&) {}};
  EXPECT_EQ((dispatch<Packets, PacketDirections::ToServer>(packet, handler)), PacketError::IdNotAllowed);
  EXPECT_EQ(handled, 0);
  EXPECT_EQ((dispatch<Packets, PacketDirections::Both>(packet, handler)), PacketError::None);
  EXPECT_EQ(handled, 1);
}

TEST(Dispatch, RunsNoHandlerIfAPacketIsRejected) {
  bool ran = false;
  const auto handler = [&](const auto&) { ran = true; };
  alignas(8) const std::array<std::byte, 64> zeros{};
  const ByteSpan bytes(zeros);
  EXPECT_EQ(dispatch_at_client(packet_of(99, bytes), handler), PacketError::UnknownId);
  EXPECT_EQ(dispatch_at_client(packet_of(0x10004, bytes), handler), PacketError::UnknownId);
  EXPECT_EQ(dispatch_at_client(packet_of(300, bytes), handler), PacketError::PayloadTooLarge);
  EXPECT_EQ(dispatch_at_client(packet_of(300, bytes.subspan(0, 8)), handler), PacketError::PayloadInvalid);
  EXPECT_EQ(dispatch_at_client(packet_of(4, bytes), handler), PacketError::PayloadInvalid);
  EXPECT_EQ(dispatch_at_client(packet_of(4, {}), handler), PacketError::PayloadInvalid);
  EXPECT_FALSE(ran);
}

TEST(Dispatch, AllocatesNothing) {
  std::byte memory[128];
  Game::Move move;
  move.entity = 7;
  const Packet packet = packet_of(2, {memory, write(move, memory)});
  std::uint32_t entity = 0;
  const std::size_t before = allocations();
  EXPECT_EQ(dispatch_at_client(packet, Overloaded{[&](const Game::MoveView& view) { entity = view.entity(); }, [](const auto&) {}}), PacketError::None);
  EXPECT_EQ(allocations(), before);
  EXPECT_EQ(entity, 7u);
}

}  // namespace
