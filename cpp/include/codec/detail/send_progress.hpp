#pragma once

#include <cstddef>
#include <cstdint>

#include "../connection_options.hpp"

namespace codec::detail {

/// Counts what a connection has accepted and written, and applies its limit of unsent bytes. Not thread-safe.
class SendProgress {
 public:
  /// Returns what becomes of a packet of `size` bytes. A packet that is larger than the limit is accepted if nothing waits.
  SendStatus status_of(std::size_t size, const ConnectionOptions& options) const noexcept {
    if (unsent_bytes() == 0 || unsent_bytes() + size <= options.send_limit) {
      return SendStatus::Accepted;
    }
    return options.slow_peer == SlowPeerPolicy::Wait ? SendStatus::AcceptedAboveLimit : SendStatus::Dropped;
  }

  /// Counts an accepted packet.
  void accept(std::size_t size) noexcept {
    ++accepted_packets_;
    accepted_bytes_ += size;
  }

  /// Counts bytes that were passed to the system, and the packets that they complete.
  void write(std::size_t bytes, std::size_t packets) noexcept {
    written_bytes_ += bytes;
    written_packets_ += packets;
  }

  std::uint64_t accepted_bytes() const noexcept { return accepted_bytes_; }
  std::uint64_t written_bytes() const noexcept { return written_bytes_; }
  std::uint64_t unsent_bytes() const noexcept { return accepted_bytes_ - written_bytes_; }

  /// Returns the number of accepted packets that were not passed to the system as a whole.
  std::uint64_t unsent_packets() const noexcept { return accepted_packets_ - written_packets_; }

 private:
  std::uint64_t accepted_bytes_ = 0;
  std::uint64_t written_bytes_ = 0;
  std::uint64_t accepted_packets_ = 0;
  std::uint64_t written_packets_ = 0;
};

}  // namespace codec::detail
