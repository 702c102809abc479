#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "../poll_client_options.hpp"

namespace codec::detail {

/// Returns the settings of the attempts to continue a session. The first follows the cut at once.
inline PollClientOptions resume_delays() {
  PollClientOptions options;
  options.reconnect_attempts = (std::numeric_limits<unsigned>::max)();
  options.reconnect_delay = std::chrono::milliseconds(50);
  options.max_reconnect_delay = std::chrono::seconds(2);
  return options;
}

/// Chooses how long a client waits before each attempt to connect again. Not thread-safe.
class ReconnectDelays {
 public:
  using Duration = ConnectionOptions::Duration;
  using Time = std::chrono::steady_clock::time_point;

  /// The seed should differ between the clients of a server.
  explicit ReconnectDelays(std::uint64_t seed) noexcept : seed_(seed) {}

  /// Returns the delay before the next attempt, if there is one.
  std::optional<Duration> current() const noexcept { return current_; }

  bool has_passed(Time now) const noexcept { return current_ && now - since_ >= *current_; }

  /// Starts the count of attempts again.
  void reset() noexcept { attempts_ = 0; }

  void end() noexcept { current_.reset(); }

  /// Begins the next delay. Returns false after the last one.
  bool try_begin(const PollClientOptions& options, Time now) noexcept {
    current_.reset();
    if (attempts_ < options.reconnect_attempts) {
      // The exponent is limited, so that the power stays finite. 2 to the power of 40 milliseconds are 34 years, more than every useful maximum.
      const double doubled = std::ldexp(static_cast<double>(options.reconnect_delay.count()), static_cast<int>((std::min)(attempts_, 40u)));
      const double longest = (std::min)(doubled, static_cast<double>(options.max_reconnect_delay.count()));
      current_ = Duration(static_cast<Duration::rep>(longest * (0.5 + 0.5 * random())));
      since_ = now;
      ++attempts_;
    }
    return current_.has_value();
  }

 private:
  /// Returns a number from 0 to 1: Knuth's generator, because the distributions of <random> differ between standard libraries.
  double random() noexcept {
    seed_ = seed_ * 6364136223846793005u + 1442695040888963407u;
    return std::ldexp(static_cast<double>(seed_), -64);
  }

  std::uint64_t seed_;
  unsigned attempts_ = 0;
  std::optional<Duration> current_;
  Time since_{};
};

}  // namespace codec::detail
