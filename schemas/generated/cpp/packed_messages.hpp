// Written by `codec gen cpp` from packed.fbs. Do not edit.
#pragma once

#include <codec/generated_code.hpp>
#include "game_messages.hpp"

namespace Game::Packed {

struct TestPacket;
class TestPacketView;
class TestPacketWriter;
struct Move;
class MoveView;
class MoveWriter;
struct Spawn;
class SpawnView;
class SpawnWriter;
struct Inventory;
class InventoryView;
class InventoryWriter;
struct Snapshot;
class SnapshotView;
class SnapshotWriter;

}  // namespace Game::Packed

namespace Game::Packed {

/// A struct: its payload is its bytes alone.
struct Grid {
  ::Game::Vec3 origin{};
  ::std::array<::std::uint16_t, 26> cells{};
};
static_assert(::std::is_trivially_copyable_v<Grid> && ::std::is_standard_layout_v<Grid>);
static_assert(sizeof(Grid) == 64 && alignof(Grid) == 4);
static_assert(offsetof(Grid, origin) == 0);
static_assert(offsetof(Grid, cells) == 12);

}  // namespace Game::Packed

namespace codec::wire {

template <>
struct Struct<::Game::Packed::Grid> {
  static constexpr bool has_padding = false;
  template <class Value, class Visit>
  static void fields(Value& value, Visit&& visit) {
    visit(value.origin);
    visit(value.cells);
  }
};

}  // namespace codec::wire

namespace Game::Packed {

struct TestPacket {
  ::std::optional<::std::string> msg;
  ::std::int32_t number{};
};

/// The field values of `TestPacket`, to write it without an object. A null text and an empty span leave the field out. Nested tables follow through its writer.
struct TestPacketValues {
  ::std::string_view msg{};
  ::std::int32_t number{};
};

struct Move {
  ::std::uint32_t entity{};
  ::std::optional<::Game::Vec3> position{};
  ::std::optional<::Game::Quat> rotation{};
  ::std::optional<::Game::Vec3> velocity{};
  double time{};
};

/// The field values of `Move`, to write it without an object. A null text and an empty span leave the field out. Nested tables follow through its writer.
struct MoveValues {
  ::std::uint32_t entity{};
  ::std::optional<::Game::Vec3> position{};
  ::std::optional<::Game::Quat> rotation{};
  ::std::optional<::Game::Vec3> velocity{};
  double time{};
};

struct Spawn {
  ::std::uint32_t entity{};
  ::Game::EntityKind kind = static_cast<::Game::EntityKind>(1u);
  ::std::optional<::std::string> name;
  ::std::optional<::Game::Vec3> position{};
  ::std::optional<::Game::Quat> rotation{};
  ::std::int16_t health = 100;
  ::Game::EntityFlags flags = static_cast<::Game::EntityFlags>(1u);
  ::std::optional<::std::uint64_t> owner{};
};

/// The field values of `Spawn`, to write it without an object. A null text and an empty span leave the field out. Nested tables follow through its writer.
struct SpawnValues {
  ::std::uint32_t entity{};
  ::Game::EntityKind kind = static_cast<::Game::EntityKind>(1u);
  ::std::string_view name{};
  ::std::optional<::Game::Vec3> position{};
  ::std::optional<::Game::Quat> rotation{};
  ::std::int16_t health = 100;
  ::Game::EntityFlags flags = static_cast<::Game::EntityFlags>(1u);
  ::std::optional<::std::uint64_t> owner{};
};

struct Inventory {
  ::std::uint64_t owner{};
  ::std::optional<::std::vector<::Game::Item>> items;
};

/// The field values of `Inventory`, to write it without an object. A null text and an empty span leave the field out. Nested tables follow through its writer.
struct InventoryValues {
  ::std::uint64_t owner{};
};

struct Snapshot {
  ::std::uint32_t tick{};
  ::std::optional<::std::vector<::Game::EntityState>> entities;
};

/// The field values of `Snapshot`, to write it without an object. A null text and an empty span leave the field out. Nested tables follow through its writer.
struct SnapshotValues {
  ::std::uint32_t tick{};
  ::codec::Span<const ::Game::EntityState> entities{};
};

}  // namespace Game::Packed

namespace codec::generated {

template <>
struct Table<::Game::Packed::TestPacket> : TableFacts<2, 12, 4> {
  using View = ::Game::Packed::TestPacketView;
  using Writer = ::Game::Packed::TestPacketWriter;
  using Values = ::Game::Packed::TestPacketValues;
  using f0 = Text<&::Game::Packed::TestPacket::msg, &::Game::Packed::TestPacketValues::msg, 4, 4, 0>;
  using f1 = InPlace<&::Game::Packed::TestPacket::number, &::Game::Packed::TestPacketValues::number, 6, 8>;
  using Fields = FieldList<f0, f1>;
};

template <>
struct Table<::Game::Packed::Move> : TableFacts<5, 56, 8> {
  using View = ::Game::Packed::MoveView;
  using Writer = ::Game::Packed::MoveWriter;
  using Values = ::Game::Packed::MoveValues;
  using f0 = InPlace<&::Game::Packed::Move::entity, &::Game::Packed::MoveValues::entity, 4, 12>;
  using f1 = InPlace<&::Game::Packed::Move::position, &::Game::Packed::MoveValues::position, 6, 16, 0, 0>;
  using f2 = InPlace<&::Game::Packed::Move::rotation, &::Game::Packed::MoveValues::rotation, 8, 28, 0, 1>;
  using f3 = InPlace<&::Game::Packed::Move::velocity, &::Game::Packed::MoveValues::velocity, 10, 44, 0, 2>;
  using f4 = InPlace<&::Game::Packed::Move::time, &::Game::Packed::MoveValues::time, 12, 4>;
  using Fields = FieldList<f0, f1, f2, f3, f4>;
};

template <>
struct Table<::Game::Packed::Spawn> : TableFacts<8, 53, 8> {
  using View = ::Game::Packed::SpawnView;
  using Writer = ::Game::Packed::SpawnWriter;
  using Values = ::Game::Packed::SpawnValues;
  using f0 = InPlace<&::Game::Packed::Spawn::entity, &::Game::Packed::SpawnValues::entity, 4, 12>;
  using f1 = InPlace<&::Game::Packed::Spawn::kind, &::Game::Packed::SpawnValues::kind, 6, 52, 0x1u>;
  using f2 = Text<&::Game::Packed::Spawn::name, &::Game::Packed::SpawnValues::name, 8, 16, 0>;
  using f3 = InPlace<&::Game::Packed::Spawn::position, &::Game::Packed::SpawnValues::position, 10, 20, 0, 1>;
  using f4 = InPlace<&::Game::Packed::Spawn::rotation, &::Game::Packed::SpawnValues::rotation, 12, 32, 0, 2>;
  using f5 = InPlace<&::Game::Packed::Spawn::health, &::Game::Packed::SpawnValues::health, 14, 48, 0x64u>;
  using f6 = InPlace<&::Game::Packed::Spawn::flags, &::Game::Packed::SpawnValues::flags, 16, 50, 0x1u>;
  using f7 = InPlace<&::Game::Packed::Spawn::owner, &::Game::Packed::SpawnValues::owner, 18, 4, 0, 3>;
  using Fields = FieldList<f0, f1, f2, f3, f4, f5, f6, f7>;
};

template <>
struct Table<::Game::Packed::Inventory> : TableFacts<2, 16, 8> {
  using View = ::Game::Packed::InventoryView;
  using Writer = ::Game::Packed::InventoryWriter;
  using Values = ::Game::Packed::InventoryValues;
  using f0 = InPlace<&::Game::Packed::Inventory::owner, &::Game::Packed::InventoryValues::owner, 4, 4>;
  using f1 = Tables<&::Game::Packed::Inventory::items, 6, 12, 0>;
  using Fields = FieldList<f0, f1>;
};

template <>
struct Table<::Game::Packed::Snapshot> : TableFacts<2, 12, 4> {
  using View = ::Game::Packed::SnapshotView;
  using Writer = ::Game::Packed::SnapshotWriter;
  using Values = ::Game::Packed::SnapshotValues;
  using f0 = InPlace<&::Game::Packed::Snapshot::tick, &::Game::Packed::SnapshotValues::tick, 4, 4>;
  using f1 = Vector<&::Game::Packed::Snapshot::entities, &::Game::Packed::SnapshotValues::entities, 6, 8, 0, 4>;
  using Fields = FieldList<f0, f1>;
};

}  // namespace codec::generated

namespace Game::Packed {

/// A view of `TestPacket` in a payload, which the view does not own. For any bytes, each function returns a value from inside the payload, or the default.
class TestPacketView : public ::codec::TableView {
  using codec_table = ::codec::generated::Table<::Game::Packed::TestPacket>;

 public:
  using codec_plain = ::Game::Packed::TestPacket;

  constexpr TestPacketView() noexcept = default;
  constexpr TestPacketView(const ::std::byte* payload, const ::std::byte* table, ::std::size_t room, const ::std::byte* vtable) noexcept : TableView(payload, table, room, vtable) {}

  ::std::string_view msg() const noexcept { return codec_table::f0::get(*this); }

  ::std::int32_t number() const noexcept { return codec_table::f1::get(*this); }
};

/// Writes the nested tables of `TestPacket` after its field values, each field once.
class TestPacketWriter : public ::codec::TableWriter {
  using codec_table = ::codec::generated::Table<::Game::Packed::TestPacket>;

 public:
  using TableWriter::TableWriter;
};

/// A view of `Move` in a payload, which the view does not own. For any bytes, each function returns a value from inside the payload, or the default.
class MoveView : public ::codec::TableView {
  using codec_table = ::codec::generated::Table<::Game::Packed::Move>;

 public:
  using codec_plain = ::Game::Packed::Move;

  constexpr MoveView() noexcept = default;
  constexpr MoveView(const ::std::byte* payload, const ::std::byte* table, ::std::size_t room, const ::std::byte* vtable) noexcept : TableView(payload, table, room, vtable) {}

  ::std::uint32_t entity() const noexcept { return codec_table::f0::get(*this); }

  ::std::optional<::Game::Vec3> position() const noexcept { return codec_table::f1::get(*this); }

  ::std::optional<::Game::Quat> rotation() const noexcept { return codec_table::f2::get(*this); }

  ::std::optional<::Game::Vec3> velocity() const noexcept { return codec_table::f3::get(*this); }

  double time() const noexcept { return codec_table::f4::get(*this); }
};

/// Writes the nested tables of `Move` after its field values, each field once.
class MoveWriter : public ::codec::TableWriter {
  using codec_table = ::codec::generated::Table<::Game::Packed::Move>;

 public:
  using TableWriter::TableWriter;
};

/// A view of `Spawn` in a payload, which the view does not own. For any bytes, each function returns a value from inside the payload, or the default.
class SpawnView : public ::codec::TableView {
  using codec_table = ::codec::generated::Table<::Game::Packed::Spawn>;

 public:
  using codec_plain = ::Game::Packed::Spawn;

  constexpr SpawnView() noexcept = default;
  constexpr SpawnView(const ::std::byte* payload, const ::std::byte* table, ::std::size_t room, const ::std::byte* vtable) noexcept : TableView(payload, table, room, vtable) {}

  ::std::uint32_t entity() const noexcept { return codec_table::f0::get(*this); }

  ::Game::EntityKind kind() const noexcept { return codec_table::f1::get(*this); }

  ::std::string_view name() const noexcept { return codec_table::f2::get(*this); }

  ::std::optional<::Game::Vec3> position() const noexcept { return codec_table::f3::get(*this); }

  ::std::optional<::Game::Quat> rotation() const noexcept { return codec_table::f4::get(*this); }

  ::std::int16_t health() const noexcept { return codec_table::f5::get(*this); }

  ::Game::EntityFlags flags() const noexcept { return codec_table::f6::get(*this); }

  ::std::optional<::std::uint64_t> owner() const noexcept { return codec_table::f7::get(*this); }
};

/// Writes the nested tables of `Spawn` after its field values, each field once.
class SpawnWriter : public ::codec::TableWriter {
  using codec_table = ::codec::generated::Table<::Game::Packed::Spawn>;

 public:
  using TableWriter::TableWriter;
};

/// A view of `Inventory` in a payload, which the view does not own. For any bytes, each function returns a value from inside the payload, or the default.
class InventoryView : public ::codec::TableView {
  using codec_table = ::codec::generated::Table<::Game::Packed::Inventory>;

 public:
  using codec_plain = ::Game::Packed::Inventory;

  constexpr InventoryView() noexcept = default;
  constexpr InventoryView(const ::std::byte* payload, const ::std::byte* table, ::std::size_t room, const ::std::byte* vtable) noexcept : TableView(payload, table, room, vtable) {}

  ::std::uint64_t owner() const noexcept { return codec_table::f0::get(*this); }

  ::codec::TableVectorView<::Game::Item> items() const noexcept { return codec_table::f1::get(*this); }
};

/// Writes the nested tables of `Inventory` after its field values, each field once.
class InventoryWriter : public ::codec::TableWriter {
  using codec_table = ::codec::generated::Table<::Game::Packed::Inventory>;

 public:
  using TableWriter::TableWriter;
  ::codec::TableVectorWriter<::Game::Item> start_items(::std::size_t capacity) const noexcept { return ::codec::generated::start_tables<codec_table::f1>(*this, capacity); }
};

/// A view of `Snapshot` in a payload, which the view does not own. For any bytes, each function returns a value from inside the payload, or the default.
class SnapshotView : public ::codec::TableView {
  using codec_table = ::codec::generated::Table<::Game::Packed::Snapshot>;

 public:
  using codec_plain = ::Game::Packed::Snapshot;

  constexpr SnapshotView() noexcept = default;
  constexpr SnapshotView(const ::std::byte* payload, const ::std::byte* table, ::std::size_t room, const ::std::byte* vtable) noexcept : TableView(payload, table, room, vtable) {}

  ::std::uint32_t tick() const noexcept { return codec_table::f0::get(*this); }

  ::codec::VectorView<::Game::EntityState> entities() const noexcept { return codec_table::f1::get(*this); }
};

/// Writes the nested tables of `Snapshot` after its field values, each field once.
class SnapshotWriter : public ::codec::TableWriter {
  using codec_table = ::codec::generated::Table<::Game::Packed::Snapshot>;

 public:
  using TableWriter::TableWriter;
};

}  // namespace Game::Packed

namespace codec {

template <>
struct PacketTraits<::Game::Packed::TestPacket> {
  static constexpr ::std::uint32_t id = 100;
  static constexpr ::std::string_view name = "Game.Packed.TestPacket";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = 1000;
  static constexpr bool is_packed = true;
  using view = ::Game::Packed::TestPacketView;
  using mirror = view;
};

template <>
struct PacketTraits<::Game::Packed::TestPacketView> : PacketTraits<::Game::Packed::TestPacket> {
  using mirror = ::Game::Packed::TestPacket;
};

template <>
struct PacketTraits<::Game::Packed::Move> {
  static constexpr ::std::uint32_t id = 102;
  static constexpr ::std::string_view name = "Game.Packed.Move";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = 65535;
  static constexpr bool is_packed = true;
  using view = ::Game::Packed::MoveView;
  using mirror = view;
};

template <>
struct PacketTraits<::Game::Packed::MoveView> : PacketTraits<::Game::Packed::Move> {
  using mirror = ::Game::Packed::Move;
};

template <>
struct PacketTraits<::Game::Packed::Spawn> {
  static constexpr ::std::uint32_t id = 103;
  static constexpr ::std::string_view name = "Game.Packed.Spawn";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::ToClient;
  static constexpr ::std::uint32_t max_payload_size = 65535;
  static constexpr bool is_packed = true;
  using view = ::Game::Packed::SpawnView;
  using mirror = view;
};

template <>
struct PacketTraits<::Game::Packed::SpawnView> : PacketTraits<::Game::Packed::Spawn> {
  using mirror = ::Game::Packed::Spawn;
};

template <>
struct PacketTraits<::Game::Packed::Inventory> {
  static constexpr ::std::uint32_t id = 105;
  static constexpr ::std::string_view name = "Game.Packed.Inventory";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = 65535;
  static constexpr bool is_packed = true;
  using view = ::Game::Packed::InventoryView;
  using mirror = view;
};

template <>
struct PacketTraits<::Game::Packed::InventoryView> : PacketTraits<::Game::Packed::Inventory> {
  using mirror = ::Game::Packed::Inventory;
};

template <>
struct PacketTraits<::Game::Packed::Snapshot> {
  static constexpr ::std::uint32_t id = 106;
  static constexpr ::std::string_view name = "Game.Packed.Snapshot";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = 65535;
  static constexpr bool is_packed = true;
  using view = ::Game::Packed::SnapshotView;
  using mirror = view;
};

template <>
struct PacketTraits<::Game::Packed::SnapshotView> : PacketTraits<::Game::Packed::Snapshot> {
  using mirror = ::Game::Packed::Snapshot;
};

template <>
struct PacketTraits<::Game::Packed::Grid> {
  static constexpr ::std::uint32_t id = 107;
  static constexpr ::std::string_view name = "Game.Packed.Grid";
  static constexpr PayloadKind kind = PayloadKind::Struct;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = 64;
  static constexpr bool is_packed = true;
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

}  // namespace Game::Packed

#ifndef CODEC_PROTOCOL_HASH_OF_packed
#define CODEC_PROTOCOL_HASH_OF_packed
namespace codec::schemas::packed {

/// The protocol hash of packed.fbs: of ids, layouts, limits and directions, but not of names. C# has the same number.
inline constexpr ::std::uint64_t protocol_hash = 0x74A9EFB1760C7184;

}  // namespace codec::schemas::packed
#endif
