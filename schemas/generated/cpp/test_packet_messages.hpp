// Written by `codec gen cpp` from test_packet.fbs. Do not edit.
#pragma once

#include <codec/generated_code.hpp>

namespace Game {

struct TestPacket;
class TestPacketView;
class TestPacketWriter;

}  // namespace Game

namespace Game {

struct TestPacket {
  ::std::optional<::std::string> msg;
  ::std::int32_t number{};
};

/// The field values of `TestPacket`, to write it without an object. A null text and an empty span leave the field out. Nested tables follow through its writer.
struct TestPacketValues {
  ::std::string_view msg{};
  ::std::int32_t number{};
};

}  // namespace Game

namespace codec::generated {

template <>
struct Table<::Game::TestPacket> : TableFacts<2, 12, 4> {
  using View = ::Game::TestPacketView;
  using Writer = ::Game::TestPacketWriter;
  using Values = ::Game::TestPacketValues;
  using f0 = Text<&::Game::TestPacket::msg, &::Game::TestPacketValues::msg, 4, 4, 0>;
  using f1 = InPlace<&::Game::TestPacket::number, &::Game::TestPacketValues::number, 6, 8>;
  using Fields = FieldList<f0, f1>;
};

}  // namespace codec::generated

namespace Game {

/// A view of `TestPacket` in a payload, which the view does not own. For any bytes, each function returns a value from inside the payload, or the default.
class TestPacketView : public ::codec::TableView {
  using codec_table = ::codec::generated::Table<::Game::TestPacket>;

 public:
  using codec_plain = ::Game::TestPacket;

  constexpr TestPacketView() noexcept = default;
  constexpr TestPacketView(const ::std::byte* payload, const ::std::byte* table, ::std::size_t room, const ::std::byte* vtable) noexcept : TableView(payload, table, room, vtable) {}

  ::std::string_view msg() const noexcept { return codec_table::f0::get(*this); }

  ::std::int32_t number() const noexcept { return codec_table::f1::get(*this); }
};

/// Writes the nested tables of `TestPacket` after its field values, each field once.
class TestPacketWriter : public ::codec::TableWriter {
  using codec_table = ::codec::generated::Table<::Game::TestPacket>;

 public:
  using TableWriter::TableWriter;
};

}  // namespace Game

namespace codec {

template <>
struct PacketTraits<::Game::TestPacket> {
  static constexpr ::std::uint32_t id = 65534;
  static constexpr ::std::string_view name = "Game.TestPacket";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = unlimited_payload;
  using view = ::Game::TestPacketView;
  using mirror = view;
};

template <>
struct PacketTraits<::Game::TestPacketView> : PacketTraits<::Game::TestPacket> {
  using mirror = ::Game::TestPacket;
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
