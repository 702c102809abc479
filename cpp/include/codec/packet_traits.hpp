#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "enums.hpp"

namespace codec {

/// The maximum payload size of a packet whose schema sets no limit. Only the limit of the format applies.
inline constexpr std::uint32_t unlimited_payload = 0xFFFFFFFF;

/// The maximum unpacked payload size, in bytes, of a packed packet whose schema sets no limit: the limit of the default format.
inline constexpr std::uint32_t default_max_unpacked_size = 0xFFFF;

/// The properties in the schema of the packet whose payload is a T. `codec gen cpp` generates a specialization for each packet:
///   static constexpr std::uint32_t id;
///   static constexpr std::string_view name;      the schema's name, with namespaces and dots
///   static constexpr PayloadKind kind;
///   static constexpr PacketDirections directions;
///   static constexpr std::uint32_t max_payload_size;  bytes
/// and, if the payload is sent packed,
///   static constexpr bool is_packed = true;     max_payload_size is then the limit of the unpacked payload
/// and, if the schema limits them,
///   static constexpr std::uint32_t max_depth;   the maximum nesting depth of tables; the root has depth 1
///   static constexpr std::uint32_t max_tables;  the maximum number of tables; a table counts each time it is referred to
/// and, if the table is the root_type of a schema with a file_identifier,
///   static constexpr char identifier[];         its 4 characters and a zero
/// and, if T is a table that `codec gen cpp` generated,
///   using view;                                 its view, which has the same traits
template <class T>
struct PacketTraits;

/// The same properties as values, for packets that are only known at run time.
struct PacketInfo {
  std::uint32_t id;
  std::string_view name;
  PayloadKind kind;
  PacketDirections directions;
  std::uint32_t max_payload_size;
  bool is_packed = false;
};

namespace detail {

/// Whether payloads of type T are sent packed.
template <class T, class = void>
inline constexpr bool is_packed = false;

template <class T>
inline constexpr bool is_packed<T, std::void_t<decltype(PacketTraits<T>::is_packed)>> = PacketTraits<T>::is_packed;

template <class Traits, class = void>
struct MaxDepth {
  static constexpr std::uint32_t or_else(std::uint32_t fallback) noexcept { return fallback; }
};

template <class Traits>
struct MaxDepth<Traits, std::void_t<decltype(Traits::max_depth)>> {
  static constexpr std::uint32_t or_else(std::uint32_t) noexcept { return Traits::max_depth; }
};

template <class Traits, class = void>
struct MaxTables {
  static constexpr std::uint32_t or_else(std::uint32_t fallback) noexcept { return fallback; }
};

template <class Traits>
struct MaxTables<Traits, std::void_t<decltype(Traits::max_tables)>> {
  static constexpr std::uint32_t or_else(std::uint32_t) noexcept { return Traits::max_tables; }
};

template <class Traits, class = void>
struct Identifier {
  static constexpr const char* or_null() noexcept { return nullptr; }
};

template <class Traits>
struct Identifier<Traits, std::void_t<decltype(Traits::identifier)>> {
  static constexpr const char* or_null() noexcept { return Traits::identifier; }
};

}  // namespace detail

/// Returns the traits of T as a value.
template <class T>
constexpr PacketInfo packet_info() noexcept {
  using Traits = PacketTraits<T>;
  return {Traits::id, Traits::name, Traits::kind, Traits::directions, Traits::max_payload_size, detail::is_packed<T>};
}

}  // namespace codec
