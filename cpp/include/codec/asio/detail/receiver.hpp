#pragma once

#include <optional>

#include "../../connection_end.hpp"
#include "../../packet_dispatcher.hpp"
#include "any_handler.hpp"
#include "connection_core.hpp"

namespace codec::detail {

/// What receives the packets of a connection. It is called on the connection's strand.
class Receiver {
 public:
  virtual ~Receiver() = default;

  /// Returns whether the receiver ends with the handshake of the session.
  virtual bool is_handshake() const noexcept { return false; }

  /// Takes packets with ConnectionCore::next() until that returns false. One call for many packets takes less time than a call for each. May throw
  /// the exceptions of a handler. Returns whether the receiver ends with its one packet, which stays valid until the next receiver starts.
  virtual bool take(ConnectionCore& core) = 0;

  /// Returns what is known of a packet that take() has rejected.
  virtual RejectedPacket explain(PacketError, const Packet& packet) const { return {packet.id, packet.payload.size()}; }

  /// Called once, unless the receiver has taken its one packet. The receiver is destroyed afterwards.
  virtual void end(const ConnectionEnd& end) = 0;

 protected:
  template <class State>
  static bool dispatch_all(ConnectionCore& core, PacketDispatcher<State>& dispatcher) {
    Packet packet;
    for (PacketError error = PacketError::None; core.next(packet, error);) {
      error = dispatcher.dispatch(packet, [&](Packet& unaligned) { core.align(unaligned); });
    }
    return false;
  }
};

/// Takes one packet.
class OneReceiver final : public Receiver {
 public:
  explicit OneReceiver(AnyHandler<std::optional<Packet>> handler) : handler_(std::move(handler)) {}

  bool take(ConnectionCore& core) override {
    Packet packet;
    const bool has_one = core.next(packet, PacketError::None);
    if (has_one) {
      core.align(packet);
      handler_.complete(packet);
    }
    return has_one;
  }

  void end(const ConnectionEnd&) override { handler_.complete(std::nullopt); }

 private:
  AnyHandler<std::optional<Packet>> handler_;
};

/// Dispatches packets with a dispatcher of the caller.
template <class State>
class DispatchingReceiver final : public Receiver {
 public:
  DispatchingReceiver(PacketDispatcher<State>& dispatcher, AnyHandler<ConnectionEnd> handler)
      : dispatcher_(dispatcher), handler_(std::move(handler)) {}
  bool take(ConnectionCore& core) override { return dispatch_all(core, dispatcher_); }
  RejectedPacket explain(PacketError error, const Packet& packet) const override { return dispatcher_.explain(error, packet); }
  void end(const ConnectionEnd& end) override { handler_.complete(end); }

 private:
  PacketDispatcher<State>& dispatcher_;
  AnyHandler<ConnectionEnd> handler_;
};

/// Dispatches packets, and owns the state of the handlers.
template <class State, class OnEnd>
class OwningReceiver final : public Receiver {
 public:
  OwningReceiver(const PacketRoutes<State>& routes, State state, PacketDirections receives, OnEnd on_end)
      : state_(std::move(state)), dispatcher_(routes, state_, receives), on_end_(std::move(on_end)) {}
  bool take(ConnectionCore& core) override { return dispatch_all(core, dispatcher_); }
  RejectedPacket explain(PacketError error, const Packet& packet) const override { return dispatcher_.explain(error, packet); }
  void end(const ConnectionEnd& end) override { on_end_(state_, end); }

 private:
  State state_;
  PacketDispatcher<State> dispatcher_;
  OnEnd on_end_;
};

}  // namespace codec::detail
