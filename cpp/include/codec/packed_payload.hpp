#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "detail/fast_word_packing.hpp"
#include "detail/word_packing.hpp"
#include "enums.hpp"
#include "span.hpp"

// Packs and unpacks payloads whose bytes are mostly zeros. The packed form starts with the size of the payload in bytes (LEB128, in its shortest
// form). The payload follows, padded with zeros to a multiple of eight bytes, in the packing of Cap'n Proto
// (https://capnproto.org/encoding.html#packing). If packing does not make it smaller, the packed form is a size of 0, followed by the unchanged
// payload. The C# counterpart, Codec.Payloads.PackedPayload, writes the same bytes and accepts the same ones.
namespace codec {

namespace detail {

inline constexpr std::size_t largest_unpacked = static_cast<std::size_t>((std::numeric_limits<std::int32_t>::max)());

/// Reads and validates the size at the start of a packed payload. `limit` is the maximum unpacked size in bytes. `prefix` is set to the number of
/// bytes of the size field.
inline PacketError read_packed_size(ByteSpan packed, std::size_t limit, std::size_t& size, std::size_t& prefix) noexcept {
  size = 0;
  prefix = 0;
  std::uint64_t value = 0;
  std::uint8_t last = 0x80;
  for (; (last & 0x80) != 0; ++prefix) {
    if (prefix == packed.size() || prefix == longest_packed_prefix) {
      return PacketError::PackedSizeInvalid;
    }
    last = std::to_integer<std::uint8_t>(packed.data()[prefix]);
    value |= static_cast<std::uint64_t>(last & 0x7F) << (7 * prefix);
  }
  const std::size_t left = packed.size() - prefix;
  const bool is_plain = prefix == 1 && value == 0;
  if ((last == 0 && !is_plain) || value > largest_unpacked) {
    return PacketError::PackedSizeInvalid;
  }
  const std::uint64_t unpacked = is_plain ? left : value;
  if (unpacked > limit || unpacked > largest_unpacked) {
    return PacketError::PayloadTooLarge;
  }
  if (!is_plain && unpacked > static_cast<std::uint64_t>(left) * largest_packed_ratio) {
    return PacketError::UnpackedTooShort;
  }
  size = static_cast<std::size_t>(unpacked);
  return PacketError::None;
}

/// Unpacks the bytes after the size that read_packed_size read. The destination must have exactly that size.
inline PacketError unpack_after(ByteSpan packed, std::size_t prefix, MutableByteSpan destination) noexcept {
  if (packed.data()[0] != std::byte{0}) {
    return unpack_words(packed.data() + prefix, packed.size() - prefix, destination.data(), destination.size());
  }
  if (!destination.empty()) {
    std::memcpy(destination.data(), packed.data() + prefix, destination.size());
  }
  return PacketError::None;
}

}  // namespace detail

/// Returns the maximum size in bytes of a packed payload of `payload_size` bytes. A payload that cannot be packed takes one more byte.
constexpr std::size_t max_packed_size(std::size_t payload_size) noexcept { return payload_size + 1; }

/// Packs a payload to `destination`, which must not overlap it, and sets `written` to the size of the packed payload in bytes. Returns Ok;
/// BufferTooSmall, which does not occur if the destination has max_packed_size bytes; or Invalid if the payload has 2^31 - 1 bytes or more. If it
/// does not return Ok, the content of the destination is unspecified. Does not allocate.
inline Status pack_payload(ByteSpan payload, MutableByteSpan destination, std::size_t& written) noexcept {
  written = 0;
  if (payload.size() >= detail::largest_unpacked) {
    return Status::Invalid;
  }
  const std::size_t prefix = detail::packed_prefix_size(payload.size());
  const std::size_t shorter = payload.size() < destination.size() ? payload.size() : destination.size();
  if (shorter > prefix) {
    // If the packed form is not shorter than the unchanged payload, unpacking is not worthwhile.
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

/// Reads the size in bytes of the unpacked payload, so that a limit can be checked before memory is allocated. Returns false if the size field is not
/// valid or not in its shortest form, or if the bytes cannot unpack to that size.
inline bool try_unpacked_size(ByteSpan packed, std::size_t& size) noexcept {
  std::size_t prefix = 0;
  return detail::read_packed_size(packed, detail::largest_unpacked, size, prefix) == PacketError::None;
}

/// Unpacks a packed payload to `destination`, which must not overlap it, and sets `written` to the size of the payload in bytes. `packed` must
/// contain the packed payload and no other bytes. Returns None; PackedSizeInvalid; PayloadTooLarge if the payload is larger than `destination`;
/// PackedTruncated, UnpackedTooShort or UnpackedTooLong. After an error, `written` is 0 and the content of the destination is undefined. Does not
/// allocate.
[[nodiscard]] inline PacketError unpack_payload(ByteSpan packed, MutableByteSpan destination, std::size_t& written) noexcept {
  written = 0;
  std::size_t size = 0;
  std::size_t prefix = 0;
  PacketError error = detail::read_packed_size(packed, destination.size(), size, prefix);
  if (error == PacketError::None) {
    error = detail::unpack_after(packed, prefix, destination.subspan(0, size));
  }
  written = error == PacketError::None ? size : 0;
  return error;
}

}  // namespace codec
