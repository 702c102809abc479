#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "detail/word_packing.hpp"
#include "enums.hpp"
#include "span.hpp"

// Payloads whose bytes are mostly zeros, packed and unpacked. The packed form is the size of the payload in bytes (LEB128, in its shortest form),
// and after it the payload, padded with zeros to a multiple of eight bytes, in the packing of Cap'n Proto
// (https://capnproto.org/encoding.html#packing). If packing saves nothing, the form is a size of 0 and after it the payload as it is. The C#
// counterpart, Codec.Payloads.PackedPayload, writes the same bytes and accepts the same ones.
namespace codec {

/// Returns the largest size in bytes of a packed payload of `payload_size` bytes: one byte more, for a payload that cannot be packed.
constexpr std::size_t max_packed_size(std::size_t payload_size) noexcept { return payload_size + 1; }

/// Packs a payload into `destination`, which must not overlap it, and sets `written` to the size of the packed payload in bytes. Returns Ok;
/// BufferTooSmall, which does not occur with max_packed_size bytes; or Invalid for a payload of 2 GiB or more. Nothing is allocated.
inline Status pack_payload(ByteSpan payload, MutableByteSpan destination, std::size_t& written) noexcept {
  written = 0;
  if (payload.size() >= static_cast<std::size_t>((std::numeric_limits<std::int32_t>::max)())) {
    return Status::Invalid;
  }
  const std::size_t prefix = detail::packed_prefix_size(payload.size());
  const std::size_t shorter = payload.size() < destination.size() ? payload.size() : destination.size();
  if (shorter > prefix) {
    // What is not shorter than the payload with a size of 0 is not worth unpacking.
    const std::size_t packed = detail::pack_words(payload.data(), payload.size(), destination.data() + prefix, shorter - prefix);
    if (packed != detail::not_packed) {
      detail::write_packed_prefix(destination.data(), payload.size());
      written = prefix + packed;
      return Status::Ok;
    }
  }
  if (destination.size() <= payload.size()) {
    return Status::BufferTooSmall;
  }
  destination.data()[0] = std::byte{0};
  if (!payload.empty()) {
    std::memcpy(destination.data() + 1, payload.data(), payload.size());
  }
  written = payload.size() + 1;
  return Status::Ok;
}

/// Reads the size in bytes of the payload that a packed payload holds, so that a limit can be checked before memory is used. Returns false if there
/// is no such size, it is not in its shortest form, or it is more than the bytes can hold.
inline bool try_unpacked_size(ByteSpan packed, std::size_t& size) noexcept {
  std::size_t prefix = 0;
  return detail::read_packed_prefix(packed.data(), packed.size(), size, prefix);
}

/// Unpacks a packed payload (all of its bytes and no others) into `destination`, which must not overlap it, and sets `written` to the size of the
/// payload in bytes. Returns Ok; BufferTooSmall if the payload is larger than `destination`; Invalid if the size is truncated or not in its
/// shortest form, or the bytes unpack to more or less than that size, or end too early. The destination is then undefined. Nothing is allocated.
inline Status unpack_payload(ByteSpan packed, MutableByteSpan destination, std::size_t& written) noexcept {
  written = 0;
  std::size_t size = 0;
  std::size_t prefix = 0;
  if (!detail::read_packed_prefix(packed.data(), packed.size(), size, prefix)) {
    return Status::Invalid;
  }
  if (size > destination.size()) {
    return Status::BufferTooSmall;
  }
  if (packed.data()[0] == std::byte{0}) {
    if (size != 0) {
      std::memcpy(destination.data(), packed.data() + prefix, size);
    }
  } else if (!detail::unpack_words(packed.data() + prefix, packed.size() - prefix, destination.data(), size)) {
    return Status::Invalid;
  }
  written = size;
  return Status::Ok;
}

}  // namespace codec
