#pragma once

#include <cstdint>

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

}  // namespace codec
