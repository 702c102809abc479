#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

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

  /// What became of the attempts: none has succeeded yet, one has, or the session is lost.
  enum class Result : std::uint8_t { Waiting, Continued, Lost };

  PollResume(const ResumeKey& key, const PacketFormat& format, std::uint64_t seed) : delays_(seed), decoder_(format, handshake_size) {
    resume_.low = key[0];
    resume_.high = key[1];
  }

  bool is_cut() const noexcept { return cut_at_.has_value(); }

  void cut(Time now) {
    cut_at_ = now;
    delays_.end();
    delays_.reset();
  }

  /// Returns the number to acknowledge if much was received, or if a second has passed and `packets` has changed: the bytes of all packets that were
  /// taken, except for acknowledgments.
  std::optional<std::uint64_t> acknowledgment(std::uint64_t received, std::uint64_t packets, Time now) {
    const bool is_due = packets != packets_ && now >= acknowledge_at_;
    if (!is_due && received - acknowledged_ < KeptBytes::longest_unacknowledged) {
      return std::nullopt;
    }
    packets_ = packets;
    acknowledge_at_ = now + std::chrono::seconds(1);
    return acknowledged_ = received;
  }

  /// Moves what followed the answer of the server. Returns the number of bytes.
  std::size_t take_first(MutableByteSpan room) noexcept {
    const std::size_t count = is_cut() ? 0 : (std::min)(room.size(), decoder_.buffered_bytes() - taken_);
    if (count > 0) {
      std::memcpy(room.data(), decoder_.buffered().data() + taken_, count);
    }
    taken_ += count;
    return count;
  }

  /// Continues to connect, and then to continue.
  template <class Options>
  Result advance(const Options& options, const std::string& host, std::uint16_t port, Connection& connection, Time now) {
    if (now - *cut_at_ >= options.session->resume_timeout) {
      return Result::Lost;
    }
    if (!attempt_ && !next_) {
      if (!delays_.current() || delays_.has_passed(now)) {
        attempt_.emplace(host, port, now);
      }
      return Result::Waiting;
    }
    if (attempt_) {
      const SocketResult result = attempt_->advance(host, port, now, options.connect_timeout);
      if (result.status == SocketStatus::Done) {
        next_.emplace(attempt_->socket(), decoder_.format(), ConnectionOptions(), now);
        decoder_.reset();
        taken_ = 0;
        began_ = now;
        resume_.received = connection.received();
        ++resume_.attempt;
        std::byte payload[sizeof(resume_)];
        wire::store_value(payload, resume_);
        next_->add(ConnectionOptions(), PayloadSource{id_of<sessions::Resume>(options), ByteSpan(payload, sizeof(payload))}, false);
        attempt_.reset();
      } else if (result.status == SocketStatus::Failed) {
        wait(now);
      }
      return Result::Waiting;
    }
    return receive(options, connection, now);
  }

 private:
  // More than the answer of a server has.
  static constexpr std::size_t handshake_size = 2048;

  template <class T, class Options>
  static std::uint32_t id_of(const Options& options) {
    return options.session->first_id + (PacketTraits<T>::id - PacketTraits<sessions::Hello>::id);
  }

  template <class Options>
  Result receive(const Options& options, Connection& connection, Time now) {
    next_->flush();
    const SocketResult result = next_->receive(decoder_.prepare(), now);
    if (result.status == SocketStatus::Done) {
      decoder_.commit(result.count);
    }
    Packet packet;
    if (decoder_.take(packet) == Status::Ok) {
      return answered(options, packet, connection, now);
    }
    if (result.status == SocketStatus::Ended || result.status == SocketStatus::Failed || decoder_.error() != PacketError::None ||
        now - began_ >= options.session->handshake_timeout) {
      wait(now);
    }
    return Result::Waiting;
  }

  template <class Options>
  Result answered(const Options& options, const Packet& packet, Connection& connection, Time now) {
    std::optional<std::uint64_t> received;
    bool is_busy = false;
    if (packet.id == id_of<sessions::Welcome>(options)) {
      const auto take = [&](const sessions::WelcomeView& welcome) { received = welcome.received(); };
      PayloadReader<Delivered<sessions::Welcome>>::read(packet.payload, take);
    } else if (packet.id == id_of<sessions::Refusal>(options)) {
      const auto take = [&](const sessions::RefusalView& refusal) { is_busy = may_continue_later(refusal.reason()); };
      PayloadReader<Delivered<sessions::Refusal>>::read(packet.payload, take);
    }
    if (is_busy) {
      wait(now);
      return Result::Waiting;
    }
    if (!received || !connection.try_resume(*next_, *received)) {
      return Result::Lost;
    }
    next_.reset();
    cut_at_.reset();
    return Result::Continued;
  }

  /// Waits before the next attempt.
  void wait(Time now) {
    attempt_.reset();
    next_.reset();
    delays_.try_begin(resume_delays(), now);
  }

  sessions::Resume resume_{};
  std::optional<Time> cut_at_;
  Time began_{};
  Time acknowledge_at_{};
  ReconnectDelays delays_;
  std::uint64_t acknowledged_ = 0;
  std::uint64_t packets_ = 0;
  std::optional<ConnectAttempt<Socket>> attempt_;
  std::optional<Connection> next_;
  PacketPushDecoder decoder_;
  std::size_t taken_ = 0;
};

}  // namespace codec::detail
