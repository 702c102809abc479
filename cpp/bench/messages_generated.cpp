#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

#include <codec/packed_payload.hpp>

#include "hand_written.hpp"
#include "messages_side.hpp"
#include "plain_packing.hpp"

namespace bench {

std::uint64_t generated_sum = 0;

namespace {

Game::EntityState entity(int i) {
  const auto n = static_cast<float>(i);
  return {static_cast<std::uint32_t>(i) + 1, {n * 0.5f, n * -0.25f, n}, {n * 0.125f, 0, 0, 1}, static_cast<std::int16_t>(i - 250),
          static_cast<std::uint16_t>(i % 16)};
}

struct Messages {
  Game::TestPacket seed{"This is a message!", 255};
  Game::Move move{1001, Game::Vec3{1.5f, -2.25f, 3.75f}, Game::Quat{0.5f, -0.5f, 0.5f, -0.5f}, Game::Vec3{0.25f, 0, -4}, 12.125};
  Game::Chat chat{Game::ChatChannel::Guild, "Ada Lovelace",
                  "Meet me at the old bridge before the next wave, and bring all of your potions..."};
  Game::Inventory inventory;
  Game::Snapshot snapshot;

  Messages() {
    inventory.owner = 77;
    inventory.items.emplace();
    for (int i = 0; i < 100; ++i) {
      char name[16];
      std::snprintf(name, sizeof name, "Item %03d", i);
      Game::Item item;
      item.id = 1000 + static_cast<std::uint32_t>(i);
      item.count = static_cast<std::uint16_t>(i + 1);
      item.name = name;
      item.modifiers.emplace();
      for (int j = 0; j < i % 5; ++j) {
        item.modifiers->push_back(static_cast<std::int16_t>(i * 10 + j - 500));
      }
      inventory.items->push_back(item);
    }
    snapshot.tick = 123456;
    snapshot.entities.emplace();
    for (int i = 0; i < 500; ++i) {
      snapshot.entities->push_back(entity(i));
    }
  }
};

const Messages messages;
alignas(8) std::byte memory[1 << 17];

template <class Use>
auto with(int message, Use use) {
  switch (message) {
    case 0: return use(messages.seed);
    case 1: return use(messages.move);
    case 2: return use(messages.chat);
    case 3: return use(messages.inventory);
    default: return use(messages.snapshot);
  }
}

std::uint64_t sum(std::string_view text) { return text.size() + static_cast<unsigned char>(text[0]); }
float sum(const Game::Vec3& v) { return v.x + v.y + v.z; }
float sum(const Game::Quat& q) { return q.x + q.y + q.z + q.w; }

std::uint64_t sum(const Game::TestPacketView& view) { return sum(view.msg()) + static_cast<std::uint32_t>(view.number()); }
std::uint64_t sum(const Game::MoveView& view) {
  return view.entity() + bits_of(sum(*view.position()) + sum(*view.rotation()) + sum(*view.velocity()) + view.time());
}
std::uint64_t sum(const Game::ChatView& view) { return static_cast<std::uint64_t>(view.channel()) + sum(view.sender()) + sum(view.text()); }
std::uint64_t sum(const Game::InventoryView& view) {
  std::uint64_t total = view.owner();
  for (const auto item : view.items()) {
    total += item.id() + item.count() + sum(item.name());
    for (const std::int16_t modifier : item.modifiers()) {
      total += static_cast<std::uint16_t>(modifier);
    }
  }
  return total;
}
std::uint64_t sum(const Game::SnapshotView& view) {
  std::uint64_t total = view.tick();
  double real = 0;
  for (const Game::EntityState& entity : view.entities().span()) {
    real += sum(entity.position) + sum(entity.rotation);
    total += std::uint64_t{entity.entity} + static_cast<std::uint16_t>(entity.health) + entity.flags;
  }
  return total + bits_of(real);
}

double write(int message, int count) {
  return with(message, [&](const auto& value) {
    return time(count, [&] { opaque(memory)[sizeof memory - 1] = static_cast<std::byte>(codec::write(*opaque(&value), memory)); });
  });
}

double write_by_hand(int message, int count) {
  return with(message, [&](const auto& value) {
    return time(count, [&] { opaque(memory)[sizeof memory - 1] = static_cast<std::byte>(hand_written::write(*opaque(&value), memory, sizeof memory)); });
  });
}

double read(int message, int count) {
  const Payloads payloads = payloads_of(message);
  std::size_t next = 0;
  return with(message, [&](const auto& value) {
    using T = std::decay_t<decltype(value)>;
    return time(count, [&] { generated_sum = sum(codec::view<T>({opaque(payloads.at(next++)), payloads.size})); });
  });
}

double verify(int message, int count) {
  const Payloads payloads = payloads_of(message);
  std::size_t next = 0;
  return with(message, [&](const auto& value) {
    using T = std::decay_t<decltype(value)>;
    return time(count, [&] {
      if (!codec::verify<T>({opaque(payloads.at(next++)), payloads.size})) {
        std::abort();
      }
    });
  });
}

/// A payload with zeros up to the end of its last word, its packed form, and the length of the size field at the start of the packed form.
struct PackedCase {
  std::vector<std::byte> payload;
  std::size_t size;
  std::vector<std::byte> packed;
  std::size_t prefix;
};

const unsigned char* bytes(const std::vector<std::byte>& values, std::size_t from = 0) { return reinterpret_cast<const unsigned char*>(values.data()) + from; }
unsigned char* room() { return reinterpret_cast<unsigned char*>(opaque(memory)); }

PackedCase make_packed(int message) {
  const Payloads payloads = payloads_of(message);
  PackedCase made{{payloads.at(0), payloads.at(0) + payloads.size}, payloads.size, {}, 0};
  made.payload.resize((made.size + 7) / 8 * 8);
  std::size_t written = 0;
  made.packed.resize(codec::max_packed_size(made.size));
  codec::Status packed = codec::pack_payload({made.payload.data(), made.size}, made.packed, written);
  // The plain loop reads one byte beyond the packed words.
  made.packed.resize(written + 1);
  made.packed[written] = std::byte{0};
  const std::size_t words = plain_packing::pack(bytes(made.payload), made.payload.size(), room());
  made.prefix = written - words;
  if (packed != codec::Status::Ok || std::memcmp(memory, made.packed.data() + made.prefix, words) != 0 ||
      plain_packing::unpack(bytes(made.packed, made.prefix), words, room()) != made.payload.size() ||
      std::memcmp(memory, made.payload.data(), made.payload.size()) != 0) {
    std::fprintf(stderr, "%s: the plain loop packs other bytes\n", names[message]);
    std::exit(1);
  }
  return made;
}

const PackedCase& packed_case(int message) {
  static const PackedCase all[] = {make_packed(0), make_packed(1), make_packed(2), make_packed(3), make_packed(4)};
  return all[message];
}

double pack(int message, int count) {
  const PackedCase& packed = packed_case(message);
  return time(count, [&] {
    std::size_t written = 0;
    if (codec::pack_payload({opaque(packed.payload.data()), packed.size}, {opaque(memory), sizeof memory}, written) != codec::Status::Ok) {
      std::abort();
    }
  });
}

double unpack(int message, int count) {
  const PackedCase& packed = packed_case(message);
  return time(count, [&] {
    std::size_t written = 0;
    if (codec::unpack_payload({opaque(packed.packed.data()), packed.packed.size() - 1}, {opaque(memory), sizeof memory}, written) != codec::PacketError::None) {
      std::abort();
    }
  });
}

double pack_by_hand(int message, int count) {
  const PackedCase& packed = packed_case(message);
  return time(count, [&] {
    if (plain_packing::pack(opaque(bytes(packed.payload)), packed.payload.size(), room()) == 0) {
      std::abort();
    }
  });
}

double unpack_by_hand(int message, int count) {
  const PackedCase& packed = packed_case(message);
  return time(count, [&] {
    if (plain_packing::unpack(opaque(bytes(packed.packed, packed.prefix)), packed.packed.size() - 1 - packed.prefix, room()) == 0) {
      std::abort();
    }
  });
}

}  // namespace

Payloads payloads_of(int message) {
  static std::vector<std::byte> all[message_count];
  static std::size_t sizes[message_count];
  if (sizes[message] == 0) {
    with(message, [message](const auto& value) {
      std::vector<std::byte> payload(codec::max_size(value));
      const std::size_t size = codec::write(value, payload);
      std::vector<std::byte> by_hand(payload.size() + 64);
      if (hand_written::write(value, by_hand.data(), by_hand.size()) != size || std::memcmp(by_hand.data(), payload.data(), size) != 0) {
        std::fprintf(stderr, "%s: the hand-written code writes other bytes\n", names[message]);
        std::exit(1);
      }
      const std::size_t stride = (size + 63) & ~std::size_t{63};
      all[message].resize(stride * Payloads::copies);
      for (std::size_t i = 0; i < Payloads::copies; ++i) {
        std::memcpy(all[message].data() + i * stride, payload.data(), size);
      }
      sizes[message] = size;
    });
  }
  return {all[message].data(), sizes[message], (sizes[message] + 63) & ~std::size_t{63}};
}

Side generated_side() { return {write, write_by_hand, read, verify, pack, unpack, pack_by_hand, unpack_by_hand}; }

}  // namespace bench
