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

/// Returns the number of ids that fit in 2 bytes.
template <std::size_t N>
constexpr std::size_t narrow_count(const std::array<IndexedId, N>& sorted) noexcept {
  std::size_t count = 0;
  while (count < N && sorted[count].id <= 0xFFFF) {
    ++count;
  }
  return count;
}

/// Returns the number of pages with 256 ids each that 2-byte ids need. The first page is for ids that are not in the list.
template <std::size_t N>
constexpr std::size_t page_count(const std::array<IndexedId, N>& sorted) noexcept {
  const std::size_t narrow = narrow_count(sorted);
  std::size_t count = 1;
  for (std::size_t i = 0; i < narrow; ++i) {
    count += i == 0 || sorted[i].id >> 8 != sorted[i - 1].id >> 8 ? std::size_t{1} : std::size_t{0};
  }
  return count;
}

/// Finds the index of an id among N. For a 2-byte id, there are two loads: the page of the high byte, and the slot of the low byte in it. Larger ids
/// are found by binary search.
template <std::size_t N, std::size_t Pages, std::size_t Wide>
struct IdTable {
  static constexpr std::uint16_t none = 0xFFFF;
  std::array<std::uint16_t, 256> page{};
  std::array<std::array<std::uint16_t, 256>, Pages> slot{};
  std::array<IndexedId, Wide> wide{};

  constexpr std::size_t find(std::uint32_t id) const noexcept {
    if (id <= 0xFFFF) {
      const std::uint16_t found = slot[page[id >> 8]][id & 0xFF];
      return found == none ? N : found;
    }
    if constexpr (Wide > 0) {
      std::size_t start = 0;
      for (std::size_t count = Wide; count > 0;) {
        const std::size_t half = count / 2;
        const bool is_after = wide[start + half].id < id;
        start = is_after ? start + half + 1 : start;
        count = is_after ? count - half - 1 : half;
      }
      return start < Wide && wide[start].id == id ? wide[start].index : N;
    }
    return N;
  }
};

template <std::size_t Pages, std::size_t Wide, std::size_t N>
constexpr IdTable<N, Pages, Wide> make_id_table(const std::array<IndexedId, N>& sorted) noexcept {
  IdTable<N, Pages, Wide> table{};
  for (auto& page : table.slot) {
    for (std::uint16_t& slot : page) {
      slot = IdTable<N, Pages, Wide>::none;
    }
  }
  std::uint16_t next = 1;
  for (std::size_t i = 0; i < N - Wide; ++i) {
    std::uint16_t& page = table.page[sorted[i].id >> 8];
    if (page == 0) {
      page = next++;
    }
    table.slot[page][sorted[i].id & 0xFF] = sorted[i].index;
  }
  for (std::size_t i = N - Wide; i < N; ++i) {
    if constexpr (Wide > 0) {
      table.wide[i - (N - Wide)] = sorted[i];
    }
  }
  return table;
}

template <class... Ts>
struct PacketIds {
  static_assert(sizeof...(Ts) < 0xFFFF, "A list can have at most 65,534 packets.");
  static constexpr std::array<std::uint32_t, sizeof...(Ts)> ids{PacketTraits<Ts>::id...};
  static constexpr auto sorted = sort_ids(ids);
  static_assert(are_unique(sorted), "Two packets have the same id.");
  static constexpr auto index = make_id_table<page_count(sorted), sizeof...(Ts) - narrow_count(sorted)>(sorted);
};

}  // namespace detail

/// The packets of a protocol, as types. It maps ids to types and back at compile time. Two packets with the same id do not compile.
template <class... Ts>
struct PacketList {
  static_assert(sizeof...(Ts) > 0, "A list must have at least one packet.");

  static constexpr std::size_t size = sizeof...(Ts);

  /// The properties of each packet in the schema, in the list's order.
  static constexpr std::array<PacketInfo, size> table{packet_info<Ts>()...};

  /// Returns the index of the packet with this id in the list, or `size` if there is none. Takes constant time for ids up to 65535.
  static constexpr std::size_t find(std::uint32_t id) noexcept { return detail::PacketIds<Ts...>::index.find(id); }

  /// The type at this index of the list.
  template <std::size_t Index>
  using at = std::tuple_element_t<Index, std::tuple<Ts...>>;

  /// The type of the packet with this id; does not compile if there is none.
  template <std::uint32_t Id>
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
