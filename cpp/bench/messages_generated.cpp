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
#include "plain_packing.hpp"

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

std::size_t size(int message) { return payloads_of(message).size; }

[[maybe_unused]] const bool is_added = add({"codec", "", size, write, read, verify, pack, unpack}) &&
                                       add({"hand", "", size, write_by_hand, nullptr, nullptr, pack_by_hand, unpack_by_hand});

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
