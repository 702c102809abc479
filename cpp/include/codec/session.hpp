#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "answer.hpp"
#include "detail/session_core.hpp"
#include "session_settings.hpp"

namespace codec {

/// A request of the peer, which is answered once, or with any number of answers and an end. Copies are the same request. An answer to an ended
/// request, or to a packet that was not sent as a request, is not sent and returns SendStatus::Closed. As thread-safe as the connection.
class PacketRequest {
 public:
  PacketRequest() = default;
  PacketRequest(std::shared_ptr<detail::SessionCore> core, std::uint32_t number) : core_(std::move(core)), number_(number) {}

  /// Returns the number of the request in the peer's session, or 0 if the packet was not sent as a request.
  std::uint32_t number() const noexcept { return number_; }

  /// Answers and ends the request. If the answer is not accepted, the peer is told that there is none.
  template <class T, detail::IfMessage<T> = 0>
  SendStatus answer(const T& message) const { return send(Kind::Last, message); }

  /// Sends one of several answers. Call end(), answer() or fail() after the last one.
  template <class T, detail::IfMessage<T> = 0>
  SendStatus answer_more(const T& message) const { return send(Kind::More, message); }

  /// Ends the answers.
  SendStatus end() const { return send(Kind::End, nullptr, 0); }

  /// Fails the request with a code of the application's choice.
  SendStatus fail(std::uint16_t code) const { return send(Kind::Failed, nullptr, code); }

 private:
  using Kind = detail::SessionCore::AnswerKind;

  template <class T>
  SendStatus send(Kind kind, const T& message) const {
    const detail::MessageSource source{message};
    const detail::AnySource any(source);
    return send(kind, &any, 0);
  }

  SendStatus send(Kind kind, const detail::AnySource* message, std::uint16_t code) const {
    return number_ == 0 ? SendStatus::Closed : core_->answer(number_, kind, message, code);
  }

  std::shared_ptr<detail::SessionCore> core_;
  std::uint32_t number_ = 0;
};

/// The session of a connection: round-trip times, requests with answers, and leaving. A handle: copies refer to the same session, and do
/// not keep the connection open. As thread-safe as the connection. Counterpart of Codec.Transport.PacketSession.
///
/// A request is an ordinary packet whose answer's type is AnswerOf<Request>. The peer calls its handler as for every packet. The handler answers with
/// answer(), or later through the result of take_request(). Otherwise, the asker is told that the request is unanswered.
///
/// Answers, and everything else that the peer's session sends, are handled while a receive of the connection waits, or in poll().
class Session {
 public:
  using Duration = std::chrono::steady_clock::duration;

  explicit Session(std::shared_ptr<detail::SessionCore> core) : core_(std::move(core)) {
    if (core_ == nullptr) {
      detail::no_session();
    }
  }

  /// Returns whether ordinary packets can be sent: the handshake has succeeded, and no side has left.
  bool is_open() const noexcept { return core_->is_open(); }

  /// Returns what the peer has told: its version and token, and why it has refused the session or left.
  SessionPeer peer() const { return core_->peer(); }

  /// Returns the smoothed round-trip time (RFC 6298), and the least of the last 16. 0 before the first answer.
  Duration round_trip_time() const { return core_->heartbeat().smoothed(); }
  Duration least_round_trip_time() const { return core_->heartbeat().least(); }

  /// Returns what to add to this side's steady_clock to get the peer's monotonic clock, measured with the least round-trip time.
  std::chrono::microseconds clock_offset() const { return core_->heartbeat().clock_offset(); }

  /// Sends a request. If the result is accepted, `callback(Answer<T>)` is called once, as handlers are, but never in this call. The result is Dropped
  /// also if SessionSettings::max_requests are unanswered.
  template <class Request, class Callback, detail::IfMessage<Request> = 0>
  SendStatus ask(const Request& request, Callback callback) const { return start_asking(request, std::move(callback), false); }

  /// Sends a request that can have several answers. The callback is called for each, and for their end, which has another status than More.
  template <class Request, class Callback, detail::IfMessage<Request> = 0>
  SendStatus ask_many(const Request& request, Callback callback) const { return start_asking(request, std::move(callback), true); }

  /// Takes the request whose handler is running, or that async_receive has returned, to answer it later. To be called in the handler, or
  /// before the next receive.
  PacketRequest take_request() const { return {core_, core_->take_request()}; }

  /// Answers the request whose handler is running.
  template <class T, detail::IfMessage<T> = 0>
  SendStatus answer(const T& message) const { return take_request().answer(message); }

  /// Leaves: sends what was accepted, and then the code and the text, which the peer's application gets. Then closes the connection, as its
  /// close() does. Can be called in a handler. Returns false, and does nothing, if the text has more than 255 bytes.
  bool close(std::uint16_t code = 0, const std::string& text = {}) const { return core_->leave(code, text); }

 private:
  template <class Request, class Callback>
  SendStatus start_asking(const Request& request, Callback callback, bool takes_many) const {
    using Handler = detail::TypedAskHandler<typename AnswerOf<Request>::type, Callback>;
    const detail::MessageSource source{request};
    return core_->ask(detail::AnySource(source), std::make_shared<Handler>(std::move(callback), takes_many));
  }

  std::shared_ptr<detail::SessionCore> core_;
};

}  // namespace codec
