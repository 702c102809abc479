// Encodes packets of two schemas, decodes them as if a socket had received them, and dispatches them.

#include <codec/codec.hpp>
#include <iostream>

#include "game_messages.hpp"
#include "lobby_messages.hpp"

using Packets = codec::JoinedPackets<Game::GamePackets, Lobby::LobbyPackets>;

int main() {
  std::byte memory[256];
  codec::PacketPushDecoder decoder;
  decoder.append(codec::encode(memory, Lobby::Join{"Ann", "the tavern"}).packet);
  decoder.append(codec::encode(memory, Game::Chat{Game::ChatChannel::Guild, "Ann", "hello"}).packet);

  codec::Packet packet;
  while (decoder.take(packet) == codec::Status::Ok) {
    const auto handler = codec::Overloaded{
        [](const Lobby::JoinView& message) { std::cout << message.user() << " joins " << message.room() << '\n'; },
        [](const Game::ChatView& message) { std::cout << message.sender() << ": " << message.text() << '\n'; },
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
