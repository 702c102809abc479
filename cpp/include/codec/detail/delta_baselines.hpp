#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <random>
#include <vector>

#include "../enums.hpp"
#include "../packed_payload.hpp"
#include "../packet.hpp"
#include "../payload_shape.hpp"
#include "../span.hpp"
#include "packing_scratch.hpp"
#include "use_unpacked.hpp"

namespace codec::detail {

/// A message of a packet with baselines starts with its number, from 1 to 255 and then 1 again. The number of the baseline follows, or 0 for none;
/// then the baseline's mark or, for none, the message's own. A sender increments its mark when its numbers start again, so two senders seldom share a
/// number and a mark.
inline constexpr std::size_t delta_header_size = 4;

/// The number and the mark of a message. The number 0 is no message.
struct DeltaNumber {
  std::uint8_t number = 0;
  std::uint16_t mark = 0;

  /// Returns the number and the mark of a sender's next message. The mark of the first message is random.
  DeltaNumber next() const {
    const auto first = number == 0 ? static_cast<std::uint16_t>(std::random_device{}() & 0xFFFF) : mark;
    return {static_cast<std::uint8_t>(number % 255 + 1), static_cast<std::uint16_t>(first + (number == 255 ? 1 : 0))};
  }
};

/// Writes the header of the message `to`. The packed payload after it is the difference to `from`, or the whole message if `from` has the number 0.
inline void write_delta_header(MutableByteSpan room, DeltaNumber to, DeltaNumber from) noexcept {
  room[0] = std::byte{to.number};
  room[1] = std::byte{from.number};
  store_bytes(room.data() + 2, from.number == 0 ? to.mark : from.mark);
}

/// Packs a payload as its difference to a baseline. The size is 0 if they are equal. If the baseline is empty, packs the whole payload.
inline Status pack_delta(PayloadShape shape, ByteSpan payload, ByteSpan baseline, MutableByteSpan room, ScratchStack* stack, std::size_t& size) noexcept {
  size = 0;
  const bool is_equal = std::equal(payload.begin(), payload.end(), baseline.begin(), baseline.end());
  return is_equal ? Status::Ok : pack(shape, payload, baseline, room, stack, size);
}

/// A payload in memory that is used again.
class KeptPayload : public DeltaNumber {
 public:
  ByteSpan payload() const noexcept { return {bytes_.get(), size_}; }

  /// Returns memory for a payload of up to `size` bytes, or less if the allocation failed. Its content is undefined until `set_size`.
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

  /// Copies a payload. Returns false, and keeps none, if there is no memory.
  bool assign(ByteSpan payload) noexcept {
    const MutableByteSpan copy = room(payload.size());
    if (copy.size() < payload.size()) {
      return false;
    }
    std::copy(payload.begin(), payload.end(), copy.begin());
    set_size(payload.size());
    return true;
  }

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
    return error == PacketError::None ? keep(number, mark, payload, baseline == 0) : error;
  }

  // A whole message may be the first of another sender, which counts from 1.
  PacketError keep(std::uint8_t number, std::uint16_t mark, ByteSpan payload, bool is_whole) noexcept {
    const unsigned ahead = delta_age(number, newest_);
    if (newest_ == 0 || kept_.size() == 1 || (ahead >= 1 && ahead <= 127)) {
      newest_ = number;
    }
    // Replaces, in this order: the same number, a free place, or the oldest message.
    const auto rank = [&](const KeptPayload& kept) { return kept.number == number ? 1000 : kept.number == 0 ? 999 : delta_age(newest_, kept.number); };
    KeptPayload& place = *std::max_element(kept_.begin(), kept_.end(), [&](const KeptPayload& a, const KeptPayload& b) { return rank(a) < rank(b); });
    if (!is_whole && rank(place) < 999 && delta_age(newest_, number) > rank(place)) {
      return PacketError::None;
    }
    if (!place.assign(payload)) {
      place.number = 0;
      return PacketError::PayloadTooLarge;
    }
    place.number = number;
    place.mark = mark;
    return PacketError::None;
  }

  PayloadShape shape_;
  std::uint32_t max_payload_size_;
  std::vector<KeptPayload> kept_;
  std::uint8_t newest_ = 0;
};

}  // namespace codec::detail
