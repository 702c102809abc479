// Builds packets of two schemas, decodes them again as if they had come from a socket, and dispatches them.

#include <codec/codec.hpp>
#include <iostream>

#include "game_packets.hpp"
#include "lobby_packets.hpp"

using Packets = codec::JoinedPackets<Game::GamePackets, Lobby::LobbyPackets>;

int main() {
  codec::PacketPushDecoder decoder;
  flatbuffers::FlatBufferBuilder builder;
  decoder.append(codec::finish_packet(builder, Lobby::CreateJoinDirect(builder, "Ann", "the tavern")));
  builder.Clear();
  decoder.append(codec::finish_packet(builder, Game::CreateChatDirect(builder, Game::ChatChannel_Guild, "Ann", "hello")));

  codec::Packet packet;
  while (decoder.take(packet) == codec::Status::Ok) {
    const auto handler = codec::Overloaded{
        [](const Lobby::Join& message) { std::cout << message.user()->c_str() << " joins " << message.room()->c_str() << '\n'; },
        [](const Game::Chat& message) { std::cout << message.sender()->c_str() << ": " << message.text()->c_str() << '\n'; },
        [](const auto&) {},
    };
    const codec::PacketError error = codec::dispatch<Packets, codec::PacketDirections::ToServer>(packet, handler);
    if (error != codec::PacketError::None) {
      std::cerr << to_string(error) << '\n';
      return 1;
    }
  }
  return 0;
}
