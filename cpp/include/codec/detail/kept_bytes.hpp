#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../span.hpp"

namespace codec::detail {

/// The last bytes that a side of a session has passed to the system, until the peer has acknowledged them. Offsets count from the begin of the
/// session.
class KeptBytes {
 public:
  explicit KeptBytes(std::size_t window) : window_(window) {}

  /// Keeps bytes that were sent. If there are too many, forgets the oldest. A peer that lacks them cannot continue.
  void add(ByteSpan bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    end_ += bytes.size();
    if (size() > window_) {
      forget(size() - window_);
    }
  }

  /// Forgets what the peer has received. A lower count than before changes nothing. Returns false if fewer bytes were sent.
  bool acknowledge(std::uint64_t count) {
    if (count > end_) {
      return false;
    }
    // Not std::uint64_t, because the cast below would be a warning if that is std::size_t.
    const unsigned long long lacking = end_ - count;
    forget(lacking < size() ? size() - static_cast<std::size_t>(lacking) : 0);
    return true;
  }

  /// Returns whether a peer that has received `count` bytes lacks only bytes that are kept.
  bool can_continue(std::uint64_t count) const noexcept { return count <= end_ && count >= end_ - size(); }

  /// Returns the last `count` bytes.
  ByteSpan last(std::size_t count) const noexcept { return {bytes_.data() + bytes_.size() - count, count}; }

  std::uint64_t end() const noexcept { return end_; }

 private:
  std::size_t size() const noexcept { return bytes_.size() - first_; }

  void forget(std::size_t count) {
    first_ += count;
    // Each byte is moved at most once on average.
    if (first_ > bytes_.size() / 2) {
      bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(first_));
      first_ = 0;
    }
  }

  std::size_t window_;
  std::vector<std::byte> bytes_;
  std::size_t first_ = 0;
  std::uint64_t end_ = 0;
};

}  // namespace codec::detail
