#pragma once

// This header is optional. It requires the FlatBuffers headers, version 2.0.8 or later.
#include <flatbuffers/flatbuffers.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "detail/message_forms.hpp"
#include "packet_format.hpp"
#include "packet_traits.hpp"
#include "payload.hpp"
#include "span.hpp"

namespace codec {

template <>
struct Payload<PayloadKind::FlatBuffers> {
  // The default of FlatBuffers. Practical messages nest less deep, and payloads within this limit cannot exhaust the stack.
  static constexpr flatbuffers::uoffset_t max_depth = 64;
  // A table takes at least 4 bytes, so a payload without shared tables can exceed this only above a million tables, which is the default of
  // FlatBuffers. The limit prevents shared tables from causing unbounded work. The C# library has the same limit.
  static constexpr flatbuffers::uoffset_t max_tables(std::size_t payload_size) noexcept {
    return payload_size / 4 < 16384 ? 16384 : payload_size / 4 > 1000000 ? 1000000 : static_cast<flatbuffers::uoffset_t>(payload_size / 4);
  }

  /// Returns the root table if the payload passes FlatBuffers' verifier, including T's identifier, if it has one. The limits are those of T, or else
  /// the ones above. Returns null if the payload is invalid, if it is larger than PacketFormat::largest_packet_size, or if its address is not a
  /// multiple of 4, because FlatBuffers cannot read it there. Vectors of 8-byte numbers, and structs with such numbers, require a multiple of 8. The
  /// caller must ensure that, as a PacketPushDecoder and a DatagramBuffer do.
  template <class T>
  static const T* try_read(ByteSpan payload) noexcept {
    if (payload.size() > PacketFormat::largest_packet_size || !detail::is_aligned(payload.data(), alignof(flatbuffers::uoffset_t))) {
      return nullptr;
    }
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(payload.data());
    using Traits = PacketTraits<T>;
    constexpr flatbuffers::uoffset_t depth = detail::MaxDepth<Traits>::or_else(max_depth);
    const flatbuffers::uoffset_t tables = detail::MaxTables<Traits>::or_else(max_tables(payload.size()));
    flatbuffers::Verifier verifier(bytes, payload.size(), depth, tables);
    return verifier.VerifyBuffer<T>(detail::Identifier<Traits>::or_null()) ? flatbuffers::GetRoot<T>(bytes) : nullptr;
  }
};

namespace detail {

template <class Offset>
struct RootOf;

template <class T>
struct RootOf<flatbuffers::Offset<T>> {
  using type = T;
};

/// Lets PacketWriter and encode accept a FlatBufferBuilder.
template <class Builder>
struct MessageBuilder<Builder, std::enable_if_t<std::is_base_of_v<flatbuffers::FlatBufferBuilder, Builder>>> {
  static constexpr bool exists = true;

  /// The type of the root table.
  template <class Offset>
  using Root = typename RootOf<Offset>::type;

  static ByteSpan payload(const Builder& builder) noexcept { return as_bytes(builder.GetBufferPointer(), builder.GetSize()); }

  /// Finishes the builder with the identifier of T, and returns T's id.
  template <class T>
  static std::uint32_t finish(Builder& builder, flatbuffers::Offset<T> root) {
    builder.Finish(root, Identifier<PacketTraits<T>>::or_null());
    return PacketTraits<T>::id;
  }
};

}  // namespace detail

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
  return as_bytes(builder.GetBufferPointer(), builder.GetSize());
}

/// Finishes the builder with `root` and the identifier of T, and creates the packet in its memory as above, with the id of T. Also returns an empty
/// span if the payload is larger than the limit of T.
template <class T>
[[nodiscard]] ByteSpan finish_packet(flatbuffers::FlatBufferBuilder& builder, flatbuffers::Offset<T> root, const PacketFormat& format = {}) {
  static_assert(!detail::is_packed<T>, "A packed message cannot be created in the builder's memory; use PacketWriter.");
  const std::uint32_t id = detail::MessageBuilder<flatbuffers::FlatBufferBuilder>::finish(builder, root);
  return builder.GetSize() > PacketTraits<T>::max_payload_size ? ByteSpan() : finish_packet(builder, id, format);
}

}  // namespace codec
