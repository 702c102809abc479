#pragma once

// This header is optional. It requires the FlatBuffers headers, version 2.0.8 or later.
#include <flatbuffers/flatbuffers.h>

#include <cstddef>
#include <cstdint>

#include "generated/verifier.hpp"
#include "packet_format.hpp"
#include "packet_traits.hpp"
#include "packet_writer.hpp"
#include "payload.hpp"
#include "span.hpp"

namespace codec {

template <>
struct Payload<PayloadKind::FlatBuffers> {
  /// Returns the root table if the payload passes FlatBuffers' verifier, including T's identifier, if it has one. The limits are those of T. Returns
  /// null if the payload is invalid, if it is larger than PacketFormat::largest_packet_size, or if its address is not a multiple of 4, because
  /// FlatBuffers cannot read it there. Vectors of 8-byte numbers, and structs with such numbers, require a multiple of 8. The caller must ensure that,
  /// as a PacketPushDecoder and a DatagramBuffer do.
  template <class T>
  static const T* try_read(ByteSpan payload) noexcept {
    if (payload.size() > PacketFormat::largest_packet_size || !detail::is_aligned(payload.data(), alignof(flatbuffers::uoffset_t))) {
      return nullptr;
    }
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(payload.data());
    using Traits = PacketTraits<T>;
    const flatbuffers::uoffset_t tables = Traits::max_tables == 0 ? generated::most_tables(payload.size()) : Traits::max_tables;
    flatbuffers::Verifier verifier(bytes, payload.size(), Traits::max_depth, tables);
    return verifier.VerifyBuffer<T>(Traits::identifier) ? flatbuffers::GetRoot<T>(bytes) : nullptr;
  }
};

/// Returns the payload of a finished builder, to send it with an id.
inline ByteSpan payload_of(const flatbuffers::FlatBufferBuilder& builder) noexcept {
  return as_bytes(builder.GetBufferPointer(), builder.GetSize());
}

/// Finishes the builder with `root` and the identifier of T, and appends the message, like PacketWriter::try_write_payload.
template <class T>
[[nodiscard]] Status try_write(PacketWriter& writer, flatbuffers::FlatBufferBuilder& builder, flatbuffers::Offset<T> root) {
  builder.Finish(root, PacketTraits<T>::identifier);
  return writer.try_write_payload<T>(payload_of(builder));
}

/// Creates a packet in the memory of a finished builder: the header is written before the payload. The payload is copied only if the builder's memory
/// must grow. The packet is valid until the builder is used again. Call this function only once per message. Returns an empty span if the payload is
/// larger than the format's limit or the format cannot represent the id.
[[nodiscard]] inline ByteSpan finish_packet(flatbuffers::FlatBufferBuilder& builder, std::uint32_t id, const PacketFormat& format = {}) {
  const std::size_t payload_size = builder.GetSize();
  if (payload_size > format.max_payload_size() || id > format.max_id()) {
    return {};
  }
  std::byte header[PacketFormat::largest_header_size];
  format.write_header(header, id, static_cast<std::uint32_t>(payload_size));
  builder.PushFlatBuffer(reinterpret_cast<const std::uint8_t*>(header), format.header_size());
  return payload_of(builder);
}

/// Finishes the builder with `root` and the identifier of T, and creates the packet in its memory as above, with the id of T. Also returns an empty
/// span if the payload is larger than the limit of T.
template <class T>
[[nodiscard]] ByteSpan finish_packet(flatbuffers::FlatBufferBuilder& builder, flatbuffers::Offset<T> root, const PacketFormat& format = {}) {
  static_assert(!detail::is_packed<T>, "A packed message cannot be created in the builder's memory; use PacketWriter.");
  builder.Finish(root, PacketTraits<T>::identifier);
  return builder.GetSize() > PacketTraits<T>::max_payload_size ? ByteSpan() : finish_packet(builder, PacketTraits<T>::id, format);
}

}  // namespace codec
