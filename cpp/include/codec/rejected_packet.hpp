#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "enums.hpp"
#include "packet_format.hpp"
#include "packet_traits.hpp"
#include "span.hpp"

namespace codec {

/// What is known of a packet that was rejected. C#'s InvalidPacketException has the same facts and words.
struct RejectedPacket {
  std::uint32_t id = 0;
  /// The size of the payload that the header declares, in bytes.
  std::uint64_t size = 0;
  /// The name in the schema, such as "Game.Chat", or empty.
  std::string name{};
  /// The largest payload that the packet or the format may have, in bytes, or unlimited_payload.
  std::uint32_t limit = unlimited_payload;
  /// The directions that the receiver accepts, or None if they are not known.
  PacketDirections direction = PacketDirections::None;
  /// The first field of a table that the verifier rejected, or empty if no field is the reason.
  std::string field{};
};

/// Returns a text such as "Game.Chat (id 20), 48 of at most 2000 bytes, ToServer, in the field sender".
inline std::string to_string(const RejectedPacket& packet) {
  constexpr const char* directions[] = {"", ", ToServer", ", ToClient", ", Both"};
  const std::string id = "id " + std::to_string(packet.id);
  std::string text = (packet.name.empty() ? id : packet.name + " (" + id + ")") + ", " + std::to_string(packet.size);
  if (packet.limit != unlimited_payload) {
    text += " of at most " + std::to_string(packet.limit);
  }
  text += std::string(" bytes") + directions[static_cast<unsigned>(packet.direction) & 3];
  return packet.field.empty() ? text : text + ", in the field " + packet.field;
}

namespace detail {

/// Returns what the header of a packet that cannot be framed declares, or null if the header is incomplete.
inline std::shared_ptr<const RejectedPacket> describe_header(const PacketFormat& format, ByteSpan bytes) {
  if (bytes.size() < format.header_size()) {
    return nullptr;
  }
  const std::uint32_t counted = format.size_counts() == PacketSizeCounts::WholePacket ? static_cast<std::uint32_t>(format.header_size()) : 0;
  const std::uint32_t size = format.read_size(bytes.data());
  if (size < counted) {
    return nullptr;
  }
  return std::make_shared<const RejectedPacket>(RejectedPacket{format.read_id(bytes.data()), size - counted, {}, format.max_payload_size()});
}

}  // namespace detail

}  // namespace codec
