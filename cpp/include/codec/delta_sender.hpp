#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "detail/delta_baselines.hpp"
#include "detail/packing_scratch.hpp"
#include "enums.hpp"
#include "message.hpp"
#include "packed_payload.hpp"
#include "packet_traits.hpp"
#include "packet_writer.hpp"
#include "span.hpp"

namespace codec {

/// Sends the messages of one type by datagrams, as differences to messages that the receiver has acknowledged, for a packet whose schema has
/// packet_delta. Connections need no sender. Each difference is packed once. Not thread-safe. Counterpart of Codec.Generated.DeltaSender.
///
///   codec::DeltaSender<Game::Scene> scenes;
///   scenes.advance(scene);                                         // for each new message
///   socket.send(scenes.id, scenes.since(client.acknowledged), to);  // for each receiver: the number of the last message that it has, or 0
///
/// Every payload is valid until the next call of `advance`.
template <class T>
class DeltaSender {
 public:
  static_assert(PacketTraits<T>::baselines != 0, "The packet needs packet_delta in its schema.");

  /// The id of the packets.
  static constexpr std::uint32_t id = PacketTraits<T>::id;

  DeltaSender() : sent_(PacketTraits<T>::baselines + 1) {}

  /// Returns the number of the current message, or 0 before the first one.
  std::uint8_t number() const noexcept { return current().message.number; }

  /// Keeps the payload of a message under the next number: 1 to 255, and then 1 again. Returns the number, or 0 if the message cannot be encoded, for
  /// the reasons of PacketWriter::try_write. After 0, the current message is unchanged.
  std::uint8_t advance(const T& message) noexcept {
    const std::size_t next = (at_ + 1) % sent_.size();
    detail::PackingScratch scratch(PacketTraits<T>::max_payload_size);
    PacketError error = PacketError::None;
    detail::KeptPayload& kept = sent_[next].message;
    const ByteSpan payload = detail::write_payload(message, scratch, error);
    kept.number = 0;
    if (payload.empty() || !kept.assign(payload)) {
      return 0;
    }
    static_cast<detail::DeltaNumber&>(kept) = current().message.next();
    at_ = next;
    for (Sent& sent : sent_) {
      sent.difference.number = 0;
    }
    return kept.number;
  }

  /// Returns the payload with the whole current message. It is empty before the first message, and if there is no memory.
  ByteSpan whole() noexcept { return packed(current()); }

  /// Returns the payload with the difference to the previous message, or the whole first message.
  ByteSpan since_last() noexcept {
    const std::uint8_t last = sent_[(at_ + sent_.size() - 1) % sent_.size()].message.number;
    return since(last);
  }

  /// Returns the payload with the difference to the message with this number, or the whole current message if that message is no longer kept.
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

  ByteSpan packed(Sent& from) noexcept {
    const detail::KeptPayload& to = current().message;
    if (to.number == 0 || from.difference.number == to.number) {
      return from.difference.payload();
    }
    const bool is_whole = &from == &current();
    const ByteSpan payload = to.payload();
    const ByteSpan baseline = is_whole ? ByteSpan() : from.message.payload();
    const std::size_t most = detail::delta_header_size + max_packed_size(payload.size());
    const MutableByteSpan room = from.difference.room(most);
    const detail::PackingScratch scratch;
    std::size_t size = 0;
    if (room.size() < most || detail::pack_delta(PacketTraits<T>::shape, payload, baseline, room.subspan(detail::delta_header_size), scratch.stack(), size) != Status::Ok) {
      return {};
    }
    detail::write_delta_header(room, to, is_whole ? detail::DeltaNumber() : from.message);
    from.difference.set_size(detail::delta_header_size + size);
    from.difference.number = to.number;
    return from.difference.payload();
  }

  std::vector<Sent> sent_;
  std::size_t at_ = 0;
};

}  // namespace codec
