#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "packet_traits.hpp"

namespace codec {

namespace detail {

/// Returns whether no id occurs twice. A list that is sorted by id, such as a schema's, takes one pass.
template <std::size_t N>
constexpr bool are_unique(const std::array<PacketInfo, N>& packets) noexcept {
  std::uint32_t largest = packets[0].id;
  for (std::size_t i = 1; i < N; ++i) {
    for (std::size_t j = 0; j < i && packets[i].id <= largest; ++j) {
      if (packets[i].id == packets[j].id) {
        return false;
      }
    }
    largest = packets[i].id > largest ? packets[i].id : largest;
  }
  return true;
}

}  // namespace detail

/// The packets of a protocol, as types. Two packets with the same id do not compile. PacketRoutes::on_each registers a handler for all of them.
template <class... Ts>
struct PacketList {
  static_assert(sizeof...(Ts) > 0, "A list must have at least one packet.");

  static constexpr std::size_t size = sizeof...(Ts);

  /// The properties of each packet in the schema, in the list's order.
  static constexpr std::array<PacketInfo, size> table{packet_info<Ts>()...};
  static_assert(detail::are_unique(table), "Two packets have the same id.");

  /// Returns the index of the packet with this id in the list, or `size` if there is none.
  static constexpr std::size_t find(std::uint32_t id) noexcept {
    std::size_t index = 0;
    while (index < size && table[index].id != id) {
      ++index;
    }
    return index;
  }
};

}  // namespace codec
