#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "detail/delta_baselines.hpp"
#include "detail/packing_scratch.hpp"
#include "enums.hpp"
#include "message.hpp"
#include "packed_payload.hpp"
#include "packet_traits.hpp"
#include "span.hpp"
#include "wire.hpp"

namespace codec {

/// Sends the messages of one type as differences to earlier ones, for a packet whose schema has packet_delta. Keep one for each stream of messages: for
/// a connection, or for all connections that get the same messages. Each difference is packed once. Not thread-safe.
///
///   codec::DeltaSender<Game::Scene> scenes;
///   scenes.advance(scene);                                          // for each new message
///   connection.send(scenes.id, scenes.since(client.acknowledged));  // for each receiver: the number of the last message that it has, or 0
///
/// Over a transport without loss, send `since_last()`, and `whole()` to a new receiver. Every payload is valid until the next call of `advance`.
/// Counterpart of Codec.Generated.DeltaSender.
template <class T>
class DeltaSender {
 public:
  static_assert(PacketTraits<T>::baselines != 0, "The packet needs packet_delta in its schema.");

  /// The id of the packets.
  static constexpr std::uint32_t id = PacketTraits<T>::id;

  DeltaSender() : sent_(PacketTraits<T>::baselines + 1), mark_(static_cast<std::uint16_t>(std::random_device{}() & 0xFFFF)) {}

  /// Returns the number of the current message, or 0 before the first one.
  std::uint8_t number() const noexcept { return current().message.number; }

  /// Keeps the payload of a message under the next number: 1 to 255, and then 1 again. Returns the number, or 0 if the message cannot be encoded, for
  /// the reasons of PacketWriter::try_write. The current message is then the one before.
  std::uint8_t advance(const T& message) noexcept {
    const std::uint8_t last = number();
    const std::size_t next = (at_ + 1) % sent_.size();
    detail::KeptPayload& kept = sent_[next].message;
    kept.number = 0;
    const std::size_t size = write(message, kept);
    if (size == 0 || size > PacketTraits<T>::max_payload_size) {
      return 0;
    }
    kept.set_size(size);
    kept.mark = mark_ = static_cast<std::uint16_t>(mark_ + (last == 255 ? 1 : 0));
    kept.number = static_cast<std::uint8_t>(last == 255 ? 1 : last + 1);
    at_ = next;
    for (Sent& sent : sent_) {
      sent.difference.number = 0;
    }
    return kept.number;
  }

  /// Returns the payload with the whole current message. It is empty before the first message, and if there is no memory.
  ByteSpan whole() noexcept { return packed(current()); }

  /// Returns the payload with the difference to the message before; of the first message, the whole.
  ByteSpan since_last() noexcept {
    const std::uint8_t last = sent_[(at_ + sent_.size() - 1) % sent_.size()].message.number;
    return since(last);
  }

  /// Returns the payload with the difference to the message of a number, or the whole message if that one is no longer kept.
  ByteSpan since(std::uint8_t number) noexcept {
    for (Sent& sent : sent_) {
      if (number != 0 && sent.message.number == number && &sent != &current()) {
        return packed(sent);
      }
    }
    return whole();
  }

 private:
  struct Sent {
    detail::KeptPayload message;
    // From this message to the current one, or the whole current message. Its number is that of the current message.
    detail::KeptPayload difference;
  };

  Sent& current() noexcept { return sent_[at_]; }
  const Sent& current() const noexcept { return sent_[at_]; }

  static std::size_t write(const T& message, detail::KeptPayload& kept) noexcept {
    if constexpr (detail::is_generated_message<T>) {
      const std::size_t most = (std::min)(max_size(message), std::size_t{(std::numeric_limits<std::int32_t>::max)()});
      return codec::write(message, kept.room(most));
    } else {
      const MutableByteSpan room = kept.room(sizeof(T));
      if (room.size() < sizeof(T)) {
        return 0;
      }
      wire::store_value(room.data(), message);
      return sizeof(T);
    }
  }

  ByteSpan packed(Sent& from) noexcept {
    const detail::KeptPayload& to = current().message;
    if (to.number == 0 || from.difference.number == to.number) {
      return from.difference.payload();
    }
    const bool is_whole = &from == &current();
    const ByteSpan payload = to.payload();
    const ByteSpan baseline = is_whole ? ByteSpan() : from.message.payload();
    const MutableByteSpan room = from.difference.room(detail::delta_header_size + max_packed_size(payload.size()));
    if (room.size() < detail::delta_header_size + max_packed_size(payload.size())) {
      return {};
    }
    room[0] = std::byte{to.number};
    room[1] = std::byte{is_whole ? std::uint8_t{0} : from.message.number};
    detail::store_bytes(room.data() + 2, from.message.mark);
    std::size_t size = 0;
    if (is_whole || !std::equal(payload.begin(), payload.end(), baseline.begin(), baseline.end())) {
      const detail::PackingScratch scratch;
      if (detail::pack(PacketTraits<T>::shape, payload, baseline, room.subspan(detail::delta_header_size), scratch.stack(), size) != Status::Ok) {
        return {};
      }
    }
    from.difference.set_size(detail::delta_header_size + size);
    from.difference.number = to.number;
    return from.difference.payload();
  }

  std::vector<Sent> sent_;
  std::size_t at_ = 0;
  std::uint16_t mark_;
};

}  // namespace codec
