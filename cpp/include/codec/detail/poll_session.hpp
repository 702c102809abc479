#pragma once

#include <deque>

#include "../packet_push_decoder.hpp"
#include "connect_attempt.hpp"
#include "poll_connection.hpp"
#include "reconnect_delays.hpp"
#include "session_core.hpp"

namespace codec::detail {

/// The session of one connection of a poll client, or of none yet.
template <class Client>
class PollSession final : public SessionCore {
 public:
  PollSession(const std::shared_ptr<const SessionSettings>& settings, Client* client) : SessionCore(settings, nullptr), client_(client) {}

  /// Ends the session of a connection that has ended. No function of the user is called until call_ended().
  void detach() {
    client_ = nullptr;
    end();
  }

  /// Calls the handlers of requests that have ended without an answer.
  void call_ended() {
    while (!ended_.empty()) {
      const auto [ask, status] = std::move(ended_.front());
      ended_.pop_front();
      ask->end(status, 0);
    }
  }

 private:
  Time now() const override { return Client::now(); }
  SendStatus send(const AnySource& packet, bool is_own) override { return client_ != nullptr ? client_->add(packet, is_own) : SendStatus::Closed; }
  SentBytes sent_bytes() const override { return client_->connection_->sent_bytes(); }
  void opened() override { client_->open(); }
  void take_key(const std::optional<ResumeKey>& key) override { client_->take_key(key); }
  std::optional<std::uint64_t> received_bytes() const override {
    return client_ != nullptr && client_->resume_ ? std::optional(client_->connection_->received()) : std::nullopt;
  }
  bool acknowledge(std::uint64_t count) override { return client_->connection_->acknowledge(count); }
  void close() override {
    if (client_ != nullptr) {
      client_->close();
    }
  }
  void ask_ended(AskPointer ask, AnswerStatus status) override { ended_.emplace_back(std::move(ask), status); }

  Client* client_;
  std::deque<std::pair<AskPointer, AnswerStatus>> ended_;
};

/// How a poll client continues its session after a cut: it connects again, shows the key, and gets what it lacks.
template <class Socket>
class PollResume {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Connection = PollConnection<Socket>;

  PollResume(const ResumeKey& key, const SessionCore& session, Connection& connection, const PacketFormat& format)
      : session_(session), connection_(connection), delays_(connection.number()), decoder_(format, handshake_size) {
    resume_.low = key[0];
    resume_.high = key[1];
  }

  bool is_cut() const noexcept { return cut_at_.has_value(); }

  void cut(Time now) {
    cut_at_ = now;
    delays_.end();
    delays_.reset();
  }

  /// Continues to connect, and then to continue. Returns false if the session is lost.
  bool advance(const PollClientOptions& options, const std::string& host, std::uint16_t port, Time now) {
    if (now - *cut_at_ >= session_.settings()->resume_timeout) {
      return false;
    }
    if (next_) {
      return receive(now);
    }
    if (!attempt_ && (!delays_.current() || delays_.has_passed(now))) {
      attempt_.emplace(host, port, now);
    }
    const SocketResult result = attempt_ ? attempt_->advance(host, port, now, options.connect_timeout) : SocketResult();
    if (result.status == SocketStatus::Done) {
      next_.emplace(attempt_->socket(), decoder_.format(), ConnectionOptions(), now);
      attempt_.reset();
      decoder_.reset();
      began_ = now;
      resume_.received = connection_.received();
      ++resume_.attempt;
      std::byte payload[sizeof(resume_)];
      wire::store_value(payload, resume_);
      next_->add(ConnectionOptions(), PayloadSource{session_.id_of<sessions::Resume>(), ByteSpan(payload, sizeof(payload))}, false);
    } else if (result.status == SocketStatus::Failed) {
      wait(now);
    }
    return true;
  }

 private:
  // More than the answer of a server has.
  static constexpr std::size_t handshake_size = 2048;

  bool receive(Time now) {
    next_->flush();
    const SocketResult result = next_->receive(decoder_.prepare(), now);
    decoder_.commit(result.count);
    Packet packet;
    const bool is_answered = decoder_.take(packet) == Status::Ok;
    const bool has_failed = result.status == SocketStatus::Ended || result.status == SocketStatus::Failed || decoder_.error() != PacketError::None ||
                            now - began_ >= session_.settings()->handshake_timeout;
    if (is_answered ? may_continue_later(view_of<sessions::Refusal>(packet).reason()) : has_failed) {
      wait(now);
    } else if (is_answered) {
      const auto welcome = view_of<sessions::Welcome>(packet);
      if (!welcome || !connection_.try_resume(*next_, welcome.received(), decoder_.buffered())) {
        return false;
      }
      next_.reset();
      cut_at_.reset();
    }
    return true;
  }

  /// Returns a view without a table if the packet is another one, or invalid.
  template <class T>
  View<T> view_of(const Packet& packet) const noexcept {
    return packet.id == session_.id_of<T>() ? verified_view<T>(packet.payload) : View<T>();
  }

  /// Waits before the next attempt.
  void wait(Time now) {
    attempt_.reset();
    next_.reset();
    delays_.try_begin(resume_delays(), now);
  }

  const SessionCore& session_;
  Connection& connection_;
  sessions::Resume resume_{};
  std::optional<Time> cut_at_;
  Time began_{};
  ReconnectDelays delays_;
  std::optional<ConnectAttempt<Socket>> attempt_;
  std::optional<Connection> next_;
  PacketPushDecoder decoder_;
};

}  // namespace codec::detail
