#include <gtest/gtest.h>

#include <array>
#include <codec/codec.hpp>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "allocations.hpp"
#include "point.hpp"
#include "streams.hpp"

namespace {

using namespace codec;

TEST(PacketWriter, WritesWhatDecodersRead) {
  std::mt19937_64 random(3);
  for (const PacketFormat& format : streams::formats(200)) {
    std::vector<std::byte> memory(20000);
    PacketWriter writer(memory, format);
    std::vector<streams::OwnedPacket> packets;
    for (int i = 0; i < 100; ++i) {
      packets.push_back(streams::random_packet(random, 180));
      ASSERT_EQ(writer.try_write(packets.back().id, packets.back().payload), Status::Ok);
    }
    const streams::Outcome outcome = streams::reference(writer.written(), format);
    EXPECT_EQ(outcome.error, PacketError::None);
    EXPECT_EQ(outcome.packets, packets);
  }
}

TEST(PacketWriter, LeavesNothingBehindWherePacketsDoNotFit) {
  std::vector<std::byte> memory(10, std::byte{0xEE});
  PacketWriter writer(memory);
  const std::vector<std::byte> payload(3);
  EXPECT_EQ(writer.try_write(1, payload), Status::Ok);
  EXPECT_EQ(writer.try_write(1, payload), Status::BufferTooSmall);
  EXPECT_EQ(writer.try_write(1, {}), Status::BufferTooSmall);
  EXPECT_EQ(writer.written().size(), 7u);
  EXPECT_EQ(std::vector<std::byte>(memory.begin() + 7, memory.end()), std::vector<std::byte>(3, std::byte{0xEE}));
}

TEST(PacketWriter, RefusesWhatTheFormatCannotSay) {
  std::vector<std::byte> memory(70000);
  PacketWriter writer(memory, PacketFormat(100));
  EXPECT_EQ(writer.try_write(1, ByteSpan(memory).subspan(0, 101)), Status::Invalid);
  EXPECT_EQ(writer.error(), PacketError::PayloadTooLarge);
  EXPECT_EQ(writer.try_write(65536, {}), Status::Invalid);
  EXPECT_EQ(writer.error(), PacketError::IdNotAllowed);
  EXPECT_EQ(writer.try_write(65535, {}), Status::Ok);
  EXPECT_EQ(writer.error(), PacketError::None);
  EXPECT_EQ(writer.written().size(), 4u);
}

TEST(PacketWriter, FillsTheHeaderInWhenThePayloadIsComplete) {
  std::vector<std::byte> memory(20, std::byte{0xEE});
  PacketWriter writer(memory, PacketFormat(12));
  MutableByteSpan room;
  ASSERT_EQ(writer.begin(7, 2, room), Status::Ok);
  EXPECT_EQ(room.data(), memory.data() + 4);
  EXPECT_EQ(room.size(), 12u);
  EXPECT_EQ(memory[0], std::byte{0xEE});
  EXPECT_THROW(writer.end(13), std::invalid_argument);
  writer.end(5);
  EXPECT_EQ(writer.written().size(), 9u);
  EXPECT_EQ(memory[0], std::byte{5});
  EXPECT_THROW(writer.end(1), std::invalid_argument);
  ASSERT_EQ(writer.begin(7, 2, room), Status::Ok);
  EXPECT_EQ(room.size(), 7u);
}

TEST(PacketWriter, EndsOnlyWhatTheLatestBeginStarted) {
  std::vector<std::byte> memory(20, std::byte{0xEE});
  PacketWriter writer(memory, PacketFormat(12));
  MutableByteSpan room;
  EXPECT_THROW(writer.end(0), std::invalid_argument);
  ASSERT_EQ(writer.begin(7, 2, room), Status::Ok);
  EXPECT_EQ(writer.begin(8, 13, room), Status::Invalid);
  EXPECT_THROW(writer.end(2), std::invalid_argument);
  EXPECT_THROW(writer.end(0), std::invalid_argument);
  ASSERT_EQ(writer.begin(7, 2, room), Status::Ok);
  EXPECT_EQ(writer.begin(65536, 2, room), Status::Invalid);
  EXPECT_THROW(writer.end(2), std::invalid_argument);
  EXPECT_TRUE(writer.written().empty());
  EXPECT_EQ(memory, std::vector<std::byte>(20, std::byte{0xEE}));

  const std::vector<std::byte> payload(9);
  ASSERT_EQ(writer.try_write(1, payload), Status::Ok);
  ASSERT_EQ(writer.begin(7, 3, room), Status::Ok);
  EXPECT_EQ(writer.begin(8, 4, room), Status::BufferTooSmall);
  EXPECT_THROW(writer.end(3), std::invalid_argument);
  EXPECT_EQ(writer.written().size(), 13u);
}

TEST(PacketWriter, EndsAPacketWithoutRoomForAPayload) {
  std::vector<std::byte> memory(4);
  PacketWriter writer(memory);
  MutableByteSpan room;
  ASSERT_EQ(writer.begin(7, 0, room), Status::Ok);
  EXPECT_TRUE(room.empty());
  writer.end(0);
  EXPECT_EQ(writer.written().size(), 4u);
  EXPECT_THROW(writer.end(0), std::invalid_argument);
}

TEST(PacketWriter, AllocatesNothing) {
  std::vector<std::byte> memory(1000);
  const std::size_t before = allocations();
  PacketWriter writer(memory);
  EXPECT_EQ(writer.try_write(Point{1, 2, 3}), Status::Ok);
  EXPECT_EQ(writer.try_write(1, as_bytes("abc", 3)), Status::Ok);
  EXPECT_EQ(allocations(), before);
}

TEST(EmplacePacket, MakesHeaderAndStructInPlace) {
  alignas(8) std::array<std::byte, 64> memory{};
  Point* point = emplace_packet<Point>(MutableByteSpan(memory).subspan(4), 1.5, 2u, 3u);
  ASSERT_NE(point, nullptr);
  EXPECT_EQ(static_cast<void*>(point), memory.data() + 8);
  point->tag = 77;
  const DecodeResult result = decode(ByteSpan(memory).subspan(4));
  ASSERT_EQ(result.status, Status::Ok);
  EXPECT_EQ(result.packet.id, 300u);
  const Point* read = try_read_payload<Point>(result.packet.payload);
  ASSERT_NE(read, nullptr);
  EXPECT_EQ(read->x, 1.5);
  EXPECT_EQ(read->tag, 77u);
}

TEST(EmplacePacket, RefusesShortOrMisalignedMemory) {
  alignas(8) std::array<std::byte, 64> memory{};
  EXPECT_EQ(emplace_packet<Point>(MutableByteSpan(memory).subspan(4, 19)), nullptr);
  EXPECT_EQ(emplace_packet<Point>(memory), nullptr);
  EXPECT_EQ(emplace_packet<Point>(MutableByteSpan(memory).subspan(5)), nullptr);
  EXPECT_EQ(memory, (std::array<std::byte, 64>{}));
  EXPECT_NE(emplace_packet<Point>(MutableByteSpan(memory).subspan(4, 20)), nullptr);
}

}  // namespace
