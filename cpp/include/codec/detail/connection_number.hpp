#pragma once

#include <atomic>
#include <cstdint>

namespace codec::detail {

/// Returns a number, from 1, that no other connection of the process has. Thread-safe.
inline std::uint64_t next_connection_number() noexcept {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace codec::detail
