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

/// Whether a connection sends a source as the difference to the last message of its id.
template <class Source>
inline constexpr bool is_delta = false;

template <class T>
inline constexpr bool is_delta<MessageSource<T>> = PacketTraits<T>::baselines != 0;

/// The last message of an id that a connection has accepted. Connections share the payload of a broadcast.
struct SentDelta {
  DeltaNumber number;
  std::shared_ptr<const KeptPayload> payload;
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
};

/// A message that one or several connections send as a difference. Each distinct one is packed once. Not thread-safe.
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

  /// Returns the difference to a message, or the whole message; valid until the next call. Null if it cannot be encoded.
  const KeptPayload* pack(const std::shared_ptr<const KeptPayload>& baseline) const {
    const auto found = std::find_if(packed_.begin(), packed_.end(), [&](const auto& one) { return one.first == baseline; });
    if (found != packed_.end()) {
      return &found->second;
    }
    const ByteSpan payload = payload_->payload();
    const std::size_t most = max_packed_size(payload.size());
    const PackingScratch scratch;
    KeptPayload packed;
    const MutableByteSpan room = packed.room(most);
    std::size_t size = 0;
    if (payload.empty() || room.size() < most ||
        pack_delta(shape_, payload, baseline == nullptr ? ByteSpan() : baseline->payload(), room, scratch.stack(), size) != Status::Ok) {
      return nullptr;
    }
    packed.set_size(size);
    return &packed_.emplace_back(baseline, std::move(packed)).second;
  }

 private:
  std::uint32_t id_;
  PayloadShape shape_;
  std::shared_ptr<KeptPayload> payload_;
  // By their baselines; that of the whole message is null.
  mutable std::vector<std::pair<std::shared_ptr<const KeptPayload>, KeptPayload>> packed_;
};

}  // namespace codec::detail
