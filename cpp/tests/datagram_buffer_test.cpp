#include "dispatch.hpp"
#include "point.hpp"
#include "streams.hpp"
#include "testing.hpp"

namespace {

using namespace codec;

TEST(DatagramBuffer, AlignsThePayloadInEveryFormat) {
  for (const PacketFormat& format : streams::formats(1000)) {
    DatagramBuffer buffer(format);
    PacketWriter writer(buffer.prepare(), format);
    ASSERT_EQ(writer.try_write(Point{1.5, 2, 3}), Status::Ok);
    const DecodeResult result = buffer.decode(writer.written().size());
    ASSERT_EQ(result.status, Status::Ok);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(result.packet.payload.data()) % payload_alignment, 0u);
    const Point* seen = nullptr;
    EXPECT_EQ((dispatch<PacketList<Point>, PacketDirections::ToClient>(result.packet, [&](const Point& read) { seen = &read; })), PacketError::None);
    EXPECT_EQ(static_cast<const void*>(seen), result.packet.payload.data());
  }
}

TEST(DatagramBuffer, AcceptsExactlyOnePacket) {
  DatagramBuffer buffer;
  std::memset(buffer.prepare().data(), 0, buffer.prepare().size());
  EXPECT_EQ(buffer.prepare().size(), 65535u);
  EXPECT_EQ(buffer.decode(0).error, PacketError::HeaderTruncated);
  EXPECT_EQ(buffer.decode(4).error, PacketError::None);
  EXPECT_EQ(buffer.decode(65535).error, PacketError::TrailingBytes);
  EXPECT_THROW(buffer.decode(65536), std::invalid_argument);
}

}  // namespace
