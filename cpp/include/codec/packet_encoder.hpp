#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include "detail/message_forms.hpp"
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

namespace detail {

template <class... Form>
EncodeResult encode(MutableByteSpan destination, const PacketFormat& format, Form&&... form) {
  PacketWriter writer(destination, format);
  const Status status = writer.try_write(std::forward<Form>(form)...);
  return {status, writer.error(), writer.written()};
}

}  // namespace detail

/// Writes a message to the start of `destination`. The message is a plain struct with PacketTraits, whose bytes are the payload.
template <class T, detail::IfStructMessage<T> = 0>
[[nodiscard]] EncodeResult encode(MutableByteSpan destination, const T& message, const PacketFormat& format = {}) noexcept {
  return detail::encode(destination, format, message);
}

/// Writes a message of a type that `codec gen cpp` generated to the start of `destination`, like PacketWriter::try_write.
template <class T, detail::IfGeneratedMessage<T> = 0>
[[nodiscard]] EncodeResult encode(MutableByteSpan destination, const T& message, const PacketFormat& format = {}) noexcept {
  return detail::encode(destination, format, message);
}

/// Writes the payload of a finished builder, with its header, to the start of `destination`. Include codec/flatbuffers.hpp, where finish_packet
/// creates a packet in the builder's memory instead of copying the payload.
template <class Builder, detail::IfMessageBuilder<Builder> = 0>
[[nodiscard]] EncodeResult encode(MutableByteSpan destination, std::uint32_t id, const Builder& builder, const PacketFormat& format = {}) noexcept {
  return detail::encode(destination, format, id, builder);
}

/// Writes a packet with a copy of `payload` to the start of `destination`. They must not overlap.
[[nodiscard]] inline EncodeResult encode(MutableByteSpan destination, std::uint32_t id, ByteSpan payload, const PacketFormat& format = {}) noexcept {
  return detail::encode(destination, format, id, payload);
}

/// Writes a packet to the start of `destination`. `write_payload(value, room)` writes the payload in place, as for PacketWriter::try_write.
template <class T, class WritePayload, detail::IfWritesPayload<WritePayload, T> = 0>
[[nodiscard]] EncodeResult encode(MutableByteSpan destination, std::uint32_t id, const T& value, WritePayload&& write_payload,
                                  const PacketFormat& format = {}) {
  return detail::encode(destination, format, id, value, write_payload);
}

/// Creates a packet of the default format by placement new: a PacketHeader at the start of `destination`, followed by a T that is created from
/// `arguments`. Returns the T. Returns null, and writes nothing, if the destination has fewer than sizeof(PacketHeader) + sizeof(T) bytes, or if the
/// header or the T would not be aligned. The address of the destination must be even, and 4 less than a multiple of T's alignment. The arguments must
/// not be in the destination, as the fields of an earlier T are. The padding is zero, until another T is assigned to the T: for a struct that codec
/// did not generate, only if the compiler has __builtin_clear_padding.
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
