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
