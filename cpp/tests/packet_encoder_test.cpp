#include <gtest/gtest.h>

#include <array>
#include <codec/codec.hpp>
#include <vector>

#include "allocations.hpp"
#include "point.hpp"
#include "streams.hpp"

namespace {

using namespace codec;

TEST(Encode, RoundTripsThroughDecodeDatagram) {
  std::mt19937_64 random(3);
  std::vector<std::byte> memory(1000);
  for (const PacketFormat& format : streams::formats(200)) {
    const streams::OwnedPacket packet = streams::random_packet(random, 180);
    const EncodeResult encoded = encode(memory, packet.id, packet.payload, format);
    ASSERT_EQ(encoded.status, Status::Ok);
    EXPECT_EQ(encoded.error, PacketError::None);
    EXPECT_EQ(encoded.packet.data(), memory.data());
    const DecodeResult decoded = decode_datagram(encoded.packet, format);
    ASSERT_EQ(decoded.status, Status::Ok);
    EXPECT_EQ((streams::OwnedPacket{decoded.packet.id, {decoded.packet.payload.begin(), decoded.packet.payload.end()}}), packet);
  }
}

TEST(Encode, WritesTheSamePacketFromAMessageOrBytes) {
  const Point point{1.5, 2, 3};
  std::vector<std::byte> from_message(40);
  std::vector<std::byte> from_bytes(40);
  const PacketFormat format(PacketSizeCounts::WholePacket, 4, 4);
  EXPECT_EQ(encode(from_message, point, format).packet.size(), 24u);
  EXPECT_EQ(encode(from_bytes, 300, bytes_of(point), format).packet.size(), 24u);
  EXPECT_EQ(from_message, from_bytes);
}

TEST(Encode, ReportsTheErrorAndLeavesTheBufferUnchanged) {
  std::vector<std::byte> memory(103, std::byte{0xEE});
  const std::vector<std::byte> before = memory;
  const auto expect = [](const EncodeResult& result, Status status, PacketError error) {
    EXPECT_EQ(result.status, status);
    EXPECT_EQ(result.error, error);
    EXPECT_TRUE(result.packet.empty());
  };
  expect(encode(memory, 65536, {}), Status::Invalid, PacketError::IdNotAllowed);
  expect(encode(memory, 1, before, PacketFormat(102)), Status::Invalid, PacketError::PayloadTooLarge);
  expect(encode(memory, 1, ByteSpan(before).subspan(0, 100)), Status::BufferTooSmall, PacketError::None);
  expect(encode({}, 1, {}), Status::BufferTooSmall, PacketError::None);
  EXPECT_EQ(memory, before);
}

TEST(Encode, AllocatesNothing) {
  std::array<std::byte, 40> memory{};
  const std::size_t before = allocations();
  EXPECT_EQ(encode(memory, Point{1, 2, 3}).status, Status::Ok);
  EXPECT_EQ(allocations(), before);
}

}  // namespace
