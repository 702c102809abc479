// Protocol Buffers' C++. Like generated code, it writes filled objects into a buffer.
#include <cstdlib>
#include <string>
#include <type_traits>

#include <google/protobuf/arena.h>

#include "game.pb.h"
#include "message_fields.hpp"
#include "messages_side.hpp"

ARENA_SUM(game::Vec3, Game, Vec3)
ARENA_SUM(game::Quat, Game, Quat)
ARENA_SUM(game::EntityState, Game, EntityState)
ARENA_SUM(game::Item, Game, Item)
ARENA_SUM(game::TestPacket, Game, TestPacket)
ARENA_SUM(game::Move, Game, Move)
ARENA_SUM(game::Chat, Game, Chat)
ARENA_SUM(game::Inventory, Game, Inventory)
ARENA_SUM(game::Snapshot, Game, Snapshot)

namespace bench {
namespace {

char memory[1 << 17];

template <class T, class From>
void set(T& to, const From& from) {
  to.set_x(from.x);
  to.set_y(from.y);
  to.set_z(from.z);
  if constexpr (std::is_same_v<T, game::Quat>) {
    to.set_w(from.w);
  }
}

game::TestPacket made(const ours::Game::TestPacket& from) {
  game::TestPacket to;
  to.set_msg(*from.msg);
  to.set_number(from.number);
  return to;
}

game::Move made(const ours::Game::Move& from) {
  game::Move to;
  to.set_entity(from.entity);
  set(*to.mutable_position(), *from.position);
  set(*to.mutable_rotation(), *from.rotation);
  set(*to.mutable_velocity(), *from.velocity);
  to.set_time(from.time);
  return to;
}

game::Chat made(const ours::Game::Chat& from) {
  game::Chat to;
  to.set_channel(static_cast<game::ChatChannel>(from.channel));
  to.set_sender(*from.sender);
  to.set_text(*from.text);
  return to;
}

game::Inventory made(const ours::Game::Inventory& from) {
  game::Inventory to;
  to.set_owner(from.owner);
  for (const ours::Game::Item& item : *from.items) {
    game::Item& added = *to.add_items();
    added.set_id(item.id);
    added.set_count(item.count);
    added.set_name(*item.name);
    added.mutable_modifiers()->Add(item.modifiers->begin(), item.modifiers->end());
  }
  return to;
}

game::Snapshot made(const ours::Game::Snapshot& from) {
  game::Snapshot to;
  to.set_tick(from.tick);
  for (const ours::Game::EntityState& entity : *from.entities) {
    game::EntityState& added = *to.add_entities();
    added.set_entity(entity.entity);
    set(*added.mutable_position(), entity.position);
    set(*added.mutable_rotation(), entity.rotation);
    added.set_health(entity.health);
    added.set_flags(entity.flags);
  }
  return to;
}

Payloads make_payloads(int message) {
  return with(message, [](const auto& value) {
    const std::string payload = made(value).SerializeAsString();
    return copies_of(reinterpret_cast<const std::byte*>(payload.data()), payload.size());
  });
}

Payloads own_payloads(int message) {
  static const Payloads all[] = {make_payloads(0), make_payloads(1), make_payloads(2), make_payloads(3), make_payloads(4)};
  return all[message];
}

std::size_t size(int message) { return own_payloads(message).size; }

double write(int message, int count) {
  return with(message, [&](const auto& value) {
    const auto object = made(value);
    return time(count, [&] {
      if (!opaque(&object)->SerializeToArray(opaque(memory), sizeof memory)) {
        std::abort();
      }
    });
  });
}

double read(int message, int count) {
  const Payloads payloads = own_payloads(message);
  std::size_t next = 0;
  return with(message, [&](const auto& value) {
    using T = decltype(made(value));
    const auto parse = [&](T& object) {
      if (!object.ParseFromArray(opaque(payloads.at(next++)), static_cast<int>(payloads.size))) {
        std::abort();
      }
      last_sum = arenas::sum(object);
    };
    // The documentation describes two fast ways: a reused object, and an arena. The arena is faster only for the snapshot, with a
    // thousand messages in fields that are not repeated, which Clear deletes.
    if constexpr (std::is_same_v<T, game::Snapshot>) {
      static char block[1 << 18];
      google::protobuf::Arena arena(block, sizeof block);
      return time(count, [&] {
        parse(*google::protobuf::Arena::CreateMessage<T>(&arena));
        arena.Reset();
      });
    } else {
      static T object;
      return time(count, [&] { parse(object); });
    }
  });
}

[[maybe_unused]] const bool is_added =
    add({"protobuf", library("protobuf", GOOGLE_PROTOBUF_VERSION / 1000000, GOOGLE_PROTOBUF_VERSION / 1000 % 1000,
                             GOOGLE_PROTOBUF_VERSION % 1000), size, write, read});

}  // namespace
}  // namespace bench
