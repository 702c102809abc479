// Encodes packets of two schemas, decodes them as if a socket had received them, and dispatches them.

#include <codec/codec.hpp>
#include <iostream>
#include <string>

#include "game_messages.hpp"
#include "lobby_messages.hpp"

struct Session {
  std::string user;
};

int main() {
  codec::PacketRoutes<Session> routes;
  routes
      .on<Lobby::Join>([](Session& session, const Lobby::JoinView& message) {
        session.user = message.user();
        std::cout << session.user << " joins " << message.room() << '\n';
      })
      .on<Game::Chat>([](Session& session, const Game::ChatView& message) { std::cout << session.user << ": " << message.text() << '\n'; });
  Session session;
  codec::PacketDispatcher<Session> dispatcher(routes, session, codec::PacketDirections::ToServer);

  std::byte memory[256];
  codec::PacketPushDecoder decoder;
  decoder.append(codec::encode(memory, Lobby::Join{"Ann", "the tavern"}).packet);
  decoder.append(codec::encode(memory, Game::Chat{Game::ChatChannel::Guild, "Ann", "hello"}).packet);

  codec::Packet packet;
  while (decoder.take(packet) == codec::Status::Ok) {
    const codec::PacketError error = dispatcher.dispatch(packet);
    if (error != codec::PacketError::None) {
      std::cerr << to_string(error) << '\n';
      return 1;
    }
  }
  return 0;
}
