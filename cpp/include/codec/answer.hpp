#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <utility>

#include "detail/use_unpacked.hpp"
#include "message.hpp"

namespace codec {

/// What became of a request.
enum class AnswerStatus : std::uint8_t {
  /// The answer, after which no other follows.
  Answered = 0,
  /// One of several answers.
  More = 1,
  /// The answers have ended. There is no message.
  End = 2,
  /// The peer failed the request with a code.
  Failed = 3,
  /// The peer's handler did not answer the request.
  Unanswered = 4,
  /// There was no answer within SessionSettings::request_timeout.
  TimedOut = 5,
  /// The connection ended before the answer.
  Closed = 6,
  /// The answer had another id, or was invalid. The connection is closed.
  Invalid = 7,
  /// The connection did not accept the request.
  NotSent = 8,
};

/// The answer to a request, or the reason why there is none.
template <class T>
struct Answer {
  AnswerStatus status = AnswerStatus::NotSent;
  /// The code of PacketRequest::fail(), if the status is Failed. 429 if the peer has too many unanswered requests.
  std::uint16_t code = 0;
  /// The answer, if the status is Answered or More.
  T message{};

  /// Returns whether there is a message.
  explicit operator bool() const noexcept { return status <= AnswerStatus::More; }
  const T& operator*() const noexcept { return message; }
  const T* operator->() const noexcept { return &message; }
};

namespace detail {

/// A request of this side, and what waits for its answers.
struct AskHandler {
  virtual ~AskHandler() = default;

  /// Verifies an answer, and passes it on. Returns an error to reject it.
  virtual PacketError take(const Packet& packet, AnswerStatus status) = 0;

  /// Called at the end without an answer.
  virtual void end(AnswerStatus status, std::uint16_t code) = 0;

  bool takes_many = false;
  // Set by the session.
  std::uint32_t number = 0;
  std::chrono::steady_clock::time_point deadline{};
};

// Shared, because a callback can end the session that calls it.
using AskPointer = std::shared_ptr<AskHandler>;

/// Calls a function of the user with an Answer<T>.
template <class T, class Callback>
class TypedAskHandler final : public AskHandler {
 public:
  TypedAskHandler(Callback callback, bool many) : callback_(std::move(callback)) { takes_many = many; }

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

}  // namespace detail

}  // namespace codec
