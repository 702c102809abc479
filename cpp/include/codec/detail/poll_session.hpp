#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "session_core.hpp"

namespace codec::detail {

/// The session of one connection of a poll client, or of none yet.
template <class Client>
class PollSession final : public SessionCore {
 public:
  PollSession(const std::shared_ptr<const SessionSettings>& settings, Client* client) : SessionCore(settings, nullptr), client_(client) {}

  /// Ends the session of a connection that has ended. Nothing is called until call_ended().
  void detach() {
    client_ = nullptr;
    due_ = never;
    end();
  }

  /// Calls the handlers of requests that have ended.
  void call_ended() {
    while (!ended_.empty()) {
      const auto [ask, status] = std::move(ended_.front());
      ended_.pop_front();
      ask->end(status, 0);
    }
  }

  /// Returns whether tick() must be called now.
  bool is_due(Time time) noexcept { return time >= due_ && std::exchange(due_, never) != never; }

 private:
  Time now() const override { return Client::now(); }
  SendStatus send(const AnySource& packet, bool is_own) override { return client_ != nullptr ? client_->add(packet, is_own) : SendStatus::Closed; }
  bool is_idle() const override { return client_->connection_->unsent_bytes() == 0; }
  void opened() override { client_->open(); }
  void take_key(VectorView<std::uint8_t> key) override { client_->take_key(key); }
  bool may_resume() const override { return settings()->resume_timeout != no_timeout; }
  bool acknowledge(std::uint64_t count) override { return client_->acknowledge(count); }
  void close() override {
    if (client_ != nullptr) {
      client_->close();
    }
  }
  void schedule(Time time) override { due_ = (std::min)(due_, time); }
  void end_asks(std::vector<AskPointer> asks, AnswerStatus status) override {
    for (AskPointer& ask : asks) {
      ended_.emplace_back(std::move(ask), status);
    }
  }

  Client* client_;
  Time due_ = never;
  std::deque<std::pair<AskPointer, AnswerStatus>> ended_;
};

}  // namespace codec::detail
