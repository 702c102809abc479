// Builds a packet, decodes it again as if it had come from a socket, and dispatches it.

#include <codec/codec.hpp>
#include <iostream>

#include "game_packets.hpp"

int main() {
  flatbuffers::FlatBufferBuilder builder;
  const auto chat = Game::CreateChatDirect(builder, Game::ChatChannel_Guild, "Ann", "hello");
  const codec::ByteSpan sent = codec::finish_packet(builder, chat);

  codec::PacketPushDecoder decoder;
  decoder.append(sent);
  codec::Packet packet;
  while (decoder.take(packet) == codec::OperationStatus::Done) {
    const auto handler = codec::Overloaded{
        [](const Game::Chat& message) { std::cout << message.sender()->c_str() << ": " << message.text()->c_str() << '\n'; },
        [](const auto&) {},
    };
    const codec::PacketError error = codec::dispatch<Game::GamePackets>(packet, handler);
    if (error != codec::PacketError::None) {
      std::cerr << to_string(error) << '\n';
      return 1;
    }
  }
  return 0;
}
