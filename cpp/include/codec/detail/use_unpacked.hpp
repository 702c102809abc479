#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../enums.hpp"
#include "../packed_payload.hpp"
#include "../packet.hpp"
#include "../packet_traits.hpp"
#include "packing_scratch.hpp"
#include "payload_walk.hpp"

namespace codec::detail {

/// Calls `use(const Packet&)` with the unpacked payload of a packet, and returns its result. If the payload is rejected, returns the reason.
/// `max_payload_size` is the limit of the payload, as in PacketRules. The unpacked payload is valid until this function returns.
template <class Use>
PacketError use_unpacked(PayloadShape shape, const Packet& packet, std::uint32_t max_payload_size, Use&& use) {
  const std::size_t limit = max_payload_size == unlimited_payload ? default_max_unpacked_size : max_payload_size;
  if (!packet.payload.empty() && packet.payload.data()[0] == stored_payload) {
    const ByteSpan stored = packet.payload.subspan(1, packet.payload.size() - 1);
    if (stored.size() > limit) {
      return PacketError::PayloadTooLarge;
    }
    // Payloads are aligned, and a stored one is after a byte.
    PackingScratch scratch(limit);
    scratch.grow(stored.size(), 0);
    if (scratch.bytes().size() < stored.size()) {
      return PacketError::PayloadTooLarge;
    }
    std::copy(stored.begin(), stored.end(), scratch.bytes().begin());
    return use(Packet{packet.id, scratch.bytes().subspan(0, stored.size()), packet.raw});
  }
  PackingScratch scratch(max_unpacked_size(limit));
  if (scratch.stack() == nullptr) {
    return PacketError::PayloadTooLarge;
  }
  ByteSpan payload;
  const PacketError error = PayloadWalk<false>(shape, packet.payload, {}, scratch.bytes(), &scratch, *scratch.stack()).unpack(payload);
  return error == PacketError::None ? use(Packet{packet.id, payload, packet.raw}) : error;
}

}  // namespace codec::detail
