#pragma once

#include <codec/codec.hpp>
#include <codec/flatbuffers.hpp>
#include <cstdint>
#include <random>
#include <string>

/// Packets of every message of the schemas, in mixed order and of random sizes; two with the same seed give the same packets.
class RandomMessages {
 public:
  explicit RandomMessages(std::uint64_t seed) : random_(seed) {}

  /// The next packet, in memory of its own until the next call.
  codec::ByteSpan next();

 private:
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }
  float real() { return static_cast<float>(below(1000000)) / 256.0f; }
  std::string text(std::uint32_t limit);

  codec::ByteSpan login();
  codec::ByteSpan move();
  codec::ByteSpan spawn();
  codec::ByteSpan chat();
  codec::ByteSpan inventory();
  codec::ByteSpan snapshot();
  codec::ByteSpan test_packet();

  std::mt19937_64 random_;
  flatbuffers::FlatBufferBuilder builder_;
};
