#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "../connection_options.hpp"

namespace codec::detail {

/// Limits the number of packets or bytes that a peer may send in a second. An unused part of the limit is kept.
class ReceiveRate {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// Creates a limit, which a peer may use at once at the start.
  ReceiveRate(std::uint64_t per_second, Time start) noexcept : per_second_(static_cast<double>(per_second)), last_(start) {}

  /// Reduces the unused part of the limit to that of a second. Called when everything that the peer has sent was counted.
  void keep_one_second(Time now) noexcept {
    used_ = (std::max)(used_at(now), 0.0);
    last_ = now;
  }

  /// Counts received packets or bytes. Returns false if the limit was exceeded, also by this number alone.
  bool try_take(std::uint64_t count, Time now) noexcept {
    const double used = used_at(now) + static_cast<double>(count);
    if (used > per_second_ || static_cast<double>(count) > per_second_) {
      return false;
    }
    used_ = used;
    last_ = now;
    return true;
  }

 private:
  double used_at(Time now) const noexcept { return used_ - (std::max)(std::chrono::duration<double>(now - last_).count(), 0.0) * per_second_; }

  double per_second_;
  // The part of the limit that was in use at `last_`, negative if more than the limit was unused.
  double used_ = 0;
  Time last_;
};

/// The largest rates at which a peer may send.
class ReceiveRates {
 public:
  using Time = ReceiveRate::Time;

  ReceiveRates(const ConnectionOptions& options, Time start) noexcept
      : packets_(options.max_received_packets_per_second, start), bytes_(options.max_received_bytes_per_second, start) {}

  /// Records that a receive had to wait until `now`, so that everything that had arrived before was counted. Until then, packets can be from a time
  /// in which the application did not receive, such as during a long handler.
  void waited(Time now) noexcept {
    packets_.keep_one_second(now);
    bytes_.keep_one_second(now);
  }

  /// Counts a packet of `size` bytes. Returns false if the peer sends too much.
  bool try_take(std::size_t size, Time now) noexcept { return packets_.try_take(1, now) && bytes_.try_take(size, now); }

 private:
  ReceiveRate packets_;
  ReceiveRate bytes_;
};

}  // namespace codec::detail
