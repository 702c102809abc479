#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "enums.hpp"
#include "payload_shape.hpp"

namespace codec {

/// The maximum payload size of a packet whose schema sets no limit. Only the limit of the format applies.
inline constexpr std::uint32_t unlimited_payload = 0xFFFFFFFF;

/// The maximum unpacked payload size, in bytes, of a packed packet whose schema sets no limit: the limit of the default format.
inline constexpr std::uint32_t default_max_unpacked_size = 0xFFFF;

/// The properties of most packets. Each specialization of PacketTraits derives from it, and replaces those that differ.
struct PacketDefaults {
  static constexpr PacketDirections directions = PacketDirections::Both;
  /// In bytes. If the packet is packed, this is the limit of the unpacked payload.
  static constexpr std::uint32_t max_payload_size = unlimited_payload;
  /// The shape of the payload, with which it is packed (codec/packed_payload.hpp). Without a shape, it is not packed.
  static constexpr PayloadShape shape{};
  /// How many of the last messages a receiver keeps, so that a DeltaSender can send the difference to one of them; or 0.
  static constexpr std::uint32_t baselines = 0;
  /// The maximum nesting depth of tables. The root has depth 1.
  static constexpr std::uint32_t max_depth = 64;
  /// The maximum number of tables. A table counts each time it is referred to. 0 is one for each 4 bytes, from 16,384 to 1,000,000.
  static constexpr std::uint32_t max_tables = 0;
  /// The file identifier with 4 characters, or null.
  static constexpr const char* identifier = nullptr;
  /// For a table that `codec gen cpp` generated, its view, which has the same traits.
  using view = void;
};

/// The properties in the schema of the packet whose payload is a T. `codec gen cpp` generates a specialization for each packet. It derives from
/// PacketDefaults and has:
///   static constexpr std::uint32_t id;
///   static constexpr std::string_view name;      the schema's name, with namespaces and dots
///   static constexpr PayloadKind kind;
template <class T>
struct PacketTraits;

namespace detail {

/// The type that a handler for any type gets for a packet of type T: the view of a generated table, or T.
template <class T>
using Delivered = std::conditional_t<std::is_void_v<typename PacketTraits<T>::view>, T, typename PacketTraits<T>::view>;

/// The name in the schema. Traits that a user wrote may have none.
template <class T, class = void>
inline constexpr std::string_view packet_name{};

template <class T>
inline constexpr std::string_view packet_name<T, std::void_t<decltype(PacketTraits<T>::name)>> = PacketTraits<T>::name;

template <class T, class = void>
inline constexpr bool is_struct_message = false;

template <class T>
inline constexpr bool is_struct_message<T, std::void_t<decltype(PacketTraits<T>::kind)>> =
    PacketTraits<T>::kind == PayloadKind::Struct && std::is_trivially_copyable_v<T>;

template <class T, class = void>
inline constexpr bool is_generated_message = false;

/// Whether T is the plain type of a table that `codec gen cpp` generated.
template <class T>
inline constexpr bool is_generated_message<T, std::void_t<decltype(PacketTraits<T>::kind)>> = !std::is_same_v<Delivered<T>, T>;

/// Whether the payload is sent packed.
template <class T>
inline constexpr bool is_packed = static_cast<bool>(PacketTraits<T>::shape);

/// Selects a function for messages: plain structs, and tables that `codec gen cpp` generated.
template <class T>
using IfMessage = std::enable_if_t<is_struct_message<T> || is_generated_message<T>, int>;

}  // namespace detail

}  // namespace codec
