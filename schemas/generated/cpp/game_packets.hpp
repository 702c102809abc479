// Written by `codec gen cpp-flatc` from game.fbs. Do not edit.
#pragma once

#include <codec/flatbuffers.hpp>
#include <codec/packet_list.hpp>
#include <codec/packet_traits.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "game_generated.h"

namespace codec {

template <>
struct PacketTraits<::Game::Login> {
  static constexpr ::std::uint32_t id = 1;
  static constexpr ::std::string_view name = "Game.Login";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = unlimited_payload;
};

template <>
struct PacketTraits<::Game::Move> {
  static constexpr ::std::uint32_t id = 2;
  static constexpr ::std::string_view name = "Game.Move";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = unlimited_payload;
};

template <>
struct PacketTraits<::Game::Spawn> {
  static constexpr ::std::uint32_t id = 3;
  static constexpr ::std::string_view name = "Game.Spawn";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = unlimited_payload;
};

template <>
struct PacketTraits<::Game::Chat> {
  static constexpr ::std::uint32_t id = 4;
  static constexpr ::std::string_view name = "Game.Chat";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = unlimited_payload;
};

template <>
struct PacketTraits<::Game::Inventory> {
  static constexpr ::std::uint32_t id = 5;
  static constexpr ::std::string_view name = "Game.Inventory";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = unlimited_payload;
};

template <>
struct PacketTraits<::Game::Snapshot> {
  static constexpr ::std::uint32_t id = 6;
  static constexpr ::std::string_view name = "Game.Snapshot";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = unlimited_payload;
};

}  // namespace codec

namespace Game {

/// The packets of game.fbs: their ids, their traits, and a dispatch table that is built at compile time.
using GamePackets = ::codec::PacketList<
    ::Game::Login,
    ::Game::Move,
    ::Game::Spawn,
    ::Game::Chat,
    ::Game::Inventory,
    ::Game::Snapshot>;

/// The structs of game.fbs, with named fields and the same bytes as flatc's structs.
namespace plain {

struct Vec3 {
  float x;
  float y;
  float z;
};

static_assert(std::is_trivially_copyable_v<Vec3> && std::is_standard_layout_v<Vec3>);
static_assert(sizeof(Vec3) == 12 && alignof(Vec3) == 4);
static_assert(offsetof(Vec3, x) == 0);
static_assert(offsetof(Vec3, y) == 4);
static_assert(offsetof(Vec3, z) == 8);
static_assert(sizeof(Vec3) == sizeof(::Game::Vec3) && alignof(Vec3) == alignof(::Game::Vec3));

struct Quat {
  float x;
  float y;
  float z;
  float w;
};

static_assert(std::is_trivially_copyable_v<Quat> && std::is_standard_layout_v<Quat>);
static_assert(sizeof(Quat) == 16 && alignof(Quat) == 4);
static_assert(offsetof(Quat, x) == 0);
static_assert(offsetof(Quat, y) == 4);
static_assert(offsetof(Quat, z) == 8);
static_assert(offsetof(Quat, w) == 12);
static_assert(sizeof(Quat) == sizeof(::Game::Quat) && alignof(Quat) == alignof(::Game::Quat));

struct EntityState {
  std::uint32_t entity;
  ::Game::plain::Vec3 position;
  ::Game::plain::Quat rotation;
  std::int16_t health;
  std::uint16_t flags;
};

static_assert(std::is_trivially_copyable_v<EntityState> && std::is_standard_layout_v<EntityState>);
static_assert(sizeof(EntityState) == 36 && alignof(EntityState) == 4);
static_assert(offsetof(EntityState, entity) == 0);
static_assert(offsetof(EntityState, position) == 4);
static_assert(offsetof(EntityState, rotation) == 16);
static_assert(offsetof(EntityState, health) == 32);
static_assert(offsetof(EntityState, flags) == 34);
static_assert(sizeof(EntityState) == sizeof(::Game::EntityState) && alignof(EntityState) == alignof(::Game::EntityState));

}  // namespace plain

}  // namespace Game

#ifndef CODEC_PROTOCOL_HASH_OF_game
#define CODEC_PROTOCOL_HASH_OF_game
namespace codec::schemas::game {

/// The protocol hash of game.fbs: of ids, layouts, limits and directions, but not of names. C# has the same number.
inline constexpr ::std::uint64_t protocol_hash = 0xFD467BCC2F8C718F;

}  // namespace codec::schemas::game
#endif
