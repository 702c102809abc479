// Compiled as C++17, C++20 and C++23; the latter two have std::span.
#include <codec/span.hpp>

#include "span_17.hpp"
#include "testing.hpp"

namespace {

using namespace codec;

TEST(Span, ConvertsFromContainersAndArraysOfBytes) {
  std::vector<std::byte> vector(3);
  std::array<std::byte, 4> array{};
  std::byte plain[5]{};
  EXPECT_EQ(ByteSpan(vector).data(), vector.data());
  EXPECT_EQ(ByteSpan(vector).size(), 3u);
  EXPECT_EQ(MutableByteSpan(array).size(), 4u);
  EXPECT_EQ(ByteSpan(plain).size(), 5u);
  EXPECT_EQ(ByteSpan(MutableByteSpan(plain)).data(), plain);
  EXPECT_TRUE(ByteSpan().empty());
  static_assert(!std::is_convertible_v<ByteSpan, MutableByteSpan> && !std::is_convertible_v<const std::vector<std::byte>&, MutableByteSpan>);
  static_assert(!std::is_convertible_v<std::string&, ByteSpan> && !std::is_convertible_v<std::vector<std::byte>, MutableByteSpan>);
}

TEST(Span, OfBoolConvertsFromOtherFlagsOfOneByte) {
  const bool flags[3]{true, false, true};
  const std::vector<std::uint8_t> bytes{0, 1};
  const Span<const Bool> from_flags(flags), from_bytes(bytes), from_span(Span<const bool>(flags, 2));
  EXPECT_EQ(from_flags.size(), 3u);
  EXPECT_EQ(from_span.size(), 2u);
  EXPECT_TRUE(from_flags[0] && !from_flags[1] && from_flags[2] && !from_bytes[0] && from_bytes[1] && from_span[0]);
  static_assert(!std::is_convertible_v<const std::vector<char>&, Span<const Bool>> && !std::is_convertible_v<bool (&)[1], Span<Bool>>);
}

TEST(Span, SupportsSubspansAndIteration) {
  const std::array<std::byte, 4> array{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
  const ByteSpan span(array);
  EXPECT_EQ(span.subspan(1).size(), 3u);
  EXPECT_EQ(span.subspan(1, 2)[1], std::byte{3});
  EXPECT_EQ(std::vector<std::byte>(span.begin(), span.end()), std::vector<std::byte>(array.begin(), array.end()));
}

TEST(Span, CanBePassedToCodeCompiledAsCpp17) {
  std::array<std::byte, 8> memory{};
  const Packet packet = decode_in_17(encode(memory, 7, as_bytes("abc", 3)).packet);
  EXPECT_EQ(packet.id, 7u);
  EXPECT_EQ(packet.payload.data(), memory.data() + 4);
  EXPECT_EQ(packet.payload.size(), 3u);
}

#if __cplusplus >= 202002L
#if !defined(__cpp_lib_span)
#error "std::span is missing."
#endif

std::size_t size_of(std::span<const std::byte> bytes) { return bytes.size(); }
std::size_t size_of_writable(std::span<std::byte> bytes) { return bytes.size(); }

TEST(Span, ConvertsToAStdSpanAndBack) {
  std::array<std::byte, 4> array{};
  EXPECT_EQ(size_of(ByteSpan(array)), 4u);
  EXPECT_EQ(size_of(MutableByteSpan(array)), 4u);
  EXPECT_EQ(size_of_writable(MutableByteSpan(array)), 4u);

  const std::span<std::byte, 4> fixed(array);
  const ByteSpan bytes = fixed;
  const MutableByteSpan writable = std::span<std::byte>(array);
  EXPECT_EQ(bytes.data(), array.data());
  EXPECT_EQ(writable.size(), 4u);
  static_assert(!std::is_convertible_v<ByteSpan, std::span<std::byte>> && !std::is_convertible_v<std::span<const std::byte>, MutableByteSpan>);
  static_assert(std::ranges::borrowed_range<ByteSpan> && std::ranges::view<MutableByteSpan> && std::ranges::contiguous_range<ByteSpan>);
}

TEST(Span, AllowsEncodingAndDecodingWithStdSpan) {
  std::array<std::byte, 16> memory{};
  const std::array<std::byte, 3> payload{std::byte{1}, std::byte{2}, std::byte{3}};
  const std::span<std::byte> destination(memory);
  const EncodeResult encoded = encode(destination, 7, std::span<const std::byte>(payload));
  ASSERT_EQ(encoded.status, Status::Ok);
  const std::span<const std::byte> packet = encoded.packet;
  const DecodeResult decoded = decode(packet);
  ASSERT_EQ(decoded.status, Status::Ok);
  const std::span<const std::byte> read = decoded.packet.payload;
  EXPECT_TRUE(std::equal(read.begin(), read.end(), payload.begin(), payload.end()));
  PacketPushDecoder decoder;
  EXPECT_EQ(decoder.append(packet), packet.size());
  EXPECT_EQ(size_of_writable(decoder.prepare()), decoder.capacity() - packet.size());
}
#endif

}  // namespace
