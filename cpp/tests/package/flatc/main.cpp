#include <codec/codec.hpp>
#include <iostream>
#include <string_view>

#include "my.game_packets.hpp"

// root.fbs declares it.
static_assert(std::string_view(codec::PacketTraits<My::Ping>::identifier) == "PING");

int main() {
  flatbuffers::FlatBufferBuilder builder;
  codec::PacketPushDecoder decoder;
  decoder.append(codec::finish_packet(builder, My::CreatePing(builder, 7)));
  codec::Packet packet;
  const codec::Status status = decoder.take(packet);
  const codec::PacketError error = codec::dispatch<My::MyGamePackets, codec::PacketDirections::ToServer>(
      packet, codec::Overloaded{[](const My::Ping& ping) { std::cout << "ping " << ping.number() << '\n'; }, [](const auto&) {}});
  return status == codec::Status::Ok && error == codec::PacketError::None ? 0 : 1;
}
