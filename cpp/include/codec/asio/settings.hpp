#pragma once

#include <functional>
#include <memory>

#include "../connection_options.hpp"
#include "../packet_format.hpp"
#include "detail/net.hpp"

namespace codec {

namespace detail {

class Transport;

}  // namespace detail

/// How the bytes of a connection travel over its socket. Null is the socket alone; codec/asio_ssl.hpp has tls_server() and tls_client().
using TransportFactory = std::function<std::unique_ptr<detail::Transport>(StreamSocket socket)>;

/// What is the same for all connections of a listener, or of a client.
struct ConnectionSettings {
  ConnectionOptions options;
  PacketFormat format;
  TransportFactory transport;
};

}  // namespace codec
