#include "allocations.hpp"
#include "streams.hpp"
#include "testing.hpp"

namespace {

using namespace codec;
using streams::Outcome;
using streams::OwnedPacket;

constexpr std::uint32_t small_limit = 40;

std::vector<std::byte> mixed_stream(const PacketFormat& format) {
  std::vector<std::byte> stream;
  std::mt19937_64 random(1);
  for (std::size_t size : {0u, 1u, 5u, 40u, 0u, 8u}) {
    OwnedPacket packet{static_cast<std::uint32_t>(random() & 0xFFFF), std::vector<std::byte>(size)};
    for (std::byte& value : packet.payload) {
      value = static_cast<std::byte>(random() & 0xFF);
    }
    streams::append(stream, packet, format);
  }
  return stream;
}

/// Returns streams for all ways in which a stream can end or be invalid, after the same valid packets.
std::vector<std::vector<std::byte>> endings(const PacketFormat& format) {
  const std::vector<std::byte> good = mixed_stream(format);
  std::vector<std::vector<std::byte>> all{good};
  std::vector<std::byte> next = good;
  streams::append(next, {7, std::vector<std::byte>(3)}, format);
  for (std::size_t size = good.size() + 1; size < next.size(); ++size) {
    all.emplace_back(next.begin(), next.begin() + static_cast<std::ptrdiff_t>(size));
  }
  std::vector<std::byte> oversize = good;
  streams::append(oversize, {7, std::vector<std::byte>(small_limit + 1)}, format);
  streams::append(oversize, {8, std::vector<std::byte>(2)}, format);
  all.push_back(oversize);
  std::vector<std::byte> zeros = good;
  zeros.resize(zeros.size() + 8);
  all.push_back(zeros);
  std::vector<std::byte> ones = good;
  ones.resize(ones.size() + 8, std::byte{0xFF});
  all.push_back(ones);
  return all;
}

TEST(PacketPushDecoder, ReturnsTheSameResultForPiecesOfEverySize) {
  for (const PacketFormat& format : streams::formats(small_limit)) {
    for (const std::vector<std::byte>& stream : endings(format)) {
      for (std::size_t size = 1; size <= stream.size(); ++size) {
        std::vector<std::size_t> cuts;
        for (std::size_t cut = size; cut < stream.size(); cut += size) {
          cuts.push_back(cut);
        }
        PacketPushDecoder decoder(format, size % 2 == 0 ? 64 : 8);
        ASSERT_EQ(streams::decode(stream, cuts, decoder), streams::reference(stream, format)) << "pieces of " << size;
      }
    }
  }
}

TEST(PacketPushDecoder, AlignsEveryPayloadAndKeepsTheRawBytesContiguous) {
  // Longer packets are moved in another way.
  constexpr std::uint32_t largest = 150;
  for (const PacketFormat& format : streams::formats(largest)) {
    std::vector<std::byte> stream;
    for (std::size_t size = 0; size <= largest; ++size) {
      std::vector<std::byte> payload(size);
      for (std::size_t i = 0; i < size; ++i) {
        payload[i] = static_cast<std::byte>(size + i);
      }
      streams::append(stream, {1, payload}, format);
    }
    PacketPushDecoder decoder(format);
    ASSERT_EQ(decoder.append(stream), stream.size());
    Packet packet;
    const std::byte* expected = stream.data();
    for (std::size_t size = 0; size <= largest; ++size) {
      ASSERT_EQ(decoder.take(packet), Status::Ok);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(packet.payload.data()) % payload_alignment, 0u);
      EXPECT_EQ(packet.raw.data() + format.header_size(), packet.payload.data());
      ASSERT_EQ(packet.raw.size(), format.header_size() + size);
      EXPECT_EQ(std::memcmp(packet.raw.data(), expected, packet.raw.size()), 0);
      expected += packet.raw.size();
    }
    EXPECT_EQ(decoder.take(packet), Status::NeedMoreData);
  }
}

TEST(PacketPushDecoder, AllocatesNothingPerPacket) {
  std::vector<std::byte> stream;
  for (int i = 0; i < 2000; ++i) {
    streams::append(stream, {1, std::vector<std::byte>(static_cast<std::size_t>(i % 300))}, PacketFormat());
  }
  PacketPushDecoder decoder({}, 1460);
  const std::size_t before = allocations();
  std::size_t packets = 0;
  Packet packet;
  for (std::size_t start = 0; start < stream.size();) {
    start += decoder.append({stream.data() + start, std::min<std::size_t>(1460, stream.size() - start)});
    while (decoder.take(packet) == Status::Ok) {
      ++packets;
    }
  }
  EXPECT_EQ(packets, 2000u);
  EXPECT_EQ(allocations(), before);
}

TEST(PacketPushDecoder, GrowsWithTheReceivedBytesAndNotWithTheDeclaredSize) {
  const PacketFormat format(PacketSizeCounts::Payload, 4, 2, PacketFieldOrder::SizeFirst, PacketByteOrder::LittleEndian, 100'000'000);
  std::vector<std::byte> stream;
  streams::append(stream, {1, std::vector<std::byte>(1'000'000)}, format);
  PacketPushDecoder decoder(format, 1024);
  Packet packet;
  for (std::size_t start = 0; start < stream.size();) {
    ASSERT_EQ(decoder.take(packet), Status::NeedMoreData);
    start += decoder.append({stream.data() + start, stream.size() - start});
    ASSERT_LE(decoder.capacity(), std::max<std::size_t>(1024, 2 * start + 64));
  }
  EXPECT_EQ(decoder.take(packet), Status::Ok);
  EXPECT_EQ(packet.payload.size(), 1'000'000u);
}

TEST(PacketPushDecoder, NeverGrowsBeyondTheMaximumPacketSize) {
  const PacketFormat format(3000);
  std::vector<std::byte> stream;
  streams::append(stream, {1, std::vector<std::byte>(3000)}, format);
  PacketPushDecoder decoder(format, 16);
  Packet packet;
  for (int round = 0; round < 5; ++round) {
    for (std::size_t start = 0; start < stream.size();) {
      start += decoder.append({stream.data() + start, stream.size() - start});
    }
    ASSERT_EQ(decoder.take(packet), Status::Ok);
    ASSERT_LE(decoder.capacity(), format.max_packet_size());
  }
}

TEST(PacketPushDecoder, AcceptsNoBytesWhileItsBufferIsFull) {
  PacketPushDecoder decoder({}, 16);
  const std::vector<std::byte> stream(40);
  EXPECT_EQ(decoder.append(stream), 16u);
  EXPECT_EQ(decoder.append(stream), 0u);
  EXPECT_EQ(decoder.buffered_bytes(), 16u);
  Packet packet;
  EXPECT_EQ(decoder.take(packet), Status::Ok);
  EXPECT_EQ(decoder.append(stream), 4u);
}

TEST(PacketPushDecoder, StaysInvalidUntilItIsReset) {
  PacketPushDecoder decoder(PacketFormat(8));
  const std::vector<std::byte> stream{std::byte{0}, std::byte{0}, std::byte{1}, std::byte{0}, std::byte{9}, std::byte{0}, std::byte{1}, std::byte{0}};
  Packet packet;
  decoder.append(stream);
  EXPECT_EQ(decoder.take(packet), Status::Ok);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(decoder.take(packet), Status::Invalid);
    EXPECT_EQ(decoder.error(), PacketError::PayloadTooLarge);
    EXPECT_EQ(decoder.position(), 4u);
    EXPECT_TRUE(decoder.prepare().empty());
    EXPECT_THROW(decoder.commit(1), std::invalid_argument);
    EXPECT_EQ(decoder.append(stream), 0u);
    EXPECT_EQ(decoder.error_at_end(), PacketError::PayloadTooLarge);
  }
  decoder.reset();
  EXPECT_EQ(decoder.position(), 0u);
  EXPECT_EQ(decoder.buffered_bytes(), 0u);
  EXPECT_EQ(decoder.append({stream.data(), 4}), 4u);
  EXPECT_EQ(decoder.take(packet), Status::Ok);
  EXPECT_EQ(decoder.error_at_end(), PacketError::None);
}

TEST(PacketPushDecoder, ReportsTheErrorAtTheEndBeforeThePacketsAreTaken) {
  PacketPushDecoder decoder;
  const std::vector<std::byte> stream{std::byte{0}, std::byte{0}, std::byte{1}, std::byte{0}, std::byte{9}, std::byte{0}, std::byte{1}, std::byte{0}};
  decoder.append({stream.data(), 4});
  EXPECT_EQ(decoder.error_at_end(), PacketError::None);
  decoder.append({stream.data() + 4, 4});
  EXPECT_EQ(decoder.error_at_end(), PacketError::PayloadTruncated);
  EXPECT_EQ(decoder.error(), PacketError::None);
  Packet packet;
  EXPECT_EQ(decoder.take(packet), Status::Ok);
  EXPECT_EQ(decoder.take(packet), Status::NeedMoreData);
  EXPECT_EQ(decoder.error_at_end(), PacketError::PayloadTruncated);
  EXPECT_EQ(decoder.error(), PacketError::PayloadTruncated);
  EXPECT_EQ(decoder.position(), 4u);
}

TEST(PacketPushDecoder, ReceivesIntoItsOwnBuffer) {
  PacketPushDecoder decoder;
  const MutableByteSpan room = decoder.prepare();
  ASSERT_EQ(room.size(), PacketPushDecoder::default_capacity);
  const unsigned char bytes[] = {1, 0, 2, 0, 99};
  std::memcpy(room.data(), bytes, sizeof(bytes));
  EXPECT_THROW(decoder.commit(room.size() + 1), std::invalid_argument);
  decoder.commit(sizeof(bytes));
  PacketPushDecoder moved = std::move(decoder);
  Packet packet;
  EXPECT_EQ(moved.take(packet), Status::Ok);
  EXPECT_EQ(packet.id, 2u);
  EXPECT_EQ(packet.payload[0], std::byte{99});
}

TEST(PacketPushDecoder, RejectsAnInitialCapacityOverTheLargestPacketSize) {
  for (std::size_t capacity : {SIZE_MAX, SIZE_MAX - 8, PacketFormat::largest_packet_size + std::size_t{1}}) {
    EXPECT_THROW(PacketPushDecoder(PacketFormat(), capacity), std::invalid_argument) << capacity;
  }
}

}  // namespace
