#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "detail/handler_choice.hpp"
#include "detail/packing_scratch.hpp"
#include "enums.hpp"
#include "packet.hpp"
#include "packet_list.hpp"
#include "payload.hpp"

namespace codec {

namespace detail {

template <class T, class Handler>
PacketError handle_unpacked(Handler& handler, const Packet& packet) {
  using Choice = HandlerChoice<Handler, typename DeliveredAs<T>::type>;
  using Payload = typename Choice::Payload;
  return use_payload<Payload>(packet.payload, [&](const Payload& payload) {
    if constexpr (Choice::takes_packet()) {
      handler(payload, packet);
    } else {
      static_assert(std::is_invocable_v<Handler&, const Payload&>, "The handler has no operator() for one of the packets.");
      handler(payload);
    }
  });
}

template <class T, class Handler>
PacketError handle(Handler& handler, const Packet& packet) {
  if constexpr (is_packed<T>) {
    return use_unpacked(packet, PacketTraits<T>::max_payload_size, [&](const Packet& unpacked) { return handle_unpacked<T>(handler, unpacked); });
  } else {
    return handle_unpacked<T>(handler, packet);
  }
}

template <PacketDirections Arriving, class T, class Handler>
constexpr auto handler_of() noexcept -> PacketError (*)(Handler&, const Packet&) {
  if constexpr (allows(PacketTraits<T>::directions, Arriving)) {
    return &handle<T, Handler>;
  } else {
    return nullptr;
  }
}

template <PacketDirections Arriving, class Packets, class Handler, std::size_t... Index>
constexpr auto handler_table(std::index_sequence<Index...>) noexcept {
  return std::array<PacketError (*)(Handler&, const Packet&), sizeof...(Index)>{
      handler_of<Arriving, typename Packets::template at<Index>, Handler>()...};
}

}  // namespace detail

/// Verifies a packet and calls `handler(const T&)` or `handler(const T&, const Packet&)` with its payload in place, where T is the type in the list
/// `Packets` that has the packet's id. The compiler checks the handler: if a packet has no function, the call does not compile. Packets that cannot
/// arrive in the direction `Arriving` need none: a server passes ToServer, a client ToClient. With Both, packets of both directions are accepted.
///
/// A function of the handler whose parameter has the packet's type is preferred to one that takes any type. If the packet is a struct of a schema, the
/// function may take flatc's struct, which is in the list, or its mirror in the namespace `plain`; a function that takes any type gets flatc's.
/// A handler with a function that would never be called does not compile: a function in an Overloaded that is for no packet of the list, one that
/// takes a pointer or a reference to non-const, a second one for a packet. docs/cpp.md lists what is not found in a class with several operator().
///
/// If the packet is a table that `codec gen cpp` wrote, the list has its plain type. The function may take the view, or the plain type, which is then
/// read from the view; a function that takes any type gets the view.
///
/// A payload is read in place if its address is a multiple of 8, as in a PacketPushDecoder and in a DatagramBuffer. If a struct's address is not
/// aligned for a T, the handler gets a copy, which is valid until it returns. A payload of flatc's types is never copied, and is invalid at an
/// address that is not a multiple of 4.
///
/// The payload of a packed packet is unpacked into memory that the thread keeps, and that grows if it is too small. The handler has the
/// received bytes in Packet::raw.
///
/// Returns None after the handler ran. Otherwise it did not run: UnknownId, IdNotAllowed, PayloadTooLarge (by the packet type's limit), the error of
/// a packed payload that does not unpack, or PayloadInvalid, checked in this order. Throws only what the handler throws.
template <class Packets, PacketDirections Arriving, class Handler>
[[nodiscard]] PacketError dispatch(const Packet& packet, Handler&& handler) {
  using Target = std::remove_reference_t<Handler>;
  static_assert(is_direction(Arriving), "Arriving must be ToServer, ToClient or Both.");
  static_assert(!detail::has_unused_function<Target, Packets>,
                "A function of the Overloaded is for no packet of the list: it would never be called.");
  static constexpr auto table = detail::handler_table<Arriving, Packets, Target>(std::make_index_sequence<Packets::size>());
  const std::size_t index = Packets::find(packet.id);
  if (index == Packets::size) {
    return PacketError::UnknownId;
  }
  if (table[index] == nullptr) {
    return PacketError::IdNotAllowed;
  }
  // The limit of a packed packet is that of its unpacked payload.
  if (packet.payload.size() > Packets::table[index].max_payload_size && !Packets::table[index].is_packed) {
    return PacketError::PayloadTooLarge;
  }
  return table[index](handler, packet);
}

}  // namespace codec
