#pragma once

// Connections over Asio. Define CODEC_BOOST_ASIO to use Boost.Asio. codec/asio_ssl.hpp has TLS.
#include "asio/broadcast.hpp"
#include "asio/connect.hpp"
#include "asio/connection.hpp"
#include "asio/datagram_socket.hpp"
#include "asio/listener.hpp"
#include "codec.hpp"
