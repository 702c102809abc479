#pragma once

#include <cstddef>
#include <cstdint>

#include "packet_traits.hpp"

namespace codec {

namespace detail {

/// Returns whether no id occurs twice. A list that is sorted by id, such as a schema's, takes one pass.
template <std::size_t N>
constexpr bool are_unique(const std::uint32_t (&ids)[N]) noexcept {
  std::uint32_t largest = ids[0];
  for (std::size_t i = 1; i < N; ++i) {
    for (std::size_t j = 0; j < i && ids[i] <= largest; ++j) {
      if (ids[i] == ids[j]) {
        return false;
      }
    }
    largest = ids[i] > largest ? ids[i] : largest;
  }
  return true;
}

}  // namespace detail

/// The packets of a protocol, as types. Two packets with the same id do not compile. PacketRoutes::on_each registers a handler for all of them.
template <class... Ts>
struct PacketList {
  static_assert(sizeof...(Ts) > 0, "A list must have at least one packet.");
  static_assert(detail::are_unique({PacketTraits<Ts>::id...}), "Two packets have the same id.");

  static constexpr std::size_t size = sizeof...(Ts);
};

}  // namespace codec
