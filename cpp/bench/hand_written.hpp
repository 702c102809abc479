#pragma once

// The code that a programmer who knows the format would write for each message. It writes the same bytes as generated code, with the layout as
// constants, and is the baseline of generated writers. Like generated code, it reports a buffer that is too small.

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "sample_messages.hpp"

namespace hand_written {

namespace Game = ours::Game;

inline void put16(std::byte* at, std::uint16_t value) noexcept { std::memcpy(at, &value, 2); }
inline void put32(std::byte* at, std::uint32_t value) noexcept { std::memcpy(at, &value, 4); }

/// Writes a string at `at`, and the offset to it at `slot`. Returns its end, or null.
inline std::byte* put_text(std::byte* at, const std::byte* end, std::byte* slot, const std::string& text) noexcept {
  const std::size_t size = (text.size() + 8) & ~std::size_t{3};
  if (size > static_cast<std::size_t>(end - at)) {
    return nullptr;
  }
  put32(slot, static_cast<std::uint32_t>(at - slot));
  put32(at + size - 4, 0);
  put32(at, static_cast<std::uint32_t>(text.size()));
  std::memcpy(at + 4, text.data(), text.size());
  return at + size;
}

template <class T>
std::byte* put_vector(std::byte* at, const std::byte* end, std::byte* slot, const std::vector<T>& values) noexcept {
  const std::size_t size = (4 + values.size() * sizeof(T) + 3) & ~std::size_t{3};
  if (size > static_cast<std::size_t>(end - at)) {
    return nullptr;
  }
  put32(slot, static_cast<std::uint32_t>(at - slot));
  put32(at + size - 4, 0);
  put32(at, static_cast<std::uint32_t>(values.size()));
  if (!values.empty()) {
    std::memcpy(at + 4, values.data(), values.size() * sizeof(T));
  }
  return at + size;
}

inline std::size_t write(const Game::TestPacket& message, std::byte* to, std::size_t size) noexcept {
  if (size < 24) {
    return 0;
  }
  static constexpr std::uint8_t head[16] = {12, 0, 0, 0, 8, 0, 12, 0, 4, 0, 8, 0, 8, 0, 0, 0};
  std::memcpy(to, head, 16);
  put32(to + 20, static_cast<std::uint32_t>(message.number));
  if (!message.msg.has_value()) {
    put16(to + 8, 0);
    put32(to + 16, 0);
    return 24;
  }
  const std::byte* end = put_text(to + 24, to + size, to + 16, *message.msg);
  return end == nullptr ? 0 : static_cast<std::size_t>(end - to);
}

inline std::size_t write(const Game::Chat& message, std::byte* to, std::size_t size) noexcept {
  if (size < 32) {
    return 0;
  }
  static constexpr std::uint8_t head[20] = {16, 0, 0, 0, 10, 0, 13, 0, 12, 0, 4, 0, 8, 0, 0, 0, 12, 0, 0, 0};
  std::memcpy(to, head, 20);
  put32(to + 28, 0);
  to[28] = static_cast<std::byte>(message.channel);
  std::byte* at = to + 32;
  if (message.sender.has_value()) {
    at = put_text(at, to + size, to + 20, *message.sender);
  } else {
    put16(to + 10, 0);
    put32(to + 20, 0);
  }
  if (at == nullptr) {
    return 0;
  }
  if (message.text.has_value()) {
    at = put_text(at, to + size, to + 24, *message.text);
  } else {
    put16(to + 12, 0);
    put32(to + 24, 0);
  }
  return at == nullptr ? 0 : static_cast<std::size_t>(at - to);
}

inline std::size_t write(const Game::Move& message, std::byte* to, std::size_t size) noexcept {
  if (size < 76) {
    return 0;
  }
  static constexpr std::uint8_t head[24] = {20, 0, 0, 0, 14, 0, 56, 0, 12, 0, 16, 0, 28, 0, 44, 0, 4, 0, 0, 0, 16, 0, 0, 0};
  std::memcpy(to, head, 24);
  std::byte* table = to + 20;
  std::memcpy(table + 4, &message.time, 8);
  put32(table + 12, message.entity);
  const auto put = [to, table](int entry, int offset, const auto& value) {
    if (value.has_value()) {
      std::memcpy(table + offset, &*value, sizeof(*value));
    } else {
      put16(to + 4 + entry, 0);
      std::memset(table + offset, 0, sizeof(*value));
    }
  };
  put(6, 16, message.position);
  put(8, 28, message.rotation);
  put(10, 44, message.velocity);
  return 76;
}

inline std::size_t write(const Game::Inventory& message, std::byte* to, std::size_t size) noexcept {
  if (size < 28) {
    return 0;
  }
  static constexpr std::uint8_t head[16] = {12, 0, 0, 0, 8, 0, 16, 0, 4, 0, 12, 0, 8, 0, 0, 0};
  std::memcpy(to, head, 16);
  std::memcpy(to + 16, &message.owner, 8);
  if (!message.items.has_value()) {
    put16(to + 10, 0);
    put32(to + 24, 0);
    return 28;
  }
  const std::byte* end = to + size;
  const std::size_t count = message.items->size();
  if (size < 32 + 4 * count) {
    return 0;
  }
  put32(to + 24, 4);
  put32(to + 28, static_cast<std::uint32_t>(count));
  std::byte* slot = to + 32;
  std::byte* at = slot + 4 * count;
  std::byte* vtable = nullptr;
  unsigned shape = 0;
  for (const Game::Item& item : *message.items) {
    const unsigned missing = (item.name.has_value() ? 0u : 1u) | (item.modifiers.has_value() ? 0u : 2u);
    if (end - at < 32) {
      return 0;
    }
    if (vtable == nullptr || shape != missing) {
      static constexpr std::uint8_t image[12] = {12, 0, 18, 0, 4, 0, 16, 0, 8, 0, 12, 0};
      std::memcpy(at, image, 12);
      if ((missing & 1) != 0) {
        put16(at + 8, 0);
      }
      if ((missing & 2) != 0) {
        put16(at + 10, 0);
      }
      vtable = at;
      shape = missing;
      at += 12;
    }
    std::byte* table = at;
    put32(slot, static_cast<std::uint32_t>(table - slot));
    slot += 4;
    put32(table, static_cast<std::uint32_t>(table - vtable));
    put32(table + 4, item.id);
    put32(table + 8, 0);
    put32(table + 12, 0);
    put32(table + 16, item.count);
    at += 20;
    if (item.name.has_value() && (at = put_text(at, end, table + 8, *item.name)) == nullptr) {
      return 0;
    }
    if (item.modifiers.has_value() && (at = put_vector(at, end, table + 12, *item.modifiers)) == nullptr) {
      return 0;
    }
  }
  return static_cast<std::size_t>(at - to);
}

inline std::size_t write(const Game::Snapshot& message, std::byte* to, std::size_t size) noexcept {
  if (size < 24) {
    return 0;
  }
  static constexpr std::uint8_t head[16] = {12, 0, 0, 0, 8, 0, 12, 0, 4, 0, 8, 0, 8, 0, 0, 0};
  std::memcpy(to, head, 16);
  put32(to + 16, message.tick);
  if (!message.entities.has_value()) {
    put16(to + 10, 0);
    put32(to + 20, 0);
    return 24;
  }
  const std::byte* end = put_vector(to + 24, to + size, to + 20, *message.entities);
  return end == nullptr ? 0 : static_cast<std::size_t>(end - to);
}

}  // namespace hand_written
