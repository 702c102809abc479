#include <gtest/gtest.h>

#include <codec/codec.hpp>
#include <utility>

#include "game_messages.hpp"
#include "point.hpp"

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
};

namespace {

using namespace codec;

TEST(PacketList, MapsIdsToTableEntries) {
  using Packets = PacketList<Numbered<0xFFFFFFFF>, Game::Move, Numbered<0x10002>, Point>;
  static_assert(Packets::size == 4 && Packets::find(2) == 1 && Packets::find(300) == 3 && Packets::find(0xFFFFFFFF) == 0);
  static_assert(Packets::find(0) == 4 && Packets::find(0x20002) == 4);
  static_assert(Packets::table[1].name == "Game.Move" && Packets::table[3].directions == PacketDirections::ToClient);
}

template <std::size_t... Index>
PacketList<Numbered<static_cast<std::uint32_t>(Index) * 65539 % 0x7FFFFF>...> many(std::index_sequence<Index...>);

TEST(PacketList, HasHundredsOfUnsortedPackets) {
  using Many = decltype(many(std::make_index_sequence<300>()));
  for (std::size_t i = 0; i < Many::size; ++i) {
    EXPECT_EQ(Many::find(Many::table[i].id), i);
  }
  int handled = 0;
  PacketRoutes<int> routes;
  routes.on_each<Many>([](int& count, const auto&) { ++count; });
  PacketDispatcher<int> dispatcher(routes, handled, PacketDirections::ToServer);
  const std::byte sent[4] = {};
  for (const PacketInfo& packet : Many::table) {
    EXPECT_EQ(dispatcher.dispatch({packet.id, sent, sent}), PacketError::None);
    EXPECT_EQ(dispatcher.dispatch({packet.id + 1, sent, sent}), PacketError::UnknownId);
  }
  EXPECT_EQ(handled, 300);
}

template <std::uint32_t... Ids>
constexpr bool is_accepted() {
  return detail::are_unique(std::array{packet_info<Numbered<Ids>>()...});
}

TEST(PacketList, FindsEveryIdThatOccursTwice) {
  static_assert(is_accepted<1>() && is_accepted<1, 2, 3>() && is_accepted<3, 1, 2>() && is_accepted<5, 1, 6, 2>());
  static_assert(!is_accepted<1, 1>() && !is_accepted<5, 1, 5>() && !is_accepted<5, 1, 6, 1>() && !is_accepted<0, 7, 0>());
}

}  // namespace
