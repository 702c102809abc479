#pragma once

#include <optional>

#include "../../connection_end.hpp"
#include "../../packet_dispatcher.hpp"
#include "any_handler.hpp"

namespace codec::detail {

/// What receives the packets of a connection. It is called on the connection's strand.
class Receiver {
 public:
  explicit Receiver(bool takes_one) noexcept : takes_one_(takes_one) {}
  virtual ~Receiver() = default;

  /// Returns whether the receiver ends with its first packet, which stays valid until the next receiver starts.
  bool takes_one() const noexcept { return takes_one_; }

  /// Returns whether the receiver ends with the handshake of the session.
  virtual bool is_handshake() const noexcept { return false; }

  /// Handles a packet. Returns an error to reject it. May throw the exceptions of a handler.
  virtual PacketError take(const Packet& packet) = 0;

  /// Called once, unless the receiver has taken its one packet. The receiver is destroyed afterwards.
  virtual void end(const ConnectionEnd& end) = 0;

 private:
  const bool takes_one_;
};

/// Takes one packet.
class OneReceiver final : public Receiver {
 public:
  explicit OneReceiver(AnyHandler<std::optional<Packet>> handler) : Receiver(true), handler_(std::move(handler)) {}

  PacketError take(const Packet& packet) override {
    handler_.complete(packet);
    return PacketError::None;
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
      : Receiver(false), dispatcher_(dispatcher), handler_(std::move(handler)) {}
  PacketError take(const Packet& packet) override { return dispatcher_.dispatch(packet); }
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
      : Receiver(false), state_(std::move(state)), dispatcher_(routes, state_, receives), on_end_(std::move(on_end)) {}
  PacketError take(const Packet& packet) override { return dispatcher_.dispatch(packet); }
  void end(const ConnectionEnd& end) override { on_end_(state_, end); }

 private:
  State state_;
  PacketDispatcher<State> dispatcher_;
  OnEnd on_end_;
};

}  // namespace codec::detail
