#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "detail/packing_scratch.hpp"
#include "detail/payload_walk.hpp"
#include "enums.hpp"
#include "payload_shape.hpp"
#include "span.hpp"

// Packs and unpacks payloads of a known shape. Numbers that have their defaults take almost no space, and numbers of the same field are stored next to
// each other with as few bits as they need. If packing does not make a payload smaller, the packed form is a byte 1, followed by the unchanged payload.
// docs/packing.md specifies the format. The C# counterpart, Codec.Payloads.PackedPayload, writes the same bytes and accepts the same ones.
namespace codec {

/// Returns the maximum size in bytes of a packed payload of `payload_size` bytes. A payload that cannot be packed takes one more byte.
constexpr std::size_t max_packed_size(std::size_t payload_size) noexcept { return payload_size + 1; }

namespace detail {

inline constexpr std::byte stored_payload{1};

/// Returns the maximum size in bytes of an unpacked payload whose sender had a limit. The layout of the sender may be denser, because several offsets
/// can refer to the same value.
constexpr std::size_t max_unpacked_size(std::size_t limit) noexcept { return limit + limit / 4 + 1024; }

/// Packs a payload, or its difference to a baseline, which may be empty.
inline Status pack(PayloadShape shape, ByteSpan payload, ByteSpan baseline, MutableByteSpan destination, ScratchStack* stack,
                   std::size_t& written) noexcept {
  written = 0;
  if (!shape || payload.size() >= static_cast<std::size_t>((std::numeric_limits<std::int32_t>::max)())) {
    return Status::Invalid;
  }
  if (stack != nullptr) {
    const ScratchStack::Scope scope(*stack);
    const MutableByteSpan room = destination.subspan(0, payload.size() < destination.size() ? payload.size() : destination.size());
    const Status status = PayloadWalk<true>(shape, payload, baseline, room, *stack).pack(written);
    if (status != Status::BufferTooSmall) {
      return status;
    }
  }
  if (destination.size() <= payload.size()) {
    return Status::BufferTooSmall;
  }
  destination.data()[0] = stored_payload;
  if (!payload.empty()) {
    std::memcpy(destination.data() + 1, payload.data(), payload.size());
  }
  written = payload.size() + 1;
  return Status::Ok;
}

}  // namespace detail

/// Packs a payload of the shape to `destination`, which must not overlap it, and sets `written` to the size of the packed payload in bytes. Returns
/// Ok; BufferTooSmall, which does not occur if the destination has max_packed_size bytes; or Invalid if the payload does not have the shape, the shape
/// is empty, or the payload has 2^31 - 1 bytes or more. Unless it returns Ok, the content of the destination is unspecified. Uses memory that the
/// thread keeps.
inline Status pack_payload(PayloadShape shape, ByteSpan payload, MutableByteSpan destination, std::size_t& written) noexcept {
  const detail::PackingScratch scratch;
  return detail::pack(shape, payload, {}, destination, scratch.stack(), written);
}

/// Unpacks a packed payload of the shape to `destination`, which must not overlap it, and sets `written` to the size of the payload in bytes. `packed`
/// must contain the packed payload and no other bytes. Returns None; PackedInvalid; PackedTruncated; or PayloadTooLarge if the payload is larger than
/// `destination`, or if there is no memory. After an error, `written` is 0. The content of the destination after `written` is undefined. The payload is
/// not verified. Uses memory that the thread keeps.
[[nodiscard]] inline PacketError unpack_payload(PayloadShape shape, ByteSpan packed, MutableByteSpan destination, std::size_t& written) noexcept {
  written = 0;
  if (!shape) {
    return PacketError::PackedInvalid;
  }
  if (!packed.empty() && packed.data()[0] == detail::stored_payload) {
    if (packed.size() - 1 > destination.size()) {
      return PacketError::PayloadTooLarge;
    }
    written = packed.size() - 1;
    if (written != 0) {
      std::memcpy(destination.data(), packed.data() + 1, written);
    }
    return PacketError::None;
  }
  const detail::PackingScratch scratch;
  if (scratch.stack() == nullptr) {
    return PacketError::PayloadTooLarge;
  }
  ByteSpan payload;
  const PacketError error = detail::PayloadWalk<false>(shape, packed, {}, destination, nullptr, *scratch.stack()).unpack(payload);
  written = payload.size();
  return error;
}

}  // namespace codec
