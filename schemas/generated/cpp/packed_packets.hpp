// Written by `codec gen cpp-flatc` from packed.fbs. Do not edit.
#pragma once

#include <codec/flatbuffers.hpp>
#include <codec/packet_list.hpp>
#include <codec/packet_traits.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "packed_generated.h"
#include "game_packets.hpp"

namespace Game::Packed::plain {
struct Grid;
}

namespace codec {

template <>
struct PacketTraits<::Game::Packed::TestPacket> {
  static constexpr ::std::uint32_t id = 100;
  static constexpr ::std::string_view name = "Game.Packed.TestPacket";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = 1000;
  static constexpr bool is_packed = true;
};

template <>
struct PacketTraits<::Game::Packed::Move> {
  static constexpr ::std::uint32_t id = 102;
  static constexpr ::std::string_view name = "Game.Packed.Move";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = 65535;
  static constexpr bool is_packed = true;
};

template <>
struct PacketTraits<::Game::Packed::Spawn> {
  static constexpr ::std::uint32_t id = 103;
  static constexpr ::std::string_view name = "Game.Packed.Spawn";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::ToClient;
  static constexpr ::std::uint32_t max_payload_size = 65535;
  static constexpr bool is_packed = true;
};

template <>
struct PacketTraits<::Game::Packed::Inventory> {
  static constexpr ::std::uint32_t id = 105;
  static constexpr ::std::string_view name = "Game.Packed.Inventory";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = 65535;
  static constexpr bool is_packed = true;
};

template <>
struct PacketTraits<::Game::Packed::Snapshot> {
  static constexpr ::std::uint32_t id = 106;
  static constexpr ::std::string_view name = "Game.Packed.Snapshot";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = 65535;
  static constexpr bool is_packed = true;
};

template <>
struct PacketTraits<::Game::Packed::Grid> {
  static constexpr ::std::uint32_t id = 107;
  static constexpr ::std::string_view name = "Game.Packed.Grid";
  static constexpr PayloadKind kind = PayloadKind::Struct;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = 64;
  static constexpr bool is_packed = true;
  using mirror = ::Game::Packed::plain::Grid;
};

template <>
struct PacketTraits<::Game::Packed::plain::Grid> : PacketTraits<::Game::Packed::Grid> {
  using mirror = ::Game::Packed::Grid;
};

}  // namespace codec

namespace Game::Packed {

/// The packets of packed.fbs: their ids, their traits, and a dispatch table that is built at compile time.
using PackedPackets = ::codec::PacketList<
    ::Game::Packed::TestPacket,
    ::Game::Packed::Move,
    ::Game::Packed::Spawn,
    ::Game::Packed::Inventory,
    ::Game::Packed::Snapshot,
    ::Game::Packed::Grid>;

/// The structs of packed.fbs, with named fields and the same bytes as flatc's structs.
namespace plain {

struct Grid {
  ::Game::plain::Vec3 origin;
  std::uint16_t cells[26];
};

static_assert(std::is_trivially_copyable_v<Grid> && std::is_standard_layout_v<Grid>);
static_assert(sizeof(Grid) == 64 && alignof(Grid) == 4);
static_assert(offsetof(Grid, origin) == 0);
static_assert(offsetof(Grid, cells) == 12);
static_assert(sizeof(Grid) == sizeof(::Game::Packed::Grid) && alignof(Grid) == alignof(::Game::Packed::Grid));

}  // namespace plain

}  // namespace Game::Packed

#ifndef CODEC_PROTOCOL_HASH_OF_packed
#define CODEC_PROTOCOL_HASH_OF_packed
namespace codec::schemas::packed {

/// The protocol hash of packed.fbs: of ids, layouts, limits and directions, but not of names. C# has the same number.
inline constexpr ::std::uint64_t protocol_hash = 0x74A9EFB1760C7184;

}  // namespace codec::schemas::packed
#endif
