#pragma once

#if defined(_WIN32)
#include <winsock2.h>
#include <ws2tcpip.h>
#else
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#endif

// What differs between Winsock and the sockets of BSD, which Linux, Android and Apple's systems have too.
namespace codec::detail {

#if defined(_WIN32)

using SocketHandle = SOCKET;
using SocketLength = int;
inline constexpr SocketHandle no_socket = INVALID_SOCKET;
inline constexpr int send_flags = 0;
inline constexpr int end_of_output = SD_SEND;

inline int start_sockets() noexcept {
  WSADATA data;
  static const int error = ::WSAStartup(MAKEWORD(2, 2), &data);
  return error;
}

inline int last_socket_error() noexcept { return ::WSAGetLastError(); }
inline bool is_pending(int error) noexcept { return error == WSAEWOULDBLOCK || error == WSAEINPROGRESS; }
inline void close_socket(SocketHandle handle) noexcept { ::closesocket(handle); }

inline bool make_non_blocking(SocketHandle handle) noexcept {
  u_long is_on = 1;
  return ::ioctlsocket(handle, static_cast<long>(FIONBIO), &is_on) == 0;
}

/// Returns whether a socket that connects has connected or failed. WSAPoll does not report a failure before Windows 10, version 2004.
inline bool has_connected_or_failed(SocketHandle handle) noexcept {
  fd_set writable{1, {handle}};
  fd_set failed{1, {handle}};
  timeval at_once{0, 0};
  return ::select(0, nullptr, &writable, &failed, &at_once) != 0;
}

#else

using SocketHandle = int;
using SocketLength = std::size_t;
inline constexpr SocketHandle no_socket = -1;
inline constexpr int end_of_output = SHUT_WR;
#if defined(MSG_NOSIGNAL)
inline constexpr int send_flags = MSG_NOSIGNAL;
#else
inline constexpr int send_flags = 0;
#endif

inline int start_sockets() noexcept { return 0; }
inline int last_socket_error() noexcept { return errno; }
inline bool is_pending(int error) noexcept { return error == EAGAIN || error == EWOULDBLOCK || error == EINPROGRESS || error == EINTR; }
inline void close_socket(SocketHandle handle) noexcept { ::close(handle); }

/// Also closes the socket in programs that this one starts and, on Apple's systems, prevents a signal if the peer has closed the connection.
inline bool make_non_blocking(SocketHandle handle) noexcept {
#if defined(SO_NOSIGPIPE)
  const int is_on = 1;
  ::setsockopt(handle, SOL_SOCKET, SO_NOSIGPIPE, &is_on, sizeof(is_on));
#endif
  return ::fcntl(handle, F_SETFD, FD_CLOEXEC) == 0 && ::fcntl(handle, F_SETFL, ::fcntl(handle, F_GETFL) | O_NONBLOCK) == 0;
}

/// Returns whether a socket that connects has connected or failed.
inline bool has_connected_or_failed(SocketHandle handle) noexcept {
  pollfd state{handle, POLLOUT, 0};
  return ::poll(&state, 1, 0) > 0;
}

#endif

}  // namespace codec::detail
