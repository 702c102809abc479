#include <gtest/gtest.h>

#include <array>
#include <codec/codec.hpp>
#include <new>

namespace {

using namespace codec;

TEST(PacketHeader, HasTheLayoutOfTheWireFormat) {
  alignas(2) std::array<unsigned char, 4> bytes{};
  new (bytes.data()) PacketHeader{48, 65534};
  EXPECT_EQ(bytes, (std::array<unsigned char, 4>{48, 0, 254, 255}));
  EXPECT_EQ(reinterpret_cast<const PacketHeader*>(bytes.data())->packet_size(), 52u);
}

TEST(PacketHeader, MatchesTheHeaderOfTheDefaultFormat) {
  alignas(2) std::array<std::byte, 4> bytes{};
  PacketFormat().write_header(bytes.data(), 0x1234, 0xABCD);
  const auto* header = reinterpret_cast<const PacketHeader*>(bytes.data());
  EXPECT_EQ(header->size, 0xABCD);
  EXPECT_EQ(header->id, 0x1234);
}

TEST(PacketError, HasTheSameValuesAsInCSharp) {
  const std::array<const char*, 15> names{
      "None",         "HeaderTruncated", "PayloadTruncated",  "TrailingBytes",   "SizeTooSmall",     "PayloadTooLarge", "UnexpectedId",      "UnknownId",
      "IdNotAllowed", "PayloadInvalid",  "PackedInvalid", "PackedTruncated", "BaselineMissing", "BaselineMismatch", "ProxyHeaderInvalid"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_STREQ(to_string(static_cast<PacketError>(i)), names[i]);
  }
  EXPECT_STREQ(to_string(static_cast<PacketError>(names.size())), "?");
}

}  // namespace
