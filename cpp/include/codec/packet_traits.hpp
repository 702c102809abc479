#pragma once

#include <cstdint>
#include <string_view>

#include "packet_directions.hpp"
#include "payload_kind.hpp"

namespace codec {

/// The largest payload of a packet whose schema sets no limit of its own: the format's limit alone counts.
inline constexpr std::uint32_t unlimited_payload = 0xFFFFFFFF;

/// What the schema says about the packet whose payload is a T; `codec gen cpp` writes one specialization for each packet:
///   static constexpr std::uint16_t id;
///   static constexpr std::string_view name;      the schema's name, with namespaces and dots
///   static constexpr PayloadKind kind;
///   static constexpr PacketDirections directions;
///   static constexpr std::uint32_t max_payload_size;  bytes
template <class T>
struct PacketTraits;

/// The same for a packet that is only known at run time.
struct PacketInfo {
  std::uint16_t id;
  std::string_view name;
  PayloadKind kind;
  PacketDirections directions;
  std::uint32_t max_payload_size;
};

/// The traits of T as a value.
template <class T>
constexpr PacketInfo packet_info() noexcept {
  using Traits = PacketTraits<T>;
  return {Traits::id, Traits::name, Traits::kind, Traits::directions, Traits::max_payload_size};
}

}  // namespace codec
