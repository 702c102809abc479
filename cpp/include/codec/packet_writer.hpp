#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include "enums.hpp"
#include "packet_format.hpp"
#include "packet_traits.hpp"
#include "payload.hpp"
#include "span.hpp"

namespace codec {

/// Puts packets one after another into memory that the caller owns. A packet that does not fit, or may not be sent in this format, leaves
/// nothing behind. Never allocates. Not to be used by two threads at once.
class PacketWriter {
 public:
  explicit PacketWriter(MutableByteSpan destination, const PacketFormat& format = {}) noexcept : format_(format), destination_(destination) {}

  /// Copies `payload` behind its header. Done; DestinationTooSmall; or InvalidData where the payload is larger than the format's limit
  /// (error() is PayloadTooLarge) or the id does not fit its width (IdNotAllowed).
  Status try_write(std::uint32_t id, ByteSpan payload) noexcept {
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

  /// Copies a plain struct behind the header with its id.
  template <class T>
  Status try_write(const T& payload) noexcept {
    static_assert(PacketTraits<T>::kind == PayloadKind::Struct && std::is_trivially_copyable_v<T>, "Only a plain struct is its own payload.");
    return try_write(PacketTraits<T>::id, as_bytes(&payload, sizeof(T)));
  }

  /// Starts a packet whose payload is made in place: gives `room` of at least `capacity` bytes, which end() then closes. Nothing was written
  /// until then; to give up, just do not call end(). The same answers as try_write. A packet that was begun before is given up, whatever the
  /// answer.
  Status begin(std::uint32_t id, std::size_t capacity, MutableByteSpan& room) noexcept {
    is_begun_ = false;
    error_ = capacity > format_.max_payload_size() ? PacketError::PayloadTooLarge
             : id > format_.max_id()               ? PacketError::IdNotAllowed
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

  /// Ends the packet that begin() started: its payload is the first `payload_size` bytes of the room. Throws std::invalid_argument where
  /// that is more than the room has, or the latest begin() started none.
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

  /// Why the last packet was refused.
  PacketError error() const noexcept { return error_; }

  /// The whole packets so far.
  ByteSpan written() const noexcept { return {destination_.data(), written_}; }

 private:
  PacketFormat format_;
  MutableByteSpan destination_;
  std::size_t written_ = 0;
  std::size_t room_ = 0;
  bool is_begun_ = false;
  std::uint32_t id_ = 0;
  PacketError error_ = PacketError::None;
};

/// Makes a packet of the default format by placement new: a PacketHeader at `destination`, and behind it a T made from `arguments`. Gives the
/// T in place, or null, and nothing written, where the destination has fewer than sizeof(PacketHeader) + sizeof(T) bytes or the T would not be
/// aligned: destination must be 4 past a multiple of T's alignment, or for an alignment of at most 4, any multiple of 4.
template <class T, class... Arguments>
T* emplace_packet(MutableByteSpan destination, Arguments&&... arguments) {
  static_assert(PacketTraits<T>::kind == PayloadKind::Struct && std::is_trivially_copyable_v<T>, "Only a plain struct is its own payload.");
  static_assert(sizeof(T) <= 0xFFFF && PacketTraits<T>::id <= 0xFFFF, "Size and Id have 2 bytes each.");
  const bool is_aligned = reinterpret_cast<std::uintptr_t>(destination.data()) % alignof(PacketHeader) == 0 &&
                          reinterpret_cast<std::uintptr_t>(destination.data() + sizeof(PacketHeader)) % alignof(T) == 0;
  if (destination.size() < sizeof(PacketHeader) + sizeof(T) || !is_aligned) {
    return nullptr;
  }
  new (destination.data()) PacketHeader{static_cast<std::uint16_t>(sizeof(T)), static_cast<std::uint16_t>(PacketTraits<T>::id)};
  return new (destination.data() + sizeof(PacketHeader)) T{std::forward<Arguments>(arguments)...};
}

}  // namespace codec
