#include "streams.hpp"
#include "testing.hpp"

namespace {

using namespace codec;

std::vector<std::byte> bytes(std::initializer_list<int> values) {
  std::vector<std::byte> all;
  for (int value : values) {
    all.push_back(static_cast<std::byte>(value));
  }
  return all;
}

void expect(const DecodeResult& result, Status status, PacketError error, std::size_t consumed) {
  EXPECT_EQ(result.status, status);
  EXPECT_EQ(result.error, error);
  EXPECT_EQ(result.consumed, consumed);
  EXPECT_EQ(result.packet.raw.size(), consumed);
}

TEST(Decode, ReturnsTheFirstPacket) {
  const auto source = bytes({2, 0, 254, 255, 7, 8, 9});
  const DecodeResult result = decode(source);
  expect(result, Status::Ok, PacketError::None, 6);
  EXPECT_EQ(result.packet.id, 65534u);
  EXPECT_EQ(result.packet.raw.data(), source.data());
  EXPECT_EQ(result.packet.payload.data(), source.data() + 4);
  EXPECT_EQ(result.packet.payload.size(), 2u);
}

TEST(Decode, ReportsWhetherTheHeaderOrThePayloadIsTruncated) {
  expect(decode({}), Status::NeedMoreData, PacketError::HeaderTruncated, 0);
  expect(decode(bytes({2, 0, 1})), Status::NeedMoreData, PacketError::HeaderTruncated, 0);
  expect(decode(bytes({2, 0, 1, 0, 9})), Status::NeedMoreData, PacketError::PayloadTruncated, 0);
}

TEST(Decode, AcceptsPayloadSizesFromZeroTo65535) {
  for (std::size_t size : {0u, 1u, 32767u, 32768u, 65535u}) {
    std::vector<std::byte> stream;
    streams::append(stream, {5, std::vector<std::byte>(size)}, PacketFormat());
    expect(decode(stream), Status::Ok, PacketError::None, size + 4);
  }
}

TEST(Decode, ValidatesTheSizeAsSoonAsTheSizeFieldIsReceived) {
  const PacketFormat small(100);
  expect(decode(bytes({101}), small), Status::NeedMoreData, PacketError::HeaderTruncated, 0);
  expect(decode(bytes({101, 0}), small), Status::Invalid, PacketError::PayloadTooLarge, 0);
  expect(decode(bytes({100, 0}), small), Status::NeedMoreData, PacketError::HeaderTruncated, 0);
  const PacketFormat counted(PacketSizeCounts::WholePacket);
  expect(decode(bytes({3, 0}), counted), Status::Invalid, PacketError::SizeTooSmall, 0);
  expect(decode(bytes({4, 0, 1, 0}), counted), Status::Ok, PacketError::None, 4);
  const PacketFormat late(PacketSizeCounts::Payload, 4, 4, PacketFieldOrder::IdFirst);
  expect(decode(bytes({0, 0, 0, 0, 0, 0, 1}), late), Status::NeedMoreData, PacketError::HeaderTruncated, 0);
  expect(decode(bytes({0, 0, 0, 0, 0, 0, 1, 0}), late), Status::Invalid, PacketError::PayloadTooLarge, 0);
}

TEST(Decode, RejectsHugeSizesWithoutOverflow) {
  const PacketFormat format(PacketSizeCounts::WholePacket, 4, 4);
  for (int last : {0x80, 0xFF}) {
    expect(decode(bytes({255, 255, 255, last, 1, 0, 0, 0}), format), Status::Invalid, PacketError::PayloadTooLarge, 0);
  }
}

TEST(DecodeDatagram, AcceptsExactlyOnePacket) {
  expect(decode_datagram(bytes({1, 0, 2, 0, 9})), Status::Ok, PacketError::None, 5);
  expect(decode_datagram({}), Status::Invalid, PacketError::HeaderTruncated, 0);
  expect(decode_datagram(bytes({1, 0, 2})), Status::Invalid, PacketError::HeaderTruncated, 0);
  expect(decode_datagram(bytes({1, 0, 2, 0})), Status::Invalid, PacketError::PayloadTruncated, 0);
  expect(decode_datagram(bytes({1, 0, 2, 0, 9, 0})), Status::Invalid, PacketError::TrailingBytes, 0);
  expect(decode_datagram(bytes({0, 0, 2, 0, 0, 0, 2, 0})), Status::Invalid, PacketError::TrailingBytes, 0);
  expect(decode_datagram(bytes({9, 0}), PacketFormat(8)), Status::Invalid, PacketError::PayloadTooLarge, 0);
}

}  // namespace
