#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../packet_push_decoder.hpp"
#include "connect_attempt.hpp"
#include "poll_connection.hpp"
#include "reconnect_delays.hpp"
#include "session_core.hpp"

namespace codec::detail {

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
    first_.clear();
    cut_at_ = now;
    delays_.end();
    delays_.reset();
  }

  std::size_t take_first(MutableByteSpan room) { return detail::take_first(first_, room); }

  /// Continues to connect, and then to continue. Returns false if the session is lost.
  bool advance(const PollClientOptions& options, const std::string& host, std::uint16_t port, Time now) {
    if (now - *cut_at_ >= session_.settings()->resume_timeout) {
      return false;
    }
    if (!attempt_ && !next_) {
      if (!delays_.current() || delays_.has_passed(now)) {
        attempt_.emplace(host, port, now);
      }
    } else if (attempt_) {
      const SocketResult result = attempt_->advance(host, port, now, options.connect_timeout);
      if (result.status == SocketStatus::Done) {
        next_.emplace(attempt_->socket(), decoder_.format(), ConnectionOptions(), now);
        decoder_.reset();
        began_ = now;
        resume_.received = connection_.received();
        ++resume_.attempt;
        std::byte payload[sizeof(resume_)];
        wire::store_value(payload, resume_);
        next_->add(ConnectionOptions(), PayloadSource{session_.id_of<sessions::Resume>(), ByteSpan(payload, sizeof(payload))}, false);
        attempt_.reset();
      } else if (result.status == SocketStatus::Failed) {
        wait(now);
      }
    } else {
      return receive(now);
    }
    return true;
  }

 private:
  // More than the answer of a server has.
  static constexpr std::size_t handshake_size = 2048;

  bool receive(Time now) {
    next_->flush();
    const SocketResult result = next_->receive(decoder_.prepare(), now);
    if (result.status == SocketStatus::Done) {
      decoder_.commit(result.count);
    }
    Packet packet;
    if (decoder_.take(packet) == Status::Ok) {
      return answered(packet, now);
    }
    if (result.status == SocketStatus::Ended || result.status == SocketStatus::Failed || decoder_.error() != PacketError::None ||
        now - began_ >= session_.settings()->handshake_timeout) {
      wait(now);
    }
    return true;
  }

  bool answered(const Packet& packet, Time now) {
    std::optional<std::uint64_t> received;
    bool is_busy = false;
    if (packet.id == session_.id_of<sessions::Welcome>()) {
      const auto take = [&](const sessions::WelcomeView& welcome) { received = welcome.received(); };
      PayloadReader<Delivered<sessions::Welcome>>::read(packet.payload, take);
    } else if (packet.id == session_.id_of<sessions::Refusal>()) {
      const auto take = [&](const sessions::RefusalView& refusal) { is_busy = may_continue_later(refusal.reason()); };
      PayloadReader<Delivered<sessions::Refusal>>::read(packet.payload, take);
    }
    if (is_busy) {
      wait(now);
      return true;
    }
    if (!received || !connection_.try_resume(*next_, *received)) {
      return false;
    }
    first_.assign(decoder_.buffered().begin(), decoder_.buffered().end());
    next_.reset();
    cut_at_.reset();
    return true;
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
  // What has arrived after the answer of the server.
  std::vector<std::byte> first_;
};

}  // namespace codec::detail
