// Written by `codec gen cpp` from game.fbs. Do not edit.
#pragma once

#include <codec/json.hpp>
#include "game_messages.hpp"

namespace codec::generated {

template <>
struct Names<::Game::EntityKind> {
  static constexpr bool is_flags = false;
  static constexpr EnumName<::Game::EntityKind> values[] = {
      {"Player", ::Game::EntityKind::Player},
      {"Npc", ::Game::EntityKind::Npc},
      {"Projectile", ::Game::EntityKind::Projectile},
      {"Pickup", ::Game::EntityKind::Pickup}};
};

template <>
struct Names<::Game::EntityFlags> {
  static constexpr bool is_flags = true;
  static constexpr EnumName<::Game::EntityFlags> values[] = {
      {"Visible", ::Game::EntityFlags::Visible},
      {"Solid", ::Game::EntityFlags::Solid},
      {"Hostile", ::Game::EntityFlags::Hostile},
      {"Burning", ::Game::EntityFlags::Burning}};
};

template <>
struct Names<::Game::ChatChannel> {
  static constexpr bool is_flags = false;
  static constexpr EnumName<::Game::ChatChannel> values[] = {
      {"Say", ::Game::ChatChannel::Say},
      {"Party", ::Game::ChatChannel::Party},
      {"Guild", ::Game::ChatChannel::Guild},
      {"Whisper", ::Game::ChatChannel::Whisper}};
};

template <>
struct Names<::Game::Vec3> {
  static constexpr ::std::string_view names[] = {"x", "y", "z"};
};

template <>
struct Names<::Game::Quat> {
  static constexpr ::std::string_view names[] = {"x", "y", "z", "w"};
};

template <>
struct Names<::Game::EntityState> {
  static constexpr ::std::string_view names[] = {"entity", "position", "rotation", "health", "flags"};
};

template <>
struct Names<::Game::Login> {
  static constexpr ::std::string_view names[] = {"user", "token", "protocol", "locale"};
};

template <>
struct Names<::Game::Move> {
  static constexpr ::std::string_view names[] = {"entity", "position", "rotation", "velocity", "time"};
};

template <>
struct Names<::Game::Spawn> {
  static constexpr ::std::string_view names[] = {"entity", "kind", "name", "position", "rotation", "health", "flags", "owner"};
};

template <>
struct Names<::Game::Chat> {
  static constexpr ::std::string_view names[] = {"channel", "sender", "text"};
};

template <>
struct Names<::Game::Item> {
  static constexpr ::std::string_view names[] = {"id", "count", "name", "modifiers"};
};

template <>
struct Names<::Game::Inventory> {
  static constexpr ::std::string_view names[] = {"owner", "items"};
};

template <>
struct Names<::Game::Snapshot> {
  static constexpr ::std::string_view names[] = {"tick", "entities"};
};

}  // namespace codec::generated
