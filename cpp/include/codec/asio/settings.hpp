#pragma once

#include <functional>
#include <memory>
#include <string>

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

/// Returns the category of the errors of calls on a closed connection. Their values are those of PacketCloseReason.
inline const net::error_category& connection_category() noexcept {
  class Category final : public net::error_category {
    const char* name() const noexcept override { return "codec.connection"; }
    std::string message(int value) const override { return std::string("closed: ") + to_string(static_cast<PacketCloseReason>(value)); }
  };
  static const Category category;
  return category;
}

inline net::error_code make_error_code(PacketCloseReason reason) noexcept { return {static_cast<int>(reason), connection_category()}; }

}  // namespace codec
