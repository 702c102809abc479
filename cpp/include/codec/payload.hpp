#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>
#include <type_traits>

#include "enums.hpp"
#include "packet_traits.hpp"
#include "span.hpp"
#include "wire.hpp"

namespace codec {

/// The alignment in bytes of every payload in a PacketPushDecoder, so that doubles and 64-bit fields can be read in place.
inline constexpr std::size_t payload_alignment = 8;

namespace detail {

inline bool is_aligned(const std::byte* address, std::size_t alignment) noexcept {
  return reinterpret_cast<std::uintptr_t>(address) % alignment == 0;
}

}  // namespace detail

/// Verifies payloads of one kind, and reads them in place. codec/flatbuffers.hpp has the specialization for FlatBuffers.
template <PayloadKind Kind>
struct Payload;

/// Reads a struct in place. Only its size is verified.
template <>
struct Payload<PayloadKind::Struct> {
  /// Returns the struct in `payload`. Returns null if the size is not that of T, or if the address is not aligned for a T. In a PacketPushDecoder and
  /// in a DatagramBuffer, it is aligned for types whose alignment is at most `payload_alignment`.
  template <class T>
  static const T* try_read(ByteSpan payload) noexcept {
    static_assert(std::is_trivially_copyable_v<T> && std::is_standard_layout_v<T>, "T must be trivially copyable and have standard layout.");
    if (payload.size() != sizeof(T) || !detail::is_aligned(payload.data(), alignof(T))) {
      return nullptr;
    }
    return std::launder(reinterpret_cast<const T*>(payload.data()));
  }
};

/// Verifies the payload of a packet of type T, and returns it as a T in place, or null if it is invalid. The T is valid as long as the payload.
template <class T>
const T* try_read_payload(ByteSpan payload) noexcept { return Payload<PacketTraits<T>::kind>::template try_read<T>(payload); }

namespace detail {

/// Verifies the payload of a packet of type T, and calls `use(const T&)`. Returns whether it is valid. codec/message.hpp has the specializations for
/// generated types and their views.
template <class T, class = void>
struct PayloadReader {
  template <class Use>
  static bool read(ByteSpan payload, Use& use) {
    if constexpr (PacketTraits<T>::kind == PayloadKind::Struct) {
      if (payload.size() == sizeof(T) && !is_aligned(payload.data(), alignof(T))) {
        alignas(T) std::byte copy[sizeof(T)];
        std::memcpy(copy, payload.data(), sizeof(T));
        return read({copy, sizeof(T)}, use);
      }
    }
    const T* value = try_read_payload<T>(payload);
    if (value != nullptr) {
      use(*value);
    }
    return value != nullptr;
  }

  static std::string_view find_invalid_field(ByteSpan) noexcept { return {}; }
};

}  // namespace detail

}  // namespace codec
