#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../enums.hpp"
#include "../message.hpp"
#include "../packet_format.hpp"
#include "../packet_traits.hpp"
#include "../packet_writer.hpp"
#include "../span.hpp"

namespace codec::detail {

/// A packet that is about to be encoded: a reference to a message, or to an id with a payload. It keeps the queues free of templates.
class PacketSource {
 public:
  template <class T>
  static PacketSource of(const T& message) noexcept {
    return {&message, [](const void* context, PacketWriter& writer) { return writer.try_write(*static_cast<const T*>(context)); },
            [](const void* context) {
              if constexpr (is_generated_message<T>) {
                return codec::max_size(*static_cast<const T*>(context));
              } else {
                (void)context;
                return sizeof(T);
              }
            }};
  }

  struct IdAndPayload {
    std::uint32_t id;
    ByteSpan payload;
  };

  static PacketSource of(const IdAndPayload& packet) noexcept {
    return {&packet,
            [](const void* context, PacketWriter& writer) {
              const auto* source = static_cast<const IdAndPayload*>(context);
              return writer.try_write(source->id, source->payload);
            },
            [](const void* context) { return static_cast<const IdAndPayload*>(context)->payload.size(); }};
  }

  /// Encodes the packet at the start of `room`. If it does not fit, calls `grow(bytes)`, which returns larger memory, and tries again.
  template <class Grow>
  [[nodiscard]] Status encode(MutableByteSpan room, const PacketFormat& format, const Grow& grow, ByteSpan& packet) const {
    std::size_t size = 0;
    while (true) {
      PacketWriter writer(room, format);
      const Status status = write_(context_, writer);
      packet = writer.written();
      if (status != Status::BufferTooSmall || room.size() >= format.max_packet_size()) {
        return status;
      }
      // Only a packed payload can need more than the estimate.
      size = size == 0 ? estimate_(context_) + format.header_size() : (std::max)(size, room.size()) * 2;
      room = grow((std::min)(size, format.max_packet_size()));
    }
  }

 private:
  using Write = Status (*)(const void* context, PacketWriter& writer);
  using Estimate = std::size_t (*)(const void* context);

  PacketSource(const void* context, Write write, Estimate estimate) noexcept : context_(context), write_(write), estimate_(estimate) {}

  const void* context_;
  Write write_;
  Estimate estimate_;
};

}  // namespace codec::detail
