// Cap'n Proto's C++. Messages are built in scratch space that is reused, and read with a limit of the words that may be read.
#include <cstdlib>
#include <iterator>
#include <string>
#include <type_traits>

#include <capnp/message.h>
#include <capnp/serialize.h>

#include "game.capnp.h"
#include "message_fields.hpp"
#include "messages_side.hpp"

namespace bench {
namespace {

/// Zeros between messages, as the builder requires. The first word is for the segment table.
capnp::word memory[1 << 14];

// A payload of 64 KB, eight times: the limit should be much larger than a message.
constexpr capnp::ReaderOptions options{1 << 16, 64};

capnp::Text::Reader text_of(const std::string& text) { return {text.c_str(), text.size()}; }

template <class Group, class From>
void set(Group to, const From& from) {
  to.setX(from.x);
  to.setY(from.y);
  to.setZ(from.z);
  if constexpr (std::is_same_v<From, ours::Game::Quat>) {
    to.setW(from.w);
  }
}

template <class T>
struct Peer;
template <> struct Peer<ours::Game::TestPacket> { using Type = game_capnp::TestPacket; };
template <> struct Peer<ours::Game::Move> { using Type = game_capnp::Move; };
template <> struct Peer<ours::Game::Chat> { using Type = game_capnp::Chat; };
template <> struct Peer<ours::Game::Inventory> { using Type = game_capnp::Inventory; };
template <> struct Peer<ours::Game::Snapshot> { using Type = game_capnp::Snapshot; };

void fill(game_capnp::TestPacket::Builder to, const ours::Game::TestPacket& from) {
  to.setMsg(text_of(*from.msg));
  to.setNumber(from.number);
}

void fill(game_capnp::Move::Builder to, const ours::Game::Move& from) {
  to.setEntity(from.entity);
  set(to.getPosition(), *from.position);
  set(to.getRotation(), *from.rotation);
  set(to.getVelocity(), *from.velocity);
  to.setTime(from.time);
}

void fill(game_capnp::Chat::Builder to, const ours::Game::Chat& from) {
  to.setChannel(static_cast<game_capnp::ChatChannel>(from.channel));
  to.setSender(text_of(*from.sender));
  to.setText(text_of(*from.text));
}

void fill(game_capnp::Inventory::Builder to, const ours::Game::Inventory& from) {
  to.setOwner(from.owner);
  auto items = to.initItems(static_cast<unsigned>(from.items->size()));
  for (unsigned i = 0; i < items.size(); ++i) {
    const ours::Game::Item& item = (*from.items)[i];
    auto added = items[i];
    added.setId(item.id);
    added.setCount(item.count);
    added.setName(text_of(*item.name));
    added.setModifiers({item.modifiers->data(), item.modifiers->size()});
  }
}

void fill(game_capnp::Snapshot::Builder to, const ours::Game::Snapshot& from) {
  to.setTick(from.tick);
  auto entities = to.initEntities(static_cast<unsigned>(from.entities->size()));
  for (unsigned i = 0; i < entities.size(); ++i) {
    const ours::Game::EntityState& entity = (*from.entities)[i];
    auto added = entities[i];
    added.setEntity(entity.entity);
    set(added.getPosition(), entity.position);
    set(added.getRotation(), entity.rotation);
    added.setHealth(entity.health);
    added.setFlags(entity.flags);
  }
}

/// Writes a message in its flat form: a table with the size of the only segment, and the segment. Returns what `use` returns for its bytes.
template <class T, class Use>
auto build(const T& value, Use use) {
  capnp::MallocMessageBuilder builder(kj::arrayPtr(memory + 1, std::size(memory) - 1));
  fill(builder.initRoot<typename Peer<T>::Type>(), value);
  const auto segments = builder.getSegmentsForOutput();
  if (segments.size() != 1) {
    std::abort();
  }
  const std::uint64_t table = std::uint64_t{segments[0].size()} << 32;
  std::memcpy(static_cast<void*>(memory), &table, sizeof table);
  return use(reinterpret_cast<const std::byte*>(memory), (segments[0].size() + 1) * sizeof(capnp::word));
}

using arenas::sum;

std::uint64_t sum(capnp::Text::Reader text) { return sum(std::string_view(text.cStr(), text.size())); }

template <class Group>
std::uint64_t sum3(Group v) { return sum(v.getX()) + sum(v.getY()) + sum(v.getZ()); }
template <class Group>
std::uint64_t sum4(Group q) { return sum3(q) + sum(q.getW()); }

std::uint64_t sum(game_capnp::TestPacket::Reader packet) { return sum(packet.getMsg()) + sum(packet.getNumber()); }
std::uint64_t sum(game_capnp::Move::Reader move) {
  return sum(move.getEntity()) + sum3(move.getPosition()) + sum4(move.getRotation()) + sum3(move.getVelocity()) + sum(move.getTime());
}
std::uint64_t sum(game_capnp::Chat::Reader chat) { return sum(chat.getChannel()) + sum(chat.getSender()) + sum(chat.getText()); }
std::uint64_t sum(game_capnp::Inventory::Reader inventory) {
  std::uint64_t total = sum(inventory.getOwner());
  for (const auto item : inventory.getItems()) {
    total += sum(item.getId()) + sum(item.getCount()) + sum(item.getName());
    for (const std::int16_t modifier : item.getModifiers()) {
      total += sum(modifier);
    }
  }
  return total;
}
std::uint64_t sum(game_capnp::Snapshot::Reader snapshot) {
  std::uint64_t total = sum(snapshot.getTick());
  for (const auto entity : snapshot.getEntities()) {
    total += sum(entity.getEntity()) + sum3(entity.getPosition()) + sum4(entity.getRotation()) + sum(entity.getHealth()) + sum(entity.getFlags());
  }
  return total;
}

Payloads make_payloads(int message) { return with(message, [](const auto& value) { return build(value, copies_of); }); }

Payloads own_payloads(int message) {
  static const Payloads all[] = {make_payloads(0), make_payloads(1), make_payloads(2), make_payloads(3), make_payloads(4)};
  return all[message];
}

std::size_t size(int message) { return own_payloads(message).size; }

double write(int message, int count) {
  const auto keep = [](const std::byte* payload, std::size_t) { return opaque(payload); };
  return with(message, [&](const auto& value) { return time(count, [&] { build(*opaque(&value), keep); }); });
}

double read(int message, int count) {
  const Payloads payloads = own_payloads(message);
  std::size_t next = 0;
  return with(message, [&](const auto& value) {
    using T = typename Peer<std::decay_t<decltype(value)>>::Type;
    return time(count, [&] {
      const auto* words = reinterpret_cast<const capnp::word*>(opaque(payloads.at(next++)));
      capnp::FlatArrayMessageReader reader(kj::arrayPtr(words, payloads.size / sizeof *words), options);
      last_sum = sum(reader.getRoot<T>());
    });
  });
}

[[maybe_unused]] const bool is_added =
    add({"capnproto", library("Cap'n Proto", CAPNP_VERSION_MAJOR, CAPNP_VERSION_MINOR, CAPNP_VERSION_MICRO), size, write, read});

}  // namespace
}  // namespace bench
