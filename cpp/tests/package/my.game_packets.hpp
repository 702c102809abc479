// Written by `codec gen cpp-flatc` from my.game.fbs. Do not edit.
#pragma once

#include <codec/flatbuffers.hpp>
#include <codec/packet_list.hpp>
#include <codec/packet_traits.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "my.game_generated.h"

namespace codec {

template <>
struct PacketTraits<::My::Ping> {
  static constexpr ::std::uint32_t id = 101;
  static constexpr ::std::string_view name = "My.Ping";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = unlimited_payload;
};

}  // namespace codec

namespace My {

/// The packets of my.game.fbs: their ids, their traits, and a dispatch table that is built at compile time.
using MyGamePackets = ::codec::PacketList<
    ::My::Ping>;

}  // namespace My

#ifndef CODEC_PROTOCOL_HASH_OF_my_game
#define CODEC_PROTOCOL_HASH_OF_my_game
namespace codec::schemas::my_game {

/// The protocol hash of my.game.fbs: of ids, layouts, limits and directions, but not of names. C# has the same number.
inline constexpr ::std::uint64_t protocol_hash = 0xEAEBA7B92B22C494;

}  // namespace codec::schemas::my_game
#endif
