#pragma once

#include <cstdint>

#include "span.hpp"

namespace codec {

/// A whole packet in somebody else's memory: a view, valid as long as the bytes stay where they are.
struct Packet {
  /// What kind of packet this is.
  std::uint32_t id = 0;
  /// The bytes after the header.
  ByteSpan payload;
  /// Header and payload, as they came.
  ByteSpan raw;
};

}  // namespace codec
