#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#include "detail/route_table.hpp"
#include "packet.hpp"
#include "packet_rules.hpp"
#include "packet_traits.hpp"
#include "payload.hpp"

namespace codec {

template <class State>
class PacketDispatcher;

/// The handler of each id. It is filled once, and then shared by the dispatchers of all connections. `State` is the type of the first argument of
/// each handler, such as the connection or a session. Counterpart of Codec.Dispatch.PacketRoutes.
///
/// One thread registers the handlers. After the first dispatcher was created, the routes are immutable and thread-safe. If connections are dispatched
/// on several threads, handlers must be thread-safe too. Therefore, a handler is called as a const object, and a `mutable` lambda does not compile.
/// Handlers must be copyable. Dispatchers keep the routes alive. After it was moved from, this object can only be destroyed or assigned to.
template <class State>
class PacketRoutes {
 public:
  PacketRoutes() : table_(std::make_shared<detail::RouteTable<State>>()) {}
  PacketRoutes(PacketRoutes&&) noexcept = default;
  PacketRoutes& operator=(PacketRoutes&&) noexcept = default;

  /// Registers `handler(State&, const T&)` or `handler(State&, const T&, const Packet&)` for T's id. If T is the plain type of a table that `codec
  /// gen cpp` generated, the handler can take T's view instead. A handler for any type gets the view. A member function of State can be a handler:
  /// `on<T>(&State::on_t)`. The payload has been verified, and is aligned or copied as described for dispatch() in codec/packet_dispatch.hpp. `rules`
  /// replaces the rules of the schema. For example, to accept a packet only in some states, pass `packet_rules<T>().in_states({1, 2})`. Whether the
  /// payload is packed depends only on T. Throws std::invalid_argument if the id already has a handler, or if the rules allow no direction or no
  /// state. Throws std::logic_error if a dispatcher was created.
  template <class T, class Handler>
  PacketRoutes& on(Handler handler, PacketRules rules = packet_rules<T>()) {
    using View = typename detail::DeliveredAs<T>::type;
    using Payload = std::conditional_t<takes<Handler, View>, View, T>;
    constexpr bool takes_packet = std::is_invocable_v<const Handler&, State&, const Payload&, const Packet&>;
    static_assert(takes<Handler, Payload>,
                  "The handler must be a const function of (State&, const T&) or (State&, const T&, const Packet&).");
    rules.is_packed = detail::is_packed<T>;
    table_->add(PacketTraits<T>::id, {rules, [handler = std::move(handler)](State& state, const Packet& packet) {
                                        return detail::use_payload<Payload>(packet.payload, [&](const Payload& payload) {
                                          if constexpr (takes_packet) {
                                            std::invoke(handler, state, payload, packet);
                                          } else {
                                            std::invoke(handler, state, payload);
                                          }
                                        });
                                      }});
    return *this;
  }

  /// Registers `handler(State&, const Packet&)` for an id. The payload is not verified. Throws the same exceptions as on().
  template <class Handler>
  PacketRoutes& on_raw(std::uint32_t id, Handler handler, const PacketRules& rules = {}) {
    table_->add(id, raw(std::move(handler), rules));
    return *this;
  }

  /// Registers `handler(State&, const Packet&)` for every id without a handler. Without a default handler, such packets are UnknownId. Throws
  /// std::invalid_argument if there already is a default handler, and otherwise the same exceptions as on().
  template <class Handler>
  PacketRoutes& on_default(Handler handler, const PacketRules& rules = {}) {
    table_->add_default(raw(std::move(handler), rules));
    return *this;
  }

 private:
  friend class PacketDispatcher<State>;

  template <class Handler, class Payload>
  static constexpr bool takes = std::is_invocable_v<const Handler&, State&, const Payload&> ||
                                std::is_invocable_v<const Handler&, State&, const Payload&, const Packet&>;

  template <class Handler>
  static detail::Route<State> raw(Handler handler, const PacketRules& rules) {
    static_assert(std::is_invocable_v<const Handler&, State&, const Packet&>, "The handler must be a const function of (State&, const Packet&).");
    return {rules, [handler = std::move(handler)](State& state, const Packet& packet) {
              std::invoke(handler, state, packet);
              return PacketError::None;
            }};
  }

  std::shared_ptr<detail::RouteTable<State>> table_;
};

}  // namespace codec
