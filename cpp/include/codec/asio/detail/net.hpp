#pragma once

#include <cstring>
#include <optional>
#include <string>

// Everything of Asio that the connections use, under one name for both of its forms. Define CODEC_BOOST_ASIO in all files of the program to use
// Boost.Asio (1.74 or later) instead of standalone Asio (1.18 or later).
#if defined(CODEC_BOOST_ASIO)
#define CODEC_ASIO_HEADER(name) <boost/asio/name>
#include <boost/system/error_code.hpp>
#else
#define CODEC_ASIO_HEADER(name) <asio/name>
#if !defined(ASIO_STANDALONE)
#define ASIO_STANDALONE
#endif
#endif

// clang-format would write spaces into the names.
// clang-format off
#include CODEC_ASIO_HEADER(bind_executor.hpp)
#include CODEC_ASIO_HEADER(compose.hpp)
#include CODEC_ASIO_HEADER(connect.hpp)
#include CODEC_ASIO_HEADER(dispatch.hpp)
#include CODEC_ASIO_HEADER(executor_work_guard.hpp)
#include CODEC_ASIO_HEADER(generic/stream_protocol.hpp)
#include CODEC_ASIO_HEADER(io_context.hpp)
#include CODEC_ASIO_HEADER(ip/network_v6.hpp)
#include CODEC_ASIO_HEADER(ip/tcp.hpp)
#include CODEC_ASIO_HEADER(ip/udp.hpp)
#include CODEC_ASIO_HEADER(ip/v6_only.hpp)
#include CODEC_ASIO_HEADER(post.hpp)
#include CODEC_ASIO_HEADER(steady_timer.hpp)
#include CODEC_ASIO_HEADER(strand.hpp)
#include CODEC_ASIO_HEADER(version.hpp)
// clang-format on

// Since this version, operations can be cancelled.
#if (defined(BOOST_ASIO_VERSION) && BOOST_ASIO_VERSION >= 101900) || (defined(ASIO_VERSION) && ASIO_VERSION >= 101900)
#include CODEC_ASIO_HEADER(associated_cancellation_slot.hpp)
#define CODEC_ASIO_CANCELS
#endif

namespace codec::net {

#if defined(CODEC_BOOST_ASIO)
using namespace boost::asio;
using error_code = boost::system::error_code;
using error_category = boost::system::error_category;
#else
using namespace ::asio;
#endif

}  // namespace codec::net

namespace codec {

/// A connected stream socket of any kind. Sockets for TCP and Unix sockets convert to it.
using StreamSocket = net::basic_stream_socket<net::generic::stream_protocol, net::any_io_executor>;

}  // namespace codec

namespace codec::detail {

using Strand = net::strand<net::any_io_executor>;

/// Returns the address of a TCP socket, or nothing for other endpoints.
inline std::optional<net::ip::tcp::endpoint> to_tcp(const net::generic::stream_protocol::endpoint& endpoint) noexcept {
  const int family = endpoint.protocol().family();
  if (family != net::ip::tcp::v4().family() && family != net::ip::tcp::v6().family()) {
    return std::nullopt;
  }
  net::ip::tcp::endpoint address;
  std::memcpy(address.data(), endpoint.data(), endpoint.size());
  address.resize(endpoint.size());
  return address;
}

/// Returns an address, such as "127.0.0.1:7777" or "[::1]:7777". Without one, returns an empty text.
inline std::string to_text(const std::optional<net::ip::tcp::endpoint>& endpoint) {
  if (!endpoint) {
    return {};
  }
  const std::string host = endpoint->address().to_string();
  return (endpoint->address().is_v6() ? "[" + host + "]" : host) + ":" + std::to_string(endpoint->port());
}

}  // namespace codec::detail
