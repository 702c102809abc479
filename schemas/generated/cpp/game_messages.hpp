// Written by `codec gen cpp` from game.fbs. Do not edit.
#pragma once

#include <codec/generated_code.hpp>

namespace Game {

struct Login;
class LoginView;
class LoginWriter;
struct Move;
class MoveView;
class MoveWriter;
struct Spawn;
class SpawnView;
class SpawnWriter;
struct Chat;
class ChatView;
class ChatWriter;
struct Item;
class ItemView;
class ItemWriter;
struct Inventory;
class InventoryView;
class InventoryWriter;
struct Snapshot;
class SnapshotView;
class SnapshotWriter;

}  // namespace Game

namespace Game {

enum class EntityKind : ::std::uint8_t {
  Player = 0u,
  Npc = 1u,
  Projectile = 2u,
  Pickup = 3u,
};

enum class EntityFlags : ::std::uint16_t {
  Visible = 1u,
  Solid = 2u,
  Hostile = 4u,
  Burning = 8u,
};
CODEC_BIT_FLAGS(EntityFlags)

enum class ChatChannel : ::std::uint8_t {
  Say = 0u,
  Party = 1u,
  Guild = 2u,
  Whisper = 3u,
};

}  // namespace Game

namespace Game {

struct Vec3 {
  float x{};
  float y{};
  float z{};
};
static_assert(::std::is_trivially_copyable_v<Vec3> && ::std::is_standard_layout_v<Vec3>);
static_assert(sizeof(Vec3) == 12 && alignof(Vec3) == 4);
static_assert(offsetof(Vec3, x) == 0);
static_assert(offsetof(Vec3, y) == 4);
static_assert(offsetof(Vec3, z) == 8);

struct Quat {
  float x{};
  float y{};
  float z{};
  float w{};
};
static_assert(::std::is_trivially_copyable_v<Quat> && ::std::is_standard_layout_v<Quat>);
static_assert(sizeof(Quat) == 16 && alignof(Quat) == 4);
static_assert(offsetof(Quat, x) == 0);
static_assert(offsetof(Quat, y) == 4);
static_assert(offsetof(Quat, z) == 8);
static_assert(offsetof(Quat, w) == 12);

/// One entity in a snapshot: 36 bytes, alignment 4.
struct EntityState {
  ::std::uint32_t entity{};
  ::Game::Vec3 position{};
  ::Game::Quat rotation{};
  ::std::int16_t health{};
  ::std::uint16_t flags{};
};
static_assert(::std::is_trivially_copyable_v<EntityState> && ::std::is_standard_layout_v<EntityState>);
static_assert(sizeof(EntityState) == 36 && alignof(EntityState) == 4);
static_assert(offsetof(EntityState, entity) == 0);
static_assert(offsetof(EntityState, position) == 4);
static_assert(offsetof(EntityState, rotation) == 16);
static_assert(offsetof(EntityState, health) == 32);
static_assert(offsetof(EntityState, flags) == 34);

}  // namespace Game

namespace codec::wire {

template <>
struct Struct<::Game::Vec3> {
  static constexpr bool has_padding = false;
  template <class Value, class Visit>
  static void fields(Value& value, Visit&& visit) {
    visit(value.x);
    visit(value.y);
    visit(value.z);
  }
};

template <>
struct Struct<::Game::Quat> {
  static constexpr bool has_padding = false;
  template <class Value, class Visit>
  static void fields(Value& value, Visit&& visit) {
    visit(value.x);
    visit(value.y);
    visit(value.z);
    visit(value.w);
  }
};

template <>
struct Struct<::Game::EntityState> {
  static constexpr bool has_padding = false;
  template <class Value, class Visit>
  static void fields(Value& value, Visit&& visit) {
    visit(value.entity);
    visit(value.position);
    visit(value.rotation);
    visit(value.health);
    visit(value.flags);
  }
};

}  // namespace codec::wire

namespace Game {

/// The first thing a client sends.
struct Login {
  ::std::string user;
  ::std::vector<::std::uint8_t> token;
  ::std::uint32_t protocol = 1u;
  ::std::optional<::std::string> locale;
};

/// The field values of `Login`, to write it without an object. A null text and an empty span leave the field out. Nested tables follow through its writer.
struct LoginValues {
  ::std::string_view user{};
  ::codec::Span<const ::std::uint8_t> token{};
  ::std::uint32_t protocol = 1u;
  ::std::string_view locale{};
};

/// Where an entity is and how it moves, at a server time in seconds.
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

/// An entity comes into a client's sight.
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

struct Chat {
  ::Game::ChatChannel channel{};
  ::std::optional<::std::string> sender;
  ::std::optional<::std::string> text;
};

/// The field values of `Chat`, to write it without an object. A null text and an empty span leave the field out. Nested tables follow through its writer.
struct ChatValues {
  ::Game::ChatChannel channel{};
  ::std::string_view sender{};
  ::std::string_view text{};
};

struct Item {
  ::std::uint32_t id{};
  ::std::uint16_t count{};
  ::std::optional<::std::string> name;
  ::std::optional<::std::vector<::std::int16_t>> modifiers;
};

/// The field values of `Item`, to write it without an object. A null text and an empty span leave the field out. Nested tables follow through its writer.
struct ItemValues {
  ::std::uint32_t id{};
  ::std::uint16_t count{};
  ::std::string_view name{};
  ::codec::Span<const ::std::int16_t> modifiers{};
};

struct Inventory {
  ::std::uint64_t owner{};
  ::std::optional<::std::vector<::Game::Item>> items;
};

/// The field values of `Inventory`, to write it without an object. A null text and an empty span leave the field out. Nested tables follow through its writer.
struct InventoryValues {
  ::std::uint64_t owner{};
};

/// The world as one client sees it at one tick.
struct Snapshot {
  ::std::uint32_t tick{};
  ::std::optional<::std::vector<::Game::EntityState>> entities;
};

/// The field values of `Snapshot`, to write it without an object. A null text and an empty span leave the field out. Nested tables follow through its writer.
struct SnapshotValues {
  ::std::uint32_t tick{};
  ::codec::Span<const ::Game::EntityState> entities{};
};

}  // namespace Game

namespace codec::generated {

template <>
struct Table<::Game::Login> : TableFacts<4, 20, 4> {
  using View = ::Game::LoginView;
  using Writer = ::Game::LoginWriter;
  using Values = ::Game::LoginValues;
  using f0 = Text<&::Game::Login::user, &::Game::LoginValues::user, 4, 4, -1>;
  using f1 = Vector<&::Game::Login::token, &::Game::LoginValues::token, 6, 8, -1, 4>;
  using f2 = InPlace<&::Game::Login::protocol, &::Game::LoginValues::protocol, 8, 12, 0x1u>;
  using f3 = Text<&::Game::Login::locale, &::Game::LoginValues::locale, 10, 16, 0>;
  using Fields = FieldList<f0, f1, f2, f3>;
};

template <>
struct Table<::Game::Move> : TableFacts<5, 56, 8> {
  using View = ::Game::MoveView;
  using Writer = ::Game::MoveWriter;
  using Values = ::Game::MoveValues;
  using f0 = InPlace<&::Game::Move::entity, &::Game::MoveValues::entity, 4, 12>;
  using f1 = InPlace<&::Game::Move::position, &::Game::MoveValues::position, 6, 16, 0, 0>;
  using f2 = InPlace<&::Game::Move::rotation, &::Game::MoveValues::rotation, 8, 28, 0, 1>;
  using f3 = InPlace<&::Game::Move::velocity, &::Game::MoveValues::velocity, 10, 44, 0, 2>;
  using f4 = InPlace<&::Game::Move::time, &::Game::MoveValues::time, 12, 4>;
  using Fields = FieldList<f0, f1, f2, f3, f4>;
};

template <>
struct Table<::Game::Spawn> : TableFacts<8, 53, 8> {
  using View = ::Game::SpawnView;
  using Writer = ::Game::SpawnWriter;
  using Values = ::Game::SpawnValues;
  using f0 = InPlace<&::Game::Spawn::entity, &::Game::SpawnValues::entity, 4, 12>;
  using f1 = InPlace<&::Game::Spawn::kind, &::Game::SpawnValues::kind, 6, 52, 0x1u>;
  using f2 = Text<&::Game::Spawn::name, &::Game::SpawnValues::name, 8, 16, 0>;
  using f3 = InPlace<&::Game::Spawn::position, &::Game::SpawnValues::position, 10, 20, 0, 1>;
  using f4 = InPlace<&::Game::Spawn::rotation, &::Game::SpawnValues::rotation, 12, 32, 0, 2>;
  using f5 = InPlace<&::Game::Spawn::health, &::Game::SpawnValues::health, 14, 48, 0x64u>;
  using f6 = InPlace<&::Game::Spawn::flags, &::Game::SpawnValues::flags, 16, 50, 0x1u>;
  using f7 = InPlace<&::Game::Spawn::owner, &::Game::SpawnValues::owner, 18, 4, 0, 3>;
  using Fields = FieldList<f0, f1, f2, f3, f4, f5, f6, f7>;
};

template <>
struct Table<::Game::Chat> : TableFacts<3, 13, 4> {
  using View = ::Game::ChatView;
  using Writer = ::Game::ChatWriter;
  using Values = ::Game::ChatValues;
  using f0 = InPlace<&::Game::Chat::channel, &::Game::ChatValues::channel, 4, 12>;
  using f1 = Text<&::Game::Chat::sender, &::Game::ChatValues::sender, 6, 4, 0>;
  using f2 = Text<&::Game::Chat::text, &::Game::ChatValues::text, 8, 8, 1>;
  using Fields = FieldList<f0, f1, f2>;
};

template <>
struct Table<::Game::Item> : TableFacts<4, 18, 4> {
  using View = ::Game::ItemView;
  using Writer = ::Game::ItemWriter;
  using Values = ::Game::ItemValues;
  using f0 = InPlace<&::Game::Item::id, &::Game::ItemValues::id, 4, 4>;
  using f1 = InPlace<&::Game::Item::count, &::Game::ItemValues::count, 6, 16>;
  using f2 = Text<&::Game::Item::name, &::Game::ItemValues::name, 8, 8, 0>;
  using f3 = Vector<&::Game::Item::modifiers, &::Game::ItemValues::modifiers, 10, 12, 1, 4>;
  using Fields = FieldList<f0, f1, f2, f3>;
};

template <>
struct Table<::Game::Inventory> : TableFacts<2, 16, 8> {
  using View = ::Game::InventoryView;
  using Writer = ::Game::InventoryWriter;
  using Values = ::Game::InventoryValues;
  using f0 = InPlace<&::Game::Inventory::owner, &::Game::InventoryValues::owner, 4, 4>;
  using f1 = Tables<&::Game::Inventory::items, 6, 12, 0>;
  using Fields = FieldList<f0, f1>;
};

template <>
struct Table<::Game::Snapshot> : TableFacts<2, 12, 4> {
  using View = ::Game::SnapshotView;
  using Writer = ::Game::SnapshotWriter;
  using Values = ::Game::SnapshotValues;
  using f0 = InPlace<&::Game::Snapshot::tick, &::Game::SnapshotValues::tick, 4, 4>;
  using f1 = Vector<&::Game::Snapshot::entities, &::Game::SnapshotValues::entities, 6, 8, 0, 4>;
  using Fields = FieldList<f0, f1>;
};

}  // namespace codec::generated

namespace Game {

/// A view of `Login` in a payload, which the view does not own. For any bytes, each function returns a value from inside the payload, or the default.
class LoginView : public ::codec::TableView {
  using codec_table = ::codec::generated::Table<::Game::Login>;

 public:
  using codec_plain = ::Game::Login;

  constexpr LoginView() noexcept = default;
  constexpr LoginView(const ::std::byte* payload, const ::std::byte* table, ::std::size_t room, const ::std::byte* vtable) noexcept : TableView(payload, table, room, vtable) {}

  ::std::string_view user() const noexcept { return codec_table::f0::get(*this); }

  ::codec::VectorView<::std::uint8_t> token() const noexcept { return codec_table::f1::get(*this); }

  ::std::uint32_t protocol() const noexcept { return codec_table::f2::get(*this); }

  ::std::string_view locale() const noexcept { return codec_table::f3::get(*this); }
};

/// Writes the nested tables of `Login` after its field values, each field once.
class LoginWriter : public ::codec::TableWriter {
  using codec_table = ::codec::generated::Table<::Game::Login>;

 public:
  using TableWriter::TableWriter;
};

/// A view of `Move` in a payload, which the view does not own. For any bytes, each function returns a value from inside the payload, or the default.
class MoveView : public ::codec::TableView {
  using codec_table = ::codec::generated::Table<::Game::Move>;

 public:
  using codec_plain = ::Game::Move;

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
  using codec_table = ::codec::generated::Table<::Game::Move>;

 public:
  using TableWriter::TableWriter;
};

/// A view of `Spawn` in a payload, which the view does not own. For any bytes, each function returns a value from inside the payload, or the default.
class SpawnView : public ::codec::TableView {
  using codec_table = ::codec::generated::Table<::Game::Spawn>;

 public:
  using codec_plain = ::Game::Spawn;

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
  using codec_table = ::codec::generated::Table<::Game::Spawn>;

 public:
  using TableWriter::TableWriter;
};

/// A view of `Chat` in a payload, which the view does not own. For any bytes, each function returns a value from inside the payload, or the default.
class ChatView : public ::codec::TableView {
  using codec_table = ::codec::generated::Table<::Game::Chat>;

 public:
  using codec_plain = ::Game::Chat;

  constexpr ChatView() noexcept = default;
  constexpr ChatView(const ::std::byte* payload, const ::std::byte* table, ::std::size_t room, const ::std::byte* vtable) noexcept : TableView(payload, table, room, vtable) {}

  ::Game::ChatChannel channel() const noexcept { return codec_table::f0::get(*this); }

  ::std::string_view sender() const noexcept { return codec_table::f1::get(*this); }

  ::std::string_view text() const noexcept { return codec_table::f2::get(*this); }
};

/// Writes the nested tables of `Chat` after its field values, each field once.
class ChatWriter : public ::codec::TableWriter {
  using codec_table = ::codec::generated::Table<::Game::Chat>;

 public:
  using TableWriter::TableWriter;
};

/// A view of `Item` in a payload, which the view does not own. For any bytes, each function returns a value from inside the payload, or the default.
class ItemView : public ::codec::TableView {
  using codec_table = ::codec::generated::Table<::Game::Item>;

 public:
  using codec_plain = ::Game::Item;

  constexpr ItemView() noexcept = default;
  constexpr ItemView(const ::std::byte* payload, const ::std::byte* table, ::std::size_t room, const ::std::byte* vtable) noexcept : TableView(payload, table, room, vtable) {}

  ::std::uint32_t id() const noexcept { return codec_table::f0::get(*this); }

  ::std::uint16_t count() const noexcept { return codec_table::f1::get(*this); }

  ::std::string_view name() const noexcept { return codec_table::f2::get(*this); }

  ::codec::VectorView<::std::int16_t> modifiers() const noexcept { return codec_table::f3::get(*this); }
};

/// Writes the nested tables of `Item` after its field values, each field once.
class ItemWriter : public ::codec::TableWriter {
  using codec_table = ::codec::generated::Table<::Game::Item>;

 public:
  using TableWriter::TableWriter;
};

/// A view of `Inventory` in a payload, which the view does not own. For any bytes, each function returns a value from inside the payload, or the default.
class InventoryView : public ::codec::TableView {
  using codec_table = ::codec::generated::Table<::Game::Inventory>;

 public:
  using codec_plain = ::Game::Inventory;

  constexpr InventoryView() noexcept = default;
  constexpr InventoryView(const ::std::byte* payload, const ::std::byte* table, ::std::size_t room, const ::std::byte* vtable) noexcept : TableView(payload, table, room, vtable) {}

  ::std::uint64_t owner() const noexcept { return codec_table::f0::get(*this); }

  ::codec::TableVectorView<::Game::Item> items() const noexcept { return codec_table::f1::get(*this); }
};

/// Writes the nested tables of `Inventory` after its field values, each field once.
class InventoryWriter : public ::codec::TableWriter {
  using codec_table = ::codec::generated::Table<::Game::Inventory>;

 public:
  using TableWriter::TableWriter;
  ::codec::TableVectorWriter<::Game::Item> start_items(::std::size_t capacity) const noexcept { return ::codec::generated::start_tables<codec_table::f1>(*this, capacity); }
};

/// A view of `Snapshot` in a payload, which the view does not own. For any bytes, each function returns a value from inside the payload, or the default.
class SnapshotView : public ::codec::TableView {
  using codec_table = ::codec::generated::Table<::Game::Snapshot>;

 public:
  using codec_plain = ::Game::Snapshot;

  constexpr SnapshotView() noexcept = default;
  constexpr SnapshotView(const ::std::byte* payload, const ::std::byte* table, ::std::size_t room, const ::std::byte* vtable) noexcept : TableView(payload, table, room, vtable) {}

  ::std::uint32_t tick() const noexcept { return codec_table::f0::get(*this); }

  ::codec::VectorView<::Game::EntityState> entities() const noexcept { return codec_table::f1::get(*this); }
};

/// Writes the nested tables of `Snapshot` after its field values, each field once.
class SnapshotWriter : public ::codec::TableWriter {
  using codec_table = ::codec::generated::Table<::Game::Snapshot>;

 public:
  using TableWriter::TableWriter;
};

}  // namespace Game

namespace codec {

template <>
struct PacketTraits<::Game::Login> {
  static constexpr ::std::uint32_t id = 1;
  static constexpr ::std::string_view name = "Game.Login";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = unlimited_payload;
  using view = ::Game::LoginView;
  using mirror = view;
};

template <>
struct PacketTraits<::Game::LoginView> : PacketTraits<::Game::Login> {
  using mirror = ::Game::Login;
};

template <>
struct PacketTraits<::Game::Move> {
  static constexpr ::std::uint32_t id = 2;
  static constexpr ::std::string_view name = "Game.Move";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = unlimited_payload;
  using view = ::Game::MoveView;
  using mirror = view;
};

template <>
struct PacketTraits<::Game::MoveView> : PacketTraits<::Game::Move> {
  using mirror = ::Game::Move;
};

template <>
struct PacketTraits<::Game::Spawn> {
  static constexpr ::std::uint32_t id = 3;
  static constexpr ::std::string_view name = "Game.Spawn";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = unlimited_payload;
  using view = ::Game::SpawnView;
  using mirror = view;
};

template <>
struct PacketTraits<::Game::SpawnView> : PacketTraits<::Game::Spawn> {
  using mirror = ::Game::Spawn;
};

template <>
struct PacketTraits<::Game::Chat> {
  static constexpr ::std::uint32_t id = 4;
  static constexpr ::std::string_view name = "Game.Chat";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = unlimited_payload;
  using view = ::Game::ChatView;
  using mirror = view;
};

template <>
struct PacketTraits<::Game::ChatView> : PacketTraits<::Game::Chat> {
  using mirror = ::Game::Chat;
};

template <>
struct PacketTraits<::Game::Inventory> {
  static constexpr ::std::uint32_t id = 5;
  static constexpr ::std::string_view name = "Game.Inventory";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = unlimited_payload;
  using view = ::Game::InventoryView;
  using mirror = view;
};

template <>
struct PacketTraits<::Game::InventoryView> : PacketTraits<::Game::Inventory> {
  using mirror = ::Game::Inventory;
};

template <>
struct PacketTraits<::Game::Snapshot> {
  static constexpr ::std::uint32_t id = 6;
  static constexpr ::std::string_view name = "Game.Snapshot";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr ::std::uint32_t max_payload_size = unlimited_payload;
  using view = ::Game::SnapshotView;
  using mirror = view;
};

template <>
struct PacketTraits<::Game::SnapshotView> : PacketTraits<::Game::Snapshot> {
  using mirror = ::Game::Snapshot;
};

}  // namespace codec

namespace Game {

/// The packets of game.fbs: their ids, their traits, and a dispatch table that is built at compile time.
using GamePackets = ::codec::PacketList<
    ::Game::Login,
    ::Game::Move,
    ::Game::Spawn,
    ::Game::Chat,
    ::Game::Inventory,
    ::Game::Snapshot>;

}  // namespace Game

#ifndef CODEC_PROTOCOL_HASH_OF_game
#define CODEC_PROTOCOL_HASH_OF_game
namespace codec::schemas::game {

/// The protocol hash of game.fbs: of ids, layouts, limits and directions, but not of names. C# has the same number.
inline constexpr ::std::uint64_t protocol_hash = 0xFD467BCC2F8C718F;

}  // namespace codec::schemas::game
#endif
