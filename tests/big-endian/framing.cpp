// Headers, framing, dispatch and structs as payloads: the same packets as on a little-endian host. Prints the bytes that were written, to be compared.
#include <codec/codec.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "game_messages.hpp"

namespace {

struct Point {
  double x;
  std::uint32_t y;
  std::uint16_t z;
};

void require(bool holds, const char* what) {
  if (!holds) {
    std::fprintf(stderr, "%s\n", what);
    std::exit(1);
  }
}

}  // namespace

// What `codec gen cpp` writes for a struct of a schema that is a packet.
template <>
struct codec::wire::Struct<Point> {
  static constexpr bool has_padding = true;
  template <class Value, class Visit>
  static void fields(Value& value, Visit&& visit) {
    visit(value.x);
    visit(value.y);
    visit(value.z);
  }
};

template <>
struct codec::PacketTraits<Point> {
  static constexpr std::uint32_t id = 300;
  static constexpr std::string_view name = "Point";
  static constexpr PayloadKind kind = PayloadKind::Struct;
  static constexpr PacketDirections directions = PacketDirections::Both;
  static constexpr std::uint32_t max_payload_size = sizeof(Point);
};

using Packets = codec::JoinedPackets<Game::GamePackets, codec::PacketList<Point>>;

int main() {
  using namespace codec;
  const PacketFormat formats[] = {PacketFormat(), PacketFormat(PacketSizeCounts::WholePacket, 4, 2, PacketFieldOrder::IdFirst, PacketByteOrder::BigEndian)};
  for (const PacketFormat& format : formats) {
    std::vector<std::byte> memory(4096);
    PacketWriter writer(memory, format);
    require(writer.try_write(Game::Chat{Game::ChatChannel::Guild, "Ada", "hello"}) == Status::Ok, "chat");
    require(writer.try_write(Point{1.5, 0x01020304, 0x0506}) == Status::Ok, "point");
    require(writer.try_write(7000, as_bytes("raw", 3)) == Status::Ok, "raw");
    for (const std::byte value : writer.written()) {
      std::printf("%02x", std::to_integer<unsigned>(value));
    }
    std::printf("\n");

    PacketPushDecoder decoder(format);
    int seen = 0;
    const auto handler = Overloaded{[&](const Game::ChatView& chat) { seen += chat.text() == "hello" ? 1 : 0; },
                                    [&](const Point& point) { seen += point.x == 1.5 && point.y == 0x01020304 && point.z == 0x0506 ? 10 : 0; },
                                    [&](const auto&) { seen += 1000; }};
    // A byte at a time.
    for (const std::byte& value : writer.written()) {
      decoder.append(ByteSpan(&value, 1));
      Packet packet;
      while (decoder.take(packet) == Status::Ok) {
        const PacketError error = dispatch<Packets, PacketDirections::ToServer>(packet, handler);
        seen += error == PacketError::None ? 100 : error == PacketError::UnknownId && packet.id == 7000 ? 200 : 1000;
      }
    }
    require(seen == 411, "packets");
    require(decoder.error_at_end() == PacketError::None, "end");
  }

  // The header laid over bytes, and made in place.
  alignas(2) const std::byte bytes[] = {std::byte{48}, std::byte{0}, std::byte{254}, std::byte{255}};
  const auto* header = reinterpret_cast<const PacketHeader*>(bytes);
  require(header->size == 48 && header->id == 65534 && header->packet_size() == 52 && *header == PacketHeader{48, 65534}, "header");
  alignas(2) std::byte made[sizeof(PacketHeader)];
  new (made) PacketHeader{48, 65534};
  require(std::memcmp(made, bytes, sizeof(bytes)) == 0, "header in place");
  std::printf("ok\n");
  return 0;
}
