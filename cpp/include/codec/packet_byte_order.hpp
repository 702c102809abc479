#pragma once

#include <cstdint>

namespace codec {

/// The order of the bytes of a header's fields. Payloads are not touched by it.
enum class PacketByteOrder : std::uint8_t {
  LittleEndian = 0,
  BigEndian = 1,
};

}  // namespace codec
