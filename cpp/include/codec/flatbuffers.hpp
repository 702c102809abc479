#pragma once

// Optional: needs the FlatBuffers headers, 2.0.8 or later.
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
  // Deep enough for any message that people write, and a stack that an attacker cannot exhaust: flatc's own default.
  static constexpr flatbuffers::uoffset_t max_depth = 64;
  // A table takes 4 bytes at least, so that no payload without shared tables passes this before a million, which is flatc's own default; shared
  // ones cannot make work without bound. The C# library counts alike.
  static constexpr flatbuffers::uoffset_t max_tables(std::size_t payload_size) noexcept {
    return payload_size / 4 < 16384 ? 16384 : payload_size / 4 > 1000000 ? 1000000 : static_cast<flatbuffers::uoffset_t>(payload_size / 4);
  }

  /// Returns the root table if the whole payload passes flatc's verifier with T's identifier, if it has one, under T's own limits or the ones above.
  /// Returns null if it does not, if it is larger than PacketFormat::largest_packet_size, or if its address is not a multiple of 4, because
  /// FlatBuffers cannot read there. Vectors of 8-byte numbers, and structs with such numbers, need a multiple of 8. The caller must ensure that; a
  /// PacketPushDecoder and a DatagramBuffer do.
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

/// PacketWriter and encode accept a FlatBufferBuilder.
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

/// Makes a packet in the memory of a finished builder: the header goes in front of the payload, which is not copied. The packet is valid until the
/// builder is used again; call this once. Returns an empty span if the payload is larger than the format's limit or the id does not fit its width.
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

/// Finishes the builder with `root`, and makes the packet in its memory as above, with the id and the identifier of T.
template <class T>
[[nodiscard]] ByteSpan finish_packet(flatbuffers::FlatBufferBuilder& builder, flatbuffers::Offset<T> root, const PacketFormat& format = {}) {
  static_assert(!detail::is_packed<T>, "A packed message cannot be made in the builder's memory: use PacketWriter.");
  const std::uint32_t id = detail::MessageBuilder<flatbuffers::FlatBufferBuilder>::finish(builder, root);
  return finish_packet(builder, id, format);
}

}  // namespace codec
