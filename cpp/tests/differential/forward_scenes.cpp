// The C++ part of DeltaForwardingTests: reads packets of Game.Packed.Scene from stdin until it ends, and writes each scene to stdout again, as a
// connection sends it. For a payload that is rejected, it writes a packet with the number of the error.

#include <codec/codec.hpp>
#include <codec/detail/send_queue.hpp>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>

#include "packed_messages.hpp"

int main() {
  using Game::Packed::Scene;
  codec::detail::SendQueue queue;
  codec::PacketRoutes<codec::detail::SendQueue> routes;
  routes.on<Scene>([](codec::detail::SendQueue& sends, const Scene& scene) { sends.add(codec::detail::MessageSource{scene}, {}, {}, 0, false); });
  codec::PacketDispatcher<codec::detail::SendQueue> dispatcher(routes, queue, codec::PacketDirections::ToServer);
  const std::string input{std::istreambuf_iterator<char>(std::cin), {}};
  codec::ByteSpan rest = codec::as_bytes(input.data(), input.size());
  for (codec::DecodeResult next = codec::decode(rest); next.status == codec::Status::Ok; next = codec::decode(rest)) {
    if (const codec::PacketError error = dispatcher.dispatch(next.packet); error != codec::PacketError::None) {
      const std::byte payload[] = {static_cast<std::byte>(error)};
      queue.add(codec::detail::PayloadSource{next.packet.id, codec::ByteSpan(payload, 1)}, {}, {}, 0, false);
    }
    rest = rest.subspan(next.consumed);
  }
  while (queue.unsent_bytes() > 0) {
    std::size_t written = 0;
    queue.gather(1, [&written](const std::byte* data, std::size_t size) { written = std::fwrite(data, 1, size, stdout); });
    queue.consume(written);
  }
  return static_cast<int>(rest.size() == 0 ? 0 : 1);
}
