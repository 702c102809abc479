#pragma once

#include <array>
#include <cstddef>

#include "detail/throw.hpp"
#include "packet_decoder.hpp"
#include "packet_format.hpp"
#include "payload.hpp"
#include "span.hpp"

namespace codec {

/// Memory for received datagrams, each of which contains one packet. Every payload starts at an address that is a multiple of 8. The object itself
/// contains the memory of 64 KB. Not thread-safe.
class DatagramBuffer {
 public:
  // The maximum size of an IP datagram, so that none is truncated.
  static constexpr std::size_t capacity = 65535;

  /// Creates a buffer for datagrams of the default format.
  DatagramBuffer() noexcept : DatagramBuffer(PacketFormat()) {}

  explicit DatagramBuffer(const PacketFormat& format) noexcept
      : format_(format), base_((payload_alignment - format.header_size() % payload_alignment) % payload_alignment) {}

  /// Returns the memory for the next datagram, which has `capacity` bytes. Filling it overwrites the previous datagram.
  MutableByteSpan prepare() noexcept { return {bytes_.data() + base_, capacity}; }

  /// Decodes the packet that fills the first `count` of the prepared bytes, like decode_datagram. The packet is a view of this buffer. Throws
  /// std::invalid_argument if `count` is greater than `capacity`.
  DecodeResult decode(std::size_t count) const {
    if (count > capacity) {
      detail::committed_too_much(count, capacity);
    }
    return decode_datagram({bytes_.data() + base_, count}, format_);
  }

 private:
  PacketFormat format_;
  // The offset of the header for which the payload is aligned.
  std::size_t base_;
  alignas(payload_alignment) std::array<std::byte, payload_alignment + capacity> bytes_;
};

}  // namespace codec
