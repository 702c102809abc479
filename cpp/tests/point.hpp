#pragma once

#include <codec/codec.hpp>

/// A packet whose payload is a plain struct with 8-byte alignment. Only the server may send it.
struct Point {
  double x;
  std::uint32_t tag;
  std::uint32_t reserved;
};

template <>
struct codec::PacketTraits<Point> {
  static constexpr std::uint32_t id = 300;
  static constexpr std::string_view name = "Point";
  static constexpr PayloadKind kind = PayloadKind::Struct;
  static constexpr PacketDirections directions = PacketDirections::ToClient;
  static constexpr std::uint32_t max_payload_size = sizeof(Point);
};
