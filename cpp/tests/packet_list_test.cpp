#include <gtest/gtest.h>

#include <codec/codec.hpp>
#include <type_traits>
#include <utility>

#include "game_messages.hpp"
#include "point.hpp"
#include "test_packet_messages.hpp"

/// A packet with any id.
template <std::uint32_t Id>
struct Numbered {
  std::uint32_t value;
};

template <std::uint32_t Id>
struct codec::PacketTraits<Numbered<Id>> : codec::PacketDefaults {
  static constexpr std::uint32_t id = Id;
  static constexpr std::string_view name = "Numbered";
  static constexpr PayloadKind kind = PayloadKind::Struct;
  static constexpr std::uint32_t max_payload_size = 4;
};

template <std::uint32_t Id>
struct codec::wire::Struct<Numbered<Id>> {
  static constexpr bool has_padding = false;
  template <class Value, class Visit>
  static void fields(Value& value, Visit&& visit) {
    visit(value.value);
  }
};

namespace {

using namespace codec;

using Packets = JoinedPackets<Game::GamePackets, Game::TestPacketPackets, PacketList<Point>>;

TEST(PacketList, MapsIdsToTypesAndTableEntries) {
  static_assert(Packets::size == 8);
  static_assert(std::is_same_v<Packets::type_of<2>, Game::Move>);
  static_assert(std::is_same_v<Packets::type_of<65534>, Game::TestPacket>);
  static_assert(std::is_same_v<Packets::type_of<300>, Point>);
  static_assert(Packets::table[Packets::find(6)].name == "Game.Snapshot");
}

template <class List>
void finds_its_ids_and_no_other(std::uint32_t first, std::uint32_t last, std::size_t expected) {
  std::size_t found = 0;
  for (std::uint32_t id = first;; ++id) {
    const std::size_t index = List::find(id);
    if (index < List::size) {
      EXPECT_EQ(List::table[index].id, id);
      ++found;
    } else {
      EXPECT_EQ(index, List::size);
    }
    if (id == last) {
      break;
    }
  }
  EXPECT_EQ(found, expected);
}

TEST(PacketList, FindsItsIdsAndNoOther) {
  finds_its_ids_and_no_other<Packets>(0, 0x20000, Packets::size);
  EXPECT_EQ(Packets::find(0xFFFFFFFF), Packets::size);
}

TEST(PacketList, FindsIdsOfFourBytes) {
  // The ids are not sorted, and share low or high bytes.
  using Wide = PacketList<Numbered<0xFFFFFFFF>, Numbered<0x10000>, Numbered<0>, Numbered<0xFFFF>, Numbered<0x10002>, Numbered<0x20000>, Numbered<2>>;
  static_assert(std::is_same_v<Wide::type_of<0x10002>, Numbered<0x10002>> && std::is_same_v<Wide::type_of<0xFFFFFFFF>, Numbered<0xFFFFFFFF>>);
  static_assert(Wide::find(0x10000) == 1 && Wide::find(2) == 6 && Wide::find(0x10001) == Wide::size);
  finds_its_ids_and_no_other<Wide>(0, 0x20010, 6);
  finds_its_ids_and_no_other<Wide>(0xFFFFFF00, 0xFFFFFFFF, 1);

  using OnlyWide = PacketList<Numbered<0x10000>>;
  finds_its_ids_and_no_other<OnlyWide>(0, 0x20010, 1);
  EXPECT_EQ(OnlyWide::find(0xFFFFFFFF), 1u);
}

template <std::size_t... Index>
PacketList<Numbered<static_cast<std::uint32_t>(Index) * 65539 % 0x7FFFFF>...> many(std::index_sequence<Index...>);

TEST(PacketList, FindsIdsAmongHundredsOfUnsortedPackets) {
  using Many = decltype(many(std::make_index_sequence<300>()));
  for (std::size_t i = 0; i < Many::size; ++i) {
    EXPECT_EQ(Many::find(Many::table[i].id), i);
    EXPECT_EQ(Many::find(Many::table[i].id + 1), Many::size);
  }
}

template <std::uint32_t Last, std::size_t... Index>
PacketList<Numbered<Last - static_cast<std::uint32_t>(Index)>...> descending(std::index_sequence<Index...>);

TEST(PacketList, JoinsHundredsOfPacketsInDescendingOrder) {
  using Joined = JoinedPackets<decltype(descending<70300>(std::make_index_sequence<300>())), decltype(descending<300>(std::make_index_sequence<300>()))>;
  for (std::size_t i = 0; i < Joined::size; ++i) {
    EXPECT_EQ(Joined::find(Joined::table[i].id), i);
  }
}

template <std::size_t N>
constexpr std::array<std::uint32_t, N> descending_ids() {
  std::array<std::uint32_t, N> ids{};
  for (std::size_t i = 0; i < N; ++i) {
    ids[i] = static_cast<std::uint32_t>(N - i);
  }
  return ids;
}

template <std::size_t N>
constexpr bool sorts_descending_ids() {
  const auto sorted = detail::sort_ids(descending_ids<N>());
  for (std::size_t i = 0; i < N; ++i) {
    if (sorted[i].id != i + 1 || sorted[i].index != N - 1 - i) {
      return false;
    }
  }
  return true;
}

TEST(PacketList, SortsThousandsOfIdsAtCompileTime) {
  static_assert(sorts_descending_ids<1>() && sorts_descending_ids<2>() && sorts_descending_ids<3>() && sorts_descending_ids<1000>());
  static_assert(detail::sort_ids(descending_ids<4000>())[0].index == 3999);
}

}  // namespace
