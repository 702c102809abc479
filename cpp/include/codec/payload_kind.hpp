#pragma once

#include <cstdint>

namespace codec {

/// How a payload is laid out, which decides how it is verified.
enum class PayloadKind : std::uint8_t {
  /// A FlatBuffers buffer whose root is a table.
  FlatBuffers = 0,
  /// The bytes of one trivially copyable struct, and nothing else.
  Struct = 1,
  /// Any bytes; nothing is verified.
  Raw = 2,
};

}  // namespace codec
