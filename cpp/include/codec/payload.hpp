#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

#include "packet_traits.hpp"
#include "span.hpp"

namespace codec {

/// The alignment, in bytes, that a PacketPushDecoder gives to every payload: doubles and 64-bit fields can be read in place.
inline constexpr std::size_t payload_alignment = 8;

/// How payloads of one kind are verified and read in place. The kind FlatBuffers is defined by codec/flatbuffers.hpp.
template <PayloadKind Kind>
struct Payload;

/// A struct is read in place where it lies; its bytes need no verifying beyond their number.
template <>
struct Payload<PayloadKind::Struct> {
  /// The struct in `payload`, which must be aligned for T (a PacketPushDecoder's payloads are), or null where the size is not T's.
  template <class T>
  static const T* try_read(ByteSpan payload) noexcept {
    static_assert(std::is_trivially_copyable_v<T> && std::is_standard_layout_v<T>, "Only a plain struct can be laid over bytes.");
    static_assert(alignof(T) <= payload_alignment, "Payloads are aligned to 8 bytes.");
    return payload.size() == sizeof(T) ? std::launder(reinterpret_cast<const T*>(payload.data())) : nullptr;
  }
};

/// Verifies the payload of a packet of type T and gives it as a T in place; null where it was refused. The bytes stay the caller's.
template <class T>
const T* try_read_payload(ByteSpan payload) noexcept {
  return Payload<PacketTraits<T>::kind>::template try_read<T>(payload);
}

}  // namespace codec
