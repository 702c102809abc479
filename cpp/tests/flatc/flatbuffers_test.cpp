#include <codec/flatbuffers.hpp>

#include "streams.hpp"
#include "testing.hpp"
#include "traits.hpp"
#include "../dispatch.hpp"

/// A Game::TestPacket with a limit.
struct Limited {};

template <>
struct codec::PacketTraits<Limited> : PacketTraits<Game::TestPacket> {
  static constexpr std::uint32_t max_payload_size = 100;
};

/// A table with an identifier.
struct Marked : private flatbuffers::Table {
  bool Verify(flatbuffers::Verifier& verifier) const { return VerifyTableStart(verifier) && verifier.EndTable(); }
};

template <>
struct codec::PacketTraits<Marked> : PacketTraits<Game::TestPacket> {
  static constexpr char identifier[] = "MARK";
};

namespace {

using namespace codec;

TEST(FinishPacket, PrependsTheHeaderWithoutMovingThePayload) {
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(Game::CreateTestPacketDirect(builder, "This is a message!", 255));
  const auto* payload = reinterpret_cast<const std::byte*>(builder.GetBufferPointer());
  const ByteSpan packet = finish_packet(builder, 65534);
  ASSERT_EQ(packet.size(), 52u);
  EXPECT_EQ(packet.data() + 4, payload);
  const std::vector<std::byte> start(packet.begin(), packet.begin() + 4);
  EXPECT_EQ(start, (std::vector<std::byte>{std::byte{48}, std::byte{0}, std::byte{254}, std::byte{255}}));
}

TEST(FinishPacket, RoundTripsInEveryFormat) {
  for (const PacketFormat& format : streams::formats(1000)) {
    PacketPushDecoder decoder(format);
    flatbuffers::FlatBufferBuilder builder;
    for (int number = 0; number < 50; ++number) {
      builder.Clear();
      const std::string text(static_cast<std::size_t>(number), 'x');
      decoder.append(finish_packet(builder, Game::CreateTestPacketDirect(builder, text.c_str(), number), format));
    }
    Packet packet;
    for (int number = 0; number < 50; ++number) {
      ASSERT_EQ(decoder.take(packet), Status::Ok);
      const auto* message = try_read_payload<Game::TestPacket>(packet.payload);
      ASSERT_NE(message, nullptr);
      EXPECT_EQ(message->number(), number);
      EXPECT_EQ(message->msg()->size(), static_cast<std::uint32_t>(number));
    }
  }
}

TEST(FinishPacket, ReturnsEmptyIfTheFormatCannotEncodeThePacket) {
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(Game::CreateChatDirect(builder, Game::ChatChannel_Say, "", std::string(70000, 'x').c_str()));
  EXPECT_TRUE(finish_packet(builder, 4).empty());
  EXPECT_TRUE(finish_packet(builder, 65536, PacketFormat(PacketSizeCounts::Payload, 4)).empty());
}

TEST(FlatBuffersForms, PackMessagesOfPackedTypesAndRejectThemOverTheLimit) {
  flatbuffers::FlatBufferBuilder builder;
  std::vector<std::byte> memory(2000);
  PacketWriter writer(memory);
  ASSERT_EQ(try_write(writer, builder, Game::Packed::CreateTestPacketDirect(builder, "This is a message!", 255)), Status::Ok);
  EXPECT_LT(writer.written().size(), builder.GetSize());
  const DecodeResult decoded = decode(writer.written());
  int calls = 0;
  EXPECT_EQ((dispatch<PacketList<Game::Packed::TestPacket>, PacketDirections::ToServer>(
                decoded.packet, Overloaded{[&](const Game::Packed::TestPacket& message) {
                                             ++calls;
                                             EXPECT_EQ(message.msg()->str(), "This is a message!");
                                             EXPECT_EQ(message.number(), 255);
                                           },
                                           [](const auto&) { ADD_FAILURE(); }})),
            PacketError::None);
  EXPECT_EQ(calls, 1);

  builder.Clear();
  EXPECT_EQ(try_write(writer, builder, Game::Packed::CreateTestPacketDirect(builder, std::string(1000, 'x').c_str(), 255)), Status::Invalid);
  EXPECT_EQ(writer.error(), PacketError::PayloadTooLarge);
}

TEST(FlatBuffersForms, RejectMessagesOverTheLimitOfTheirType) {
  std::vector<std::byte> memory(2000);
  PacketWriter writer(memory);
  for (const std::size_t length : {std::size_t{10}, std::size_t{100}}) {
    flatbuffers::FlatBufferBuilder builder;
    const flatbuffers::Offset<Limited> root(Game::CreateTestPacketDirect(builder, std::string(length, 'x').c_str()).o);
    EXPECT_EQ(try_write(writer, builder, root), length < 100 ? Status::Ok : Status::Invalid);
    EXPECT_EQ(writer.error(), length < 100 ? PacketError::None : PacketError::PayloadTooLarge);
  }
  flatbuffers::FlatBufferBuilder builder;
  EXPECT_TRUE(finish_packet(builder, flatbuffers::Offset<Limited>(Game::CreateTestPacketDirect(builder, std::string(100, 'x').c_str()).o)).empty());
}

TEST(FlatBuffersForms, ProduceTheSameBytesAsFinishPacket) {
  const auto create = [](flatbuffers::FlatBufferBuilder& builder) { return Game::CreateTestPacketDirect(builder, "This is a message!", 255); };
  flatbuffers::FlatBufferBuilder builder;
  const ByteSpan made = finish_packet(builder, create(builder));
  const std::vector<std::byte> expected(made.begin(), made.end());

  std::vector<std::byte> memory(200);
  PacketWriter writer(memory);
  flatbuffers::FlatBufferBuilder finished;
  finished.Finish(create(finished));
  flatbuffers::FlatBufferBuilder open;
  ASSERT_EQ(writer.try_write(65534, payload_of(finished)), Status::Ok);
  ASSERT_EQ(try_write(writer, open, create(open)), Status::Ok);
  EXPECT_EQ(writer.written().size(), 2 * expected.size());
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), writer.written().begin()));
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), writer.written().begin() + expected.size()));

  std::vector<std::byte> encoded(100);
  const EncodeResult result = encode(encoded, 65534, payload_of(finished));
  ASSERT_EQ(result.status, Status::Ok);
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), result.packet.begin(), result.packet.end()));
}

TEST(FlatBuffersPayload, IsRejectedIfItIsTruncatedOrLacksARequiredField) {
  flatbuffers::FlatBufferBuilder builder;
  const auto user = builder.CreateString("Ann");
  const auto start = builder.StartTable();
  builder.AddOffset(Game::Login::VT_USER, user);
  builder.Finish(flatbuffers::Offset<Game::Login>(builder.EndTable(start)));
  const ByteSpan without_required = as_bytes(builder.GetBufferPointer(), builder.GetSize());
  EXPECT_EQ(try_read_payload<Game::Login>(without_required), nullptr);
  builder.Clear();
  const std::vector<std::uint8_t> token(16, 9);
  builder.Finish(Game::CreateLoginDirect(builder, "Ann", &token, 1, "en"));
  std::vector<std::uint64_t> aligned(builder.GetSize() / 8 + 1);
  std::memcpy(aligned.data(), builder.GetBufferPointer(), builder.GetSize());
  for (std::size_t size = 0; size < builder.GetSize(); ++size) {
    EXPECT_EQ(try_read_payload<Game::Login>(as_bytes(aligned.data(), size)), nullptr) << size;
  }
  EXPECT_NE(try_read_payload<Game::Login>(as_bytes(aligned.data(), builder.GetSize())), nullptr);
}

TEST(FlatBuffersPayload, HasTheIdentifierOfItsType) {
  flatbuffers::FlatBufferBuilder builder;
  for (const char* identifier : {"MARK", "WRNG", "MARC", ""}) {
    builder.Clear();
    builder.Finish(Game::CreateMove(builder, 7), *identifier == '\0' ? nullptr : identifier);
    EXPECT_EQ(try_read_payload<Marked>(as_bytes(builder.GetBufferPointer(), builder.GetSize())) != nullptr, std::string("MARK") == identifier) << identifier;
  }
  builder.Clear();
  const ByteSpan made = finish_packet(builder, flatbuffers::Offset<Marked>(Game::CreateMove(builder, 7).o));
  EXPECT_NE(try_read_payload<Marked>({made.data() + 4, made.size() - 4}), nullptr);
  const std::vector<std::byte> packet(made.begin(), made.end());
  std::vector<std::byte> memory(100);
  PacketWriter writer(memory);
  builder.Clear();
  ASSERT_EQ(try_write(writer, builder, flatbuffers::Offset<Marked>(Game::CreateMove(builder, 7).o)), Status::Ok);
  EXPECT_TRUE(std::equal(packet.begin(), packet.end(), writer.written().begin(), writer.written().end()));
}

TEST(FlatBuffersPayload, IsRejectedIfItIsNotAligned) {
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(Game::CreateChatDirect(builder, Game::ChatChannel_Say, "Ann", "hello"));
  std::vector<std::uint64_t> memory(builder.GetSize() / 8 + 3);
  for (std::size_t start = 0; start < 16; ++start) {
    auto* bytes = reinterpret_cast<std::byte*>(memory.data()) + start;
    std::memcpy(bytes, builder.GetBufferPointer(), builder.GetSize());
    EXPECT_EQ(try_read_payload<Game::Chat>({bytes, builder.GetSize()}) != nullptr, start % 4 == 0) << start;
  }
}

TEST(FlatBuffersPayload, IsRejectedIfItExceedsTheLargestPacketSize) {
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(Game::CreateMove(builder, 7));
  for (std::size_t size : {std::size_t{PacketFormat::largest_packet_size} + 1, std::size_t{0x80000000}, SIZE_MAX}) {
    EXPECT_EQ(try_read_payload<Game::Move>(as_bytes(builder.GetBufferPointer(), size)), nullptr) << size;
  }
}

}  // namespace
