#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "../enums.hpp"
#include "../message.hpp"
#include "../packet_format.hpp"
#include "../packet_traits.hpp"
#include "../packet_writer.hpp"
#include "../span.hpp"
#include "attributes.hpp"

namespace codec::detail {

/// A message that a connection sends as the difference to the last one of its id. Without a function, there is none.
struct DeltaMessage {
  const void* message = nullptr;
  ByteSpan (*write_payload)(const void* message, PackingScratch& scratch) = nullptr;
  PayloadShape shape{};
  std::uint32_t id = 0;
  // Of the payload, in bytes.
  std::size_t limit = 0;

  /// Writes the payload to the thread's memory, which may have more bytes than the limit. Returns no bytes if it cannot be encoded.
  ByteSpan write(PackingScratch& scratch) const { return write_payload(message, scratch); }
};

/// A message that is about to be encoded.
template <class T>
struct MessageSource {
  const T& message;

  Status write(PacketWriter& writer) const noexcept { return writer.try_write(message); }

  /// Returns the size of the payload, or more. Only a packed payload can be larger.
  std::size_t estimate() const noexcept {
    if constexpr (is_generated_message<T>) {
      return codec::max_size(message);
    } else {
      return sizeof(T);
    }
  }

  DeltaMessage delta() const noexcept {
    if constexpr (PacketTraits<T>::baselines == 0) {
      return {};
    } else {
      const auto encode = [](const void* value, PackingScratch& scratch) {
        PacketError error = PacketError::None;
        return write_payload(*static_cast<const T*>(value), scratch, error);
      };
      return {&message, encode, PacketTraits<T>::shape, PacketTraits<T>::id, PacketTraits<T>::max_payload_size};
    }
  }
};

template <class T>
MessageSource(const T&) -> MessageSource<T>;

/// An id with a payload, as a message that is about to be encoded.
struct PayloadSource {
  std::uint32_t id;
  ByteSpan payload;

  CODEC_ALWAYS_INLINE Status write(PacketWriter& writer) const noexcept { return writer.try_write(id, payload); }
  std::size_t estimate() const noexcept { return payload.size(); }
  DeltaMessage delta() const noexcept { return {}; }
};

/// A reference to a source of any type, for code that is not a template.
class AnySource {
 public:
  template <class Source>
  explicit AnySource(const Source& source) noexcept
      : source_(&source),
        write_([](const void* packet, PacketWriter& writer) { return static_cast<const Source*>(packet)->write(writer); }),
        estimate_([](const void* packet) { return static_cast<const Source*>(packet)->estimate(); }),
        delta_(source.delta()) {}

  Status write(PacketWriter& writer) const { return write_(source_, writer); }
  std::size_t estimate() const { return estimate_(source_); }
  const DeltaMessage& delta() const noexcept { return delta_; }

 private:
  const void* source_;
  Status (*write_)(const void* packet, PacketWriter& writer);
  std::size_t (*estimate_)(const void* packet);
  DeltaMessage delta_;
};

/// Encodes a packet at the start of `room`. If it does not fit, calls `grow(bytes)`, which returns larger memory, and tries again.
template <class Source, class Grow>
[[nodiscard]] CODEC_ALWAYS_INLINE Status encode_source(const Source& source, MutableByteSpan room, const PacketFormat& format, const Grow& grow,
                                                       ByteSpan& packet) {
  std::size_t size = 0;
  while (true) {
    PacketWriter writer(room, format);
    const Status status = source.write(writer);
    packet = writer.written();
    if (status != Status::BufferTooSmall || room.size() >= format.max_packet_size()) {
      return status;
    }
    size = size == 0 ? source.estimate() + format.header_size() : (std::max)(size, room.size()) * 2;
    room = grow((std::min)(size, format.max_packet_size()));
  }
}

/// An encoded packet that several connections send. Immutable.
struct SharedPacket {
  std::shared_ptr<const std::byte[]> memory;
  ByteSpan bytes;

  /// Encodes a packet. Returns a packet without bytes if it cannot be encoded.
  template <class Source>
  static SharedPacket encode(const Source& source, const PacketFormat& format) {
    std::shared_ptr<std::byte[]> memory;
    ByteSpan packet;
    const auto grow = [&memory](std::size_t size) {
      memory.reset(new std::byte[size]);
      return MutableByteSpan(memory.get(), size);
    };
    const Status status = encode_source(source, {}, format, grow, packet);
    return status == Status::Ok ? SharedPacket{std::move(memory), packet} : SharedPacket{};
  }
};

}  // namespace codec::detail
