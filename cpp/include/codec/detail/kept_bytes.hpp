#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "../span.hpp"
#include "../vector_view.hpp"
#include "../wire.hpp"

namespace codec::detail {

/// The two halves of the key of a session that can be continued.
using ResumeKey = std::array<std::uint64_t, 2>;

/// Returns nothing if the key is none.
inline std::optional<ResumeKey> read_key(VectorView<std::uint8_t> key) {
  return key.size() == sizeof(ResumeKey) ? std::optional(wire::load_value<ResumeKey>(key.bytes().data())) : std::nullopt;
}

/// Moves the first bytes that followed a handshake to `room`. Returns their number.
inline std::size_t take_first(std::vector<std::byte>& bytes, MutableByteSpan room) {
  const std::size_t count = (std::min)(room.size(), bytes.size());
  std::copy_n(bytes.begin(), count, room.data());
  bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
  return count;
}

/// The last bytes that a side of a session has passed to the system, until the peer has acknowledged them. Offsets count from the begin of the
/// session.
class KeptBytes {
 public:
  // An acknowledgment has 12 bytes, which is below a thousandth of these.
  static constexpr std::size_t longest_unacknowledged = 32 * 1024;

  explicit KeptBytes(std::size_t window) : window_(window) {}

  /// Keeps bytes that were sent. If there are too many, forgets the oldest. A peer that lacks them cannot continue.
  void add(ByteSpan bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    end_ += bytes.size();
    forget(size() > window_ ? size() - window_ : 0);
  }

  /// Forgets what the peer has received. A lower count than before changes nothing. Returns whether so many bytes were sent.
  bool acknowledge(std::uint64_t count) {
    // Not std::uint64_t, because the cast below would be a warning if that is std::size_t.
    const unsigned long long lacking = count < end_ ? end_ - count : 0;
    forget(lacking < size() ? size() - static_cast<std::size_t>(lacking) : 0);
    return count <= end_;
  }

  /// Returns whether a peer that has received `count` bytes lacks only bytes that are kept.
  bool can_continue(std::uint64_t count) const noexcept { return count <= end_ && count >= end_ - size(); }

  /// Returns the last `count` bytes.
  ByteSpan last(std::size_t count) const noexcept { return {bytes_.data() + bytes_.size() - count, count}; }

  std::uint64_t end() const noexcept { return end_; }
  std::size_t size() const noexcept { return bytes_.size() - first_; }

 private:
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
