#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <utility>

#include "../answer.hpp"
#include "../enums.hpp"
#include "../message.hpp"
#include "../packet.hpp"
#include "../packet_traits.hpp"
#include "../payload.hpp"
#include "use_unpacked.hpp"

namespace codec::detail {

/// A request of this side, and what waits for its answers.
class AskHandler {
 public:
  explicit AskHandler(bool many) noexcept : takes_many(many) {}
  AskHandler(const AskHandler&) = delete;
  AskHandler& operator=(const AskHandler&) = delete;
  virtual ~AskHandler() = default;

  /// Verifies an answer, and passes it on. Returns an error to reject it.
  virtual PacketError take(const Packet& packet, AnswerStatus status) = 0;

  /// Called at the end without an answer.
  virtual void end(AnswerStatus status, std::uint16_t code) = 0;

  const bool takes_many;
  // Set by the session.
  std::uint32_t number = 0;
  AnswerStatus end_status = AnswerStatus::Closed;
  std::chrono::steady_clock::time_point deadline{};
};

// Shared, because a callback can end the session that calls it.
using AskPointer = std::shared_ptr<AskHandler>;

/// Calls a function of the user with an Answer<T>.
template <class T, class Callback>
class TypedAskHandler final : public AskHandler {
 public:
  TypedAskHandler(Callback callback, bool many) : AskHandler(many), callback_(std::move(callback)) {}

  PacketError take(const Packet& packet, AnswerStatus status) override {
    constexpr std::uint32_t limit = PacketTraits<T>::max_payload_size;
    if (packet.id != PacketTraits<T>::id) {
      return PacketError::UnexpectedId;
    }
    if constexpr (is_packed<T>) {
      return use_unpacked(PacketTraits<T>::shape, packet, limit, [&](const Packet& unpacked) { return read(unpacked.payload, status); });
    } else {
      return packet.payload.size() > limit ? PacketError::PayloadTooLarge : read(packet.payload, status);
    }
  }

  void end(AnswerStatus status, std::uint16_t code) override {
    // For a temporary, g++ 12 warns that its strings are uninitialized.
    Answer<T> none{status, code, T{}};
    callback_(std::move(none));
  }

 private:
  PacketError read(ByteSpan payload, AnswerStatus status) {
    Answer<T> answer{status, 0, {}};
    bool is_read = true;
    const auto copy = [&](const auto& value) {
      if constexpr (is_generated_message<T>) {
        is_read = read_into(answer.message, value);
      } else {
        answer.message = value;
      }
    };
    if (!PayloadReader<Delivered<T>>::read(payload, copy) || !is_read) {
      return PacketError::PayloadInvalid;
    }
    callback_(std::move(answer));
    return PacketError::None;
  }

  Callback callback_;
};

}  // namespace codec::detail
