#pragma once

#include <deque>

#include "../packet_dispatcher.hpp"
#include "reconnect_delays.hpp"
#include "session_core.hpp"

namespace codec::detail {

/// The session of one connection of a poll client, or of none yet.
template <class Client>
class PollSession final : public SessionCore {
 public:
  using SessionCore::due_;
  using SessionCore::resume_;

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
  void close() override { client_ != nullptr ? client_->close() : void(); }
  void ask_ended(AskPointer ask, AnswerStatus status) override { ended_.emplace_back(std::move(ask), status); }

  Client* client_;
  std::deque<std::pair<AskPointer, AnswerStatus>> ended_;
};

/// How a poll client continues its session after a cut: another client connects, shows the key, and gives its connection.
template <class Client>
class PollResume {
 public:
  explicit PollResume(const ResumeKey& key) {
    message_.low = key[0];
    message_.high = key[1];
  }

  bool is_cut() const noexcept { return next_ != nullptr; }

  void cut(const Client& client) {
    PollClientOptions options = resume_delays();
    options.connect_timeout = client.options_.connect_timeout;
    options.session = client.options_.session;
    next_ = std::make_unique<Client>(client.host_, client.port_, options, client.decoder_.format());
    next_->continued_ = this;
    next_->connect();
    cut_at_ = Client::now();
    message_.received = client.connection_->received();
  }

  /// Returns what the next connection sends first.
  sessions::Resume begin_attempt() noexcept {
    ++message_.attempt;
    return message_;
  }

  /// Continues to connect, and then to continue. Returns false if the session is lost.
  bool advance(Client& client) {
    const PacketRoutes<PollResume> no_routes;
    PacketDispatcher<PollResume> dispatcher(no_routes, *this, PacketDirections::ToClient);
    next_->poll(dispatcher);
    if (!next_->events_.is_connected_due) {
      return next_->state() != PacketClientState::Closed && Client::now() - cut_at_ < client.options_.session->resume_timeout;
    }
    const std::uint64_t received = next_->session_->resume_.received;
    const bool continues = client.connection_->try_resume(*next_->connection_, received, next_->decoder_.buffered());
    next_->connection_.reset();
    next_.reset();
    return continues;
  }

 private:
  sessions::Resume message_{};
  // Null unless the connection was cut.
  std::unique_ptr<Client> next_;
  std::chrono::steady_clock::time_point cut_at_{};
};

}  // namespace codec::detail
