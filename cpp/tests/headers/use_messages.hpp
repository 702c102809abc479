#pragma once

// Instantiates the templates of the generated headers.
inline std::size_t use_messages(codec::ByteSpan payload, codec::MutableByteSpan destination) {
  Game::Inventory inventory;
  if (!codec::verify<Game::Inventory>(payload) || !codec::read_into(inventory, payload)) {
    return 0;
  }
  codec::PayloadWriter writer(destination);
  Game::InventoryValues values;
  values.owner = inventory.owner;
  auto items = codec::begin<Game::Inventory>(writer, values).start_items(1);
  for (const auto item : codec::view<Game::Inventory>(payload).items()) {
    Game::ItemValues one;
    one.name = item.name();
    items.add(one);
  }
  codec::PacketRoutes<Game::Inventory> routes;
  routes.on_each<Game::GamePackets>(codec::Overloaded{[](Game::Inventory&, const Game::ChatView&) {}, [](Game::Inventory&, const auto&) {}});
  codec::PacketDispatcher<Game::Inventory> dispatcher(routes, inventory, codec::PacketDirections::Both);
  return dispatcher.dispatch({4, payload, payload}) == codec::PacketError::None ? codec::write(inventory, destination) : codec::max_size(inventory);
}

enum class WideFlags : std::uint32_t { One = 1 };
CODEC_BIT_FLAGS(WideFlags)
static_assert(codec::has_flags(~WideFlags{} & (WideFlags::One | WideFlags{}), WideFlags::One));

#if __cplusplus >= 202002L
template <class Vector>
concept BorrowedView = std::ranges::borrowed_range<Vector> && std::ranges::view<Vector>;

static_assert(BorrowedView<codec::VectorView<int>> && BorrowedView<codec::TextVectorView> && BorrowedView<codec::TableVectorView<Game::Item>> &&
              BorrowedView<codec::UnionVectorView<codec::Union<Game::ChatChannel>>>);
#endif
