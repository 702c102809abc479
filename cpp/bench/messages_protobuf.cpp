// Protocol Buffers' C++. Like generated code, it writes filled objects into a buffer.
#include <cstdlib>
#include <string>
#include <type_traits>

#include <google/protobuf/arena.h>

#include "game.pb.h"
#include "message_fields.hpp"
#include "messages_side.hpp"

namespace {

template <class T>
const auto& value_of(const T& field) {
  if constexpr (arenas::is_optional<T>) {
    return *field;
  } else {
    return field;
  }
}

}  // namespace

/// Sets a field of protobuf's object: a number or a text, each element of a vector, or a message.
#define PUT(name)                                                                   \
  [](auto& to, const auto& value) {                                                 \
    using Value = std::decay_t<decltype(value)>;                                    \
    if constexpr (arenas::is_number<Value> || std::is_same_v<Value, std::string>) { \
      to.set_##name(static_cast<std::decay_t<decltype(to.name())>>(value));         \
    } else if constexpr (arenas::is_vector<Value>) {                                \
      for (const auto& element : value) {                                           \
        if constexpr (arenas::is_number<typename Value::value_type>) {              \
          to.add_##name(element);                                                   \
        } else {                                                                    \
          *to.add_##name() = made(element);                                         \
        }                                                                           \
      }                                                                             \
    } else {                                                                        \
      *to.mutable_##name() = made(value);                                           \
    }                                                                               \
  }(to, value_of(from.name));

/// The sum of protobuf's objects of a type, and such an object with our values.
#define PEER(name, FIELDS)                                                \
  ARENA_SUM(game::name, Game, name)                                       \
  [[maybe_unused]] static game::name made(const ours::Game::name& from) { \
    game::name to;                                                        \
    FIELDS(PUT, PUT, PUT)                                                 \
    return to;                                                            \
  }

PEER(Vec3, VEC3)
PEER(Quat, QUAT)
PEER(EntityState, ENTITY_STATE)
PEER(Item, ITEM)
PEER(TestPacket, TEST_PACKET)
PEER(Move, MOVE)
PEER(Chat, CHAT)
PEER(Inventory, INVENTORY)
PEER(Snapshot, SNAPSHOT)

namespace bench {
namespace {

char memory[1 << 17];

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
