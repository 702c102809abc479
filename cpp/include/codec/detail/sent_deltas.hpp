#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "../packet_traits.hpp"
#include "../packet_writer.hpp"
#include "delta_baselines.hpp"
#include "packet_source.hpp"

namespace codec::detail {

/// The last message of an id that a connection has accepted. Connections share the payload of a broadcast. Other messages are in reused memory.
struct SentDelta {
  DeltaNumber number;
  KeptPayload own;
  std::shared_ptr<const KeptPayload> shared;

  ByteSpan payload() const noexcept { return shared == nullptr ? own.payload() : shared->payload(); }
};

/// The last messages of a connection, by their ids.
using SentDeltas = std::map<std::uint32_t, SentDelta>;

/// A packed difference that is about to be encoded.
struct DeltaSource {
  std::uint32_t id;
  DeltaNumber to;
  DeltaNumber from;
  ByteSpan packed;

  Status write(PacketWriter& writer) const noexcept {
    MutableByteSpan room;
    const Status status = writer.begin(id, estimate(), room);
    if (status == Status::Ok) {
      write_delta_header(room, to, from);
      std::copy(packed.begin(), packed.end(), room.begin() + delta_header_size);
      writer.end(estimate());
    }
    return status;
  }

  std::size_t estimate() const noexcept { return delta_header_size + packed.size(); }
  DeltaMessage delta() const noexcept { return {}; }
};

/// A message that several connections send as a difference. Each difference to a message that they share is packed once. Not thread-safe.
class SharedDelta {
 public:
  template <class T>
  explicit SharedDelta(const T& message) : id_(PacketTraits<T>::id), shape_(PacketTraits<T>::shape), payload_(std::make_shared<KeptPayload>()) {
    PackingScratch scratch(PacketTraits<T>::max_payload_size);
    PacketError error = PacketError::None;
    payload_->assign(write_payload(message, scratch, error));
  }

  std::uint32_t id() const noexcept { return id_; }
  std::shared_ptr<const KeptPayload> payload() const noexcept { return payload_; }

  /// Returns the difference to a message, or the whole message if the number is 0. Valid until the next call. Null if the message cannot be encoded.
  const KeptPayload* pack(const SentDelta& last) const {
    const bool is_own = last.shared == nullptr && last.number.number != 0;
    const auto found = std::find_if(packed_.begin(), packed_.end(), [&](const auto& one) { return one.first == last.shared; });
    if (!is_own && found != packed_.end()) {
      return &found->second;
    }
    KeptPayload packed = std::exchange(own_, KeptPayload());
    const ByteSpan payload = payload_->payload();
    const std::size_t most = max_packed_size(payload.size());
    const PackingScratch scratch;
    const MutableByteSpan room = packed.room(most);
    std::size_t size = 0;
    if (payload.empty() || room.size() < most || pack_delta(shape_, payload, last.payload(), room, scratch.stack(), size) != Status::Ok) {
      return nullptr;
    }
    packed.set_size(size);
    return is_own ? &(own_ = std::move(packed)) : &packed_.emplace_back(last.shared, std::move(packed)).second;
  }

 private:
  std::uint32_t id_;
  PayloadShape shape_;
  std::shared_ptr<KeptPayload> payload_;
  // By their baselines. The baseline of the whole message is null.
  mutable std::vector<std::pair<std::shared_ptr<const KeptPayload>, KeptPayload>> packed_;
  // The difference to a message of one connection.
  mutable KeptPayload own_;
};

}  // namespace codec::detail
