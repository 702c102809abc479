#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include "packet_traits.hpp"

namespace codec {

namespace detail {

/// An id and its index in a list.
struct IndexedId {
  std::uint32_t id = 0;
  std::uint16_t index = 0;
};

/// Sorts ids together with their indices. A list that is already sorted, such as a schema's, takes one pass. Otherwise, runs of doubling width are
/// merged, because compilers limit the number of steps at compile time.
template <std::size_t N>
constexpr std::array<IndexedId, N> sort_ids(const std::array<std::uint32_t, N>& ids) noexcept {
  std::array<IndexedId, N> sorted{};
  bool is_sorted = true;
  for (std::size_t i = 0; i < N; ++i) {
    sorted[i] = {ids[i], static_cast<std::uint16_t>(i)};
    is_sorted = is_sorted && (i == 0 || ids[i - 1] <= ids[i]);
  }
  for (std::size_t width = 1; width < N && !is_sorted; width *= 2) {
    const std::array<IndexedId, N> runs = sorted;
    for (std::size_t start = 0; start < N; start += 2 * width) {
      const std::size_t middle = N - start < width ? N : start + width;
      const std::size_t end = N - start < 2 * width ? N : start + 2 * width;
      std::size_t left = start;
      std::size_t right = middle;
      for (std::size_t i = start; i < end; ++i) {
        const bool is_left = right == end || (left < middle && runs[left].id <= runs[right].id);
        sorted[i] = runs[is_left ? left++ : right++];
      }
    }
  }
  return sorted;
}

template <std::size_t N>
constexpr bool are_unique(const std::array<IndexedId, N>& sorted) noexcept {
  for (std::size_t i = 1; i < N; ++i) {
    if (sorted[i].id == sorted[i - 1].id) {
      return false;
    }
  }
  return true;
}

template <class... Ts>
struct PacketIds {
  static_assert(sizeof...(Ts) < 0xFFFF, "A list can have at most 65,534 packets.");
  static constexpr std::array<std::uint32_t, sizeof...(Ts)> ids{PacketTraits<Ts>::id...};
  static constexpr auto sorted = sort_ids(ids);
  static_assert(are_unique(sorted), "Two packets have the same id.");
};

}  // namespace detail

/// The packets of a protocol, as types. Two packets with the same id do not compile. PacketRoutes::on_each registers a handler for all of them.
template <class... Ts>
struct PacketList {
  static_assert(sizeof...(Ts) > 0, "A list must have at least one packet.");

  static constexpr std::size_t size = sizeof...(Ts);

  /// The properties of each packet in the schema, in the list's order.
  static constexpr std::array<PacketInfo, size> table{packet_info<Ts>()...};

  /// Returns the index of the packet with this id in the list, or `size` if there is none. It is a binary search.
  static constexpr std::size_t find(std::uint32_t id) noexcept {
    constexpr auto& sorted = detail::PacketIds<Ts...>::sorted;
    std::size_t start = 0;
    for (std::size_t count = size; count > 0;) {
      const std::size_t half = count / 2;
      const bool is_after = sorted[start + half].id < id;
      start = is_after ? start + half + 1 : start;
      count = is_after ? count - half - 1 : half;
    }
    return start < size && sorted[start].id == id ? sorted[start].index : size;
  }

  /// The type at this index of the list.
  template <std::size_t Index>
  using at = std::tuple_element_t<Index, std::tuple<Ts...>>;

  /// The type of the packet with this id; does not compile if there is none.
  template <std::uint32_t Id>
  using type_of = at<find(Id)>;
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
