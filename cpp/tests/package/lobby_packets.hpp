// Written by `codec gen cpp-flatc` from lobby.fbs. Do not edit.
#pragma once

#include <codec/flatbuffers.hpp>
#include <codec/packet_list.hpp>
#include <codec/packet_traits.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "lobby_generated.h"

namespace codec {

template <>
struct PacketTraits<::Lobby::Join> {
  static constexpr ::std::uint32_t id = 100;
  static constexpr ::std::string_view name = "Lobby.Join";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::ToServer;
  static constexpr ::std::uint32_t max_payload_size = unlimited_payload;
};

}  // namespace codec

namespace Lobby {

/// The packets of lobby.fbs: their ids, their traits, and a dispatch table that is built at compile time.
using LobbyPackets = ::codec::PacketList<
    ::Lobby::Join>;

}  // namespace Lobby

#ifndef CODEC_PROTOCOL_HASH_OF_lobby
#define CODEC_PROTOCOL_HASH_OF_lobby
namespace codec::schemas::lobby {

/// The protocol hash of lobby.fbs: of ids, layouts, limits and directions, but not of names. C# has the same number.
inline constexpr ::std::uint64_t protocol_hash = 0x7CF5FD7F89E1BACB;

}  // namespace codec::schemas::lobby
#endif
