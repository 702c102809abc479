#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "../connection_options.hpp"

namespace codec::detail {

/// Limits how many packets and bytes a peer may send in a second. An unused part of a limit is kept.
class ReceiveRates {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// Creates limits, which a peer may use at once at the start.
  ReceiveRates(const ConnectionOptions& options, Time start) noexcept
      : packets_{static_cast<double>(options.max_received_packets_per_second)},
        bytes_{static_cast<double>(options.max_received_bytes_per_second)},
        last_(start) {}

  /// Records that a receive had to wait until `now`, so every packet that had arrived was counted. Limits the unused allowance to that of a second.
  /// Before this call, packets can be from a time when the application did not receive, such as during a long handler.
  void waited(Time now) noexcept {
    advance(now);
    packets_.used = (std::max)(packets_.used, 0.0);
    bytes_.used = (std::max)(bytes_.used, 0.0);
  }

  /// Counts a packet of `size` bytes. Returns false if the peer sends too much, or if this packet alone exceeds a limit.
  bool try_take(std::size_t size, Time now) noexcept {
    advance(now);
    return packets_.try_take(1) && bytes_.try_take(static_cast<double>(size));
  }

 private:
  struct Rate {
    bool try_take(double count) noexcept {
      used += count;
      return used <= per_second && count <= per_second;
    }

    double per_second;
    // The used part of a second's limit; negative if more than that is unused.
    double used = 0;
  };

  void advance(Time now) noexcept {
    const double seconds = (std::max)(std::chrono::duration<double>(now - last_).count(), 0.0);
    packets_.used -= seconds * packets_.per_second;
    bytes_.used -= seconds * bytes_.per_second;
    last_ = now;
  }

  Rate packets_;
  Rate bytes_;
  Time last_;
};

}  // namespace codec::detail
