#pragma once

#include <cstdint>
#include <memory>

#include "detail/route_table.hpp"
#include "detail/throw.hpp"
#include "enums.hpp"
#include "packet.hpp"
#include "packet_routes.hpp"
#include "packet_rules.hpp"

namespace codec {

/// Calls the handlers of a PacketRoutes with the packets of one connection. Allocates nothing per packet; packed payloads are unpacked into memory that
/// the thread keeps. Not thread-safe; each connection has its own. Counterpart of Codec.Dispatch.PacketDispatcher.
template <class State>
class PacketDispatcher {
 public:
  /// Creates a dispatcher of routes. From then on, no handler can be added to them. The handlers get `state`, which must outlive the dispatcher.
  /// `receives` is the direction of the packets that arrive: ToServer in a server, ToClient in a client. With Both, packets of both directions are
  /// accepted. Throws std::invalid_argument if it is None or not an enumerator.
  PacketDispatcher(const PacketRoutes<State>& routes, State& state, PacketDirections receives) : state_(&state), receives_(receives) {
    if (!is_direction(receives)) {
      detail::no_direction(static_cast<std::uint64_t>(receives));
    }
    routes.table_->set_in_use();
    table_ = routes.table_;
  }

  /// The state of the connection, 0 to 31, which PacketRules::states refers to. It is 0 at first.
  unsigned connection_state() const noexcept { return connection_state_; }

  /// Sets the state of the connection; a handler may do so, and it applies from the next packet on. Throws std::invalid_argument if it is above 31.
  void set_connection_state(unsigned state) {
    if (state >= PacketRules::max_states) {
      detail::state_out_of_range(state, PacketRules::max_states - 1);
    }
    connection_state_ = state;
  }

  /// Calls the packet's handler, and returns None after it ran. Otherwise it did not run: UnknownId, IdNotAllowed (wrong direction or connection
  /// state), PayloadTooLarge (by the packet's rules), the error of a packed payload that does not unpack, or PayloadInvalid, checked in this order.
  /// Throws only the exceptions of the handler; the next packet can be dispatched after that.
  [[nodiscard]] PacketError dispatch(const Packet& packet) {
    const detail::Route<State>* route = table_->find(packet.id);
    if (route == nullptr) {
      return PacketError::UnknownId;
    }
    if (!allows(route->rules.directions, receives_) || (route->rules.states >> connection_state_ & 1) == 0) {
      return PacketError::IdNotAllowed;
    }
    if (packet.payload.size() > route->rules.max_payload_size) {
      return PacketError::PayloadTooLarge;
    }
    return route->handle(*state_, packet);
  }

 private:
  std::shared_ptr<const detail::RouteTable<State>> table_;
  State* state_;
  PacketDirections receives_;
  unsigned connection_state_ = 0;
};

}  // namespace codec
