#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "../enums.hpp"
#include "../packet.hpp"
#include "../payload_shape.hpp"
#include "../span.hpp"
#include "packing_scratch.hpp"
#include "use_unpacked.hpp"

namespace codec::detail {

/// A message of a packet with baselines starts with its number, 1 to 255 and then 1 again; the number of the message to which it refers, or 0; and the
/// mark of that message, or its own. A sender counts its marks up each time its numbers start again, so that two senders seldom have both equal.
inline constexpr std::size_t delta_header_size = 4;

/// A payload in memory that is used again.
class KeptPayload {
 public:
  std::uint8_t number = 0;
  std::uint16_t mark = 0;

  ByteSpan payload() const noexcept { return {bytes_.get(), size_}; }

  /// Returns memory for a payload of up to `size` bytes, which has fewer if there is no memory. Its content is undefined until `set_size`.
  MutableByteSpan room(std::size_t size) noexcept {
    size_ = 0;
    if (size > capacity_) {
      const std::size_t larger = (std::max)(size, capacity_ * 2);
      bytes_.reset(new (std::nothrow) std::byte[larger]);
      capacity_ = bytes_ == nullptr ? 0 : larger;
    }
    return {bytes_.get(), capacity_};
  }

  void set_size(std::size_t size) noexcept { size_ = size; }

 private:
  std::unique_ptr<std::byte[]> bytes_;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
};

/// Returns how many messages are from one number to another.
constexpr unsigned delta_age(std::uint8_t newest, std::uint8_t number) noexcept { return (255U + newest - number) % 255; }

/// Unpacks the messages of one id, and keeps the last of them.
class DeltaBaselines {
 public:
  DeltaBaselines(PayloadShape shape, std::uint32_t max_payload_size, std::uint32_t count)
      : shape_(shape), max_payload_size_(max_payload_size), kept_(count) {}

  /// Calls `use(const Packet&)` with the unpacked payload of a packet, like use_unpacked. `use` may destroy this object.
  template <class Use>
  PacketError use(const Packet& packet, Use&& use) {
    const std::size_t limit = limit_of(max_payload_size_);
    PackingScratch scratch(max_unpacked_size(limit));
    ByteSpan payload;
    const PacketError error = unpack(packet.payload, limit, scratch, payload);
    return error == PacketError::None ? use(Packet{packet.id, payload, packet.raw}) : error;
  }

 private:
  PacketError unpack(ByteSpan packet, std::size_t limit, PackingScratch& scratch, ByteSpan& payload) noexcept {
    if (packet.size() < 2) {
      return PacketError::PackedTruncated;
    }
    const auto number = std::to_integer<std::uint8_t>(packet[0]);
    const auto baseline = std::to_integer<std::uint8_t>(packet[1]);
    if (number == 0) {
      return baseline != 0 ? PacketError::PackedInvalid : unpack_payload(shape_, packet.subspan(2), {}, limit, scratch, payload);
    }
    if (packet.size() < delta_header_size) {
      return PacketError::PackedTruncated;
    }
    auto mark = load_bytes<std::uint16_t>(packet.data() + 2);
    ByteSpan base;
    if (baseline != 0) {
      const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const KeptPayload& kept) { return kept.number == baseline; });
      if (found == kept_.end()) {
        return PacketError::BaselineMissing;
      }
      if (found->mark != mark) {
        return PacketError::BaselineMismatch;
      }
      base = found->payload();
      mark = static_cast<std::uint16_t>(mark + (number < baseline ? 1 : 0));
    }
    const PacketError error = unpack_payload(shape_, packet.subspan(delta_header_size), base, limit, scratch, payload);
    return error == PacketError::None ? keep(number, mark, payload) : error;
  }

  PacketError keep(std::uint8_t number, std::uint16_t mark, ByteSpan payload) noexcept {
    const unsigned ahead = delta_age(number, newest_);
    if (newest_ == 0 || kept_.size() == 1 || (ahead >= 1 && ahead <= 127)) {
      newest_ = number;
    }
    // In this order: the same number, a free place, and the oldest message.
    const auto rank = [&](const KeptPayload& kept) { return kept.number == number ? 1000 : kept.number == 0 ? 999 : delta_age(newest_, kept.number); };
    KeptPayload& place = *std::max_element(kept_.begin(), kept_.end(), [&](const KeptPayload& a, const KeptPayload& b) { return rank(a) < rank(b); });
    if (kept_.size() > 1 && rank(place) < 999 && delta_age(newest_, number) > rank(place)) {
      return PacketError::None;
    }
    const MutableByteSpan room = place.room(payload.size());
    place.number = room.size() < payload.size() ? std::uint8_t{0} : number;
    if (place.number == 0) {
      return PacketError::PayloadTooLarge;
    }
    std::copy(payload.begin(), payload.end(), room.begin());
    place.set_size(payload.size());
    place.mark = mark;
    return PacketError::None;
  }

  PayloadShape shape_;
  std::uint32_t max_payload_size_;
  std::vector<KeptPayload> kept_;
  std::uint8_t newest_ = 0;
};

}  // namespace codec::detail
