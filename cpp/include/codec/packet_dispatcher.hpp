#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "detail/attributes.hpp"
#include "detail/delta_baselines.hpp"
#include "detail/route_table.hpp"
#include "detail/throw.hpp"
#include "enums.hpp"
#include "packet.hpp"
#include "packet_routes.hpp"
#include "packet_rules.hpp"
#include "rejected_packet.hpp"

namespace codec {

namespace detail {
class Receiver;
}

/// Calls the handlers of a PacketRoutes with the packets of one connection. It does not allocate per packet, except for the members of plain types
/// that are read for handlers. Packed payloads are unpacked into memory that the thread keeps for later packets. Not thread-safe: use one dispatcher
/// for each connection. A handler may destroy its dispatcher only if the PacketRoutes or another dispatcher of these routes still exists. Otherwise,
/// the handler would be destroyed while it runs. After it was moved from, a dispatcher can only be destroyed or assigned to. Counterpart of
/// Codec.Dispatch.PacketDispatcher.
template <class State>
class PacketDispatcher {
 public:
  /// Creates a dispatcher for routes. After that, no handlers can be added to the routes. The handlers get `state`, which must outlive the
  /// dispatcher. `receives` is the direction of the received packets: ToServer in a server, ToClient in a client. With Both, packets of both
  /// directions are accepted. `unknown` applies to packets whose id has no handler, unless the routes have a default handler. Throws
  /// std::invalid_argument if `receives` is None, or if one of them is not an enumerator.
  PacketDispatcher(const PacketRoutes<State>& routes, State& state, PacketDirections receives,
                   UnknownPacketPolicy unknown = UnknownPacketPolicy::Close)
      : state_(&state), receives_(receives), unknown_(unknown) {
    if (!is_direction(receives)) {
      detail::no_direction(static_cast<std::uint64_t>(receives));
    }
    if (unknown > UnknownPacketPolicy::Ignore) {
      detail::enum_out_of_range("unknown", static_cast<std::uint64_t>(unknown));
    }
    routes.table_->set_in_use();
    table_ = routes.table_;
    set_connection_state(0);
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
    accepted_ = detail::accepted_bits(receives_, std::uint32_t{1} << state);
  }

  /// Returns the number of packets whose id had no handler, while there was no default handler.
  std::uint64_t unknown_packets() const noexcept { return unknown_packets_; }

  /// Calls the handler of the packet, and returns None. Also returns None if the policy is to ignore the packet. Otherwise, the handler was not
  /// called, and the result is the first error in this order: UnknownId; IdNotAllowed (wrong direction or connection state); PayloadTooLarge (the
  /// limit of the rules); the error of a packed payload that does not unpack, or PayloadTooLarge if there is no memory for it; PayloadInvalid. Throws
  /// the exceptions of the handler, and std::bad_alloc if there is no memory to read a plain type. The next packet can be dispatched after an
  /// exception.
  [[nodiscard]] PacketError dispatch(const Packet& packet) {
    return dispatch(packet, [](const Packet&) {});
  }

  /// Returns what is known of a packet for which dispatch() has returned the error, for a log. Verifies the payload again, to find the invalid field.
  CODEC_COLD RejectedPacket explain(PacketError error, const Packet& packet) const {
    const detail::RouteFacts facts = table_->facts(table_->find(packet.id));
    RejectedPacket rejected{packet.id, packet.payload.size(), std::string(facts.name), facts.limit, receives_};
    if (error == PacketError::PayloadInvalid && facts.find_invalid_field != nullptr) {
      rejected.field = facts.find_invalid_field(packet);
    }
    return rejected;
  }

 private:
  friend class detail::Receiver;

  /// Calls `align(packet)` before the handler if the payload is not aligned as the handler's rules demand.
  template <class P, class Align>
  CODEC_ALWAYS_INLINE PacketError dispatch(P& packet, const Align& align) {
    const detail::Route<State>& route = table_->find(packet.id);
    if ((route.accepted & accepted_) == 0 || packet.payload.size() > route.max_payload_size) {
      return reject(route);
    }
    if ((reinterpret_cast<std::uintptr_t>(packet.payload.data()) & route.unaligned) != 0) {
      align(packet);
    }
    return CODEC_LIKELY(route.baselines == 0) ? route.call(route.handler, *state_, packet) : dispatch_difference(route, packet);
  }

  /// Unpacks a message that may be a difference to an earlier one.
  PacketError dispatch_difference(const detail::Route<State>& route, const Packet& packet) {
    if (baselines_ == nullptr) {
      baselines_ = std::make_unique<std::map<std::uint32_t, detail::DeltaBaselines>>();
    }
    auto kept = baselines_->find(packet.id);
    if (kept == baselines_->end()) {
      const detail::RouteFacts facts = table_->facts(route);
      kept = baselines_->try_emplace(packet.id, facts.shape, facts.limit, route.baselines).first;
    }
    return kept->second.use(packet, [&](const Packet& unpacked) { return route.call(route.handler, *state_, unpacked); });
  }

  CODEC_COLD PacketError reject(const detail::Route<State>& route) noexcept {
    if (route.handler != nullptr) {
      return (route.accepted & accepted_) == 0 ? PacketError::IdNotAllowed : PacketError::PayloadTooLarge;
    }
    ++unknown_packets_;
    return unknown_ == UnknownPacketPolicy::Close ? PacketError::UnknownId : PacketError::None;
  }

  std::shared_ptr<const detail::RouteTable<State>> table_;
  State* state_;
  // The last messages of each id with baselines. Null until one is received.
  std::unique_ptr<std::map<std::uint32_t, detail::DeltaBaselines>> baselines_;
  std::uint64_t accepted_ = 0;
  std::uint64_t unknown_packets_ = 0;
  unsigned connection_state_ = 0;
  PacketDirections receives_;
  UnknownPacketPolicy unknown_;
};

}  // namespace codec
