#pragma once

#include <array>
#include <codec/codec.hpp>
#include <cstddef>

/// A packet whose payload is a plain struct with 8-byte alignment. Only the server may send it.
struct Point {
  double x;
  std::uint32_t tag;
  std::uint32_t reserved;
};

template <>
struct codec::PacketTraits<Point> : codec::PacketDefaults {
  static constexpr std::uint32_t id = 300;
  static constexpr std::string_view name = "Point";
  static constexpr PayloadKind kind = PayloadKind::Struct;
  static constexpr PacketDirections directions = PacketDirections::ToClient;
  static constexpr std::uint32_t max_payload_size = sizeof(Point);
};

// What `codec gen cpp` writes for a struct.
template <>
struct codec::wire::Struct<Point> {
  static constexpr bool has_padding = false;
  template <class Value, class Visit>
  static void fields(Value& value, Visit&& visit) {
    visit(value.x);
    visit(value.tag);
    visit(value.reserved);
  }
};

/// Returns the payload of a point.
inline std::array<std::byte, sizeof(Point)> bytes_of(const Point& point) {
  std::array<std::byte, sizeof(Point)> bytes{};
  codec::wire::store_value(bytes.data(), point);
  return bytes;
}
