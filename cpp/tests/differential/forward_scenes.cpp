// The C++ part of DeltaForwardingTests: reads packets of Game.Packed.Scene from stdin until it ends, and writes each scene to stdout again, as the
// difference to the one before. For a payload that is rejected, it writes a packet with the number of the error.

#include <codec/codec.hpp>
#include <codec/delta_sender.hpp>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>

#include "packed_messages.hpp"

int main() {
  using Game::Packed::Scene;
  codec::DeltaSender<Scene> scenes;
  codec::PacketRoutes<codec::DeltaSender<Scene>> routes;
  routes.on<Scene>([](codec::DeltaSender<Scene>& sender, const Scene& scene) {
    sender.advance(scene);
    std::byte packet[64 * 1024];
    const codec::EncodeResult encoded = codec::encode(packet, sender.id, sender.since_last());
    std::fwrite(encoded.packet.data(), 1, encoded.packet.size(), stdout);
  });
  codec::PacketDispatcher<codec::DeltaSender<Scene>> dispatcher(routes, scenes, codec::PacketDirections::ToServer);
  const std::string input{std::istreambuf_iterator<char>(std::cin), {}};
  codec::ByteSpan rest = codec::as_bytes(input.data(), input.size());
  for (codec::DecodeResult next = codec::decode(rest); next.status == codec::Status::Ok; next = codec::decode(rest)) {
    if (const codec::PacketError error = dispatcher.dispatch(next.packet); error != codec::PacketError::None) {
      const std::byte payload[] = {static_cast<std::byte>(error)};
      std::byte packet[8];
      std::fwrite(packet, 1, codec::encode(packet, scenes.id, codec::ByteSpan(payload, 1)).packet.size(), stdout);
    }
    rest = rest.subspan(next.consumed);
  }
  return static_cast<int>(rest.size() == 0 ? 0 : 1);
}
