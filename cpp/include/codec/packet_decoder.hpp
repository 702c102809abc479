#pragma once

#include <cstddef>
#include <cstdint>

#include "detail/attributes.hpp"
#include "enums.hpp"
#include "packet.hpp"
#include "packet_format.hpp"
#include "span.hpp"

namespace codec {

/// The result of decoding one packet.
struct DecodeResult {
  /// Ok, NeedMoreData or Invalid.
  Status status = Status::NeedMoreData;
  /// The reason why the bytes are invalid or, if the status is NeedMoreData, incomplete. None if there is a packet.
  PacketError error = PacketError::None;
  /// The packet, which is a view of the source. It is empty if there is none. The library does not align its payload.
  Packet packet{};
  /// The size of the packet in bytes, or 0 if there is none.
  std::size_t consumed = 0;
  /// The size in bytes of the whole packet, even if some of them are missing. 0 if the header is incomplete or invalid.
  std::size_t size = 0;
};

/// Decodes the packet at the start of `source` in place. The size is validated as soon as the size field is complete, even if the id is still
/// missing. Does not allocate.
CODEC_ALWAYS_INLINE constexpr DecodeResult decode(ByteSpan source, const PacketFormat& format = {}) noexcept {
  if (CODEC_LIKELY(format.has_default_fields() && source.size() >= 4)) {
    const std::uint32_t header = detail::load(source.data(), 4, false);
    const std::size_t payload_size = header & 0xFFFF;
    if (CODEC_LIKELY(payload_size <= format.max_payload_size() && payload_size <= source.size() - 4)) {
      const std::size_t size = payload_size + 4;
      return {Status::Ok, PacketError::None, {header >> 16, source.subspan(4, payload_size), source.subspan(0, size)}, size, size};
    }
  }
  DecodeResult incomplete{Status::NeedMoreData, PacketError::HeaderTruncated};
  if (source.size() < format.size_offset() + format.size_width()) {
    return incomplete;
  }
  const std::size_t header_size = format.header_size();
  std::size_t payload_size = format.read_size(source.data());
  if (format.size_counts() == PacketSizeCounts::WholePacket) {
    if (payload_size < header_size) {
      return {Status::Invalid, PacketError::SizeTooSmall};
    }
    payload_size -= header_size;
  }
  if (payload_size > format.max_payload_size()) {
    return {Status::Invalid, PacketError::PayloadTooLarge};
  }
  if (source.size() < header_size) {
    return incomplete;
  }
  const std::size_t size = header_size + payload_size;
  if (source.size() < size) {
    incomplete.error = PacketError::PayloadTruncated;
    incomplete.size = size;
    return incomplete;
  }
  const Packet packet{format.read_id(source.data()), source.subspan(header_size, payload_size), source.subspan(0, size)};
  return {Status::Ok, PacketError::None, packet, size, size};
}

/// Decodes the packet that fills `datagram` exactly. Missing or additional bytes are Invalid. The library does not align the payload. To align it to
/// 8 bytes with the default header, receive at an address that is 4 more than a multiple of 8, as DatagramBuffer does.
constexpr DecodeResult decode_datagram(ByteSpan datagram, const PacketFormat& format = {}) noexcept {
  DecodeResult result = decode(datagram, format);
  if (result.status == Status::Ok && result.consumed != datagram.size()) {
    return {Status::Invalid, PacketError::TrailingBytes};
  }
  if (result.status == Status::NeedMoreData) {
    result.status = Status::Invalid;
  }
  return result;
}

}  // namespace codec
