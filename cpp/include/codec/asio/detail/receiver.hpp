#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "../../connection_end.hpp"
#include "../../packet.hpp"
#include "../../packet_dispatcher.hpp"
#include "any_handler.hpp"

namespace codec::detail {

/// What receives the packets of a connection. It is called on the connection's strand.
class Receiver {
 public:
  Receiver() = default;
  Receiver(const Receiver&) = delete;
  Receiver& operator=(const Receiver&) = delete;
  virtual ~Receiver() = default;

  /// Returns whether the receiver ends with its first packet, which stays valid until the next receiver starts.
  virtual bool takes_one() const noexcept = 0;

  /// Handles a packet. Returns an error to reject it. May throw the exceptions of a handler.
  virtual PacketError take(const Packet& packet) = 0;

  /// Called once, unless the receiver has taken its one packet. The receiver is destroyed afterwards.
  virtual void end(const ConnectionEnd& end) = 0;
};

/// Takes one packet.
class OneReceiver final : public Receiver {
 public:
  explicit OneReceiver(AnyHandler<std::optional<Packet>> handler) : handler_(std::move(handler)) {}

  bool takes_one() const noexcept override { return true; }

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
      : dispatcher_(dispatcher), handler_(std::move(handler)) {}

  bool takes_one() const noexcept override { return false; }
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
      : state_(std::move(state)), dispatcher_(routes, state_, receives), on_end_(std::move(on_end)) {}

  bool takes_one() const noexcept override { return false; }
  PacketError take(const Packet& packet) override { return dispatcher_.dispatch(packet); }
  void end(const ConnectionEnd& end) override { on_end_(state_, end); }

 private:
  State state_;
  PacketDispatcher<State> dispatcher_;
  OnEnd on_end_;
};

}  // namespace codec::detail
