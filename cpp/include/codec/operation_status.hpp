#pragma once

#include <cstdint>

namespace codec {

/// What became of a step, with the names and numbers of .NET's System.Buffers.OperationStatus.
enum class OperationStatus : std::uint8_t {
  /// It was done.
  Done = 0,
  /// The destination has no room for the result; nothing was written.
  DestinationTooSmall = 1,
  /// The bytes so far are fine, and the packet is not complete.
  NeedMoreData = 2,
  /// The bytes cannot be a packet; a PacketError says why.
  InvalidData = 3,
};

}  // namespace codec
