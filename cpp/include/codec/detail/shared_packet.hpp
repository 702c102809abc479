#pragma once

#include <cstddef>
#include <memory>

#include "../packet_format.hpp"
#include "../span.hpp"
#include "packet_source.hpp"

namespace codec::detail {

/// An encoded packet that several connections send. Immutable.
struct SharedPacket {
  std::shared_ptr<const std::byte[]> memory;
  ByteSpan bytes;

  /// Encodes a packet. Returns a packet without bytes if it cannot be encoded.
  static SharedPacket encode(const PacketSource& source, const PacketFormat& format) {
    std::shared_ptr<std::byte[]> memory;
    ByteSpan packet;
    const auto grow = [&memory](std::size_t size) {
      memory.reset(new std::byte[size]);
      return MutableByteSpan(memory.get(), size);
    };
    const Status status = source.encode({}, format, grow, packet);
    return status == Status::Ok ? SharedPacket{std::move(memory), packet} : SharedPacket{};
  }
};

}  // namespace codec::detail
