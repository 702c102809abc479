#pragma once

#include <string>
#include <type_traits>

#include "detail/connection_core.hpp"
#include "session.hpp"

namespace codec {

namespace detail {

class ListenerCore;
class TcpConnectAttempt;

}  // namespace detail

/// Sends many packets of one thread. The write starts when the batch is destroyed. Counterpart of Write and FlushAsync of
/// Codec.Transport.PacketConnection.
///
/// A batch holds the lock of its connection, and keeps the connection open. Until it is destroyed, its thread must not call the connection, its
/// session, or a Broadcast with it; such calls of other threads wait. So send what is ready, and destroy the batch before anything that takes time.
class PacketBatch {
 public:
  explicit PacketBatch(std::shared_ptr<detail::ConnectionCore> core) : core_(std::move(core)) { core_->begin_batch(); }
  PacketBatch(const PacketBatch&) = delete;
  PacketBatch& operator=(const PacketBatch&) = delete;
  ~PacketBatch() { core_->end_batch(); }

  /// Sends a packet, as Connection::send does. After AcceptedAboveLimit, destroy the batch, and wait with Connection::async_flush.
  template <class T, detail::IfMessage<T> = 0>
  SendStatus send(const T& message) {
    return core_->send_locked(detail::MessageSource{message});
  }
  SendStatus send(std::uint32_t id, ByteSpan payload) { return core_->send_locked(detail::PayloadSource{id, payload}); }

 private:
  const std::shared_ptr<detail::ConnectionCore> core_;
};

/// Sends packets to one peer and receives packets from it, over a socket, TLS or another stream. Counterpart of Codec.Transport.PacketConnection.
///
/// A Connection is a handle. Copies refer to the same connection. When the last handle is destroyed, the connection is closed as by close(). What is
/// passed to a receive, such as the state of the handlers, may own handles. A handle may outlive its execution context: the connection is then
/// closed, and completion handlers are destroyed without a call.
///
/// Any thread may call every member of a handle, unless another thread changes the handle meanwhile. Each packet is sent whole, and the packets of
/// one thread in their order. Packets that are accepted before or during a write share the next write; what handlers send is written together after
/// the received packets. Handlers, and callbacks that have no associated executor, run on a strand of the connection: one at a time, and never inside
/// a call.
///
/// The functions with a completion token work as those of Asio: with callbacks, `use_future`, and in C++20 `co_await` with `use_awaitable`.
/// Cancelling a receive keeps the connection open. The next receive gets the bytes received so far. Cancelling a send, a flush or a close is not
/// supported.
class Connection {
 public:
  /// Creates a handle without a connection. Only assignment, destruction and conversion to bool are allowed.
  Connection() = default;

  /// Creates a connection over a connected socket for TCP or a Unix socket, which it owns. Sets TCP_NODELAY. The socket's executor runs the
  /// connection. Throws std::invalid_argument if an option is out of range.
  explicit Connection(StreamSocket socket, ConnectionSettings settings = {}) : Connection(std::move(socket), share(std::move(settings)), nullptr) {}

  /// The same with shared settings, and an object that is released when the connection is closed.
  Connection(StreamSocket socket, const std::shared_ptr<const ConnectionSettings>& settings, std::shared_ptr<void> slot,
             detail::ResumeRequest resume = {}) {
    std::unique_ptr<detail::Transport> transport =
        settings->transport ? settings->transport(std::move(socket)) : std::make_unique<detail::Transport>(std::move(socket));
    *this = Connection(detail::ConnectionCore::create(std::move(transport), settings, std::move(slot), {}, std::move(resume)));
  }

  /// Returns the settings for several connections. Throws std::invalid_argument if an option is out of range.
  static std::shared_ptr<const ConnectionSettings> share(ConnectionSettings settings) {
    settings.options.validate();
    if (settings.session) {
      settings.session->validate();
    }
    return std::make_shared<const ConnectionSettings>(std::move(settings));
  }

  explicit operator bool() const noexcept { return core_ != nullptr; }
  friend bool operator==(const Connection& left, const Connection& right) noexcept { return left.core_ == right.core_; }
  friend bool operator!=(const Connection& left, const Connection& right) noexcept { return left.core_ != right.core_; }

  /// Returns a number that no other connection of the process has, for logs, captures and maps.
  std::uint64_t number() const noexcept { return core_->number(); }

  /// Returns the peer's address when the connection was created, such as "127.0.0.1:7777". It is empty for other sockets than TCP, and can be empty
  /// if the peer had reset the connection. Behind a proxy, it is the client's (see Listener).
  std::string remote_address() const { return detail::to_text(core_->remote_endpoint()); }

  const PacketFormat& format() const noexcept { return core_->format(); }

  /// Returns the executor of the connection's strand.
  net::any_io_executor get_executor() const { return core_->executor(); }

  /// Returns how the connection has ended, and how many accepted packets may not have been sent. The reason is None while the connection is open.
  /// After both sides have ended their directions, the reason is Local if this side ended first, and otherwise Remote.
  ConnectionEnd end() const { return core_->end(); }

  /// Returns the session. Throws std::logic_error if ConnectionSettings::session is not set.
  ConnectionSession session() const { return ConnectionSession(core_->shared_from_this()); }

  /// Returns the number of bytes that wait to be sent.
  std::uint64_t unsent_bytes() const { return core_->unsent_bytes(); }

  /// Sends a message: a plain struct with PacketTraits, or a table that `codec gen cpp` generated. It is encoded once, into the memory that is sent.
  /// A message with packet_delta is sent as its difference to the last accepted one of its id.
  template <class T, detail::IfMessage<T> = 0>
  SendStatus send(const T& message) const {
    return core_->send(detail::MessageSource{message});
  }

  /// Sends a packet with a copy of `payload`.
  SendStatus send(std::uint32_t id, ByteSpan payload) const { return core_->send(detail::PayloadSource{id, payload}); }

  /// Starts a batch, which sends many packets faster than send().
  PacketBatch batch() const { return PacketBatch(core_); }

  /// Sends a message, and waits until fewer than ConnectionOptions::send_limit bytes wait. The packet is accepted, or not, before this returns.
  /// Completes with `void(error_code)`: an error of connection_category(), no_buffer_space if the packet was dropped, or invalid_argument if it
  /// cannot be encoded.
  template <class T, class Token, detail::IfMessage<T> = 0>
  auto async_send(const T& message, Token&& token) const {
    return async_wait_for_room(send(message), std::forward<Token>(token));
  }

  /// The same for a packet with a copy of `payload`.
  template <class Token>
  auto async_send(std::uint32_t id, ByteSpan payload, Token&& token) const {
    return async_wait_for_room(send(id, payload), std::forward<Token>(token));
  }

  /// Waits until every packet accepted so far was passed to the system. Completes with `void(error_code)`.
  template <class Token>
  auto async_flush(Token&& token) const {
    return initiate<net::error_code>(token, [](detail::ConnectionCore& core, auto handler) { core.wait_for_flush(std::move(handler)); });
  }

  /// Sends the accepted packets, accepts no more, and ends this side's direction. The connection still receives.
  void complete() const { core_->complete({}); }

  /// The same, and waits for it. Completes with `void(error_code)`.
  template <class Token>
  auto async_complete(Token&& token) const {
    return initiate<net::error_code>(token, [](detail::ConnectionCore& core, auto handler) { core.complete(std::move(handler)); });
  }

  /// Closes the connection. From now on, nothing is accepted, and no handler is called, except for one that is running on another thread. For at most
  /// ConnectionOptions::close_timeout, the connection sends the accepted packets, and then waits for the peer's end.
  void close() const { core_->close({}); }

  /// The same, and waits for it. Completes with `void(error_code)`, without an error; end() says how many packets may not have been sent.
  template <class Token>
  auto async_close(Token&& token) const {
    return initiate<net::error_code>(token, [](detail::ConnectionCore& core, auto handler) { core.close(std::move(handler)); });
  }

  /// Receives packets until the end, and dispatches each. Completes with `void(ConnectionEnd)`, whose reason is None if the peer has ended its
  /// direction after a whole packet. One receive at a time is allowed; another ends at once with the cause already_started. The dispatcher must exist
  /// until the receive completes. If a handler throws, the receive ends with the exception, and the connection stays open.
  template <class State, class Token>
  auto async_run(PacketDispatcher<State>& dispatcher, Token&& token) const {
    return initiate<ConnectionEnd>(token, [&dispatcher](detail::ConnectionCore& core, auto handler) {
      core.start_receiving(std::make_unique<detail::DispatchingReceiver<State>>(dispatcher, std::move(handler)));
    });
  }

  /// Receives packets until the end, and calls the handlers of `routes` with `state`, which the receive owns. `on_end(State&, const ConnectionEnd&)`
  /// is called at the end, before the state is destroyed.
  template <class State, class OnEnd>
  void run(const PacketRoutes<State>& routes, State state, OnEnd on_end, PacketDirections receives = PacketDirections::ToServer) const {
    core_->start_receiving(std::make_unique<detail::OwningReceiver<State, OnEnd>>(routes, std::move(state), receives, std::move(on_end)));
  }

  /// The same without a callback.
  template <class State>
  void run(const PacketRoutes<State>& routes, State state, PacketDirections receives = PacketDirections::ToServer) const {
    run(
        routes, std::move(state), [](State&, const ConnectionEnd&) {}, receives);
  }

  /// Receives the next packet, which is valid until the next receive starts. Completes with `void(std::optional<Packet>)`: without a packet if the
  /// receive was cancelled, and at the end. The reason of end() is None if the peer has ended its direction after a whole packet.
  template <class Token>
  auto async_receive(Token&& token) const {
    return initiate<std::optional<Packet>>(
        token, [](detail::ConnectionCore& core, auto handler) { core.start_receiving(std::make_unique<detail::OneReceiver>(std::move(handler))); });
  }

  /// Ends a receive that waits, with the cause operation_aborted. Another receive can follow.
  void cancel_receive() const { core_->cancel_receiving(); }

 private:
  friend class Broadcast;
  friend class detail::ListenerCore;
  friend class detail::TcpConnectAttempt;

  /// Creates the first handle of a connection.
  explicit Connection(const detail::CorePointer& core) : core_(core.get(), [core](detail::ConnectionCore*) { core->close({}); }) {}

  template <class Token>
  auto async_wait_for_room(SendStatus status, Token&& token) const {
    return initiate<net::error_code>(token, [status](detail::ConnectionCore& core, auto handler) { core.wait_for_room(status, std::move(handler)); });
  }

  template <class Result, class Token, class Start>
  auto initiate(Token& token, Start start) const {
    return net::async_initiate<Token, void(Result)>(
        [core = core_, start](auto handler) {
#if defined(CODEC_ASIO_CANCELS)
          if constexpr (!std::is_same_v<Result, net::error_code>) {
            auto slot = net::get_associated_cancellation_slot(handler);
            if (slot.is_connected()) {
              // The slot may be kept longer than the connection.
              slot.assign([weak = core->weak_from_this()](net::cancellation_type) {
                if (const detail::CorePointer cancelled = weak.lock()) {
                  cancelled->cancel_receiving();
                }
              });
            }
          }
#endif
          const net::any_io_executor executor = core->executor();
          if (!executor) {
            // The execution context was destroyed, and with it everything that waits.
            return;
          }
          start(*core, detail::AnyHandler<Result>(std::move(handler), executor));
        },
        token);
  }

  std::shared_ptr<detail::ConnectionCore> core_;
};

}  // namespace codec
