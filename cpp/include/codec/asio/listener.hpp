#pragma once

#include "detail/listener_core.hpp"

namespace codec {

/// Accepts connections over TCP or Unix sockets. Counterpart of Codec.Transport.PacketListener. Thread-safe. When it is destroyed, it stops
/// listening; accepted connections stay open.
class Listener {
 public:
  /// The default limit of open connections: more than the players of one process.
  static constexpr std::size_t default_max_connections = 10000;

  /// Listens on an address, such as `asio::ip::tcp::endpoint` or `asio::local::stream_protocol::endpoint`. With port 0, the system chooses a port.
  /// The unspecified IPv6 address accepts clients over IPv6 and IPv4. A peer beyond `max_connections` is reset at once; a connection counts until it
  /// is closed. Throws std::invalid_argument if an option is out of range, and system_error if the system cannot listen on the address.
  Listener(const net::any_io_executor& executor, const net::generic::stream_protocol::endpoint& endpoint, ConnectionSettings settings = {},
           std::size_t max_connections = default_max_connections)
      : core_(std::make_shared<detail::ListenerCore>(executor, endpoint, Connection::share(std::move(settings)), max_connections)) {}

  template <class Context>
  Listener(Context& context, const net::generic::stream_protocol::endpoint& endpoint, ConnectionSettings settings = {},
           std::size_t max_connections = default_max_connections)
      : Listener(net::any_io_executor(context.get_executor()), endpoint, std::move(settings), max_connections) {}

  Listener(Listener&&) noexcept = default;
  Listener& operator=(Listener&& other) noexcept {
    std::swap(core_, other.core_);
    return *this;
  }

  ~Listener() {
    if (core_ != nullptr) {
      core_->close();
    }
  }

  /// Returns the TCP port that the listener listens on.
  std::uint16_t port() const { return core_->port(); }

  /// Accepts connections until the listener is closed, and calls `on_connection(Connection)` for each. If the system cannot accept one, such as
  /// without file descriptors, calls `on_error(error_code)` and tries again after 100 milliseconds. The calls come one after another, on the
  /// executor.
  template <class OnConnection, class OnError>
  void serve(OnConnection on_connection, OnError on_error) {
    core_->serve(std::make_shared<std::pair<OnConnection, OnError>>(std::move(on_connection), std::move(on_error)));
  }

  /// The same without a callback for errors.
  template <class OnConnection>
  void serve(OnConnection on_connection) {
    serve(std::move(on_connection), [](net::error_code) {});
  }

  /// Waits for the next connection. Completes with `void(error_code, Connection)`: an error is the system's, or operation_aborted after close().
  template <class Token>
  auto async_accept(Token&& token) {
    return net::async_initiate<Token, void(net::error_code, Connection)>([core = core_](auto handler) { core->accept(std::move(handler)); }, token);
  }

  /// Stops listening. Accepted connections stay open.
  void close() { core_->close(); }

 private:
  std::shared_ptr<detail::ListenerCore> core_;
};

}  // namespace codec
