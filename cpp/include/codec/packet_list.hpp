#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include "packet_traits.hpp"

namespace codec {

namespace detail {

/// Finds the place of an id among N in two loads: ids are looked up by their high byte, then by their low byte in that byte's page.
template <std::size_t N, std::size_t Pages>
struct IdTable {
  static constexpr std::uint16_t none = 0xFFFF;
  std::array<std::uint16_t, 256> page{};
  std::array<std::array<std::uint16_t, 256>, Pages> slot{};

  constexpr std::size_t find(std::uint32_t id) const noexcept {
    if (id > 0xFFFF) {
      return N;
    }
    const std::uint16_t found = slot[page[id >> 8]][id & 0xFF];
    return found == none ? N : found;
  }
};

template <std::size_t N>
constexpr std::size_t page_count(const std::array<std::uint16_t, N>& ids) noexcept {
  std::array<bool, 256> used{};
  std::size_t count = 1;  // The first page is that of the ids that nobody has.
  for (std::uint16_t id : ids) {
    if (!used[id >> 8]) {
      used[id >> 8] = true;
      ++count;
    }
  }
  return count;
}

template <std::size_t Pages, std::size_t N>
constexpr IdTable<N, Pages> make_id_table(const std::array<std::uint16_t, N>& ids) noexcept {
  IdTable<N, Pages> table{};
  for (auto& page : table.slot) {
    for (std::uint16_t& slot : page) {
      slot = IdTable<N, Pages>::none;
    }
  }
  std::uint16_t next = 1;
  for (std::size_t i = 0; i < N; ++i) {
    std::uint16_t& page = table.page[ids[i] >> 8];
    if (page == 0) {
      page = next++;
    }
    table.slot[page][ids[i] & 0xFF] = static_cast<std::uint16_t>(i);
  }
  return table;
}

template <std::size_t N>
constexpr bool are_unique(const std::array<std::uint16_t, N>& ids) noexcept {
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (ids[i] == ids[j]) {
        return false;
      }
    }
  }
  return true;
}

template <class... Ts>
struct PacketIds {
  static constexpr std::array<std::uint16_t, sizeof...(Ts)> ids{PacketTraits<Ts>::id...};
  static_assert(are_unique(ids), "Two packets have the same id.");
  static constexpr auto index = make_id_table<page_count(ids)>(ids);
};

}  // namespace detail

/// The packets of a protocol, as types: from id to type and back, all known to the compiler. Two packets with one id do not compile.
template <class... Ts>
struct PacketList {
  static_assert(sizeof...(Ts) > 0, "A list has at least one packet.");

  static constexpr std::size_t size = sizeof...(Ts);

  /// What the schema says about each packet, in the list's order.
  static constexpr std::array<PacketInfo, size> table{packet_info<Ts>()...};

  /// The place of the packet with this id in the list, or `size` where there is none; constant time.
  static constexpr std::size_t find(std::uint32_t id) noexcept { return detail::PacketIds<Ts...>::index.find(id); }

  /// The type with this place in the list.
  template <std::size_t Index>
  using at = std::tuple_element_t<Index, std::tuple<Ts...>>;

  /// The type of the packet with this id; does not compile where there is none.
  template <std::uint16_t Id>
  using type_of = at<detail::PacketIds<Ts...>::index.find(Id)>;
};

namespace detail {

template <class... Lists>
struct Join;

template <class... Ts>
struct Join<PacketList<Ts...>> {
  using type = PacketList<Ts...>;
};

template <class... Ts, class... Us, class... Rest>
struct Join<PacketList<Ts...>, PacketList<Us...>, Rest...> : Join<PacketList<Ts..., Us...>, Rest...> {};

}  // namespace detail

/// The packets of several schemas as one list.
template <class... Lists>
using JoinedPackets = typename detail::Join<Lists...>::type;

}  // namespace codec
