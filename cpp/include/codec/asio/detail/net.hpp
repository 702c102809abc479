#pragma once

#include <cstring>
#include <optional>

// Everything of Asio that the connections use, under one name for both of its forms. Define CODEC_BOOST_ASIO in all files of the program to use
// Boost.Asio (1.74 or later) instead of standalone Asio (1.18 or later).
#if defined(CODEC_BOOST_ASIO)
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/compose.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/udp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/version.hpp>
#include <boost/system/error_code.hpp>
#if BOOST_ASIO_VERSION >= 101900
#include <boost/asio/associated_cancellation_slot.hpp>
#define CODEC_ASIO_CANCELS
#endif

namespace codec::net {
using namespace boost::asio;
using error_code = boost::system::error_code;
}  // namespace codec::net
#else
#if !defined(ASIO_STANDALONE)
#define ASIO_STANDALONE
#endif
#include <asio/any_io_executor.hpp>
#include <asio/associated_executor.hpp>
#include <asio/async_result.hpp>
#include <asio/basic_socket_acceptor.hpp>
#include <asio/basic_stream_socket.hpp>
#include <asio/bind_executor.hpp>
#include <asio/compose.hpp>
#include <asio/connect.hpp>
#include <asio/error.hpp>
#include <asio/execution_context.hpp>
#include <asio/executor_work_guard.hpp>
#include <asio/generic/stream_protocol.hpp>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/ip/udp.hpp>
#include <asio/ip/v6_only.hpp>
#include <asio/post.hpp>
#include <asio/steady_timer.hpp>
#include <asio/strand.hpp>
#include <asio/version.hpp>
#if ASIO_VERSION >= 101900
#include <asio/associated_cancellation_slot.hpp>
#define CODEC_ASIO_CANCELS
#endif

namespace codec::net {
using namespace ::asio;
}  // namespace codec::net
#endif

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

}  // namespace codec::detail
