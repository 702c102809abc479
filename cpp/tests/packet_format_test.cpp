#include "testing.hpp"

namespace {

using namespace codec;

constexpr auto payload = PacketSizeCounts::Payload;
constexpr auto whole = PacketSizeCounts::WholePacket;
constexpr auto size_first = PacketFieldOrder::SizeFirst;
constexpr auto id_first = PacketFieldOrder::IdFirst;
constexpr auto little = PacketByteOrder::LittleEndian;
constexpr auto big = PacketByteOrder::BigEndian;

template <class... Arguments>
std::string refusal(Arguments... arguments) {
  try {
    (void)PacketFormat(arguments...);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

std::string written(const PacketFormat& format, std::uint32_t id, std::uint32_t payload_size) {
  std::array<std::byte, PacketFormat::largest_header_size> header{};
  format.write_header(header.data(), id, payload_size);
  std::string text;
  for (std::size_t i = 0; i < format.header_size(); ++i) {
    text += i == 0 ? "" : " ";
    text += std::to_string(std::to_integer<int>(header[i]));
  }
  return text;
}

TEST(PacketFormat, HasTheDefaultHeaderIfConstructedWithoutArguments) {
  constexpr PacketFormat format;
  static_assert(format.size_counts() == payload && format.size_width() == 2 && format.id_width() == 2);
  static_assert(format.field_order() == size_first && format.byte_order() == little);
  static_assert(format.header_size() == 4 && format.max_payload_size() == 65535 && format.max_id() == 65535);
  static_assert(format == PacketFormat(payload) && format != PacketFormat(100u));
  EXPECT_EQ(written(format, 65534, 48), "48 0 254 255");
}

TEST(PacketFormat, DiffersIfAPropertyDiffers) {
  const PacketFormat format(100u);
  EXPECT_EQ(format, PacketFormat(payload, 2, 2, size_first, little, 100));
  EXPECT_NE(format, PacketFormat(payload, 2, 2, size_first, little, 101));
  EXPECT_NE(format, PacketFormat(whole, 2, 2, size_first, little, 100));
  EXPECT_NE(format, PacketFormat(payload, 4, 2, size_first, little, 100));
  EXPECT_NE(format, PacketFormat(payload, 2, 4, size_first, little, 100));
  EXPECT_NE(format, PacketFormat(payload, 2, 2, id_first, little, 100));
  EXPECT_NE(format, PacketFormat(payload, 2, 2, size_first, big, 100));
}

TEST(PacketFormat, WritesEveryHeaderLayout) {
  EXPECT_EQ(written(PacketFormat(whole), 0x0102, 0x0304), "8 3 2 1");
  EXPECT_EQ(written(PacketFormat(payload, 2, 2, id_first), 0x0102, 0x0304), "2 1 4 3");
  EXPECT_EQ(written(PacketFormat(payload, 2, 2, size_first, big), 0x0102, 0x0304), "3 4 1 2");
  EXPECT_EQ(written(PacketFormat(payload, 4, 2), 0x0102, 0x0304), "4 3 0 0 2 1");
  EXPECT_EQ(written(PacketFormat(payload, 2, 4), 0x01020304, 5), "5 0 4 3 2 1");
  EXPECT_EQ(written(PacketFormat(whole, 4, 4, id_first, big, 0x01020304), 0x05060708, 0x01020304), "5 6 7 8 1 2 3 12");
}

TEST(PacketFormat, LimitsThePayloadSizeToTheRangeOfTheSizeField) {
  static_assert(PacketFormat(whole).max_payload_size() == 65531);
  static_assert(PacketFormat(whole, 2, 4).max_payload_size() == 65529);
  static_assert(PacketFormat(payload, 4, 4).max_payload_size() == 65535);
  static_assert(PacketFormat(payload, 4, 4, size_first, little, 0x7FFFFFC7 - 8).max_packet_size() == 0x7FFFFFC7);
  EXPECT_EQ(refusal(65536u), "The largest payload is 65536 bytes; this format can have at most 65535.");
  EXPECT_EQ(refusal(whole, 2u, 2u, size_first, little, 65532u), "The largest payload is 65532 bytes; this format can have at most 65531.");
  EXPECT_EQ(refusal(payload, 4u, 4u, size_first, little, 0x7FFFFFC0u),
            "The largest payload is 2147483584 bytes; this format can have at most 2147483583.");
}

TEST(PacketFormat, RejectsInvalidArguments) {
  EXPECT_EQ(refusal(payload, 3u), "The width of Size is 3 bytes; it must be 2 or 4.");
  EXPECT_EQ(refusal(payload, 2u, 0u), "The width of Id is 0 bytes; it must be 2 or 4.");
  EXPECT_EQ(refusal(payload, 258u), "The width of Size is 258 bytes; it must be 2 or 4.");
  EXPECT_EQ(refusal(static_cast<PacketSizeCounts>(2)), "size_counts is 2, which is not one of its values.");
  EXPECT_EQ(refusal(payload, 2u, 2u, static_cast<PacketFieldOrder>(3)), "field_order is 3, which is not one of its values.");
  EXPECT_EQ(refusal(payload, 2u, 2u, size_first, static_cast<PacketByteOrder>(4)), "byte_order is 4, which is not one of its values.");
}

}  // namespace
