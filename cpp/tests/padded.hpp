#pragma once

#include <codec/codec.hpp>

/// A packet whose payload is a struct with 3 bytes of padding after the first field.
struct Padded {
  std::uint8_t kind;
  std::uint32_t value;
};

template <>
struct codec::PacketTraits<Padded> : codec::PacketDefaults {
  static constexpr std::uint32_t id = 301;
  static constexpr std::string_view name = "Padded";
  static constexpr PayloadKind kind = PayloadKind::Struct;
  static constexpr std::uint32_t max_payload_size = sizeof(Padded);
};

template <>
struct codec::wire::Struct<Padded> {
  static constexpr bool has_padding = true;
  template <class Value, class Visit>
  static void fields(Value& value, Visit&& visit) {
    visit(value.kind);
    visit(value.value);
  }
};

/// A struct that was written by hand: 3 bytes of padding after the first field, and 1 after the last field of each part.
struct HandWritten {
  struct Part {
    float value;
    std::uint16_t count;
    std::uint8_t kind;
  };
  std::uint8_t kind;
  Part parts[2];
};

template <>
struct codec::PacketTraits<HandWritten> : codec::PacketDefaults {
  static constexpr std::uint32_t id = 302;
  static constexpr std::string_view name = "HandWritten";
  static constexpr PayloadKind kind = PayloadKind::Struct;
  static constexpr std::uint32_t max_payload_size = sizeof(HandWritten);
};
