#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <utility>

namespace codec::detail {

/// The pings of a session, and what the answers to the last 16 tell. Not thread-safe.
class Heartbeat {
 public:
  using Duration = std::chrono::steady_clock::duration;
  using Time = std::chrono::steady_clock::time_point;

  Heartbeat(Duration interval, Time now) noexcept : interval_(interval), next_(now) {}

  /// Returns the time of the next ping.
  Time next() const noexcept { return next_; }

  /// Returns whether a ping must be sent now, and begins the interval before the next one.
  bool is_due(Time now) noexcept {
    const bool has_passed = now >= next_;
    next_ = has_passed ? now + interval_ : next_;
    return has_passed;
  }

  /// Returns the number of a ping that is sent now.
  std::uint32_t begin_ping(Time now) noexcept {
    ++number_;
    last_[number_ % last_.size()] = Ping{number_, true, now};
    return number_;
  }

  /// Records an answer. `peer_time` is in microseconds of the peer's clock. Returns false if no ping with the number waits.
  bool try_end_ping(std::uint32_t number, std::uint64_t peer_time, Time now) noexcept {
    Ping& ping = last_[number % last_.size()];
    if (ping.number != number || !std::exchange(ping.waits, false)) {
      return false;
    }
    ping.round_trip = now - ping.sent;
    // RFC 6298.
    smoothed_ = smoothed_ == Duration::zero() ? ping.round_trip : smoothed_ + (ping.round_trip - smoothed_) / 8;
    const auto middle = std::chrono::duration_cast<std::chrono::microseconds>((ping.sent + ping.round_trip / 2).time_since_epoch()).count();
    ping.clock_offset = static_cast<std::int64_t>(peer_time - static_cast<std::uint64_t>(middle));
    return true;
  }

  Duration smoothed() const noexcept { return smoothed_; }
  Duration least() const noexcept { return least_ping().round_trip == none ? Duration::zero() : least_ping().round_trip; }
  std::chrono::microseconds clock_offset() const noexcept { return std::chrono::microseconds(least_ping().clock_offset); }

 private:
  static constexpr Duration none = (Duration::max)();

  struct Ping {
    std::uint32_t number = 0;
    bool waits = false;
    Time sent{};
    Duration round_trip = none;
    // In microseconds.
    std::int64_t clock_offset = 0;
  };

  const Ping& least_ping() const noexcept {
    return *std::min_element(last_.begin(), last_.end(), [](const Ping& a, const Ping& b) { return a.round_trip < b.round_trip; });
  }

  const Duration interval_;
  Time next_;
  std::uint32_t number_ = 0;
  Duration smoothed_{};
  std::array<Ping, 16> last_{};
};

}  // namespace codec::detail
