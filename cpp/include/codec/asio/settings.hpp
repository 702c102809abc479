#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "../connection_options.hpp"
#include "../packet_format.hpp"
#include "../session_settings.hpp"
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
  /// The session of the connections, or none.
  std::optional<SessionSettings> session;

  /// Returns how long a peer may send nothing while a receive waits.
  ConnectionOptions::Duration silence_timeout() const noexcept {
    return session ? (std::min)(options.idle_timeout, session->silence_timeout()) : options.idle_timeout;
  }
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

/// Returns the category of the errors of a handshake that the server has refused. Their values are those of RefusalReason.
inline const net::error_category& session_category() noexcept {
  class Category final : public net::error_category {
    const char* name() const noexcept override { return "codec.session"; }
    std::string message(int value) const override { return std::string("refused: ") + to_string(static_cast<RefusalReason>(value)); }
  };
  static const Category category;
  return category;
}

inline net::error_code make_error_code(RefusalReason reason) noexcept { return {static_cast<int>(reason), session_category()}; }

}  // namespace codec
