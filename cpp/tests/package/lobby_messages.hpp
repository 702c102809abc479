// Written by `codec gen cpp` from lobby.fbs. Do not edit.
#pragma once

#include <codec/generated_code.hpp>

namespace Lobby {

struct Join;
class JoinView;
class JoinWriter;

}  // namespace Lobby

namespace Lobby {

struct Join {
  ::std::optional<::std::string> user;
  ::std::optional<::std::string> room;
};

/// The field values of `Join`, to write it without an object. A null text and an empty span leave the field out. Nested tables follow through its writer.
struct JoinValues {
  ::std::string_view user{};
  ::std::string_view room{};
};

}  // namespace Lobby

namespace codec::generated {

template <>
struct Table<::Lobby::Join> : TableFacts<2, 12, 4> {
  using View = ::Lobby::JoinView;
  using Writer = ::Lobby::JoinWriter;
  using Values = ::Lobby::JoinValues;
  using f0 = Text<&::Lobby::Join::user, &::Lobby::JoinValues::user, 4, 4, 0>;
  using f1 = Text<&::Lobby::Join::room, &::Lobby::JoinValues::room, 6, 8, 1>;
  using Fields = FieldList<f0, f1>;
};

}  // namespace codec::generated

namespace Lobby {

/// A view of `Join` in a payload, which the view does not own. For any bytes, each function returns a value from inside the payload, or the default.
class JoinView : public ::codec::TableView {
  using codec_table = ::codec::generated::Table<::Lobby::Join>;

 public:
  using codec_plain = ::Lobby::Join;

  constexpr JoinView() noexcept = default;
  constexpr JoinView(const ::std::byte* payload, const ::std::byte* table, ::std::size_t room, const ::std::byte* vtable) noexcept : TableView(payload, table, room, vtable) {}

  ::std::string_view user() const noexcept { return codec_table::f0::get(*this); }

  ::std::string_view room() const noexcept { return codec_table::f1::get(*this); }
};

/// Writes the nested tables of `Join` after its field values, each field once.
class JoinWriter : public ::codec::TableWriter {
  using codec_table = ::codec::generated::Table<::Lobby::Join>;

 public:
  using TableWriter::TableWriter;
};

}  // namespace Lobby

namespace codec {

template <>
struct PacketTraits<::Lobby::Join> {
  static constexpr ::std::uint32_t id = 100;
  static constexpr ::std::string_view name = "Lobby.Join";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::ToServer;
  static constexpr ::std::uint32_t max_payload_size = unlimited_payload;
  using view = ::Lobby::JoinView;
  using mirror = view;
};

template <>
struct PacketTraits<::Lobby::JoinView> : PacketTraits<::Lobby::Join> {
  using mirror = ::Lobby::Join;
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
