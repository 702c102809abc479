#pragma once

#include <cstdio>

// flatc's types are in the same program and have the same names.
#include <codec/generated_code.hpp>
#define Game GeneratedGame
#include "game_messages.hpp"
#include "test_packet_messages.hpp"

namespace bench {

/// The values that each side writes.
struct SampleMessages {
  Game::TestPacket seed{"This is a message!", 255};
  Game::Move move{1001, Game::Vec3{1.5f, -2.25f, 3.75f}, Game::Quat{0.5f, -0.5f, 0.5f, -0.5f}, Game::Vec3{0.25f, 0, -4}, 12.125};
  Game::Chat chat{Game::ChatChannel::Guild, "Ada Lovelace",
                  "Meet me at the old bridge before the next wave, and bring all of your potions..."};
  Game::Inventory inventory;
  Game::Snapshot snapshot;

  SampleMessages() {
    inventory.owner = 77;
    inventory.items.emplace();
    for (int i = 0; i < 100; ++i) {
      char name[16];
      std::snprintf(name, sizeof name, "Item %03d", i);
      Game::Item item;
      item.id = 1000 + static_cast<std::uint32_t>(i);
      item.count = static_cast<std::uint16_t>(i + 1);
      item.name = name;
      item.modifiers.emplace();
      for (int j = 0; j < i % 5; ++j) {
        item.modifiers->push_back(static_cast<std::int16_t>(i * 10 + j - 500));
      }
      inventory.items->push_back(item);
    }
    snapshot.tick = 123456;
    snapshot.entities.emplace();
    for (int i = 0; i < 500; ++i) {
      const auto n = static_cast<float>(i);
      snapshot.entities->push_back({static_cast<std::uint32_t>(i) + 1, {n * 0.5f, n * -0.25f, n}, {n * 0.125f, 0, 0, 1},
                                    static_cast<std::int16_t>(i - 250), static_cast<std::uint16_t>(i % 16)});
    }
  }
};

inline const SampleMessages messages;

template <class Use>
auto with(int message, Use use) {
  switch (message) {
    case 0: return use(messages.seed);
    case 1: return use(messages.move);
    case 2: return use(messages.chat);
    case 3: return use(messages.inventory);
    default: return use(messages.snapshot);
  }
}

}  // namespace bench
