#pragma once

#include <codec/codec.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "game_messages.hpp"
#include "test_packet_messages.hpp"

/// Packets of all messages of the schemas, in random order and with random sizes. The same seed always creates the same packets.
class RandomMessages {
 public:
  explicit RandomMessages(std::uint64_t seed) : memory_(codec::PacketFormat().max_packet_size()), random_(seed) {}

  /// Returns the next packet, which is valid until the next call.
  codec::ByteSpan next() {
    const auto encode = [this](const auto& message) {
      const codec::EncodeResult encoded = codec::encode(memory_, message);
      if (encoded.status != codec::Status::Ok) {
        throw std::logic_error("A random message does not fit into a packet.");
      }
      return encoded.packet;
    };
    switch (below(7)) {
      case 0: return encode(login());
      case 1: return encode(move());
      case 2: return encode(spawn());
      case 3: return encode(chat());
      case 4: return encode(inventory());
      case 5: return encode(snapshot());
      default: return encode(test_packet());
    }
  }

 private:
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }
  float real() { return static_cast<float>(below(1000000)) / 256.0f; }

  std::string text(std::uint32_t limit) {
    std::string text(below(limit), ' ');
    for (char& character : text) {
      character = static_cast<char>('a' + below(26));
    }
    return text;
  }

  // The elements of a braced list are evaluated in order.
  Game::Vec3 vec3() { return {real(), real(), real()}; }
  Game::Quat quat() { return {real(), real(), real(), real()}; }

  Game::Login login() {
    Game::Login login;
    login.user = text(20);
    login.token.resize(below(64));
    for (std::uint8_t& value : login.token) {
      value = static_cast<std::uint8_t>(below(256));
    }
    login.protocol = static_cast<decltype(login.protocol)>(below(9));
    login.locale = text(8);
    return login;
  }
  Game::Move move() { return {below(5000), vec3(), quat(), vec3(), real()}; }

  Game::Spawn spawn() {
    Game::Spawn spawn;
    spawn.entity = below(5000);
    spawn.kind = static_cast<Game::EntityKind>(below(4));
    spawn.name = text(20);
    spawn.position = vec3();
    spawn.health = static_cast<std::int16_t>(below(200));
    spawn.flags = static_cast<Game::EntityFlags>(below(16));
    if (below(2) == 0) {
      spawn.rotation = quat();
    }
    if (below(2) == 0) {
      spawn.owner = random_();
    }
    return spawn;
  }
  Game::Chat chat() { return {static_cast<Game::ChatChannel>(below(4)), text(16), text(2000)}; }

  Game::Inventory inventory() {
    Game::Inventory inventory;
    inventory.items.emplace();
    for (std::uint32_t count = below(60); count > 0; --count) {
      Game::Item item;
      item.modifiers.emplace(below(6));
      for (std::int16_t& modifier : *item.modifiers) {
        modifier = static_cast<std::int16_t>(below(65536));
      }
      item.id = below(1000);
      item.count = static_cast<std::uint16_t>(below(99));
      item.name = text(12);
      inventory.items->push_back(item);
    }
    inventory.owner = random_();
    return inventory;
  }

  Game::Snapshot snapshot() {
    Game::Snapshot snapshot;
    snapshot.entities.emplace();
    for (std::uint32_t count = below(below(16) == 0 ? 1700 : 60); count > 0; --count) {
      snapshot.entities->push_back({below(5000), vec3(), quat(), static_cast<std::int16_t>(below(65536)), static_cast<std::uint16_t>(below(65536))});
    }
    snapshot.tick = below(1000000);
    return snapshot;
  }
  Game::TestPacket test_packet() { return {text(100), static_cast<std::int32_t>(random_())}; }

  std::vector<std::byte> memory_;
  std::mt19937_64 random_;
};
