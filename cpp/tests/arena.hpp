#pragma once

#include <codec/codec.hpp>

/// Two packets that are structs of a schema: flatc's types, and their mirrors with the traits that `codec gen cpp` generates for both.
namespace Arena {

class Move final {
 public:
  explicit Move(float x = 0) : x_(x) {}
  float x() const { return x_; }

 private:
  float x_;
};

class Turn final {
 public:
  explicit Turn(float angle = 0) : angle_(angle) {}
  float angle() const { return angle_; }

 private:
  float angle_;
};

namespace plain {

struct Move {
  float x;
};

struct Turn {
  float angle;
};

}  // namespace plain

}  // namespace Arena

namespace codec {

template <>
struct PacketTraits<Arena::Move> {
  static constexpr std::uint32_t id = 1;
  static constexpr std::string_view name = "Arena.Move";
  static constexpr PayloadKind kind = PayloadKind::Struct;
  static constexpr PacketDirections directions = PacketDirections::ToServer;
  static constexpr std::uint32_t max_payload_size = 4;
  using mirror = Arena::plain::Move;
};

template <>
struct PacketTraits<Arena::plain::Move> : PacketTraits<Arena::Move> {
  using mirror = Arena::Move;
};

template <>
struct PacketTraits<Arena::Turn> {
  static constexpr std::uint32_t id = 2;
  static constexpr std::string_view name = "Arena.Turn";
  static constexpr PayloadKind kind = PayloadKind::Struct;
  static constexpr PacketDirections directions = PacketDirections::ToServer;
  static constexpr std::uint32_t max_payload_size = 4;
  using mirror = Arena::plain::Turn;
};

template <>
struct PacketTraits<Arena::plain::Turn> : PacketTraits<Arena::Turn> {
  using mirror = Arena::Turn;
};

}  // namespace codec
