#include <codec/codec.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "game_messages.hpp"

namespace {

static_assert(sizeof(std::size_t) == 4);

#define REQUIRE(condition)                                  \
  if (!(condition)) {                                       \
    std::fprintf(stderr, "%d: %s\n", __LINE__, #condition); \
    return 1;                                               \
  }

/// Sets the offset to the second of two tables so that it wraps around the address space: to the offset before it, which looks like a table.
int follows_no_offset_to_bytes_before_it() {
  Game::Inventory inventory;
  inventory.items.emplace(2);
  std::vector<std::byte> payload(codec::max_size(inventory));
  payload.resize(codec::write(inventory, payload));
  std::size_t count = 4;
  while (codec::wire::load<std::uint32_t>(payload.data() + count) != 2) {
    count += 4;
  }
  // The vtable of the tables follows the two offsets.
  codec::wire::store(payload.data() + count + 4, std::int32_t{-8});
  for (std::uint32_t offset = 0xFFFFFF80; offset != 0; ++offset) {
    codec::wire::store(payload.data() + count + 8, offset);
    const auto items = codec::view<Game::Inventory>(codec::ByteSpan(payload)).items();
    REQUIRE(items.size() == 2 && !items[1]);
  }
  return 0;
}

/// A string of 16 MiB is not larger than a payload.
int writes_a_large_string() {
  Game::Chat chat;
  chat.text = std::string(16 << 20, 'x');
  const std::size_t size = codec::max_size(chat);
  REQUIRE(size > chat.text->size());
  std::vector<std::byte> payload(size);
  payload.resize(codec::write(chat, payload));
  REQUIRE(codec::verified_view<Game::Chat>(codec::ByteSpan(payload)).text() == *chat.text);
  return 0;
}

}  // namespace

int main() { return follows_no_offset_to_bytes_before_it() + writes_a_large_string(); }
