#pragma once

// Verifies each message, and compares every field with the values of messages.hpp.

#include <cstring>
#include <stdexcept>
#include <string>

#include "messages.hpp"

namespace checks {

inline void expect(bool ok, const std::string& what) {
  if (!ok) throw std::runtime_error(what + " is wrong");
}

inline void expect_text(const flatbuffers::String* text, const std::string& wanted, const char* what) {
  expect(text != nullptr && text->str() == wanted, what);
}

inline void expect_vec3(const Game::Vec3* v, float x, float y, float z, const std::string& what) {
  expect(v != nullptr && v->x() == x && v->y() == y && v->z() == z, what);
}

inline void expect_quat(const Game::Quat* q, float x, float y, float z, float w, const std::string& what) {
  expect(q != nullptr && q->x() == x && q->y() == y && q->z() == z && q->w() == w, what);
}

template <typename T>
const T& verified(const std::uint8_t* payload, std::size_t size) {
  flatbuffers::Verifier verifier(payload, size);
  expect(verifier.VerifyBuffer<T>(nullptr), "the payload");
  return *flatbuffers::GetRoot<T>(payload);
}

inline void check_test_packet(const std::uint8_t* payload, std::size_t size) {
  const auto& m = verified<Game::TestPacket>(payload, size);
  expect_text(m.msg(), messages::test_text(), "msg");
  expect(m.number() == 255, "number");
}

inline void check_login(const std::uint8_t* payload, std::size_t size) {
  const auto& m = verified<Game::Login>(payload, size);
  expect_text(m.user(), "Ada", "user");
  expect(m.token()->size() == messages::login_token_length, "token's length");
  for (int i = 0; i < messages::login_token_length; i++) {
    expect(m.token()->Get(static_cast<unsigned>(i)) == messages::token_byte(i), "token[" + std::to_string(i) + "]");
  }
  expect(m.protocol() == 3, "protocol");
  expect_text(m.locale(), "en-GB", "locale");
}

inline void check_move(const std::uint8_t* payload, std::size_t size) {
  const auto& m = verified<Game::Move>(payload, size);
  expect(m.entity() == 1001, "entity");
  expect_vec3(m.position(), 1.5f, -2.25f, 3.75f, "position");
  expect_quat(m.rotation(), 0.5f, -0.5f, 0.5f, -0.5f, "rotation");
  expect_vec3(m.velocity(), 0.25f, 0.0f, -4.0f, "velocity");
  expect(m.time() == 12.125, "time");
}

inline void check_spawn(const std::uint8_t* payload, std::size_t size) {
  const auto& m = verified<Game::Spawn>(payload, size);
  expect(m.entity() == 1002, "entity");
  expect(m.kind() == Game::EntityKind_Player, "kind");
  expect_text(m.name(), messages::spawn_name(), "name");
  expect_vec3(m.position(), 100.0f, 0.0f, -100.0f, "position");
  expect_quat(m.rotation(), 0.0f, 0.0f, 0.0f, 1.0f, "rotation");
  expect(m.health() == 87, "health");
  expect(m.flags() == (Game::EntityFlags_Visible | Game::EntityFlags_Hostile), "flags");
  expect(m.owner().has_value() && *m.owner() == 9007199254740993ull, "owner");
}

inline void check_chat(const std::uint8_t* payload, std::size_t size) {
  const auto& m = verified<Game::Chat>(payload, size);
  expect(m.channel() == Game::ChatChannel_Guild, "channel");
  expect_text(m.sender(), "Ada", "sender");
  expect_text(m.text(), messages::chat_text(), "text");
}

inline void check_inventory(const std::uint8_t* payload, std::size_t size) {
  const auto& m = verified<Game::Inventory>(payload, size);
  expect(m.owner() == 76561198000000001ull, "owner");
  expect(m.items() != nullptr && m.items()->size() == messages::inventory_items, "items' length");
  for (int i = 0; i < messages::inventory_items; i++) {
    const std::string at = "items[" + std::to_string(i) + "].";
    const auto& item = *m.items()->Get(static_cast<unsigned>(i));
    expect(item.id() == 1000u + static_cast<unsigned>(i), at + "id");
    expect(item.count() == i + 1, at + "count");
    expect_text(item.name(), messages::item_name(i), (at + "name").c_str());
    expect(item.modifiers() != nullptr && static_cast<int>(item.modifiers()->size()) == messages::item_modifiers(i), at + "modifiers' length");
    for (int j = 0; j < messages::item_modifiers(i); j++) {
      expect(item.modifiers()->Get(static_cast<unsigned>(j)) == messages::item_modifier(i, j), at + "modifiers[" + std::to_string(j) + "]");
    }
  }
}

inline void check_snapshot_of(const std::uint8_t* payload, std::size_t size, int count) {
  const auto& m = verified<Game::Snapshot>(payload, size);
  expect(m.tick() == 123456, "tick");
  expect(m.entities() != nullptr && static_cast<int>(m.entities()->size()) == count, "entities' length");
  for (int i = 0; i < count; i++) {
    const std::string at = "entities[" + std::to_string(i) + "].";
    const auto& entity = *m.entities()->Get(static_cast<unsigned>(i));
    const float n = static_cast<float>(i);
    expect(entity.entity() == static_cast<unsigned>(i) + 1, at + "entity");
    expect_vec3(&entity.position(), n * 0.5f, n * -0.25f, n, at + "position");
    expect_quat(&entity.rotation(), n * 0.125f, 0.0f, 0.0f, 1.0f, at + "rotation");
    expect(entity.health() == i - 250, at + "health");
    expect(entity.flags() == i % 16, at + "flags");
  }
}

inline void check_snapshot(const std::uint8_t* payload, std::size_t size) {
  check_snapshot_of(payload, size, messages::snapshot_entities);
}

inline void check_large_snapshot(const std::uint8_t* payload, std::size_t size) {
  check_snapshot_of(payload, size, messages::large_snapshot_entities);
}

}  // namespace checks
