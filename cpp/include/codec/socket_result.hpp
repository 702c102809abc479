#pragma once

#include <cstddef>
#include <cstdint>
#include <system_error>

namespace codec {

/// What became of a call of a poll client's socket.
enum class SocketStatus : std::uint8_t {
  /// The call has done something: `count` says how much.
  Done = 0,
  /// The call can do nothing now, and would have to wait.
  WouldBlock = 1,
  /// The peer has ended its direction, and all of its bytes were received.
  Ended = 2,
  /// The connection has failed: `error` says why.
  Failed = 3,
};

/// The result of a call of a poll client's socket, none of which waits.
struct SocketResult {
  SocketStatus status = SocketStatus::WouldBlock;
  /// The number of bytes that were sent or received; for connect(), the number of addresses of the host.
  std::size_t count = 0;
  /// The system's error.
  std::error_code error{};
};

}  // namespace codec
