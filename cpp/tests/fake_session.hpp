#pragma once

#include <codec/session.hpp>
#include <mutex>

#include "game_messages.hpp"
#include "streams.hpp"
#include "testing.hpp"

// As `codec gen cpp` generates it for an attribute of the schema.
template <>
struct codec::AnswerOf<Game::Login> {
  using type = Game::Chat;
};

/// A session whose connection is a list of packets, and whose clock is a variable.
class FakeSession final : public codec::detail::SessionCore {
 public:
  using SessionCore::never;

  explicit FakeSession(const codec::SessionSettings& settings) : SessionCore(std::make_shared<const codec::SessionSettings>(settings), &mutex_) {}

  /// Takes what the peer has sent. Calls the handler for each packet that a receiver gets.
  void receive_all(FakeSession& peer, const std::function<void()>& handler = nullptr) {
    for (const streams::OwnedPacket& packet : std::exchange(peer.sent, {})) {
      if (step(packet) == codec::detail::SessionStep::Pass) {
        ++passed;
        if (handler) {
          handler();
        }
      }
    }
  }

  codec::detail::SessionStep step(const streams::OwnedPacket& packet) {
    const codec::detail::SessionStep step = receive({packet.id, packet.payload, {}});
    call_ended();
    return step;
  }

  /// Sends a packet as the user does.
  template <class T>
  void send_ordinary(const T& message) {
    const codec::detail::MessageSource source{message};
    const Guard guard = lock();
    EXPECT_EQ(send(codec::detail::AnySource(source), false), codec::SendStatus::Accepted);
  }

  void close_all() {
    end();
    call_ended();
  }

  void call_ended() {
    for (const auto& [ask, status] : std::exchange(ended_, {})) {
      ask->end(status, 0);
    }
  }

  template <class Source>
  static std::optional<streams::OwnedPacket> encode(const Source& packet) {
    const auto shared = codec::detail::SharedPacket::encode(packet, {});
    const std::vector<streams::OwnedPacket> packets = streams::reference(shared.bytes, {}).packets;
    return packets.empty() ? std::nullopt : std::optional(packets[0]);
  }

  std::vector<streams::OwnedPacket> sent;
  std::chrono::steady_clock::time_point time{std::chrono::hours(1)};
  Time& due = due_;
  codec::detail::SentBytes bytes{0, 0};
  // How many packets with limits the connection still accepts.
  int room = 1'000'000'000;
  int opens = 0;
  int passed = 0;
  bool is_closing = false;
  // For sessions that can be continued: the received bytes, and those that the peer has acknowledged.
  std::optional<std::uint64_t> received;
  std::uint64_t acknowledged = 0;

 private:
  Time now() const override { return time; }

  codec::SendStatus send(const codec::detail::AnySource& packet, bool is_own) override {
    EXPECT_FALSE(mutex_.try_lock());
    if (is_closing) {
      return codec::SendStatus::Closed;
    }
    std::optional<streams::OwnedPacket> encoded = encode(packet);
    if (!encoded) {
      return codec::SendStatus::Invalid;
    }
    if (!is_own && --room < 0) {
      return codec::SendStatus::Dropped;
    }
    bytes.accepted += encoded->payload.size();
    sent.push_back(std::move(*encoded));
    return codec::SendStatus::Accepted;
  }

  codec::detail::SentBytes sent_bytes() const override { return bytes; }
  void opened() override { ++opens; }
  void ask_ended(codec::detail::AskPointer ask, codec::AnswerStatus status) override { ended_.emplace_back(std::move(ask), status); }
  void close() override { is_closing = true; }
  std::optional<std::uint64_t> received_bytes() const override { return received; }
  bool acknowledge(std::uint64_t count) override {
    acknowledged = count;
    return true;
  }
  void ask_user(const codec::SessionPeer& client) override {
    EXPECT_TRUE(mutex_.try_lock()) << "No function of the user is called with the lock held.";
    mutex_.unlock();
    const auto decider = [this](const codec::SessionRefusal& refusal, const std::vector<std::uint8_t>& token) { decide(refusal, token); };
    settings()->accept(codec::SessionHello(client, "192.0.2.1:5", decider));
  }

  std::mutex mutex_;
  std::vector<std::pair<codec::detail::AskPointer, codec::AnswerStatus>> ended_;
};
