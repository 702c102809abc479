#include "random_messages.hpp"

#include <vector>

#include "../packets.hpp"

codec::ByteSpan RandomMessages::next() {
  builder_.Clear();
  switch (below(7)) {
    case 0: return login();
    case 1: return move();
    case 2: return spawn();
    case 3: return chat();
    case 4: return inventory();
    case 5: return snapshot();
    default: return test_packet();
  }
}

std::string RandomMessages::text(std::uint32_t limit) {
  std::string text(below(limit), ' ');
  for (char& character : text) {
    character = static_cast<char>('a' + below(26));
  }
  return text;
}

codec::ByteSpan RandomMessages::login() {
  std::vector<std::uint8_t> token(below(64));
  for (std::uint8_t& value : token) {
    value = static_cast<std::uint8_t>(below(256));
  }
  return codec::finish_packet(builder_, Game::CreateLoginDirect(builder_, text(20).c_str(), &token, below(9), text(8).c_str()));
}

codec::ByteSpan RandomMessages::move() {
  const Game::Vec3 position(real(), real(), real());
  const Game::Quat rotation(real(), real(), real(), real());
  const Game::Vec3 velocity(real(), real(), real());
  return codec::finish_packet(builder_, Game::CreateMove(builder_, below(5000), &position, &rotation, &velocity, real()));
}

codec::ByteSpan RandomMessages::spawn() {
  const Game::Vec3 position(real(), real(), real());
  const Game::Quat rotation(real(), real(), real(), real());
  const auto name = builder_.CreateString(text(20));
  Game::SpawnBuilder spawn(builder_);
  spawn.add_entity(below(5000));
  spawn.add_kind(static_cast<Game::EntityKind>(below(4)));
  spawn.add_name(name);
  spawn.add_position(&position);
  spawn.add_health(static_cast<std::int16_t>(below(200)));
  spawn.add_flags(static_cast<Game::EntityFlags>(below(16)));
  if (below(2) == 0) {
    spawn.add_rotation(&rotation);
  }
  if (below(2) == 0) {
    spawn.add_owner(random_());
  }
  return codec::finish_packet(builder_, spawn.Finish());
}

codec::ByteSpan RandomMessages::chat() {
  const auto channel = static_cast<Game::ChatChannel>(below(4));
  return codec::finish_packet(builder_, Game::CreateChatDirect(builder_, channel, text(16).c_str(), text(2000).c_str()));
}

codec::ByteSpan RandomMessages::inventory() {
  std::vector<flatbuffers::Offset<Game::Item>> items;
  for (std::uint32_t count = below(60); count > 0; --count) {
    std::vector<std::int16_t> modifiers(below(6));
    for (std::int16_t& modifier : modifiers) {
      modifier = static_cast<std::int16_t>(below(65536));
    }
    items.push_back(Game::CreateItemDirect(builder_, below(1000), static_cast<std::uint16_t>(below(99)), text(12).c_str(), &modifiers));
  }
  return codec::finish_packet(builder_, Game::CreateInventoryDirect(builder_, random_(), &items));
}

codec::ByteSpan RandomMessages::snapshot() {
  std::vector<Game::EntityState> entities;
  for (std::uint32_t count = below(below(16) == 0 ? 1700 : 60); count > 0; --count) {
    const Game::Vec3 position(real(), real(), real());
    const Game::Quat rotation(real(), real(), real(), real());
    const auto health = static_cast<std::int16_t>(below(65536));
    entities.emplace_back(below(5000), position, rotation, health, static_cast<std::uint16_t>(below(65536)));
  }
  return codec::finish_packet(builder_, Game::CreateSnapshotDirect(builder_, below(1000000), &entities));
}

codec::ByteSpan RandomMessages::test_packet() {
  return codec::finish_packet(builder_, Game::CreateTestPacketDirect(builder_, text(100).c_str(), static_cast<std::int32_t>(random_())));
}
