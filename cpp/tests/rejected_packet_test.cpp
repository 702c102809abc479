#include <codec/message.hpp>
#include <set>

#include "game_messages.hpp"
#include "packed_messages.hpp"
#include "testing.hpp"

// Codec.Tests/GeneratedCode/RejectedPacketTests.cs has the same cases.
namespace {

using namespace codec;
using Bytes = std::vector<std::byte>;

struct NoState {};

template <class T>
Bytes encoded(const T& message) {
  Bytes bytes(1000);
  const EncodeResult result = encode(bytes, message);
  bytes.resize(result.packet.size());
  return bytes;
}

Packet packet_of(std::uint32_t id, const Bytes& bytes) { return {id, ByteSpan(bytes).subspan(4, bytes.size() - 4), bytes}; }

/// Destroys the zero after a text.
Bytes broken(Bytes bytes, const std::string& text) {
  const auto* letters = reinterpret_cast<const std::byte*>(text.data());
  *(std::search(bytes.begin(), bytes.end(), letters, letters + text.size()) + static_cast<std::ptrdiff_t>(text.size())) = std::byte{1};
  return bytes;
}

class RejectedPacketTest : public testing::Test {
 protected:
  RejectedPacketTest() {
    routes_.on<Game::Chat>([](NoState&, const Game::ChatView&) {})
        .on<Game::Login>([](NoState&, const Game::Login&) {}, PacketRules{100, PacketDirections::ToServer})
        .on<Game::Inventory>([](NoState&, const auto&) {})
        .on<Game::Packed::Spawn>([](NoState&, const auto&) {}, packet_rules<Game::Packed::Spawn>());
  }

  std::string explain(std::uint32_t id, const Bytes& bytes, PacketDirections receives = PacketDirections::ToServer) {
    PacketDispatcher<NoState> dispatcher(routes_, state_, receives);
    const Packet packet = packet_of(id, bytes);
    const PacketError error = dispatcher.dispatch(packet);
    return std::string(to_string(error)) + ": " + to_string(dispatcher.explain(error, packet));
  }

  PacketRoutes<NoState> routes_;
  NoState state_;
};

TEST_F(RejectedPacketTest, HasTheNameTheSizeTheLimitTheDirectionAndTheField) {
  const Bytes chat = encoded(Game::Chat{Game::ChatChannel::Say, "Ann", "hello"});
  const std::string size = std::to_string(chat.size() - 4);
  EXPECT_EQ(explain(4, broken(chat, "Ann")), "PayloadInvalid: Game.Chat (id 4), " + size + " bytes, ToServer, in the field sender");
  EXPECT_EQ(explain(4, broken(chat, "hello")), "PayloadInvalid: Game.Chat (id 4), " + size + " bytes, ToServer, in the field text");
  EXPECT_EQ(explain(4, Bytes(16)), "PayloadInvalid: Game.Chat (id 4), 12 bytes, ToServer");
  EXPECT_EQ(explain(1, Bytes(105)), "PayloadTooLarge: Game.Login (id 1), 101 of at most 100 bytes, ToServer");
  EXPECT_EQ(explain(1, Bytes(5), PacketDirections::ToClient), "IdNotAllowed: Game.Login (id 1), 1 of at most 100 bytes, ToClient");
  EXPECT_EQ(explain(77, Bytes(6), PacketDirections::Both), "UnknownId: id 77, 2 bytes, Both");
}

TEST_F(RejectedPacketTest, HasTheFieldOfTheRootForANestedValueAndOfAPackedPayload) {
  Game::Inventory inventory;
  inventory.items.emplace().push_back({1, 2, "sword", {}});
  EXPECT_NE(explain(5, broken(encoded(inventory), "sword")).find(", in the field items"), std::string::npos);
  Game::Packed::Spawn spawn;
  spawn.name = "Ann";
  Bytes payload(200);
  payload.resize(write(spawn, payload));
  payload = broken(payload, "Ann");
  // The unchanged payload is after a byte 1.
  Bytes packed(5);
  packed[4] = std::byte{1};
  packed.insert(packed.end(), payload.begin(), payload.end());
  EXPECT_NE(explain(103, packed, PacketDirections::ToClient).find("Game.Packed.Spawn (id 103)"), std::string::npos);
  EXPECT_NE(explain(103, packed, PacketDirections::ToClient).find(", in the field name"), std::string::npos);
}

TEST_F(RejectedPacketTest, HasAKnownFieldOrNoneForRandomBytes) {
  std::mt19937 random(std::random_device{}());
  const Bytes valid = encoded(Game::Chat{Game::ChatChannel::Say, "Ann", "hello"});
  std::set<std::string> found;
  PacketDispatcher<NoState> dispatcher(routes_, state_, PacketDirections::Both);
  for (int i = 0; i < 20000; ++i) {
    Bytes bytes = valid;
    bytes[4 + random() % (bytes.size() - 4)] = static_cast<std::byte>(random());
    const Packet packet = packet_of(4, bytes);
    const bool is_valid = dispatcher.dispatch(packet) == PacketError::None;
    const std::string field = dispatcher.explain(PacketError::PayloadInvalid, packet).field;
    EXPECT_TRUE(field.empty() || (!is_valid && (field == "channel" || field == "sender" || field == "text"))) << field;
    found.insert(field);
  }
  EXPECT_TRUE(found.count("") == 1 && found.count("sender") == 1 && found.count("text") == 1);
}

}  // namespace
