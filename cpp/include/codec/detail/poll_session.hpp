#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

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
    due_ = never;
    end();
  }

  /// Returns whether tick() must be called now.
  bool is_due(Time time) noexcept { return time >= due_ && std::exchange(due_, never) != never; }

 private:
  Time now() const override { return Client::now(); }
  SendStatus send(const AnySource& packet, bool is_own) override { return client_ != nullptr ? client_->add(packet, is_own) : SendStatus::Closed; }
  SentBytes sent_bytes() const override { return client_->connection_->sent_bytes(); }
  void opened() override { client_->open(); }
  void take_key(const std::optional<ResumeKey>& key) override { client_->take_key(key); }
  std::optional<std::uint64_t> received_bytes() const override {
    return client_ != nullptr && client_->resume_ ? std::optional(client_->connection_->received()) : std::nullopt;
  }
  bool acknowledge(std::uint64_t count) override { return client_->acknowledge(count); }
  void close() override {
    if (client_ != nullptr) {
      client_->close();
    }
  }
  void schedule(Time time) override { due_ = (std::min)(due_, time); }

  Client* client_;
  Time due_ = never;
};

}  // namespace codec::detail
