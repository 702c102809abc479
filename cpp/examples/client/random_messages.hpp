#pragma once

#include <codec/codec.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "game_messages.hpp"
#include "test_packet_messages.hpp"

/// Packets of all messages of the schemas, in random order and with random sizes. The same seed always creates the same packets.
class RandomMessages {
 public:
  explicit RandomMessages(std::uint64_t seed) : memory_(codec::PacketFormat().max_packet_size()), random_(seed) {}

  /// Returns the next packet, which is valid until the next call.
  codec::ByteSpan next();

 private:
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }
  float real() { return static_cast<float>(below(1000000)) / 256.0f; }
  std::string text(std::uint32_t limit);
  Game::Vec3 vec3();
  Game::Quat quat();

  Game::Login login();
  Game::Move move();
  Game::Spawn spawn();
  Game::Chat chat();
  Game::Inventory inventory();
  Game::Snapshot snapshot();
  Game::TestPacket test_packet();

  std::vector<std::byte> memory_;
  std::mt19937_64 random_;
};
