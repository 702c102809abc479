#pragma once

#include <array>
#include <cstddef>

#include "detail/throw.hpp"
#include "packet_decoder.hpp"
#include "packet_format.hpp"
#include "payload.hpp"
#include "span.hpp"

namespace codec {

/// Memory to receive datagrams into, one after the other and of one packet each. Every payload starts at an address that is a multiple of 8. The
/// object contains its 64 KB. Not thread-safe.
class DatagramBuffer {
 public:
  // No datagram of IP is larger, so none is cut off.
  static constexpr std::size_t capacity = 65535;

  /// Creates a buffer for datagrams of the default format.
  DatagramBuffer() noexcept : DatagramBuffer(PacketFormat()) {}

  explicit DatagramBuffer(const PacketFormat& format) noexcept
      : format_(format), base_((payload_alignment - format.header_size() % payload_alignment) % payload_alignment) {}

  /// Returns the memory for the next datagram: `capacity` bytes. Filling it overwrites the previous datagram.
  MutableByteSpan prepare() noexcept { return {bytes_.data() + base_, capacity}; }

  /// Decodes the packet that fills the first `count` of the prepared bytes, as decode_datagram does. The packet is a view into this buffer. Throws
  /// std::invalid_argument if `count` is above `capacity`.
  DecodeResult decode(std::size_t count) const {
    if (count > capacity) {
      detail::committed_too_much(count, capacity);
    }
    return decode_datagram({bytes_.data() + base_, count}, format_);
  }

 private:
  PacketFormat format_;
  // The offset of the header that aligns the payload.
  std::size_t base_;
  alignas(payload_alignment) std::array<std::byte, payload_alignment + capacity> bytes_;
};

}  // namespace codec
