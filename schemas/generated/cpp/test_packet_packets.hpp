// Written by `codec gen cpp-flatc` from test_packet.fbs. Do not edit.
#pragma once

#include <codec/flatbuffers.hpp>
#include <codec/packet_list.hpp>
#include <codec/packet_traits.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "test_packet_generated.h"

namespace codec {

template <>
struct PacketTraits<::Game::TestPacket> {
  static constexpr ::std::uint32_t id = 65534;
  static constexpr ::std::string_view name = "Game.TestPacket";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = unlimited_payload;
};

}  // namespace codec

namespace Game {

/// The packets of test_packet.fbs: their ids, their traits, and a dispatch table that is built at compile time.
using TestPacketPackets = ::codec::PacketList<
    ::Game::TestPacket>;

}  // namespace Game

#ifndef CODEC_PROTOCOL_HASH_OF_test_packet
#define CODEC_PROTOCOL_HASH_OF_test_packet
namespace codec::schemas::test_packet {

/// The protocol hash of test_packet.fbs: of ids, layouts, limits and directions, but not of names. C# has the same number.
inline constexpr ::std::uint64_t protocol_hash = 0x495344AB5782B9A7;

}  // namespace codec::schemas::test_packet
#endif
