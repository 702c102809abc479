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

/// Calls the handlers of a PacketRoutes with the packets of one connection. It does not allocate per packet, except for the members of plain types
/// that are read for handlers. Packed payloads are unpacked into memory that the thread keeps for later packets. Not thread-safe: use one dispatcher
/// for each connection. A handler may destroy its dispatcher only if the PacketRoutes or another of its dispatchers still exists. Otherwise, the
/// handler would be destroyed while it runs. After it was moved from, a dispatcher can only be destroyed or assigned to. Counterpart of
/// Codec.Dispatch.PacketDispatcher.
template <class State>
class PacketDispatcher {
 public:
  /// Creates a dispatcher for routes. After that, no handlers can be added to the routes. The handlers get `state`, which must outlive the
  /// dispatcher. `receives` is the direction of the received packets: ToServer in a server, ToClient in a client. With Both, packets of both
  /// directions are accepted. Throws std::invalid_argument if it is None or not an enumerator.
  PacketDispatcher(const PacketRoutes<State>& routes, State& state, PacketDirections receives) : state_(&state), receives_(receives) {
    if (!is_direction(receives)) {
      detail::no_direction(static_cast<std::uint64_t>(receives));
    }
    routes.table_->set_in_use();
    table_ = routes.table_;
  }

  /// Returns the state of the connection, from 0 to 31, to which PacketRules::states refers. It is 0 at first.
  unsigned connection_state() const noexcept { return connection_state_; }

  /// Sets the state of the connection, which applies from the next packet on. A handler can call this. Throws std::invalid_argument if it is greater
  /// than 31.
  void set_connection_state(unsigned state) {
    if (state >= PacketRules::max_states) {
      detail::state_out_of_range(state, PacketRules::max_states - 1);
    }
    connection_state_ = state;
  }

  /// Calls the handler of the packet, and returns None. Otherwise, the handler was not called, and the result is the first error in this order:
  /// UnknownId; IdNotAllowed (wrong direction or connection state); PayloadTooLarge (the limit of the rules); the error of a packed payload that does
  /// not unpack, or PayloadTooLarge if there is no memory for it; PayloadInvalid. Throws the exceptions of the handler, and std::bad_alloc if there
  /// is no memory to read a plain type. The next packet can be dispatched after an exception.
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
