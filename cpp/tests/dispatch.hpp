#pragma once

#include <codec/codec.hpp>
#include <type_traits>

/// Dispatches one packet to `handler(payload)` or `handler(payload, packet)`, which accepts every packet of the list.
template <class Packets, codec::PacketDirections Receives, class Handler>
codec::PacketError dispatch(const codec::Packet& packet, Handler&& handler) {
  using State = std::remove_reference_t<Handler>;
  codec::PacketRoutes<State> routes;
  routes.template on_each<Packets>([](auto& call, const auto& payload, [[maybe_unused]] const codec::Packet& from) {
    if constexpr (std::is_invocable_v<decltype(call), decltype(payload), const codec::Packet&>) {
      call(payload, from);
    } else {
      call(payload);
    }
  });
  return codec::PacketDispatcher<State>(routes, handler, Receives).dispatch(packet);
}
