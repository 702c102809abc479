#pragma once

#include <array>
#include <cstddef>

#include "detail/throw.hpp"
#include "packet_decoder.hpp"
#include "packet_format.hpp"
#include "payload.hpp"
#include "span.hpp"

namespace codec {

/// Memory to receive datagrams of one packet each into, one after the other, so that every payload starts at an address that is a multiple of
/// 8. One for each thread that receives; 64 KB, without an allocation of its own.
class DatagramBuffer {
 public:
  // No datagram of IP is larger, so none is cut off.
  static constexpr std::size_t capacity = 65535;

  /// A buffer for datagrams of the default format.
  DatagramBuffer() noexcept : DatagramBuffer(PacketFormat()) {}

  explicit DatagramBuffer(const PacketFormat& format) noexcept
      : format_(format), base_((payload_alignment - format.header_size() % payload_alignment) % payload_alignment) {}

  /// Where to receive the next datagram: `capacity` bytes. The one before is gone once they are overwritten.
  MutableByteSpan prepare() noexcept { return {bytes_.data() + base_, capacity}; }

  /// Takes the packet that fills the first `count` of the prepared bytes, which is what was received: decode_datagram's answer. The packet is a
  /// view into this buffer. Throws std::invalid_argument where `count` is above `capacity`.
  DecodeResult decode(std::size_t count) const {
    if (count > capacity) {
      detail::committed_too_much(count, capacity);
    }
    return decode_datagram({bytes_.data() + base_, count}, format_);
  }

 private:
  PacketFormat format_;
  // Where the header stands, so that what follows it is aligned.
  std::size_t base_;
  alignas(payload_alignment) std::array<std::byte, payload_alignment + capacity> bytes_;
};

}  // namespace codec
