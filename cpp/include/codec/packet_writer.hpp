#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "detail/message_forms.hpp"
#include "detail/packing_scratch.hpp"
#include "detail/throw.hpp"
#include "enums.hpp"
#include "packed_payload.hpp"
#include "packet_format.hpp"
#include "packet_traits.hpp"
#include "span.hpp"
#include "wire.hpp"

namespace codec {

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

  /// Appends a message. The message is a plain struct with PacketTraits, whose bytes are the payload. Padding is sent as zeros: for a struct that
  /// codec did not generate, only if the compiler has __builtin_clear_padding, such as GCC from version 11. Otherwise, it is sent as it is in memory.
  template <class T, detail::IfStructMessage<T> = 0>
  [[nodiscard]] Status try_write(const T& message) noexcept {
    if constexpr (wire::is_copied<T>()) {
      return try_write_as<T>(as_bytes(&message, sizeof(T)));
    } else {
      std::byte payload[sizeof(T)];
      wire::store_value(payload, message);
      return try_write_as<T>(ByteSpan(payload, sizeof(T)));
    }
  }

  /// Appends a message of a type that `codec gen cpp` generated. Unless it is packed, its payload is written in place. Returns Invalid if the message
  /// cannot be written: error() returns PayloadTooLarge if the payload exceeds the limit of the format or of the packet's type, or PayloadInvalid if
  /// a required table or union is missing, tables are nested deeper than 64 levels, or the payload would exceed 2,147,483,647 bytes.
  template <class T, detail::IfGeneratedMessage<T> = 0>
  [[nodiscard]] Status try_write(const T& message) noexcept {
    MutableByteSpan room;
    const Status status = begin(PacketTraits<T>::id, 0, room);
    if (status != Status::Ok) {
      return status;
    }
    is_begun_ = false;
    if constexpr (detail::is_packed<T>) {
      return try_write_packed(message);
    } else {
      const std::size_t size = detail::GeneratedMessage<T>::write(message, room);
      if (size == 0) {
        const std::size_t most = detail::GeneratedMessage<T>::max_size(message);
        const std::size_t limit = (std::min)(format_.max_payload_size(), PacketTraits<T>::max_payload_size);
        error_ = most <= room.size() ? PacketError::PayloadInvalid : room.size() >= limit ? PacketError::PayloadTooLarge : PacketError::None;
        return error_ == PacketError::None ? Status::BufferTooSmall : Status::Invalid;
      }
      if (size > PacketTraits<T>::max_payload_size) {
        error_ = PacketError::PayloadTooLarge;
        return Status::Invalid;
      }
      is_begun_ = true;
      end(size);
      return Status::Ok;
    }
  }

  /// Finishes `builder` with the identifier of its root, and appends the message with the id of the root. Returns Invalid with PayloadTooLarge also
  /// if the payload exceeds the limit of the packet's type. Include codec/flatbuffers.hpp.
  template <class Builder, class Offset, detail::IfMessageBuilder<Builder> = 0>
  [[nodiscard]] Status try_write(Builder& builder, Offset root) {
    detail::MessageBuilder<Builder>::finish(builder, root);
    return try_write_as<typename detail::MessageBuilder<Builder>::template Root<Offset>>(detail::MessageBuilder<Builder>::payload(builder));
  }

  /// Appends the payload of a finished builder. Include codec/flatbuffers.hpp.
  template <class Builder, detail::IfMessageBuilder<Builder> = 0>
  [[nodiscard]] Status try_write(std::uint32_t id, const Builder& builder) noexcept {
    return try_write(id, detail::MessageBuilder<Builder>::payload(builder));
  }

  /// Appends a copy of `payload`, which must not overlap the destination.
  [[nodiscard]] Status try_write(std::uint32_t id, ByteSpan payload) noexcept {
    MutableByteSpan room;
    const Status status = begin(id, payload.size(), room);
    if (status == Status::Ok) {
      if (!payload.empty()) {
        std::memcpy(room.data(), payload.data(), payload.size());
      }
      end(payload.size());
    }
    return status;
  }

  /// Appends a packet whose payload is written in place by `write_payload(value, room)`. The function writes to the start of `room`, a
  /// MutableByteSpan, and returns the size of the payload. If the payload does not fit, the function returns the size that it needs. If that is
  /// greater than room.size(), the result is BufferTooSmall. If it is also greater than the format's largest payload, the result is Invalid with
  /// PayloadTooLarge. The function must not use this writer.
  template <class T, class WritePayload, detail::IfWritesPayload<WritePayload, T> = 0>
  [[nodiscard]] Status try_write(std::uint32_t id, const T& value, WritePayload&& write_payload) {
    MutableByteSpan room;
    const Status status = begin(id, 0, room);
    if (status != Status::Ok) {
      return status;
    }
    AbandonOnThrow abandon{is_begun_};
    const auto payload_size = static_cast<std::size_t>(write_payload(value, room));
    abandon.has_returned = true;
    if (payload_size <= room.size()) {
      end(payload_size);
      return Status::Ok;
    }
    is_begun_ = false;
    error_ = payload_size > format_.max_payload_size() ? PacketError::PayloadTooLarge : PacketError::None;
    return error_ == PacketError::None ? Status::BufferTooSmall : Status::Invalid;
  }

  /// Starts a packet whose payload the caller writes in place. Sets `room` to at least `capacity` bytes. Call end() to complete the packet. Nothing
  /// is appended until then. To abandon the packet, do not call end(). Returns the same values as try_write. The next call of begin() or try_write()
  /// abandons a packet that was not completed.
  [[nodiscard]] Status begin(std::uint32_t id, std::size_t capacity, MutableByteSpan& room) noexcept {
    is_begun_ = false;
    error_ = id > format_.max_id()                   ? PacketError::IdNotAllowed
             : capacity > format_.max_payload_size() ? PacketError::PayloadTooLarge
                                                     : PacketError::None;
    if (error_ != PacketError::None) {
      return Status::Invalid;
    }
    const std::size_t free = destination_.size() - written_;
    if (free < format_.header_size() || free - format_.header_size() < capacity) {
      return Status::BufferTooSmall;
    }
    const std::size_t offered = free - format_.header_size();
    room = destination_.subspan(written_ + format_.header_size(), offered < format_.max_payload_size() ? offered : format_.max_payload_size());
    id_ = id;
    room_ = room.size();
    is_begun_ = true;
    return Status::Ok;
  }

  /// Completes the packet that begin() started. Its payload is the first `payload_size` bytes of the room. Throws std::invalid_argument if the room
  /// has fewer bytes, and std::logic_error if no packet was started or a later call abandoned it.
  void end(std::size_t payload_size) {
    if (!is_begun_) {
      detail::packet_not_begun();
    }
    if (payload_size > room_) {
      detail::committed_too_much(payload_size, room_);
    }
    format_.write_header(destination_.data() + written_, id_, static_cast<std::uint32_t>(payload_size));
    written_ += format_.header_size() + payload_size;
    is_begun_ = false;
  }

  /// Returns the reason why the last packet could not be encoded, or None if it was encoded or the destination is too small.
  PacketError error() const noexcept { return error_; }

  /// Returns the completed packets.
  ByteSpan written() const noexcept { return {destination_.data(), written_}; }

 private:
  /// Abandons the packet that was begun if a function that writes its payload throws.
  struct AbandonOnThrow {
    bool& is_begun;
    bool has_returned = false;

    ~AbandonOnThrow() {
      if (!has_returned) {
        is_begun = false;
      }
    }
  };

  /// Appends a payload of type T, and packs it if T is packed.
  template <class T>
  Status try_write_as(ByteSpan payload) noexcept {
    if constexpr (!detail::is_packed<T>) {
      if (payload.size() > PacketTraits<T>::max_payload_size && PacketTraits<T>::id <= format_.max_id()) {
        is_begun_ = false;
        error_ = PacketError::PayloadTooLarge;
        return Status::Invalid;
      }
      return try_write(PacketTraits<T>::id, payload);
    } else {
      MutableByteSpan room;
      const Status status = begin(PacketTraits<T>::id, 0, room);
      if (status != Status::Ok) {
        return status;
      }
      is_begun_ = false;
      std::size_t packed = 0;
      if (payload.size() > PacketTraits<T>::max_payload_size) {
        error_ = PacketError::PayloadTooLarge;
        return Status::Invalid;
      }
      if (pack_payload(payload, room, packed) != Status::Ok) {
        error_ = room.size() == format_.max_payload_size() ? PacketError::PayloadTooLarge : PacketError::None;
        return error_ == PacketError::None ? Status::BufferTooSmall : Status::Invalid;
      }
      is_begun_ = true;
      end(packed);
      return Status::Ok;
    }
  }

  /// Writes a message to the thread's memory, and appends it packed.
  template <class T>
  Status try_write_packed(const T& message) noexcept {
    detail::PackingScratch scratch(1, PacketTraits<T>::max_payload_size);
    std::size_t size = detail::GeneratedMessage<T>::write(message, scratch.bytes());
    if (size == 0) {
      const std::size_t most = detail::GeneratedMessage<T>::max_size(message);
      if (most > scratch.bytes().size()) {
        scratch.grow(most);
        size = detail::GeneratedMessage<T>::write(message, scratch.bytes());
      }
      if (size == 0) {
        error_ = most <= scratch.bytes().size() ? PacketError::PayloadInvalid : PacketError::PayloadTooLarge;
        return Status::Invalid;
      }
    }
    return try_write_as<T>(scratch.bytes().subspan(0, size));
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
