#include <gtest/gtest.h>

#include <codec/codec.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "game_packets.hpp"
#include "test_packet_packets.hpp"

namespace {

using namespace codec;
using Packets = JoinedPackets<Game::GamePackets, Game::TestPacketPackets>;

TEST(GoldenPackets, AreDecodedVerifiedAndDispatched) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(CODEC_GOLDEN)) {
    if (entry.path().extension() != ".bin") {
      continue;
    }
    SCOPED_TRACE(entry.path().filename());
    ++files;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    PacketPushDecoder decoder;
    ASSERT_EQ(decoder.append(as_bytes(bytes.data(), bytes.size())), bytes.size());
    Packet packet;
    ASSERT_EQ(decoder.take(packet), Status::Ok);
    EXPECT_EQ(decoder.error_at_end(), PacketError::None);
    bool handled = false;
    EXPECT_EQ((dispatch<Packets, PacketDirections::ToServer>(packet, [&](const auto&) { handled = true; })), PacketError::None);
    EXPECT_TRUE(handled);
  }
  EXPECT_GE(files, Packets::size);
}

}  // namespace
