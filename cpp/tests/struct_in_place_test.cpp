// Structs that are read and created in place.

#include "allocations.hpp"
#include "dispatch.hpp"
#include "padded.hpp"
#include "point.hpp"
#include "testing.hpp"

/// A struct whose alignment exceeds that of payloads.
struct alignas(32) Matrix {
  float cells[16];
};

template <>
struct codec::PacketTraits<Matrix> : codec::PacketDefaults {
  static constexpr std::uint32_t id = 302;
  static constexpr std::string_view name = "Matrix";
  static constexpr PayloadKind kind = PayloadKind::Struct;
  static constexpr std::uint32_t max_payload_size = sizeof(Matrix);
};

namespace {

using namespace codec;

TEST(Dispatch, CopiesAStructThatIsNotAligned) {
  const Point point{1.5, 2, 3};
  alignas(8) std::array<std::byte, 64> received{};
  PacketRoutes<double> routes;
  routes.on<Point>([](double& x, const Point& read) { x = read.x; });
  for (std::size_t start = 0; start < 16; ++start) {
    PacketWriter writer(MutableByteSpan(received).subspan(start));
    ASSERT_EQ(writer.try_write(point), Status::Ok);
    const DecodeResult result = decode_datagram(writer.written());
    ASSERT_EQ(result.status, Status::Ok);
    EXPECT_EQ(try_read_payload<Point>(result.packet.payload) != nullptr, (start + 4) % alignof(Point) == 0) << start;
    double x = 0;
    PacketDispatcher<double> dispatcher(routes, x, PacketDirections::ToClient);
    const std::size_t before = allocations();
    EXPECT_EQ(dispatcher.dispatch(result.packet), PacketError::None);
    EXPECT_EQ(allocations(), before);
    EXPECT_EQ(x, 1.5) << start;
  }
}

TEST(Dispatch, CopiesAStructWhoseAlignmentExceedsThatOfPayloads) {
  Matrix matrix{};
  matrix.cells[15] = 2.5f;
  alignas(32) std::array<std::byte, 128> received{};
  for (std::size_t start = 0; start < 32; ++start) {
    PacketWriter writer(MutableByteSpan(received).subspan(start));
    ASSERT_EQ(writer.try_write(matrix), Status::Ok);
    const DecodeResult result = decode_datagram(writer.written());
    ASSERT_EQ(result.status, Status::Ok);
    EXPECT_EQ(try_read_payload<Matrix>(result.packet.payload) != nullptr, start == 28) << start;
    float cell = 0;
    const auto handler = [&](const Matrix& read) {
      EXPECT_TRUE(detail::is_aligned(reinterpret_cast<const std::byte*>(&read), alignof(Matrix)));
      cell = read.cells[15];
    };
    EXPECT_EQ((dispatch<PacketList<Matrix>, PacketDirections::ToClient>(result.packet, handler)), PacketError::None);
    EXPECT_EQ(cell, 2.5f) << start;
  }
}

TEST(EmplacePacket, CreatesTheHeaderAndTheStructInPlace) {
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

TEST(EmplacePacket, ClearsThePadding) {
  alignas(8) std::array<std::byte, 16> memory{};
  memory.fill(std::byte{0xEE});
  ASSERT_NE(emplace_packet<Padded>(MutableByteSpan(memory).subspan(4), std::uint8_t{1}, 2u), nullptr);
  EXPECT_EQ(memory[8], std::byte{1});
  for (std::size_t i = 9; i < 12; ++i) {
    EXPECT_EQ(memory[i], std::byte{}) << i;
  }
  EXPECT_EQ(memory[12], std::byte{2});
}

TEST(EmplacePacket, ReturnsNullIfTheBufferIsTooSmallOrMisaligned) {
  alignas(8) std::array<std::byte, 64> memory{};
  EXPECT_EQ(emplace_packet<Point>(MutableByteSpan(memory).subspan(4, 19)), nullptr);
  EXPECT_EQ(emplace_packet<Point>({}), nullptr);
  EXPECT_EQ(emplace_packet<Point>(memory), nullptr);
  EXPECT_EQ(emplace_packet<Point>(MutableByteSpan(memory).subspan(5)), nullptr);
  EXPECT_EQ(memory, (std::array<std::byte, 64>{}));
  EXPECT_NE(emplace_packet<Point>(MutableByteSpan(memory).subspan(4, 20)), nullptr);
}

}  // namespace
