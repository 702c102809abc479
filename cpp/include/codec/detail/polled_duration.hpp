#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

#include "../connection_options.hpp"

namespace codec::detail {

/// Measures how long a condition has held, for code that checks it from time to time.
///
/// The time runs from the first check that found the condition true, so the measured time is never too long. After the process was stopped, a check
/// can run before the bytes that arrived meanwhile are read. So the timeout is reached only at a later check, after the reading code could run.
class PolledDuration {
 public:
  using Duration = std::chrono::steady_clock::duration;
  using Time = std::chrono::steady_clock::time_point;

  /// Returns how long the condition must still hold after a check found that the timeout has passed.
  static Duration confirmation(Duration timeout) noexcept { return (std::min)(timeout / 4, Duration(std::chrono::seconds(1))); }

  /// Records a check at `now`. `is_true` is whether the condition holds now. If `progress` differs from that of the last check, the condition is
  /// known to have been false since then. Returns whether the condition has held for `timeout` at an earlier check, and since then for the
  /// confirmation.
  bool has_reached(Time now, bool is_true, std::uint64_t progress, Duration timeout) noexcept {
    const bool has_restarted = std::exchange(progress_, progress) != progress;
    if (!was_true_ || has_restarted) {
      since_ = now;
    }
    const bool was_overdue = is_overdue_;
    was_true_ = is_true;
    is_overdue_ = is_true && timeout != no_timeout && now - since_ >= timeout;
    if (!was_overdue) {
      overdue_since_ = now;
    }
    return is_overdue_ && now - overdue_since_ >= confirmation(timeout);
  }

  /// Returns whether the last check found that the timeout has passed.
  bool is_overdue() const noexcept { return is_overdue_; }

 private:
  Time since_{};
  Time overdue_since_{};
  std::uint64_t progress_ = 0;
  bool was_true_ = false;
  bool is_overdue_ = false;
};

}  // namespace codec::detail
