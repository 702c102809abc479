#pragma once

// flatc's types are in the same program and have the same names.
#include <codec/generated_code.hpp>
#define Game GeneratedGame
#include "packed_messages.hpp"

#include "../tests/fixtures/messages.hpp"
#undef Game

namespace ours {
namespace Game = ::GeneratedGame;
}

namespace bench {

/// The values that each side writes: those of the tests, but for the inventory's owner and the chat.
struct SampleMessages {
  ours::Game::TestPacket seed = ::messages::test_packet();
  ours::Game::Move move = ::messages::move();
  ours::Game::Chat chat{ours::Game::ChatChannel::Guild, "Ada Lovelace",
                  "Meet me at the old bridge before the next wave, and bring all of your potions..."};
  ours::Game::Inventory inventory = ::messages::inventory();
  ours::Game::Snapshot snapshot = ::messages::snapshot();

  SampleMessages() { inventory.owner = 77; }
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
