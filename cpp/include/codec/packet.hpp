#pragma once

#include <cstdint>

#include "span.hpp"

namespace codec {

/// A view of a whole packet in memory that it does not own. It is valid until the bytes are moved or changed.
struct Packet {
  /// The id of the packet.
  std::uint32_t id = 0;
  /// The bytes after the header.
  ByteSpan payload{};
  /// The header and the payload, as received.
  ByteSpan raw{};
};

}  // namespace codec
