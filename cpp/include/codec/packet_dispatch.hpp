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

/// Verifies a packet, and calls `handler(const T&)` or `handler(const T&, const Packet&)` with its payload. T is the type in the list `Packets` that
/// has the packet's id. The compiler checks the handler: if there is no function for a packet, the call does not compile. Packets that cannot be
/// received in the direction `Arriving` need no function: a server passes ToServer, and a client ToClient. With Both, packets of both directions are
/// accepted.
///
/// A function of the handler whose parameter has the packet's type is preferred to a function for any type. If the packet is a struct of a schema,
/// the function can take flatc's struct, which is in the list, or its mirror in the namespace `plain`. A function for any type gets flatc's struct. A
/// handler with a function that would never be called does not compile. Examples are a function in an Overloaded for a type that is not in the list,
/// a parameter that is a pointer or a reference to non-const, and a second function for a packet. A function for a packet of the list that cannot be
/// received in the direction `Arriving` compiles, and is never called, so that a client and a server can share a handler. In a class with several
/// operator(), the compiler does not find a function for a type that is not in the list, or a second function that differs only in its
/// `const Packet&`. It finds no mistake beside a function for a type to which everything converts, such as `std::any`.
///
/// If the packet is a table that `codec gen cpp` generated, the list contains its plain type. The function can take the view, or the plain type,
/// which is then read from the view. A function for any type gets the view.
///
/// A payload is read in place if its address is a multiple of 8, as in a PacketPushDecoder and in a DatagramBuffer. Views read it in place at any
/// address. If a struct's address is not aligned for a T, the handler gets a copy, which is valid until it returns. A payload of flatc's types is
/// never copied, and is rejected if its address is not a multiple of 4.
///
/// The payload of a packed packet is unpacked into memory that the thread keeps for later packets, and that grows if it is too small. Packet::raw has
/// the received bytes.
///
/// Returns None after the handler was called. Otherwise, it was not called, and the result is the first error in this order: UnknownId; IdNotAllowed;
/// PayloadTooLarge (the limit of the packet's type); the error of a packed payload that does not unpack, or PayloadTooLarge if there is no memory for
/// it; PayloadInvalid. Throws the exceptions of the handler, and std::bad_alloc if there is no memory to read a plain type.
template <class Packets, PacketDirections Arriving, class Handler>
[[nodiscard]] PacketError dispatch(const Packet& packet, Handler&& handler) {
  using Target = std::remove_reference_t<Handler>;
  static_assert(is_direction(Arriving), "Arriving must be ToServer, ToClient or Both.");
  static_assert(!detail::has_unused_function<Target, Packets>,
                "A function of the Overloaded accepts no packet of the list, so it would never be called.");
  static constexpr auto table = detail::handler_table<Arriving, Packets, Target>(std::make_index_sequence<Packets::size>());
  const std::size_t index = Packets::find(packet.id);
  if (index == Packets::size) {
    return PacketError::UnknownId;
  }
  if (table[index] == nullptr) {
    return PacketError::IdNotAllowed;
  }
  // The limit of a packed packet is that of its unpacked payload, which is checked later.
  if (packet.payload.size() > Packets::table[index].max_payload_size && !Packets::table[index].is_packed) {
    return PacketError::PayloadTooLarge;
  }
  return table[index](handler, packet);
}

}  // namespace codec
