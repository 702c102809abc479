#pragma once

#include <cstddef>
#include <cstdint>

#include "operation_status.hpp"
#include "packet.hpp"
#include "packet_error.hpp"
#include "packet_format.hpp"
#include "span.hpp"

namespace codec {

/// Where the packet at the front of some bytes ends, or why there is none.
struct PacketExtent {
  OperationStatus status = OperationStatus::NeedMoreData;
  /// Why the bytes are invalid; where more are needed, what is wrong should the stream end here.
  PacketError error = PacketError::HeaderTruncated;
  /// The packet's id; with Done.
  std::uint32_t id = 0;
  /// Bytes of the whole packet, also where some of them are missing; 0 where the header is missing or invalid.
  std::size_t size = 0;
};

/// Measures the packet at the front of `source`. Its declared size is judged as soon as Size is there, also when Id is still missing.
constexpr PacketExtent measure_packet(ByteSpan source, const PacketFormat& format) noexcept {
  PacketExtent extent;
  if (source.size() < format.size_offset() + format.size_width()) {
    return extent;
  }
  const std::size_t header_size = format.header_size();
  std::size_t payload_size = format.read_size(source.data());
  if (format.size_counts() == PacketSizeCounts::WholePacket) {
    if (payload_size < header_size) {
      extent.status = OperationStatus::InvalidData;
      extent.error = PacketError::SizeTooSmall;
      return extent;
    }
    payload_size -= header_size;
  }
  if (payload_size > format.max_payload_size()) {
    extent.status = OperationStatus::InvalidData;
    extent.error = PacketError::PayloadTooLarge;
    return extent;
  }
  if (source.size() < header_size) {
    return extent;
  }
  extent.size = header_size + payload_size;
  if (source.size() < extent.size) {
    extent.error = PacketError::PayloadTruncated;
    return extent;
  }
  extent.status = OperationStatus::Done;
  extent.error = PacketError::None;
  extent.id = format.read_id(source.data());
  return extent;
}

/// What became of decoding one packet.
struct DecodeResult {
  /// Done, NeedMoreData or InvalidData.
  OperationStatus status = OperationStatus::NeedMoreData;
  /// What is wrong or, with NeedMoreData, missing; None with a packet.
  PacketError error = PacketError::None;
  /// The packet, a view of the memory that was given; empty if there is none. Its payload is aligned only as that memory happens to be.
  Packet packet{};
  /// The bytes of the packet; 0 where there is none.
  std::size_t consumed = 0;
};

/// Takes the packet at the front of `source`, in place. Neither throws nor allocates, whatever the bytes.
constexpr DecodeResult decode(ByteSpan source, const PacketFormat& format = {}) noexcept {
  const PacketExtent extent = measure_packet(source, format);
  DecodeResult result{extent.status, extent.error, {}, 0};
  if (extent.status == OperationStatus::Done) {
    const std::size_t header_size = format.header_size();
    result.consumed = extent.size;
    result.packet = {extent.id, source.subspan(header_size, extent.size - header_size), source.subspan(0, extent.size)};
  }
  return result;
}

/// Takes the packet that fills `datagram` from its first byte to its last: anything less or more is InvalidData. The payload is aligned to 8
/// bytes where `datagram` starts a header's size before a multiple of 8, such as at 4 past one; a DatagramBuffer receives so.
constexpr DecodeResult decode_datagram(ByteSpan datagram, const PacketFormat& format = {}) noexcept {
  DecodeResult result = decode(datagram, format);
  if (result.status == OperationStatus::Done && result.consumed != datagram.size()) {
    return {OperationStatus::InvalidData, PacketError::TrailingBytes, {}, 0};
  }
  if (result.status == OperationStatus::NeedMoreData) {
    result.status = OperationStatus::InvalidData;
  }
  return result;
}

}  // namespace codec
