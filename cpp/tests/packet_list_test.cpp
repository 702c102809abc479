#include <gtest/gtest.h>

#include <codec/codec.hpp>
#include <utility>

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

constexpr std::uint32_t id_of(std::size_t index) { return static_cast<std::uint32_t>(index) * 65539 % 0x7FFFFF; }

template <std::size_t... Index>
PacketList<Numbered<id_of(Index)>...> many(std::index_sequence<Index...>);

TEST(PacketList, HasHundredsOfUnsortedPackets) {
  using Many = decltype(many(std::make_index_sequence<300>()));
  int handled = 0;
  PacketRoutes<int> routes;
  routes.on_each<Many>([](int& count, const auto&) { ++count; });
  PacketDispatcher<int> dispatcher(routes, handled, PacketDirections::ToServer);
  const std::byte sent[4] = {};
  for (std::size_t i = 0; i < Many::size; ++i) {
    EXPECT_EQ(dispatcher.dispatch({id_of(i), sent, sent}), PacketError::None);
    EXPECT_EQ(dispatcher.dispatch({id_of(i) + 1, sent, sent}), PacketError::UnknownId);
  }
  EXPECT_EQ(handled, 300);
}

TEST(PacketList, FindsEveryIdThatOccursTwice) {
  using detail::are_unique;
  static_assert(are_unique({1}) && are_unique({1, 2, 3}) && are_unique({3, 1, 2}) && are_unique({5, 1, 6, 2}));
  static_assert(!are_unique({1, 1}) && !are_unique({5, 1, 5}) && !are_unique({5, 1, 6, 1}) && !are_unique({0, 7, 0}));
}

}  // namespace
