#include <codec/codec.hpp>
#include <iostream>
#include <string_view>

#include "my.game_messages.hpp"

static_assert(codec::schemas::my_game::protocol_hash != 0);
// root.fbs declares it.
static_assert(std::string_view(codec::PacketTraits<My::Ping>::identifier) == "PING");

int main() {
  std::byte memory[64];
  codec::PacketPushDecoder decoder;
  decoder.append(codec::encode(memory, My::Ping{7}).packet);
  codec::Packet packet;
  const codec::Status status = decoder.take(packet);
  codec::PacketRoutes<std::ostream> routes;
  routes.on<My::Ping>([](std::ostream& out, const My::PingView& ping) { out << "ping " << ping.number() << '\n'; });
  const codec::PacketError error = codec::PacketDispatcher<std::ostream>(routes, std::cout, codec::PacketDirections::ToServer).dispatch(packet);
  return status == codec::Status::Ok && error == codec::PacketError::None ? 0 : 1;
}
