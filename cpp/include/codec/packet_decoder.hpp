#pragma once

#include <cstddef>
#include <cstdint>

#include "enums.hpp"
#include "packet.hpp"
#include "packet_format.hpp"
#include "span.hpp"

namespace codec {

/// The size of the packet at the start of some bytes, or the reason why there is none.
struct PacketExtent {
  Status status = Status::NeedMoreData;
  /// The reason why the bytes are invalid. If more bytes are needed, the error of a stream that ends here.
  PacketError error = PacketError::HeaderTruncated;
  /// The packet's id, if the status is Ok.
  std::uint32_t id = 0;
  /// The size of the whole packet in bytes, even if some of them are missing. It is 0 if the header is incomplete or invalid.
  std::size_t size = 0;
};

/// Measures the packet at the start of `source`. The size is validated as soon as the size field is complete, even if the id is still missing.
constexpr PacketExtent measure_packet(ByteSpan source, const PacketFormat& format) noexcept {
  if (source.size() < format.size_offset() + format.size_width()) {
    return {};
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
    return {};
  }
  const std::size_t size = header_size + payload_size;
  return source.size() < size ? PacketExtent{Status::NeedMoreData, PacketError::PayloadTruncated, 0, size}
                              : PacketExtent{Status::Ok, PacketError::None, format.read_id(source.data()), size};
}

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
};

/// Decodes the packet at the start of `source` in place. Does not allocate.
constexpr DecodeResult decode(ByteSpan source, const PacketFormat& format = {}) noexcept {
  const PacketExtent extent = measure_packet(source, format);
  DecodeResult result{extent.status, extent.error, {}, 0};
  if (extent.status == Status::Ok) {
    const std::size_t header_size = format.header_size();
    result.consumed = extent.size;
    result.packet = {extent.id, source.subspan(header_size, extent.size - header_size), source.subspan(0, extent.size)};
  }
  return result;
}

/// Decodes the packet that fills `datagram` exactly. Missing or additional bytes are Invalid. The library does not align the payload. To align it to
/// 8 bytes with the default header, receive at an address that is 4 more than a multiple of 8, as DatagramBuffer does.
constexpr DecodeResult decode_datagram(ByteSpan datagram, const PacketFormat& format = {}) noexcept {
  DecodeResult result = decode(datagram, format);
  if (result.status == Status::Ok && result.consumed != datagram.size()) {
    return {Status::Invalid, PacketError::TrailingBytes, {}, 0};
  }
  if (result.status == Status::NeedMoreData) {
    result.status = Status::Invalid;
  }
  return result;
}

}  // namespace codec
