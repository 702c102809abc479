// Makes the clock of a process jump by up to twelve hours, forwards or backwards, ten times per second. LD_PRELOAD loads this library. Monotonic
// clocks, such as std::chrono::steady_clock, are not changed.

#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>

namespace {

constexpr std::int64_t longest_step = 12 * 3600;

// The step is derived from the monotonic time, so that it needs no state.
std::int64_t step() {
  timespec now{};
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  std::uint64_t tenth = static_cast<std::uint64_t>(now.tv_sec) * 10 + static_cast<std::uint64_t>(now.tv_nsec / 100000000);
  tenth = (tenth ^ (tenth >> 7)) * 0x9E3779B97F4A7C15u;
  return static_cast<std::int64_t>((tenth >> 20) % (2 * longest_step)) - longest_step;
}

}  // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  const auto result = syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    time->tv_sec += step();
  }
  return static_cast<int>(result);
}

extern "C" int gettimeofday(timeval* time, void*) noexcept {
  timespec now{};
  const int result = clock_gettime(CLOCK_REALTIME, &now);
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return result;
}

extern "C" time_t time(time_t* seconds) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  if (seconds != nullptr) {
    *seconds = now.tv_sec;
  }
  return now.tv_sec;
}
