#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

#include "detail/route_table.hpp"
#include "detail/use_unpacked.hpp"
#include "packet.hpp"
#include "packet_list.hpp"
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
/// Dispatchers keep the routes alive. After it was moved from, this object can only be destroyed or assigned to.
template <class State>
class PacketRoutes {
 public:
  PacketRoutes() : table_(std::make_shared<detail::RouteTable<State>>()) {}
  PacketRoutes(PacketRoutes&&) noexcept = default;
  PacketRoutes& operator=(PacketRoutes&&) noexcept = default;

  /// Registers `handler(State&, const T&)` or `handler(State&, const T&, const Packet&)` for T's id. A member function of State can be a handler:
  /// `on<T>(&State::on_t)`. `rules` replaces the rules of the schema. For example, to accept a packet only in some states, pass
  /// `packet_rules<T>().in_states({1, 2})`. Whether the payload is packed depends only on T. Throws std::invalid_argument if the id already has a
  /// handler, or if the rules allow no direction or no state. Throws std::logic_error if a dispatcher was created.
  ///
  /// The payload has been verified. If T is the plain type of a table that `codec gen cpp` generated, the handler can take T's view, or T, which is
  /// then read from the view. A handler for any type gets the view. Views read a payload in place at any address. If a struct's address is not aligned
  /// for a T, the handler gets a copy, which is valid until it returns. A payload of flatc's types is never copied, and is rejected if its address is
  /// not a multiple of 4. A packed payload is unpacked into memory that the thread keeps for later packets. Packet::raw has the received bytes.
  template <class T, class Handler>
  PacketRoutes& on(Handler handler, PacketRules rules = packet_rules<T>()) {
    using View = detail::Delivered<T>;
    using Payload = std::conditional_t<takes<Handler, View>, View, T>;
    constexpr bool takes_packet = std::is_invocable_v<const Handler&, State&, const Payload&, const Packet&>;
    static_assert(takes<Handler, Payload>,
                  "The handler must be a const function of (State&, const T&) or (State&, const T&, const Packet&).");
    auto verify_and_call = [handler = std::move(handler)](State& state, const Packet& packet) {
      const auto use = [&](const Payload& payload) {
        if constexpr (takes_packet) {
          std::invoke(handler, state, payload, packet);
        } else {
          std::invoke(handler, state, payload);
        }
      };
      return detail::PayloadReader<Payload>::read(packet.payload, use) ? PacketError::None : PacketError::PayloadInvalid;
    };
    if constexpr (detail::is_packed<T>) {
      rules.shape = PacketTraits<T>::shape;
      rules.baselines = PacketTraits<T>::baselines;
      if constexpr (PacketTraits<T>::baselines != 0) {
        table_->add(PacketTraits<T>::id, packed(rules), std::move(verify_and_call));
      } else {
        table_->add(PacketTraits<T>::id, packed(rules), unpacking(rules, std::move(verify_and_call)));
      }
    } else {
      table_->add(PacketTraits<T>::id, rules, std::move(verify_and_call));
    }
    table_->describe({detail::packet_name<T>, rules.max_payload_size, find_invalid_field<T>, rules.shape});
    return *this;
  }

  /// Registers copies of the handler for each packet of a PacketList, as on() does. The handler must accept every packet, as a function for any type
  /// or an Overloaded with such a function does. Its functions for tables must take views.
  template <class Packets, class Handler>
  PacketRoutes& on_each(const Handler& handler) {
    return on_each(handler, static_cast<const Packets*>(nullptr));
  }

  /// Registers `handler(State&, const Packet&)` for an id. The payload is not verified. Throws the same exceptions as on().
  template <class Handler>
  PacketRoutes& on_raw(std::uint32_t id, Handler handler, const PacketRules& rules = {}) {
    add_raw(std::move(handler), rules, [&](const PacketRules& stored, auto handle) { table_->add(id, stored, std::move(handle)); });
    table_->describe({{}, rules.max_payload_size, nullptr, rules.shape});
    return *this;
  }

  /// Registers `handler(State&, const Packet&)` for every id without a handler. It replaces the dispatcher's UnknownPacketPolicy. Throws
  /// std::invalid_argument if there already is a default handler, and otherwise the same exceptions as on().
  template <class Handler>
  PacketRoutes& on_default(Handler handler, const PacketRules& rules = {}) {
    add_raw(std::move(handler), rules, [&](const PacketRules& stored, auto handle) { table_->add_default(stored, std::move(handle)); });
    return *this;
  }

 private:
  friend class PacketDispatcher<State>;

  template <class Handler, class Payload>
  static constexpr bool takes = std::is_invocable_v<const Handler&, State&, const Payload&> ||
                                std::is_invocable_v<const Handler&, State&, const Payload&, const Packet&>;

  template <class T>
  static std::string_view find_invalid_field(const Packet& packet) {
    std::string_view field;
    const auto find = [&](const Packet& unpacked) {
      field = detail::PayloadReader<detail::Delivered<T>>::find_invalid_field(unpacked.payload);
      return PacketError::None;
    };
    if constexpr (PacketTraits<T>::baselines != 0) {
      // The message to which the packet refers may no longer be kept.
    } else if constexpr (detail::is_packed<T>) {
      detail::use_unpacked(PacketTraits<T>::shape, packet, PacketTraits<T>::max_payload_size, find);
    } else {
      find(packet);
    }
    return field;
  }

  template <class Handler, class... Ts>
  PacketRoutes& on_each(const Handler& handler, const PacketList<Ts...>*) {
    // A fold expression over a long list would exceed the nesting limit of clang.
    (void)std::initializer_list<int>{(on<Ts>(handler), 0)...};
    return *this;
  }

  template <class Handler, class Add>
  static void add_raw(Handler handler, const PacketRules& rules, Add add) {
    static_assert(std::is_invocable_v<const Handler&, State&, const Packet&>, "The handler must be a const function of (State&, const Packet&).");
    auto call = [handler = std::move(handler)](State& state, const Packet& packet) {
      std::invoke(handler, state, packet);
      return PacketError::None;
    };
    if (rules.baselines != 0) {
      add(packed(rules), std::move(call));
    } else if (rules.shape) {
      add(packed(rules), unpacking(rules, std::move(call)));
    } else {
      add(rules, std::move(call));
    }
  }

  /// Returns the rules for the packed payload. The limit applies to the payload before packing.
  static PacketRules packed(PacketRules rules) noexcept {
    rules.max_payload_size = unlimited_payload;
    rules.alignment = 1;
    return rules;
  }

  template <class Handle>
  static auto unpacking(const PacketRules& rules, Handle handle) {
    return [shape = rules.shape, limit = rules.max_payload_size, handle = std::move(handle)](State& state, const Packet& packet) {
      return detail::use_unpacked(shape, packet, limit, [&](const Packet& unpacked) { return handle(state, unpacked); });
    };
  }

  std::shared_ptr<detail::RouteTable<State>> table_;
};

}  // namespace codec
