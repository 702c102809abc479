#include "allocations.hpp"
#include "padded.hpp"
#include "point.hpp"
#include "streams.hpp"
#include "testing.hpp"

namespace {

using namespace codec;

TEST(PacketWriter, WritesPacketsThatDecodersRead) {
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

TEST(PacketWriter, WritesNothingIfAPacketDoesNotFit) {
  std::vector<std::byte> memory(10, std::byte{0xEE});
  PacketWriter writer(memory);
  const std::vector<std::byte> payload(3);
  EXPECT_EQ(writer.try_write(1, payload), Status::Ok);
  EXPECT_EQ(writer.try_write(1, payload), Status::BufferTooSmall);
  EXPECT_EQ(writer.try_write(1, {}), Status::BufferTooSmall);
  EXPECT_EQ(writer.written().size(), 7u);
  EXPECT_EQ(std::vector<std::byte>(memory.begin() + 7, memory.end()), std::vector<std::byte>(3, std::byte{0xEE}));
  PacketWriter exact(MutableByteSpan(memory).subspan(0, 4));
  EXPECT_EQ(exact.try_write(1, {}), Status::Ok);
}

TEST(PacketWriter, RejectsPayloadsAndIdsThatTheFormatCannotEncode) {
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

TEST(PacketWriter, WritesTheHeaderWhenThePayloadIsComplete) {
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
  EXPECT_THROW(writer.end(1), std::logic_error);
  ASSERT_EQ(writer.begin(7, 2, room), Status::Ok);
  EXPECT_EQ(room.size(), 7u);
}

TEST(PacketWriter, ThrowsFromEndIfTheLatestBeginFailed) {
  std::vector<std::byte> memory(20, std::byte{0xEE});
  PacketWriter writer(memory, PacketFormat(12));
  MutableByteSpan room;
  EXPECT_THROW(writer.end(0), std::logic_error);
  ASSERT_EQ(writer.begin(7, 2, room), Status::Ok);
  EXPECT_EQ(writer.begin(8, 13, room), Status::Invalid);
  EXPECT_THROW(writer.end(2), std::logic_error);
  EXPECT_THROW(writer.end(0), std::logic_error);
  ASSERT_EQ(writer.begin(7, 2, room), Status::Ok);
  EXPECT_EQ(writer.begin(65536, 2, room), Status::Invalid);
  EXPECT_THROW(writer.end(2), std::logic_error);
  EXPECT_TRUE(writer.written().empty());
  EXPECT_EQ(memory, std::vector<std::byte>(20, std::byte{0xEE}));

  const std::vector<std::byte> payload(9);
  ASSERT_EQ(writer.try_write(1, payload), Status::Ok);
  ASSERT_EQ(writer.begin(7, 3, room), Status::Ok);
  EXPECT_EQ(writer.begin(8, 4, room), Status::BufferTooSmall);
  EXPECT_THROW(writer.end(3), std::logic_error);
  EXPECT_EQ(writer.written().size(), 13u);
}

TEST(PacketWriter, EndsAnEmptyPacketThatFillsTheBuffer) {
  std::vector<std::byte> memory(4);
  PacketWriter writer(memory);
  MutableByteSpan room;
  ASSERT_EQ(writer.begin(7, 0, room), Status::Ok);
  EXPECT_TRUE(room.empty());
  writer.end(0);
  EXPECT_EQ(writer.written().size(), 4u);
  EXPECT_THROW(writer.end(0), std::logic_error);
}

TEST(PacketWriter, SendsThePaddingOfAStructAsZeros) {
  Padded message;
  std::memset(static_cast<void*>(&message), 0xEE, sizeof(message));
  message.kind = 1;
  message.value = 2;
  std::vector<std::byte> memory(12, std::byte{0xEE});
  PacketWriter writer(memory);
  ASSERT_EQ(writer.try_write(message), Status::Ok);
  const std::vector<std::byte> payload(memory.begin() + 4, memory.end());
  EXPECT_EQ(payload, (std::vector<std::byte>{std::byte{1}, {}, {}, {}, std::byte{2}, {}, {}, {}}));
}

TEST(PacketWriter, SendsThePaddingOfAHandWrittenStructAsZeros) {
  if (!wire::has_padding<HandWritten>) {
    GTEST_SKIP() << "The compiler cannot clear padding.";
  }
  std::array<std::vector<std::byte>, 2> packets;
  for (std::size_t i = 0; i < packets.size(); ++i) {
    HandWritten message;
    std::memset(static_cast<void*>(&message), i == 0 ? 0 : 0xEE, sizeof(message));
    message.kind = 1;
    for (HandWritten::Part& part : message.parts) {
      part.value = 2.5F;
      part.count = 3;
      part.kind = 4;
    }
    packets[i].resize(4 + sizeof(message));
    PacketWriter writer(packets[i]);
    ASSERT_EQ(writer.try_write(message), Status::Ok);
  }
  EXPECT_EQ(packets[0], packets[1]);
}

TEST(PacketWriter, AllocatesNothing) {
  std::vector<std::byte> memory(1000);
  const std::size_t before = allocations();
  PacketWriter writer(memory);
  EXPECT_EQ(writer.try_write(Point{1, 2, 3}), Status::Ok);
  EXPECT_EQ(writer.try_write(1, as_bytes("abc", 3)), Status::Ok);
  EXPECT_EQ(allocations(), before);
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

}  // namespace
