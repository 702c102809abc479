#pragma once

#include <cstdint>

#include "span.hpp"

namespace codec {

/// A view of a whole packet in memory that it does not own. Valid until the bytes move or change.
struct Packet {
  /// The id of the packet.
  std::uint32_t id = 0;
  /// The bytes after the header.
  ByteSpan payload{};
  /// Header and payload, as received.
  ByteSpan raw{};
};

}  // namespace codec
