#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

#include <codec/packed_payload.hpp>

#include "hand_written.hpp"
#include "message_fields.hpp"
#include "messages_side.hpp"

namespace bench {

namespace {

alignas(8) std::byte memory[1 << 17];

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
    return time(count, [&] { last_sum = arenas::sum(codec::view<T>({opaque(payloads.at(next++)), payloads.size})); });
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

/// The shape of the packed message with the same fields.
codec::PayloadShape shape_of(int message) {
  namespace packed = ours::Game::Packed;
  const codec::PayloadShape shapes[] = {codec::PacketTraits<packed::TestPacket>::shape, codec::PacketTraits<packed::Move>::shape,
                                        codec::PacketTraits<packed::Chat>::shape, codec::PacketTraits<packed::Inventory>::shape,
                                        codec::PacketTraits<packed::Snapshot>::shape};
  return shapes[message];
}

std::size_t pack(int message, std::byte* destination) {
  const Payloads payloads = payloads_of(message);
  std::size_t written = 0;
  if (codec::pack_payload(shape_of(message), {opaque(payloads.at(0)), payloads.size}, {destination, sizeof memory}, written) != codec::Status::Ok) {
    std::abort();
  }
  return written;
}

double pack(int message, int count) {
  return time(count, [&] { pack(message, opaque(memory)); });
}

double unpack(int message, int count) {
  static std::byte packed[sizeof memory];
  const std::size_t size = pack(message, packed);
  return time(count, [&] {
    std::size_t written = 0;
    if (codec::unpack_payload(shape_of(message), {opaque(packed), size}, {opaque(memory), sizeof memory}, written) != codec::PacketError::None) {
      std::abort();
    }
  });
}

std::size_t size(int message) { return payloads_of(message).size; }

[[maybe_unused]] const bool is_added = add({"codec", "", size, write, read, verify, pack, unpack}) &&
                                       add({"hand", "", size, write_by_hand, nullptr});

Payloads make_payloads(int message) {
  return with(message, [message](const auto& value) {
    std::vector<std::byte> payload(codec::max_size(value));
    const std::size_t size = codec::write(value, payload);
    std::vector<std::byte> by_hand(payload.size() + 64);
    if (hand_written::write(value, by_hand.data(), by_hand.size()) != size || std::memcmp(by_hand.data(), payload.data(), size) != 0) {
      std::fprintf(stderr, "%s: the hand-written code writes other bytes\n", names[message]);
      std::exit(1);
    }
    return copies_of(payload.data(), size);
  });
}

}  // namespace

Payloads payloads_of(int message) {
  static const Payloads all[] = {make_payloads(0), make_payloads(1), make_payloads(2), make_payloads(3), make_payloads(4)};
  return all[message];
}

}  // namespace bench
