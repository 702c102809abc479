#pragma once

#include <cstdint>

namespace codec {

/// Which of a header's two fields comes first on the wire.
enum class PacketFieldOrder : std::uint8_t {
  SizeFirst = 0,
  IdFirst = 1,
};

}  // namespace codec
