// Written by `codec gen cpp` from my.game.fbs. Do not edit.
#pragma once

#include <codec/generated_code.hpp>

namespace My {

struct Ping;
class PingView;
class PingWriter;

}  // namespace My

namespace My {

struct Ping {
  ::std::uint32_t number{};
};

/// The field values of `Ping`, to write it without an object. A null text and an empty span leave the field out. Nested tables follow through its writer.
struct PingValues {
  ::std::uint32_t number{};
};

}  // namespace My

namespace codec::generated {

template <>
struct Table<::My::Ping> : TableFacts<1, 8, 4> {
  using View = ::My::PingView;
  using Writer = ::My::PingWriter;
  using Values = ::My::PingValues;
  using f0 = InPlace<&::My::Ping::number, &::My::PingValues::number, 4, 4>;
  using Fields = FieldList<f0>;
};

}  // namespace codec::generated

namespace My {

/// A view of `Ping` in a payload, which the view does not own. For any bytes, each function returns a value from inside the payload, or the default.
class PingView : public ::codec::TableView {
  using codec_table = ::codec::generated::Table<::My::Ping>;

 public:
  using codec_plain = ::My::Ping;

  constexpr PingView() noexcept = default;
  constexpr PingView(const ::std::byte* payload, const ::std::byte* table, ::std::size_t room, const ::std::byte* vtable) noexcept : TableView(payload, table, room, vtable) {}

  ::std::uint32_t number() const noexcept { return codec_table::f0::get(*this); }
};

/// Writes the nested tables of `Ping` after its field values, each field once.
class PingWriter : public ::codec::TableWriter {
  using codec_table = ::codec::generated::Table<::My::Ping>;

 public:
  using TableWriter::TableWriter;
};

}  // namespace My

namespace codec {

template <>
struct PacketTraits<::My::Ping> {
  static constexpr ::std::uint32_t id = 101;
  static constexpr ::std::string_view name = "My.Ping";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = unlimited_payload;
  using view = ::My::PingView;
  using mirror = view;
};

template <>
struct PacketTraits<::My::PingView> : PacketTraits<::My::Ping> {
  using mirror = ::My::Ping;
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
