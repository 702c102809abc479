#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include "enums.hpp"
#include "packet_format.hpp"
#include "packet_header.hpp"
#include "packet_traits.hpp"
#include "packet_writer.hpp"
#include "payload.hpp"
#include "span.hpp"
#include "wire.hpp"

namespace codec {

/// The result of encoding one packet.
struct EncodeResult {
  /// Ok, BufferTooSmall or Invalid.
  Status status = Status::BufferTooSmall;
  /// IdNotAllowed, PayloadTooLarge or PayloadInvalid if the status is Invalid; otherwise, None.
  PacketError error = PacketError::None;
  /// The packet, at the start of the destination. It is empty unless the status is Ok.
  ByteSpan packet{};
};

/// Writes a message to the start of `destination`, like PacketWriter::try_write.
template <class T, detail::IfMessage<T> = 0>
[[nodiscard]] EncodeResult encode(MutableByteSpan destination, const T& message, const PacketFormat& format = {}) noexcept {
  PacketWriter writer(destination, format);
  const Status status = writer.try_write(message);
  return {status, writer.error(), writer.written()};
}

/// Writes a packet with a copy of `payload` to the start of `destination`. They must not overlap.
[[nodiscard]] inline EncodeResult encode(MutableByteSpan destination, std::uint32_t id, ByteSpan payload, const PacketFormat& format = {}) noexcept {
  PacketWriter writer(destination, format);
  const Status status = writer.try_write(id, payload);
  return {status, writer.error(), writer.written()};
}

/// Creates a packet of the default format by placement new: a PacketHeader at the start of `destination`, followed by a T that is created from
/// `arguments`. Returns the T. Returns null, and writes nothing, if the destination has fewer than sizeof(PacketHeader) + sizeof(T) bytes, or if the
/// header or the T would not be aligned. The address of the destination must be even, and 4 less than a multiple of T's alignment. The arguments must
/// not be in the destination, as the fields of an earlier T are. The padding is zero until another T is assigned to the T. For a struct that codec
/// did not generate, this requires a compiler with __builtin_clear_padding.
template <class T, class... Arguments>
[[nodiscard]] T* emplace_packet(MutableByteSpan destination, Arguments&&... arguments) {
  static_assert(detail::is_struct_message<T>, "T must be a message whose payload is a struct.");
  static_assert(!detail::is_packed<T>, "A packed struct cannot be created in place; use encode.");
  static_assert(sizeof(T) <= 0xFFFF && PacketTraits<T>::id <= 0xFFFF, "The size and the id of T must each fit in 16 bits.");
  if (destination.size() < sizeof(PacketHeader) + sizeof(T) || !detail::is_aligned(destination.data(), alignof(PacketHeader)) ||
      !detail::is_aligned(destination.data() + sizeof(PacketHeader), alignof(T))) {
    return nullptr;
  }
  new (destination.data()) PacketHeader{static_cast<std::uint16_t>(sizeof(T)), static_cast<std::uint16_t>(PacketTraits<T>::id)};
  T* message = new (destination.data() + sizeof(PacketHeader)) T{std::forward<Arguments>(arguments)...};
  if constexpr (wire::has_padding<T>) {
    const T fields = *message;
    wire::store_value(destination.data() + sizeof(PacketHeader), fields);
  }
  return message;
}

}  // namespace codec
