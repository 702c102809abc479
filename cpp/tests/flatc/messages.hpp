#pragma once

// The messages of schemas/*.fbs, with the same values as in schemas/samples/GameMessages.cs.

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "game_generated.h"
#include "test_packet_generated.h"

namespace messages {

using Builder = flatbuffers::FlatBufferBuilder;

constexpr int login_token_length = 32;
constexpr int inventory_items = 100;
constexpr int snapshot_entities = 500;
constexpr int large_snapshot_entities = 1700;  // 61,200 bytes of structs

inline const char* test_text() { return "This is a message!"; }
inline const char* spawn_name() { return "Gr\xC3\xBC\xC3\x9F" "e"; }
inline const char* chat_text() {
  return "O\xC3\xB9 es-tu ? \xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E \xF0\x9F\x8E\xAE";
}

inline std::uint8_t token_byte(int i) { return static_cast<std::uint8_t>(i * 7); }
inline int item_modifiers(int i) { return i % 5; }
inline std::int16_t item_modifier(int i, int j) { return static_cast<std::int16_t>(i * 10 + j - 500); }
inline std::string item_name(int i) {
  char name[16];
  std::snprintf(name, sizeof name, "Item %03d", i);
  return name;
}
inline Game::EntityState entity_state(int i) {
  const float n = static_cast<float>(i);
  return Game::EntityState(static_cast<std::uint32_t>(i) + 1, Game::Vec3(n * 0.5f, n * -0.25f, n),
                           Game::Quat(n * 0.125f, 0.0f, 0.0f, 1.0f), static_cast<std::int16_t>(i - 250),
                           static_cast<std::uint16_t>(i % 16));
}

inline void build_test_packet(Builder& b) {
  const auto msg = b.CreateString(test_text());
  b.Finish(Game::CreateTestPacket(b, msg, 255));
}

inline void build_login(Builder& b) {
  std::vector<std::uint8_t> bytes;
  for (int i = 0; i < login_token_length; i++) bytes.push_back(token_byte(i));
  const auto user = b.CreateString("Ada");
  const auto token = b.CreateVector(bytes);
  const auto locale = b.CreateString("en-GB");
  b.Finish(Game::CreateLogin(b, user, token, 3, locale));
}

inline void build_move(Builder& b) {
  const Game::Vec3 position(1.5f, -2.25f, 3.75f), velocity(0.25f, 0.0f, -4.0f);
  const Game::Quat rotation(0.5f, -0.5f, 0.5f, -0.5f);
  b.Finish(Game::CreateMove(b, 1001, &position, &rotation, &velocity, 12.125));
}

inline void build_spawn(Builder& b) {
  const auto name = b.CreateString(spawn_name());
  const Game::Vec3 position(100.0f, 0.0f, -100.0f);
  const Game::Quat rotation(0.0f, 0.0f, 0.0f, 1.0f);
  const auto flags = static_cast<Game::EntityFlags>(Game::EntityFlags_Visible | Game::EntityFlags_Hostile);
  b.Finish(Game::CreateSpawn(b, 1002, Game::EntityKind_Player, name, &position, &rotation, 87, flags, 9007199254740993ull));
}

inline void build_chat(Builder& b) {
  const auto sender = b.CreateString("Ada");
  const auto text = b.CreateString(chat_text());
  b.Finish(Game::CreateChat(b, Game::ChatChannel_Guild, sender, text));
}

inline void build_inventory(Builder& b) {
  std::vector<flatbuffers::Offset<Game::Item>> items;
  for (int i = 0; i < inventory_items; i++) {
    const auto name = b.CreateString(item_name(i));
    std::vector<std::int16_t> modifiers;
    for (int j = 0; j < item_modifiers(i); j++) modifiers.push_back(item_modifier(i, j));
    const auto vector = b.CreateVector(modifiers);
    items.push_back(Game::CreateItem(b, 1000 + static_cast<std::uint32_t>(i), static_cast<std::uint16_t>(i + 1), name, vector));
  }
  const auto all = b.CreateVector(items);
  b.Finish(Game::CreateInventory(b, 76561198000000001ull, all));
}

inline void build_snapshot_of(Builder& b, int count) {
  std::vector<Game::EntityState> entities;
  for (int i = 0; i < count; i++) entities.push_back(entity_state(i));
  const auto all = b.CreateVectorOfStructs(entities);
  b.Finish(Game::CreateSnapshot(b, 123456, all));
}

inline void build_snapshot(Builder& b) { build_snapshot_of(b, snapshot_entities); }
inline void build_large_snapshot(Builder& b) { build_snapshot_of(b, large_snapshot_entities); }

}  // namespace messages
