#include <gtest/gtest.h>

#include <codec/packed_payload.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace codec;
using Bytes = std::vector<std::byte>;

Bytes bytes_of(std::initializer_list<int> values) {
  Bytes bytes;
  for (const int value : values) {
    bytes.push_back(static_cast<std::byte>(value));
  }
  return bytes;
}

Bytes pack(const Bytes& payload) {
  Bytes packed(max_packed_size(payload.size()));
  std::size_t written = 0;
  EXPECT_EQ(pack_payload(payload, packed, written), Status::Ok);
  packed.resize(written);
  return packed;
}

Bytes unpack(const Bytes& packed) {
  std::size_t size = 0;
  EXPECT_TRUE(try_unpacked_size(packed, size));
  Bytes payload(size);
  std::size_t written = 0;
  EXPECT_EQ(unpack_payload(packed, payload, written), PacketError::None);
  EXPECT_EQ(written, size);
  return payload;
}

Bytes golden(const std::string& name) {
  std::ifstream file(std::filesystem::path(CODEC_GOLDEN) / (name + ".bin"), std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  EXPECT_GT(text.size(), 4U) << name;
  Bytes payload(text.size() - 4);
  std::memcpy(payload.data(), text.data() + 4, payload.size());
  return payload;
}

Bytes random_payload(std::mt19937& random) {
  Bytes payload(random() % (random() % 3 == 0 ? 3000 : 100));
  for (std::size_t at = 0; at < payload.size();) {
    const auto kind = random() % 4;
    for (std::size_t left = 1 + random() % (random() % 4 == 0 ? 2200 : 40); left != 0 && at < payload.size(); --left, ++at) {
      const std::mt19937::result_type value = kind == 0   ? 0
                                              : kind == 1 ? 1 + random() % 255
                                              : kind == 2 ? (random() % 9 == 0 ? 0 : 1)
                                                          : random() % 2 * 7;
      payload[at] = static_cast<std::byte>(value);
    }
  }
  return payload;
}

// https://capnproto.org/encoding.html#packing
TEST(PackedPayload, MatchesTheExamplesOfTheSpecification) {
  EXPECT_EQ(pack(bytes_of({8, 0, 0, 0, 3, 0, 2, 0, 0x19, 0, 0, 0, 0xAA, 1, 0, 0})), bytes_of({16, 0x51, 8, 3, 2, 0x31, 0x19, 0xAA, 1}));
  EXPECT_EQ(pack(Bytes(32)), bytes_of({32, 0, 3}));
  Bytes packed(64);
  const Bytes eights(32, std::byte{0x8A});
  packed.resize(detail::pack_words(eights.data(), eights.size(), packed.data(), packed.size()));
  Bytes expected = bytes_of({0xFF});
  expected.resize(9, std::byte{0x8A});
  expected.push_back(std::byte{3});
  expected.resize(34, std::byte{0x8A});
  EXPECT_EQ(packed, expected);
}

TEST(PackedPayload, HasTheDocumentedSizeAndRoundTrips) {
  const std::map<std::string, std::size_t> sizes{{"move", 43}, {"spawn", 51}, {"test_packet", 39}, {"inventory", 3137}, {"snapshot", 9944}};
  for (const auto& [name, size] : sizes) {
    SCOPED_TRACE(name);
    const Bytes payload = golden(name);
    const Bytes packed = pack(payload);
    EXPECT_EQ(4 + packed.size(), size);
    EXPECT_EQ(unpack(packed), payload);
  }
}

TEST(PackedPayload, StoresThePayloadUnchangedIfPackingDoesNotShortenIt) {
  EXPECT_EQ(pack({}), bytes_of({0}));
  EXPECT_EQ(unpack(bytes_of({0})), Bytes{});
  EXPECT_EQ(pack(bytes_of({1, 2, 3})), bytes_of({0, 1, 2, 3}));
  EXPECT_EQ(unpack(bytes_of({0, 1, 2, 3})), bytes_of({1, 2, 3}));
}

// PackedPayloadTests.cs has the same cases.
TEST(PackedPayload, ReportsTheErrorOfEachInvalidPayload) {
  const std::vector<std::pair<Bytes, PacketError>> invalid{
      {{}, PacketError::PackedSizeInvalid},
      {bytes_of({0x80}), PacketError::PackedSizeInvalid},
      {bytes_of({0x80, 0}), PacketError::PackedSizeInvalid},
      {bytes_of({0x88, 0, 0, 0}), PacketError::PackedSizeInvalid},
      {bytes_of({0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0, 0xFF}), PacketError::PackedSizeInvalid},
      {bytes_of({0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1, 0, 0xFF}), PacketError::PackedSizeInvalid},
      {bytes_of({0xFF, 0xFF, 0xFF, 0xFF, 0x07, 0, 0xFF}), PacketError::PayloadTooLarge},
      {bytes_of({65, 0, 8}), PacketError::PayloadTooLarge},
      {bytes_of({8}), PacketError::UnpackedTooShort},
      {bytes_of({16, 0, 0}), PacketError::UnpackedTooShort},
      {bytes_of({16, 1, 1}), PacketError::UnpackedTooShort},
      {bytes_of({8, 0}), PacketError::PackedTruncated},
      {bytes_of({8, 3, 1}), PacketError::PackedTruncated},
      {bytes_of({8, 0xFF, 1, 2, 3, 4, 5, 6, 7, 8}), PacketError::PackedTruncated},
      {bytes_of({16, 0xFF, 1, 2, 3, 4, 5, 6, 7, 8, 1, 1, 2, 3}), PacketError::PackedTruncated},
      {bytes_of({8, 0, 1}), PacketError::UnpackedTooLong},
      {bytes_of({8, 1, 1, 0}), PacketError::UnpackedTooLong},
      {bytes_of({4, 0xFF, 1, 2, 3, 4, 5, 6, 7, 8, 0}), PacketError::UnpackedTooLong},
      {bytes_of({12, 0xFF, 1, 2, 3, 4, 5, 6, 7, 8, 1, 1, 2, 3, 4, 5, 0, 0, 0}), PacketError::UnpackedTooLong},
  };
  for (const auto& [packed, error] : invalid) {
    Bytes destination(64);
    std::size_t written = 1;
    EXPECT_EQ(unpack_payload(packed, destination, written), error) << ::testing::PrintToString(packed);
    EXPECT_EQ(written, 0U);
  }
}

TEST(PackedPayload, ReportsThatTheDestinationIsTooSmall) {
  const Bytes payload = golden("move");
  const Bytes packed = pack(payload);
  for (std::size_t size = 0; size < packed.size(); ++size) {
    Bytes destination(size);
    std::size_t written = 1;
    EXPECT_EQ(pack_payload(payload, destination, written), Status::BufferTooSmall);
    EXPECT_EQ(written, 0U);
  }
  Bytes destination(payload.size() - 1);
  std::size_t written = 1;
  EXPECT_EQ(unpack_payload(packed, destination, written), PacketError::PayloadTooLarge);
}

TEST(PackedPayload, RoundTripsAndNeverReadsOrWritesOutsideItsMemory) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 20000; ++round) {
    const Bytes payload = random_payload(random);
    Bytes packed = pack(payload);
    ASSERT_EQ(unpack(packed), payload);
    if (random() % 3 == 0) {
      packed.resize(random() % packed.size());
    } else {
      packed[random() % packed.size()] = static_cast<std::byte>(random() & 0xFF);
    }
    packed.shrink_to_fit();
    std::size_t size = 0;
    if (try_unpacked_size(packed, size) && size < 1000000) {
      Bytes destination(size);
      std::size_t written = 0;
      const PacketError error = unpack_payload(packed, destination, written);
      EXPECT_EQ(written, error == PacketError::None ? size : 0);
      if (packed[0] != std::byte{0}) {
        const std::size_t prefix = detail::packed_prefix_size(size);
        EXPECT_EQ(detail::unpack_words_with<detail::ScalarWordBytes>(packed.data() + prefix, packed.size() - prefix, destination.data(), size),
                  error);
      }
    }
  }
}

}  // namespace
