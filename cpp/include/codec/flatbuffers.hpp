#pragma once

// Optional: for whoever has the FlatBuffers headers. Works with those of the 2.0 line and later.
#include <flatbuffers/flatbuffers.h>

#include "payload.hpp"

namespace codec {

template <>
struct Payload<PayloadKind::FlatBuffers> {
  // Deep enough for any message that people write, and a stack that an attacker cannot exhaust: flatc's own default.
  static constexpr flatbuffers::uoffset_t max_depth = 64;
  // A table takes 4 bytes at least, so a 64 KB payload without shared tables stays below; shared ones cannot make work without bound.
  static constexpr flatbuffers::uoffset_t max_tables = 16384;

  /// The root table, once the whole payload passed flatc's verifier; null where it did not.
  template <class T>
  static const T* try_read(ByteSpan payload) noexcept {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(payload.data());
    flatbuffers::Verifier verifier(bytes, payload.size(), max_depth, max_tables);
    return verifier.VerifyBuffer<T>(nullptr) ? flatbuffers::GetRoot<T>(bytes) : nullptr;
  }
};

}  // namespace codec
