#pragma once

#include <memory>
#include <string>
#include <utility>

#include "../session.hpp"
#include "detail/connection_core.hpp"

namespace codec {

/// The session of a Connection.
class ConnectionSession : public Session {
 public:
  explicit ConnectionSession(const detail::CorePointer& core) : Session(detail::LiveSession::of(core)), connection_(core) {}

  /// As Session::close(), but throws std::length_error if the text has more than 255 bytes.
  void close(std::uint16_t code = 0, const std::string& text = {}) const {
    detail::validate_session_value("text", text.size(), detail::max_session_text);
    Session::close(code, text);
  }

  /// Waits for the end of the handshake, and receives meanwhile. async_connect and a Listener do this themselves. Completes with `void(error_code)`:
  /// an error of session_category() if the server has refused the session, operation_aborted if another receive waits or this one was cancelled, and
  /// otherwise an error of connection_category().
  template <class Token>
  auto async_open(Token&& token) const {
    return initiate<net::error_code>(token, [connection = connection_](detail::AnyHandler<net::error_code> handler) {
      connection->start_receiving(std::make_unique<detail::HandshakeReceiver>(detail::LiveSession::of(connection), std::move(handler)));
    });
  }

  /// Sends a request, and waits for its answer. Completes with `void(Answer<T>)`; the status is NotSent if the request was not accepted.
  template <class Request, class Token, detail::IfMessage<Request> = 0>
  auto async_ask(Request request, Token&& token) const {
    using Result = Answer<typename AnswerOf<Request>::type>;
    return initiate<Result>(token, [session = *this, sent = std::move(request)](detail::AnyHandler<Result> handler) {
      const auto waiting = std::make_shared<detail::AnyHandler<Result>>(std::move(handler));
      if (!is_accepted(session.ask(sent, [waiting](Result answer) { waiting->complete(std::move(answer)); }))) {
        waiting->complete(Result());
      }
    });
  }

 private:
  template <class Result, class Token, class Start>
  auto initiate(Token& token, Start start) const {
    return net::async_initiate<Token, void(Result)>(
        [connection = connection_, start = std::move(start)](auto handler) {
          // Without an executor, the execution context was destroyed, and with it everything that waits.
          if (const net::any_io_executor executor = connection->executor()) {
            start(detail::AnyHandler<Result>(std::move(handler), executor));
          }
        },
        token);
  }

  detail::CorePointer connection_;
};

}  // namespace codec
