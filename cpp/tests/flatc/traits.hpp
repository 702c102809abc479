#pragma once

// The properties of flatc's types that this library needs, as a program writes them for its own packets.

#include <codec/flatbuffers.hpp>
#include <codec/packet_list.hpp>
#include <codec/packet_traits.hpp>

#include "game_generated.h"
#include "packed_generated.h"
#include "test_packet_generated.h"

// The shape of a packed message is in its generated header, whose types have the same names.
#include <codec/generated_code.hpp>
#define Game GeneratedGame
#include "packed_messages.hpp"
#undef Game

template <std::uint32_t Id>
struct FlatcTraits : codec::PacketDefaults {
  static constexpr std::uint32_t id = Id;
  static constexpr std::string_view name = "";
  static constexpr codec::PayloadKind kind = codec::PayloadKind::FlatBuffers;
};

template <>
struct codec::PacketTraits<Game::Login> : FlatcTraits<1> {};

template <>
struct codec::PacketTraits<Game::Move> : FlatcTraits<2> {};

template <>
struct codec::PacketTraits<Game::Chat> : FlatcTraits<4> {};

template <>
struct codec::PacketTraits<Game::Inventory> : FlatcTraits<5> {};

template <>
struct codec::PacketTraits<Game::TestPacket> : FlatcTraits<65534> {};

template <>
struct codec::PacketTraits<Game::Packed::TestPacket> : FlatcTraits<100> {
  static constexpr std::uint32_t max_payload_size = 1000;
  static constexpr PayloadShape shape = PacketTraits<GeneratedGame::Packed::TestPacket>::shape;
};
