#pragma once

#include <algorithm>
#include <atomic>
#include <string>
#include <string_view>

#include "heartbeat.hpp"
#include "session_channel.hpp"

namespace codec::detail {

/// Returns whether a session that a server does not continue now can be continued later: the server has no place, or was too slow.
constexpr bool may_continue_later(RefusalReason reason) noexcept {
  return reason == RefusalReason::Full || reason == RefusalReason::Draining || reason == RefusalReason::HandshakeTimeout;
}

/// What became of a packet: for the receiver; handled; handled, and the handshake is over; the session has ended; rejected.
enum class SessionStep : std::uint8_t { Pass, Done, Opened, Ended, Invalid };

/// The state machine of a session, without input and output. A connection derives from it, passes the received packets and the time to it, and sends
/// the packets of the session.
///
/// The lock guards what requests and answers of other threads share. Everything else is called on the strand of the connection, without the
/// lock. No function of the user is called with the lock held.
class SessionCore : public SessionChannel {
 public:
  using AnswerKind = sessions::AnswerKind;

  /// The codes of SessionLeave for a server that stops, and if another client has continued the session.
  static constexpr std::uint16_t draining = 1;
  static constexpr std::uint16_t replaced = 2;

  SessionCore(const std::shared_ptr<const SessionSettings>& settings, std::mutex* mutex)
      : SessionChannel(settings, mutex), state_(settings->protocol ? State::Opening : State::Open) {}

  bool is_open() const noexcept { return state_ == State::Open; }
  bool is_opening() const noexcept { return state_ == State::Opening || state_ == State::Deciding; }

  bool has_peer_completed() const noexcept { return has_peer_completed_; }

  /// Returns why the last packet was rejected.
  PacketError error() const noexcept { return error_; }

  /// Begins the session of a connection that was made.
  void start() {
    const Guard guard = lock();
    deadline_ = time_after(settings()->handshake_timeout);
    if (is_open()) {
      open_locked();
    } else if (resume_.attempt != 0) {
      send_struct(resume_, true);
    } else if (!settings()->is_server) {
      const PacketProtocol& protocol = *settings()->protocol;
      send_table(sessions::Hello{protocol.to_server, protocol.to_client, given(settings()->version), given(settings()->token)});
    }
    schedule_locked();
  }

  /// Handles a received packet, unless it is for the receiver. May throw the exceptions of a callback.
  SessionStep receive(const Packet& packet) {
    end_request();
    const std::uint32_t number = packet.id - settings()->first_id;
    const SessionStep step = receive(packet, number);
    if (may_resume()) {
      const Guard guard = lock();
      const Time time = now();
      if (number != number_of<sessions::Acknowledge>) {
        acknowledge_at_ = (std::min)(acknowledge_at_, time + std::chrono::seconds(1));
      }
      acknowledge_locked(time);
    }
    return step;
  }

  /// Tells the peer that its last request has no answer, if its handler has neither answered nor taken it.
  void end_request() {
    if (request_ != 0) {
      const Guard guard = lock();
      send_struct(sessions::Answer{std::exchange(request_, 0), AnswerKind::Unanswered, 0, 0}, false);
    }
  }

  /// Does what is due. Returns false if the handshake has taken too long: the connection must be closed.
  bool tick() {
    const Guard guard = lock();
    const Time time = now();
    due_ = never;
    const bool is_late = is_opening() && deadline_ <= time;
    if (is_late) {
      peer_.refusal = SessionRefusal{RefusalReason::HandshakeTimeout, {}};
      refuse_locked(*peer_.refusal);
    } else if (is_open() && deadline_ <= time) {
      // The client does not continue sessions.
      deadline_ = never;
      take_key(std::nullopt);
    }
    if (is_open() && heartbeat_ != nullptr && heartbeat_->is_due(time) && may_send_locked(pings_, max_pings)) {
      send_struct(sessions::Ping{heartbeat_->begin_ping(time)}, true);
    }
    end_asks_locked(time, AnswerStatus::TimedOut);
    acknowledge_locked(time);
    schedule_locked();
    return !is_late;
  }

  /// Tells the peer, as the last packet, that this side sends no more. Requires the lock.
  void complete_locked() {
    if (received_bytes()) {
      send_struct(sessions::Acknowledge{completed}, true);
    }
  }

  /// Ends a session that cannot be continued.
  void lose() {
    const Guard guard = lock();
    peer_.refusal = SessionRefusal{RefusalReason::SessionLost, "the session cannot be continued"};
  }

  /// Ends the session of a closed connection. Its requests have no answers.
  void end() {
    const Guard guard = lock();
    end_asks_locked(never, AnswerStatus::Closed);
    state_ = State::Ended;
    due_ = never;
    taken_.clear();
  }

  /// Returns the requests, whose handlers are not called. Requires the lock.
  std::vector<AskPointer> release_locked() {
    state_ = State::Ended;
    return std::exchange(asks_, {});
  }

  /// A server's decision about a client. The connection calls it on its strand.
  SessionStep decide(const SessionRefusal& refusal, const std::vector<std::uint8_t>& token) {
    const Guard guard = lock();
    if (state_ == State::Deciding && refusal.reason == RefusalReason::None) {
      send_table(sessions::Welcome{given(settings()->version), given(token), given(may_resume() ? create_key() : std::vector<std::uint8_t>()), 0});
      open_locked();
      return SessionStep::Opened;
    }
    if (state_ == State::Deciding) {
      refuse_locked(refusal);
      close();
    }
    return SessionStep::Done;
  }

  /// Sends a request. Any thread may call this and what follows. The handler is called only if the result is accepted.
  SendStatus ask(const AnySource& request, AskPointer handler) {
    const Guard guard = lock();
    if (!is_open() || asks_.size() >= settings()->max_requests) {
      return is_open() ? SendStatus::Dropped : SendStatus::Closed;
    }
    last_ask_ += last_ask_ == 0xFFFFFFFF ? 2 : 1;
    const SendStatus status = send_after(sessions::Ask{last_ask_}, request);
    if (is_accepted(status)) {
      handler->number = last_ask_;
      handler->deadline = time_after(settings()->request_timeout);
      schedule_locked(handler->deadline);
      asks_.push_back(std::move(handler));
    }
    return status;
  }

  /// Takes the request whose handler is running. Returns its number, or 0. Called on the strand only.
  std::uint32_t take_request() {
    const std::uint32_t number = std::exchange(request_, 0);
    if (number != 0) {
      const Guard guard = lock();
      taken_.push_back(number);
    }
    return number;
  }

  /// Answers a request that was taken. Without a message, the kind is End or Failed.
  SendStatus answer(std::uint32_t number, AnswerKind kind, const AnySource* message, std::uint16_t code = 0) {
    const Guard guard = lock();
    if (!is_open() || !is_taken_locked(number)) {
      return SendStatus::Closed;
    }
    const sessions::Answer prefix{number, kind, 0, code};
    const SendStatus status = message != nullptr ? send_after(prefix, *message) : send_struct(prefix, false);
    if (kind != AnswerKind::More) {
      // Not with the iterator: a send can end the session.
      taken_.erase(std::remove(taken_.begin(), taken_.end(), number), taken_.end());
      if (!is_accepted(status)) {
        send_struct(sessions::Answer{number, AnswerKind::Unanswered, 0, 0}, false);
      }
    }
    return status;
  }

  /// Tells the peer why this side leaves, and closes the connection. Returns false if the text is too long.
  bool leave(std::uint16_t code, const std::string& text) {
    if (text.size() > max_session_text) {
      return false;
    }
    const Guard guard = lock();
    if (is_opening()) {
      refuse_locked({code == draining ? RefusalReason::Draining : RefusalReason::Refused, text});
    } else if (is_open()) {
      send_table(sessions::Leave{code, given(text)});
      state_ = State::Ended;
    }
    close();
    return true;
  }

  SessionPeer peer() {
    const Guard guard = lock();
    return peer_;
  }

  /// Returns what the pings have measured, which is nothing without a heartbeat.
  Heartbeat heartbeat() {
    const Guard guard = lock();
    return heartbeat_ != nullptr ? *heartbeat_ : Heartbeat(no_timeout, {});
  }

  /// Returns the offset in the connection's packets at which the last acknowledgment ends. Requires the lock.
  std::uint64_t acknowledgment_end_locked() const noexcept { return acknowledgment_end_; }

 protected:
  // For a connection that continues the session of another one, or the attempt 0: what the client sends instead of a Hello. After the Welcome, with
  // what the server has received.
  sessions::Resume resume_{};
  // When to call tick().
  Time due_ = never;

 private:
  enum class State : std::uint8_t { Opening, Deciding, Open, Ended };

  /// A request that follows, or an answer, which has a status. Neither if the number is 0.
  struct Prefix {
    std::uint32_t number = 0;
    std::optional<AnswerStatus> answer;
  };

  /// The number of packets that were accepted before this number of bytes was written.
  struct Unwritten {
    std::uint64_t packets = 0;
    std::uint64_t bytes = 0;
  };

  // 10 are used, and the others are reserved.
  static constexpr std::uint32_t ids = 16;
  // How many pings and pongs may wait to be written. If the peer does not read, more would fill the memory.
  static constexpr std::uint32_t max_pings = 16;
  static constexpr std::uint32_t max_pongs = 100;
  static constexpr std::uint16_t too_many_requests = 429;
  // The peer sends no more, so that a cut is an end.
  static constexpr std::uint64_t completed = ~std::uint64_t{0};

  SessionStep receive(const Packet& packet, std::uint32_t number) {
    const State state = state_;
    if (state == State::Ended) {
      return SessionStep::Done;
    }
    if (number >= ids && state == State::Open) {
      return receive_ordinary(packet);
    }
    return is_allowed(state, number) ? read(number, packet.payload, sessions::SessionPackets()) : reject(PacketError::IdNotAllowed);
  }

  template <class... Ts>
  SessionStep read(std::uint32_t number, ByteSpan payload, PacketList<Ts...>) {
    SessionStep step = reject(PacketError::PayloadInvalid);
    const auto take = [&](const auto& message) { step = receive(message); };
    static_cast<void>(
        ((number == number_of<Ts> && payload.size() <= PacketTraits<Ts>::max_payload_size && PayloadReader<Delivered<Ts>>::read(payload, take)) ||
         ...));
    return step;
  }

  bool is_allowed(State state, std::uint32_t number) const noexcept {
    if (state == State::Open) {
      return number >= number_of<sessions::Ping> && number <= (may_resume() ? number_of<sessions::Acknowledge> : number_of<sessions::Leave>);
    }
    const bool begins = settings()->is_server ? number == number_of<sessions::Hello> || (number == number_of<sessions::Resume> && may_resume())
                                              : number == number_of<sessions::Welcome> || number == number_of<sessions::Refusal>;
    return state == State::Opening && begins;
  }

  SessionStep reject(PacketError error) noexcept {
    error_ = error;
    return SessionStep::Invalid;
  }

  /// Returns the value of a field, which is omitted if it is empty.
  template <class Value>
  static std::optional<Value> given(const Value& value) {
    return value.empty() ? std::nullopt : std::optional(value);
  }

  void refuse_locked(const SessionRefusal& refusal) {
    if (settings()->is_server) {
      send_table(sessions::Refusal{refusal.reason, given(refusal.text)});
    }
    state_ = State::Ended;
  }

  void open_locked() {
    state_ = State::Open;
    // A client that continues sessions acknowledges the Welcome.
    deadline_ = settings()->is_server && may_resume() ? time_after(settings()->handshake_timeout) : never;
    if (settings()->has_heartbeat()) {
      heartbeat_ = std::make_unique<Heartbeat>(settings()->heartbeat_interval, now());
    }
    opened();
    schedule_locked();
  }

  void schedule_locked() {
    Time next = (std::min)({deadline_, heartbeat_ != nullptr ? heartbeat_->next() : never, acknowledge_at_});
    for (const AskPointer& ask : asks_) {
      next = (std::min)(next, ask->deadline);
    }
    schedule_locked(next);
  }

  void schedule_locked(Time time) {
    if (time < due_ && state_ != State::Ended) {
      due_ = time;
      wait_until(time);
    }
  }

  bool may_send_locked(Unwritten& unwritten, std::uint32_t most) {
    if (const SentBytes sent = sent_bytes(); sent.written >= unwritten.bytes) {
      unwritten = {0, sent.accepted + 1};
    }
    return unwritten.packets++ < most;
  }

  /// Records what the peer has told. Returns Opened, unless a text or the token is too long, or this side has left.
  template <class View>
  SessionStep record_locked(const View& message, State next) {
    const bool is_valid = message.version().size() <= max_session_text && message.token().size() <= max_session_token;
    if (!is_valid || state_ != State::Opening) {
      return is_valid ? SessionStep::Done : SessionStep::Invalid;
    }
    peer_.version = message.version();
    peer_.token.assign(message.token().begin(), message.token().end());
    state_ = next;
    return SessionStep::Opened;
  }

  SessionStep receive(const sessions::HelloView& hello) {
    SessionStep step = SessionStep::Done;
    if (const Guard guard = lock(); (step = record_locked(hello, State::Deciding)) != SessionStep::Opened) {
      return step;
    }
    const std::string mismatch = settings()->mismatch_with({hello.to_server(), hello.to_client()}, peer_.version);
    if (mismatch.empty() && settings()->accept != nullptr) {
      ask_user(peer_);
      return SessionStep::Done;
    }
    return decide({mismatch.empty() ? RefusalReason::None : RefusalReason::ProtocolMismatch, mismatch}, {});
  }

  SessionStep receive(const sessions::WelcomeView& welcome) {
    const Guard guard = lock();
    const SessionStep step = record_locked(welcome, State::Open);
    resume_.received = welcome.received();
    if (step == SessionStep::Opened && resume_.attempt == 0) {
      if (may_resume()) {
        take_key(read_key(welcome.key()));
        // At once, which tells the server that this side continues the session.
        acknowledge_at_ = Time();
      }
      open_locked();
    }
    return step;
  }

  SessionStep receive(const sessions::Acknowledge& message) {
    const Guard guard = lock();
    deadline_ = never;
    if (message.received != completed) {
      return acknowledge(message.received) ? SessionStep::Done : SessionStep::Invalid;
    }
    has_peer_completed_ = true;
    take_key(std::nullopt);
    return SessionStep::Done;
  }

  /// Acknowledges the received bytes if that is due, or if many are unacknowledged.
  void acknowledge_locked(Time time) {
    const std::optional<std::uint64_t> received = received_bytes();
    if (!received) {
      acknowledge_at_ = never;
    } else if (acknowledge_at_ <= time ||
               *received - acknowledged_ >= (std::min)(KeptBytes::longest_unacknowledged, settings()->resume_window / 4 + 1)) {
      acknowledged_ = *received;
      acknowledge_at_ = never;
      send_struct(sessions::Acknowledge{acknowledged_}, true);
      acknowledgment_end_ = sent_bytes().accepted;
    }
    schedule_locked(acknowledge_at_);
  }

  SessionStep receive(const sessions::Resume& resume) {
    const bool continues = try_continue(resume);
    const Guard guard = lock();
    if (continues) {
      resume_ = resume;
      state_ = State::Ended;
      return SessionStep::Opened;
    }
    refuse_locked({RefusalReason::SessionLost, "The server does not have the session, or not all that the client lacks."});
    close();
    return SessionStep::Done;
  }

  SessionStep receive(const sessions::RefusalView& refusal) {
    // A newer server may have other reasons.
    const bool is_known = refusal.reason() != RefusalReason::None && refusal.reason() <= RefusalReason::SessionLost;
    return receive_end(peer_.refusal, {is_known ? refusal.reason() : RefusalReason::Refused, {}}, refusal.text());
  }

  SessionStep receive(const sessions::LeaveView& leave) { return receive_end(peer_.leave, {leave.code(), {}}, leave.text()); }

  template <class End>
  SessionStep receive_end(std::optional<End>& end, End received, std::string_view text) {
    if (text.size() > max_session_text) {
      return SessionStep::Invalid;
    }
    received.text = text;
    const Guard guard = lock();
    end = std::move(received);
    state_ = State::Ended;
    return SessionStep::Ended;
  }

  SessionStep receive(const sessions::Ping& ping) {
    const Guard guard = lock();
    if (!may_send_locked(pongs_, max_pongs)) {
      ++peer_.unanswered_pings;
      return SessionStep::Done;
    }
    const auto time = std::chrono::duration_cast<std::chrono::microseconds>(now().time_since_epoch()).count();
    send_struct(sessions::Pong{ping.number, 0, static_cast<std::uint64_t>(time)}, true);
    return SessionStep::Done;
  }

  SessionStep receive(const sessions::Pong& pong) {
    const Guard guard = lock();
    if (heartbeat_ == nullptr || !heartbeat_->try_end_ping(pong.number, pong.time, now())) {
      ++peer_.unexpected_pongs;
    }
    return SessionStep::Done;
  }

  SessionStep receive(const sessions::Ask& ask) {
    prefix_ = {ask.number, std::nullopt};
    return SessionStep::Done;
  }

  SessionStep receive(const sessions::Answer& answer) {
    if (answer.kind > AnswerKind::Unanswered) {
      return SessionStep::Invalid;
    }
    auto status = static_cast<AnswerStatus>(answer.kind);
    prefix_ = {status <= AnswerStatus::More ? answer.number : 0, status};
    if (answer.number != 0 && prefix_.number == 0) {
      if (const AskPointer handler = take_ask(answer.number, status)) {
        handler->end(status, answer.code);
      }
    }
    return SessionStep::Done;
  }

  SessionStep receive_ordinary(const Packet& packet) {
    const auto [number, answer] = std::exchange(prefix_, {});
    return number == 0 ? SessionStep::Pass : answer ? receive_answer(packet, number, *answer) : receive_request(number);
  }

  bool is_taken_locked(std::uint32_t number) const noexcept { return std::find(taken_.begin(), taken_.end(), number) != taken_.end(); }

  /// Fails a request without its handler if too many are unanswered, or if one with the same number is.
  SessionStep receive_request(std::uint32_t number) {
    const Guard guard = lock();
    if (taken_.size() >= settings()->max_requests || is_taken_locked(number)) {
      ++peer_.rejected_requests;
      send_struct(sessions::Answer{number, AnswerKind::Failed, 0, too_many_requests}, false);
      return SessionStep::Done;
    }
    request_ = number;
    return SessionStep::Pass;
  }

  SessionStep receive_answer(const Packet& packet, std::uint32_t number, AnswerStatus status) {
    const AskPointer handler = take_ask(number, status);
    const PacketError error = handler != nullptr ? handler->take(packet, status) : PacketError::None;
    if (error == PacketError::None) {
      return SessionStep::Done;
    }
    {
      // The request must not end twice.
      const Guard guard = lock();
      asks_.erase(std::remove(asks_.begin(), asks_.end(), handler), asks_.end());
    }
    handler->end(AnswerStatus::Invalid, 0);
    return reject(error);
  }

  /// Returns the request of an answer, or counts an unexpected answer. If more answers follow and the request takes them, it waits again. Otherwise,
  /// it is removed, and this is its last answer. The search is linear: requests are few, and most answers come in their order.
  AskPointer take_ask(std::uint32_t number, AnswerStatus& status) {
    const Guard guard = lock();
    const auto found = std::find_if(asks_.begin(), asks_.end(), [number](const AskPointer& ask) { return ask->number == number; });
    if (found == asks_.end()) {
      ++peer_.unexpected_answers;
      return nullptr;
    }
    AskPointer ask = *found;
    if (status == AnswerStatus::More && ask->takes_many) {
      ask->deadline = time_after(settings()->request_timeout);
    } else {
      status = status == AnswerStatus::More ? AnswerStatus::Answered : status;
      asks_.erase(found);
    }
    return ask;
  }

  /// Ends the requests whose deadline is at most `time`.
  void end_asks_locked(Time time, AnswerStatus status) {
    const auto late = std::stable_partition(asks_.begin(), asks_.end(), [time](const AskPointer& ask) { return ask->deadline > time; });
    for (auto ask = late; ask != asks_.end(); ++ask) {
      ask_ended(std::move(*ask), status);
    }
    asks_.erase(late, asks_.end());
  }

  // Changed with the lock held.
  std::atomic<State> state_;
  PacketError error_ = PacketError::None;
  Time deadline_ = never;
  SessionPeer peer_;
  Prefix prefix_;
  // The number of the request whose handler is running.
  std::uint32_t request_ = 0;
  std::uint32_t last_ask_ = 0;
  Unwritten pings_;
  Unwritten pongs_;
  // How many of the received bytes were acknowledged, and when to acknowledge the others: one second after a packet that is not an acknowledgment. If
  // acknowledgments were acknowledged, both sides would never become silent.
  std::uint64_t acknowledged_ = 0;
  std::uint64_t acknowledgment_end_ = 0;
  Time acknowledge_at_ = never;
  bool has_peer_completed_ = false;
  std::unique_ptr<Heartbeat> heartbeat_;
  // The requests of this side.
  std::vector<AskPointer> asks_;
  // The numbers of the peer's requests that are answered later.
  std::vector<std::uint32_t> taken_;
};

}  // namespace codec::detail
