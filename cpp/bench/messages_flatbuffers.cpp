#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "game_generated.h"
#include "messages_side.hpp"
#include "test_packet_generated.h"

namespace bench {

namespace {

using Builder = flatbuffers::FlatBufferBuilder;

const std::string sender = "Ada Lovelace";
const std::string text = "Meet me at the old bridge before the next wave, and bring all of your potions...";

struct Entities {
  std::vector<Game::EntityState> all;

  Entities() {
    for (int i = 0; i < 500; ++i) {
      const auto n = static_cast<float>(i);
      all.emplace_back(static_cast<std::uint32_t>(i) + 1, Game::Vec3(n * 0.5f, n * -0.25f, n), Game::Quat(n * 0.125f, 0, 0, 1),
                       static_cast<std::int16_t>(i - 250), static_cast<std::uint16_t>(i % 16));
    }
  }
};

struct Items {
  std::vector<std::string> names;
  std::vector<std::vector<std::int16_t>> modifiers;

  Items() {
    for (int i = 0; i < 100; ++i) {
      char name[16];
      std::snprintf(name, sizeof name, "Item %03d", i);
      names.emplace_back(name);
      modifiers.emplace_back();
      for (int j = 0; j < i % 5; ++j) {
        modifiers.back().push_back(static_cast<std::int16_t>(i * 10 + j - 500));
      }
    }
  }
};

const Entities entities;
const Items items;

void build(int message, Builder& b) {
  switch (message) {
    case 0: {
      const auto msg = b.CreateString("This is a message!");
      b.Finish(Game::CreateTestPacket(b, msg, 255));
      break;
    }
    case 1: {
      const Game::Vec3 position(1.5f, -2.25f, 3.75f), velocity(0.25f, 0, -4);
      const Game::Quat rotation(0.5f, -0.5f, 0.5f, -0.5f);
      b.Finish(Game::CreateMove(b, 1001, &position, &rotation, &velocity, 12.125));
      break;
    }
    case 2: {
      const auto from = b.CreateString(sender);
      const auto what = b.CreateString(text);
      b.Finish(Game::CreateChat(b, Game::ChatChannel_Guild, from, what));
      break;
    }
    case 3: {
      std::vector<flatbuffers::Offset<Game::Item>> offsets;
      for (std::size_t i = 0; i < items.names.size(); ++i) {
        const auto name = b.CreateString(items.names[i]);
        const auto modifiers = b.CreateVector(items.modifiers[i]);
        offsets.push_back(Game::CreateItem(b, 1000 + static_cast<std::uint32_t>(i), static_cast<std::uint16_t>(i + 1), name, modifiers));
      }
      const auto all = b.CreateVector(offsets);
      b.Finish(Game::CreateInventory(b, 77, all));
      break;
    }
    default: {
      const auto all = b.CreateVectorOfStructs(entities.all);
      b.Finish(Game::CreateSnapshot(b, 123456, all));
    }
  }
}

std::uint64_t sum(const flatbuffers::String* value) { return value->size() + value->Data()[0]; }
float sum(const Game::Vec3& v) { return v.x() + v.y() + v.z(); }
float sum(const Game::Quat& q) { return q.x() + q.y() + q.z() + q.w(); }

std::uint64_t sum(int message, const std::byte* payload) {
  switch (message) {
    case 0: {
      const auto* view = flatbuffers::GetRoot<Game::TestPacket>(payload);
      return sum(view->msg()) + static_cast<std::uint32_t>(view->number());
    }
    case 1: {
      const auto* view = flatbuffers::GetRoot<Game::Move>(payload);
      return view->entity() + bits_of(sum(*view->position()) + sum(*view->rotation()) + sum(*view->velocity()) + view->time());
    }
    case 2: {
      const auto* view = flatbuffers::GetRoot<Game::Chat>(payload);
      return static_cast<std::uint64_t>(view->channel()) + sum(view->sender()) + sum(view->text());
    }
    case 3: {
      const auto* view = flatbuffers::GetRoot<Game::Inventory>(payload);
      std::uint64_t total = view->owner();
      for (const auto* item : *view->items()) {
        total += item->id() + item->count() + sum(item->name());
        for (const std::int16_t modifier : *item->modifiers()) {
          total += static_cast<std::uint16_t>(modifier);
        }
      }
      return total;
    }
    default: {
      const auto* view = flatbuffers::GetRoot<Game::Snapshot>(payload);
      std::uint64_t total = view->tick();
      double real = 0;
      for (const auto* entity : *view->entities()) {
        real += sum(entity->position()) + sum(entity->rotation());
        total += std::uint64_t{entity->entity()} + static_cast<std::uint16_t>(entity->health()) + entity->flags();
      }
      return total + bits_of(real);
    }
  }
}

template <class T>
bool is_valid(const std::byte* payload, std::size_t size) {
  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(payload), size);
  return verifier.VerifyBuffer<T>(nullptr);
}

bool is_valid(int message, const std::byte* payload, std::size_t size) {
  switch (message) {
    case 0: return is_valid<Game::TestPacket>(payload, size);
    case 1: return is_valid<Game::Move>(payload, size);
    case 2: return is_valid<Game::Chat>(payload, size);
    case 3: return is_valid<Game::Inventory>(payload, size);
    default: return is_valid<Game::Snapshot>(payload, size);
  }
}

double write(int message, int count) {
  static Builder builder(1 << 17);
  return time(count, [&] {
    opaque(&builder)->Clear();
    build(message, builder);
  });
}

double read(int message, int count) {
  const Payloads payloads = payloads_of(message);
  std::size_t next = 0;
  return time(count, [&] { last_sum = sum(message, opaque(payloads.at(next++))); });
}

double verify(int message, int count) {
  const Payloads payloads = payloads_of(message);
  std::size_t next = 0;
  return time(count, [&] {
    if (!is_valid(message, opaque(payloads.at(next++)), payloads.size)) {
      std::abort();
    }
  });
}

std::size_t size(int message) {
  Builder builder;
  build(message, builder);
  return builder.GetSize();
}

[[maybe_unused]] const bool is_added =
    add({"flatbuffers", library("FlatBuffers", FLATBUFFERS_VERSION_MAJOR, FLATBUFFERS_VERSION_MINOR, FLATBUFFERS_VERSION_REVISION),
         size, write, read, verify});

}  // namespace
}  // namespace bench
