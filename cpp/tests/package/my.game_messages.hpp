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

/// The values of a Ping that are written without one. A null text and an empty span leave the field out. What has tables is written after it.
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

/// A Ping in a payload that it does not own. Total: for any bytes, each function returns a value from inside the payload, or the default.
class PingView : public ::codec::TableView {
  using codec_table = ::codec::generated::Table<::My::Ping>;

 public:
  using codec_plain = ::My::Ping;

  constexpr PingView() noexcept = default;
  constexpr PingView(::codec::generated::Bytes bytes, ::std::uint32_t table, ::std::int32_t vtable) noexcept : TableView(bytes, table, vtable) {}

  ::std::uint32_t number() const noexcept { return codec_table::f0::get(*this); }
};

/// A Ping that was written from values; what it nests is written after it, each field once.
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

/// The packets of my.game.fbs: ids, traits and dispatch table, known to the compiler.
using MyGamePackets = ::codec::PacketList<
    ::My::Ping>;

}  // namespace My
