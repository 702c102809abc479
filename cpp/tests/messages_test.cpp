#include "allocations.hpp"
#include "dispatch.hpp"
#include "game_messages.hpp"
#include "testing.hpp"

/// Makes a table that is not a packet one with a limit.
template <>
struct codec::PacketTraits<Game::Item> : codec::PacketDefaults {
  static constexpr std::uint32_t id = 9;
  static constexpr std::string_view name = "Game.Item";
  static constexpr PayloadKind kind = PayloadKind::FlatBuffers;
  static constexpr std::uint32_t max_payload_size = 60;
  using view = Game::ItemView;
};

namespace {

using namespace codec;

Game::Inventory sample_inventory() {
  Game::Inventory inventory;
  inventory.owner = 7;
  inventory.items.emplace();
  for (unsigned i = 0; i < 20; ++i) {
    Game::Item item;
    item.id = i;
    item.count = static_cast<std::uint16_t>(i + 1);
    if (i % 3 != 0) {
      item.name = "Item " + std::string(i, 'x');
    }
    if (i % 4 != 0) {
      item.modifiers = std::vector<std::int16_t>(i, static_cast<std::int16_t>(i));
    }
    inventory.items->push_back(item);
  }
  return inventory;
}

std::vector<std::byte> payload_of(const Game::Inventory& inventory) {
  std::vector<std::byte> payload(max_size(inventory));
  payload.resize(write(inventory, payload));
  return payload;
}

TEST(Messages, InAPayloadOfMoreThan2GiBAreRejected) {
  const std::vector<std::byte> payload = payload_of(sample_inventory());
  // Only the start of the payload is read.
  EXPECT_FALSE(view<Game::Inventory>({payload.data(), std::size_t{0x80000000}}));
  EXPECT_FALSE(verify<Game::Inventory>({payload.data(), std::size_t{0x80000000}}));
}

TEST(Messages, WrittenFromValuesEqualThoseWrittenFromThePlainType) {
  const Game::Inventory inventory = sample_inventory();
  std::byte memory[8192];
  PayloadWriter writer(memory);
  Game::InventoryValues values;
  values.owner = inventory.owner;
  TableVectorWriter<Game::Item> items = begin<Game::Inventory>(writer, values).start_items(inventory.items->size());
  for (const Game::Item& item : *inventory.items) {
    Game::ItemValues one;
    one.id = item.id;
    one.count = item.count;
    if (item.name.has_value()) {
      one.name = *item.name;
    }
    if (item.modifiers.has_value()) {
      one.modifiers = *item.modifiers;
    }
    items.add(one);
  }
  const std::vector<std::byte> payload = payload_of(inventory);
  ASSERT_EQ(writer.size(), payload.size());
  EXPECT_EQ(std::memcmp(memory, payload.data(), payload.size()), 0);
  items.add({});
  EXPECT_EQ(writer.size(), 0u) << "more tables than the capacity";
}

TEST(Messages, FitInABufferOfTheirExactSizeAndAllocateNothing) {
  const Game::Inventory inventory = sample_inventory();
  const std::vector<std::byte> payload = payload_of(inventory);
  std::vector<std::byte> memory(payload.size());
  const std::size_t before = allocations();
  EXPECT_EQ(write(inventory, memory), payload.size());
  for (std::size_t size = 0; size < payload.size(); ++size) {
    ASSERT_EQ(write(inventory, {memory.data(), size}), 0u);
    // Up to 3 bytes at the end can be padding.
    ASSERT_FALSE(size + 4 <= payload.size() && verify<Game::Inventory>({payload.data(), size}));
  }
  EXPECT_TRUE(verify<Game::Inventory>(payload));
  EXPECT_EQ(allocations(), before);
}

TEST(Messages, AreEncodedByTryWriteAndEncodeOrRejectedIfTooLarge) {
  std::byte memory[64];
  const Game::Chat chat{Game::ChatChannel::Guild, "Ada", "hello"};
  PacketWriter writer(memory);
  EXPECT_EQ(writer.try_write(chat), Status::Ok);
  EXPECT_EQ(writer.try_write(chat), Status::BufferTooSmall);
  const EncodeResult encoded = encode(memory, chat);
  ASSERT_EQ(encoded.status, Status::Ok);
  EXPECT_EQ(decode(encoded.packet).packet.id, PacketTraits<Game::Chat>::id);
  const PacketFormat small(20);
  EXPECT_EQ(encode(memory, chat, small).error, PacketError::PayloadTooLarge);
}

TEST(Messages, AreTooLargeIfABufferForTheLimitOfTheirTypeIsTooSmall) {
  Game::Item item;
  item.name = std::string(100, 'x');
  for (std::size_t size = 4; size < 200; ++size) {
    std::vector<std::byte> memory(size);
    const EncodeResult result = encode(memory, item);
    EXPECT_EQ(result.status, size < 4 + PacketTraits<Game::Item>::max_payload_size ? Status::BufferTooSmall : Status::Invalid) << size;
    EXPECT_EQ(result.error, result.status == Status::Invalid ? PacketError::PayloadTooLarge : PacketError::None) << size;
  }
}

TEST(Messages, AreRejectedIfThePayloadIsEmptyAndAnEmptyViewReturnsDefaults) {
  EXPECT_FALSE(view<Game::Chat>(ByteSpan()));
  EXPECT_FALSE(verify<Game::Chat>(ByteSpan()));
  const Game::ChatView none;
  EXPECT_FALSE(none);
  EXPECT_EQ(none.text().data(), nullptr);
  EXPECT_EQ(none.channel(), Game::ChatChannel::Say);
}

TEST(Messages, ArePassedAsTheParameterTypeOfTheHandler) {
  std::byte memory[64];
  const EncodeResult encoded = encode(memory, Game::Chat{Game::ChatChannel::Guild, "Ada", "hello"});
  const Packet packet = decode(encoded.packet).packet;
  std::string seen;
  const auto handle = [&](auto&& handler) { return dispatch<Game::GamePackets, PacketDirections::ToServer>(packet, handler); };
  EXPECT_EQ(handle(Overloaded{[&](const Game::ChatView& chat) { seen += chat.text(); }, [](const auto&) {}}), PacketError::None);
  EXPECT_EQ(handle([&](const auto& view) { seen += PacketTraits<std::decay_t<decltype(view)>>::name; }), PacketError::None);
  EXPECT_EQ(seen, "helloGame.Chat");

  PacketRoutes<std::string> routes;
  routes.on<Game::Chat>([](std::string& all, const Game::ChatView& chat, const Packet&) { all += chat.sender(); });
  routes.on<Game::Login>([](std::string&, const Game::Login&) {});
  routes.on<Game::Move>([](std::string&, const auto& view) { static_assert(std::is_same_v<decltype(view), const Game::MoveView&>); });
  PacketDispatcher<std::string> dispatcher(routes, seen, PacketDirections::ToServer);
  EXPECT_EQ(dispatcher.dispatch(packet), PacketError::None);
  EXPECT_EQ(seen, "helloGame.ChatAda");
}

}  // namespace
