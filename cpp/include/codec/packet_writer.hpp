#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "detail/attributes.hpp"
#include "detail/packing_scratch.hpp"
#include "detail/throw.hpp"
#include "enums.hpp"
#include "packed_payload.hpp"
#include "packet_format.hpp"
#include "packet_traits.hpp"
#include "span.hpp"
#include "wire.hpp"

namespace codec {

// Defined in codec/message.hpp.
template <class T>
std::size_t max_size(const T& value) noexcept;
template <class T>
[[nodiscard]] std::size_t write(const T& value, MutableByteSpan destination) noexcept;

namespace detail {

/// Writes the payload of a message to the thread's memory. Returns no bytes, and sets the error, if it cannot be encoded.
template <class T>
ByteSpan write_payload(const T& message, PackingScratch& scratch, PacketError& error) noexcept {
  std::size_t size = 0;
  std::size_t most = sizeof(T);
  if constexpr (is_generated_message<T>) {
    size = codec::write(message, scratch.bytes());
    most = size == 0 ? codec::max_size(message) : 0;
  }
  if (size == 0) {
    scratch.grow(most, 0);
    if constexpr (is_generated_message<T>) {
      size = codec::write(message, scratch.bytes());
    } else if (most <= scratch.bytes().size()) {
      wire::store_value(scratch.bytes().data(), message);
      size = most;
    }
  }
  error = size != 0 ? PacketError::None : most <= scratch.bytes().size() ? PacketError::PayloadInvalid : PacketError::PayloadTooLarge;
  return scratch.bytes().subspan(0, size);
}

}  // namespace detail

/// Appends packets to memory that it does not own. If a packet fails, it is not appended. Not thread-safe. Counterpart of
/// Codec.Framing.PacketWriter.
///
/// A message whose schema has packet_packed is packed. A packed table is first written to memory that the thread keeps for later messages, and that
/// grows if it is too small. Nothing else is allocated. If the allocation fails, the error is PayloadTooLarge. A payload that is passed with an id is
/// not packed: call pack_payload for it.
///
/// Every try_write returns Ok, BufferTooSmall, or Invalid if the packet cannot be encoded. If it is Invalid, error() returns IdNotAllowed if the
/// format cannot represent the id, PayloadTooLarge if the payload exceeds a limit, or PayloadInvalid for some messages.
class PacketWriter {
 public:
  explicit PacketWriter(MutableByteSpan destination, const PacketFormat& format = {}) noexcept : format_(format), destination_(destination) {}

  /// Appends a message: a plain struct with PacketTraits, whose bytes are the payload, or a table that `codec gen cpp` generated, whose payload is
  /// written in place unless it is packed. Returns Invalid if a payload exceeds the limit of the format or of the packet's type (PayloadTooLarge), or
  /// if a required table or union is missing, tables are nested deeper than 64 levels, or the payload would exceed 2,147,483,647 bytes
  /// (PayloadInvalid). Padding is sent as zeros. For a struct that codec did not generate, this requires a compiler with __builtin_clear_padding,
  /// such as GCC 11 or later. Otherwise, padding is sent as it is in memory.
  template <class T, detail::IfMessage<T> = 0>
  [[nodiscard]] Status try_write(const T& message) noexcept {
    if constexpr (detail::is_generated_message<T>) {
      return try_write_table(message);
    } else if constexpr (wire::is_copied<T>()) {
      return try_write_payload<T>(as_bytes(&message, sizeof(T)));
    } else {
      std::byte payload[sizeof(T)];
      wire::store_value(payload, message);
      return try_write_payload<T>(ByteSpan(payload, sizeof(T)));
    }
  }

  /// Appends a finished payload of the packet type T, such as one that flatc's builder wrote, and packs it if T is packed. Returns Invalid with
  /// PayloadTooLarge also if the payload exceeds the limit of T, and with PayloadInvalid if a packed payload does not have the shape of T.
  template <class T>
  [[nodiscard]] Status try_write_payload(ByteSpan payload) noexcept {
    if (payload.size() > PacketTraits<T>::max_payload_size && PacketTraits<T>::id <= format_.max_id()) {
      return fail(PacketError::PayloadTooLarge);
    }
    if constexpr (!detail::is_packed<T>) {
      return try_write(PacketTraits<T>::id, payload);
    } else {
      const detail::PackingScratch scratch;
      return pack<T>(payload, scratch.stack());
    }
  }

  /// Appends a copy of `payload`, which must not overlap the destination.
  [[nodiscard]] CODEC_ALWAYS_INLINE Status try_write(std::uint32_t id, ByteSpan payload) noexcept {
    MutableByteSpan room;
    const Status status = begin(id, payload.size(), room);
    if (status == Status::Ok) {
      // Before the copy, so that the format need not be kept during that call.
      complete(payload.size());
      if (!payload.empty()) {
        std::memcpy(room.data(), payload.data(), payload.size());
      }
    }
    return status;
  }

  /// Starts a packet whose payload the caller writes in place. Sets `room` to at least `capacity` bytes. Call end() to complete the packet. Nothing
  /// is appended until then. To abandon the packet, do not call end(). Returns the same values as try_write. The next call of begin() or try_write()
  /// abandons a packet that was not completed.
  [[nodiscard]] CODEC_ALWAYS_INLINE Status begin(std::uint32_t id, std::size_t capacity, MutableByteSpan& room) noexcept {
    if (id > format_.max_id() || capacity > format_.max_payload_size()) {
      return fail(id > format_.max_id() ? PacketError::IdNotAllowed : PacketError::PayloadTooLarge);
    }
    const std::size_t free = destination_.size() - written_;
    if (free < format_.header_size() || free - format_.header_size() < capacity) {
      return fail(PacketError::None);
    }
    const std::size_t offered = free - format_.header_size();
    room = destination_.subspan(written_ + format_.header_size(), offered < format_.max_payload_size() ? offered : format_.max_payload_size());
    id_ = id;
    room_ = room.size();
    is_begun_ = true;
    error_ = PacketError::None;
    return Status::Ok;
  }

  /// Completes the packet that begin() started. Its payload is the first `payload_size` bytes of the room. Throws std::invalid_argument if the room
  /// has fewer bytes, and std::logic_error if no packet was started or a later call abandoned it.
  CODEC_ALWAYS_INLINE void end(std::size_t payload_size) {
    if (!is_begun_) {
      detail::packet_not_begun();
    }
    if (payload_size > room_) {
      detail::committed_too_much(payload_size, room_);
    }
    complete(payload_size);
  }

  /// Returns the reason why the last packet could not be encoded, or None if it was encoded or the destination is too small.
  PacketError error() const noexcept { return error_; }

  /// Returns the completed packets.
  ByteSpan written() const noexcept { return {destination_.data(), written_}; }

 private:
  CODEC_ALWAYS_INLINE void complete(std::size_t payload_size) noexcept {
    format_.write_header(destination_.data() + written_, id_, static_cast<std::uint32_t>(payload_size));
    written_ += format_.header_size() + payload_size;
    is_begun_ = false;
  }

  /// Abandons the packet that was begun. Without an error, the destination is too small.
  Status fail(PacketError error) noexcept {
    is_begun_ = false;
    error_ = error;
    return error == PacketError::None ? Status::BufferTooSmall : Status::Invalid;
  }

  template <class T>
  Status try_write_table(const T& message) noexcept {
    MutableByteSpan room;
    const Status status = begin(PacketTraits<T>::id, 0, room);
    if (status != Status::Ok) {
      return status;
    }
    if constexpr (detail::is_packed<T>) {
      return try_write_packed(message);
    } else {
      const std::size_t size = codec::write(message, room);
      if (size == 0) {
        if (codec::max_size(message) <= room.size()) {
          return fail(PacketError::PayloadInvalid);
        }
        const std::size_t limit = (std::min)(format_.max_payload_size(), PacketTraits<T>::max_payload_size);
        return fail(room.size() >= limit ? PacketError::PayloadTooLarge : PacketError::None);
      }
      if (size > PacketTraits<T>::max_payload_size) {
        return fail(PacketError::PayloadTooLarge);
      }
      end(size);
      return Status::Ok;
    }
  }

  /// Writes a message to the thread's memory, and appends it packed.
  template <class T>
  Status try_write_packed(const T& message) noexcept {
    detail::PackingScratch scratch(PacketTraits<T>::max_payload_size);
    PacketError error = PacketError::None;
    const ByteSpan payload = detail::write_payload(message, scratch, error);
    return payload.empty() ? fail(error) : pack<T>(payload, scratch.stack());
  }

  template <class T>
  Status pack(ByteSpan payload, detail::ScratchStack* stack) noexcept {
    MutableByteSpan room;
    Status status = begin(PacketTraits<T>::id, 0, room);
    if (status != Status::Ok) {
      return status;
    }
    // A message that is no difference has the number 0, and refers to the message 0: none.
    constexpr std::size_t numbers = PacketTraits<T>::baselines == 0 ? 0 : 2;
    if (room.size() < numbers) {
      return fail(room.size() == format_.max_payload_size() ? PacketError::PayloadTooLarge : PacketError::None);
    }
    std::fill_n(room.data(), numbers, std::byte{0});
    std::size_t packed = 0;
    status = detail::pack(PacketTraits<T>::shape, payload, {}, room.subspan(numbers), stack, packed);
    if (status != Status::Ok) {
      return fail(status == Status::Invalid                        ? PacketError::PayloadInvalid
                  : room.size() == format_.max_payload_size() ? PacketError::PayloadTooLarge
                                                              : PacketError::None);
    }
    end(numbers + packed);
    return Status::Ok;
  }

  PacketFormat format_;
  MutableByteSpan destination_;
  std::size_t written_ = 0;
  std::size_t room_ = 0;
  bool is_begun_ = false;
  std::uint32_t id_ = 0;
  PacketError error_ = PacketError::None;
};

}  // namespace codec
