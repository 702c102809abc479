#pragma once

#include "basic_poll_client.hpp"
#include "tcp_socket.hpp"

namespace codec {

/// A client of a TCP server for a loop, such as that of a game: without threads, exceptions or libraries. BasicPollClient has its functions.
using PollClient = BasicPollClient<TcpSocket>;

}  // namespace codec
