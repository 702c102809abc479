#include <gtest/gtest.h>

#include <codec/codec.hpp>
#include <type_traits>

#include "game_packets.hpp"
#include "point.hpp"
#include "test_packet_packets.hpp"

namespace {

using namespace codec;
using Packets = JoinedPackets<Game::GamePackets, Game::TestPacketPackets, PacketList<Point>>;

TEST(PacketList, GoesFromIdToTypeAndBack) {
  static_assert(Packets::size == 8);
  static_assert(std::is_same_v<Packets::type_of<2>, Game::Move>);
  static_assert(std::is_same_v<Packets::type_of<65534>, Game::TestPacket>);
  static_assert(std::is_same_v<Packets::type_of<300>, Point>);
  static_assert(Packets::table[Packets::find(6)].name == "Game.Snapshot");
}

TEST(PacketList, FindsItsIdsAndNoOther) {
  std::size_t found = 0;
  for (std::uint32_t id = 0; id <= 0x20000; ++id) {
    const std::size_t index = Packets::find(id);
    if (index < Packets::size) {
      EXPECT_EQ(Packets::table[index].id, id);
      ++found;
    } else {
      EXPECT_EQ(index, Packets::size);
    }
  }
  EXPECT_EQ(found, Packets::size);
  EXPECT_EQ(Packets::find(0xFFFFFFFF), Packets::size);
}

}  // namespace
