#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace codec::detail {

/// The pings of a session, and what their answers tell. One ping waits at a time: if it gets no answer, further ones would wait after it.
/// Not thread-safe.
class Heartbeat {
 public:
  using Duration = std::chrono::steady_clock::duration;
  using Time = std::chrono::steady_clock::time_point;

  Heartbeat(Duration interval, Time now) noexcept : interval_(interval), next_(now) {}

  /// Returns the time of the next ping.
  Time next() const noexcept { return next_; }

  /// Returns whether to send a ping with the number number().
  bool try_begin_ping(Time now) noexcept {
    if (now < next_) {
      return false;
    }
    next_ = now + interval_;
    if (waits_) {
      return false;
    }
    ++number_;
    sent_ = now;
    return waits_ = true;
  }

  std::uint32_t number() const noexcept { return number_; }

  /// Records an answer. `peer_time` is in microseconds of the peer's clock. Returns false if no ping with the number waits.
  bool try_end_ping(std::uint32_t number, std::uint64_t peer_time, Time now) noexcept {
    if (!waits_ || number != number_) {
      return false;
    }
    waits_ = false;
    const Duration sample = now - sent_;
    // RFC 6298.
    smoothed_ = samples_ == 0 ? sample : smoothed_ + (sample - smoothed_) / 8;
    const auto middle = std::chrono::duration_cast<std::chrono::microseconds>((sent_ + sample / 2).time_since_epoch()).count();
    last_[samples_++ % last_.size()] = {sample, static_cast<std::int64_t>(peer_time - static_cast<std::uint64_t>(middle))};
    return true;
  }

  Duration smoothed() const noexcept { return smoothed_; }
  Duration least() const noexcept { return least_sample().round_trip; }
  std::chrono::microseconds clock_offset() const noexcept { return std::chrono::microseconds(least_sample().clock_offset); }

 private:
  struct Sample {
    Duration round_trip = (Duration::max)();
    // In microseconds.
    std::int64_t clock_offset = 0;
  };

  Sample least_sample() const noexcept {
    const auto is_less = [](const Sample& a, const Sample& b) { return a.round_trip < b.round_trip; };
    return samples_ == 0 ? Sample{Duration::zero(), 0} : *std::min_element(last_.begin(), last_.end(), is_less);
  }

  const Duration interval_;
  Time next_;
  Time sent_{};
  std::uint32_t number_ = 0;
  bool waits_ = false;
  Duration smoothed_{};
  std::size_t samples_ = 0;
  std::array<Sample, 16> last_{};
};

}  // namespace codec::detail
