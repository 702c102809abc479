#pragma once

#include <string>
#include <vector>

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
  ///
  /// If the settings have a session, its is_server is set.
  ///
  /// With `proxy_networks`, such as "10.0.0.0/8", each connection must come from one of them, and begin with a header of the PROXY protocol, version 1
  /// or 2 (HAProxy, proxy-protocol.txt of 2020/03/05), of at most 4,096 bytes; TLS follows it. Connection::remote_address() is then the client that the
  /// header states, or the proxy if it states none (LOCAL, UNKNOWN, a Unix socket). Any other peer is reset, so that no client can avoid the proxy or
  /// claim an address. For clients without a proxy, use another listener. If the header is invalid, or not complete within
  /// ConnectionOptions::half_packet_timeout, the connection is closed with PacketError::ProxyHeaderInvalid before the application gets it.
  Listener(const net::any_io_executor& executor, const net::generic::stream_protocol::endpoint& endpoint, ConnectionSettings settings = {},
           std::size_t max_connections = default_max_connections, const std::vector<std::string>& proxy_networks = {})
      : core_(std::make_shared<detail::ListenerCore>(executor, endpoint, share(std::move(settings)), max_connections,
                                                     std::vector<detail::AddressNetwork>(proxy_networks.begin(), proxy_networks.end()))) {}

  template <class Context>
  Listener(Context& context, const net::generic::stream_protocol::endpoint& endpoint, ConnectionSettings settings = {},
           std::size_t max_connections = default_max_connections, const std::vector<std::string>& proxy_networks = {})
      : Listener(net::any_io_executor(context.get_executor()), endpoint, std::move(settings), max_connections, proxy_networks) {}

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

  /// Accepts connections until the listener is closed, and calls `on_connection(Connection)` for each, after the handshake of its session.
  /// If the system cannot accept one, such as for lack of file descriptors, calls `on_error(error_code)` and tries again after 100 milliseconds. The
  /// calls come one after another, on the executor.
  template <class OnConnection, class OnError = void (*)(net::error_code)>
  void serve(
      OnConnection on_connection, OnError on_error = [](net::error_code) {}) {
    core_->serve(std::make_shared<std::pair<OnConnection, OnError>>(std::move(on_connection), std::move(on_error)));
  }

  /// Waits for the next connection. For the handshake of its session, call ConnectionSession::async_open(). Completes with `void(error_code,
  /// Connection)`: an error is the system's, or operation_aborted after close().
  template <class Token>
  auto async_accept(Token&& token) {
    return net::async_initiate<Token, void(net::error_code, Connection)>([core = core_](auto handler) { core->accept(std::move(handler)); }, token);
  }

  /// Stops listening. Accepted connections stay open.
  void close() { core_->close(); }

  /// Stops listening. All open sessions leave with the code 1 and a text of at most 255 bytes, which closes their connections. Waits until these are
  /// closed. Completes with `void(error_code)`, which is timed_out after the deadline. Throws std::length_error if the text is longer. Without
  /// sessions, it only stops listening.
  template <class Token>
  auto async_drain(ConnectionOptions::Duration deadline, const std::string& text, Token&& token) {
    detail::validate_session_value("text", text.size(), detail::max_session_text);
    return net::async_initiate<Token, void(net::error_code)>(
        [core = core_, deadline, text](auto handler) {
          core->leave(text);
          core->wait_until_closed(deadline, std::chrono::steady_clock::now(), {std::move(handler), core->executor()});
        },
        token);
  }

 private:
  static std::shared_ptr<const ConnectionSettings> share(ConnectionSettings settings) {
    if (settings.session) {
      settings.session->is_server = true;
    }
    return Connection::share(std::move(settings));
  }

  std::shared_ptr<detail::ListenerCore> core_;
};

}  // namespace codec
