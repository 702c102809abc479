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

/// Returns the limit of a payload before it is packed, in bytes.
constexpr std::size_t limit_of(std::uint32_t max_payload_size) noexcept {
  return max_payload_size == unlimited_payload ? default_max_unpacked_size : max_payload_size;
}

/// Unpacks a payload, or its difference to a baseline, to a scratch, which was created with max_unpacked_size(limit). Without bytes, the payload
/// equals the baseline.
inline PacketError unpack_payload(PayloadShape shape, ByteSpan packed, ByteSpan baseline, std::size_t limit, PackingScratch& scratch,
                                  ByteSpan& payload) noexcept {
  const bool is_same = packed.empty() && !baseline.empty();
  if (!is_same && (packed.empty() || packed[0] != stored_payload)) {
    return scratch.stack() == nullptr
               ? PacketError::PayloadTooLarge
               : PayloadWalk<false>(shape, packed, baseline, scratch.bytes(), &scratch, *scratch.stack()).unpack(payload);
  }
  // A stored payload follows one byte, so it is copied to be aligned.
  const ByteSpan whole = is_same ? baseline : packed.subspan(1);
  scratch.grow(whole.size(), 0);
  if ((!is_same && whole.size() > limit) || scratch.bytes().size() < whole.size()) {
    return PacketError::PayloadTooLarge;
  }
  std::copy(whole.begin(), whole.end(), scratch.bytes().begin());
  payload = scratch.bytes().subspan(0, whole.size());
  return PacketError::None;
}

/// Calls `use(const Packet&)` with the unpacked payload of a packet, and returns its result. If the payload is rejected, returns the reason.
/// `max_payload_size` is the limit of the payload, as in PacketRules. The unpacked payload is valid until this function returns.
template <class Use>
PacketError use_unpacked(PayloadShape shape, const Packet& packet, std::uint32_t max_payload_size, Use&& use) {
  const std::size_t limit = limit_of(max_payload_size);
  PackingScratch scratch(max_unpacked_size(limit));
  ByteSpan payload;
  const PacketError error = unpack_payload(shape, packet.payload, {}, limit, scratch, payload);
  return error == PacketError::None ? use(Packet{packet.id, payload, packet.raw}) : error;
}

}  // namespace codec::detail
