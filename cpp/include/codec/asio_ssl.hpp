#pragma once

// TLS for connections over Asio, with OpenSSL 1.1.1 or later:
//
//   codec::ConnectionSettings settings;
//   settings.transport = codec::tls_server(ssl_context);

#include "asio.hpp"
#include "asio/detail/tls_transport.hpp"

namespace codec {

/// Returns the transport of a server's connections. A connection begins with the handshake, within ConnectionOptions::connect_timeout; a failure
/// closes it with PacketCloseReason::ConnectFailed. The context must outlive the connections.
inline TransportFactory tls_server(net::ssl::context& context) {
  return
      [&context](StreamSocket socket) { return std::make_unique<detail::TlsTransport>(std::move(socket), context, net::ssl::stream_base::server); };
}

/// Returns the transport of a client's connections, which accept only a certificate for `host` that the context trusts. The context must outlive
/// them.
inline TransportFactory tls_client(net::ssl::context& context, const std::string& host) {
  return [&context, host](StreamSocket socket) {
    auto transport = std::make_unique<detail::TlsTransport>(std::move(socket), context, net::ssl::stream_base::client);
    transport->expect_host(host);
    return transport;
  };
}

}  // namespace codec
