#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "detail/system_sockets.hpp"
#include "socket_result.hpp"
#include "span.hpp"

namespace codec {

/// A TCP connection of a poll client, over Winsock or the sockets of BSD. Not thread-safe. On Windows, link ws2_32, and include this header before
/// windows.h, or define WIN32_LEAN_AND_MEAN.
class TcpSocket {
 public:
  TcpSocket() noexcept = default;

  TcpSocket(TcpSocket&& other) noexcept
      : handle_(std::exchange(other.handle_, detail::no_socket)), addresses_(std::move(other.addresses_)), is_connected_(other.is_connected_) {}

  ~TcpSocket() { close(); }

  /// Begins to connect to one address of a host, by its index from 0. The result's count is the number of addresses. The status is Done if the
  /// connection was made, WouldBlock if it is being made, and otherwise Failed. A name is resolved by the call for its first address, which can wait
  /// for seconds: if that is too long, pass an IPv4 or IPv6 address. The error of a name without addresses is host_unreachable.
  SocketResult connect(const char* host, std::uint16_t port, std::size_t address) noexcept {
    close();
    if (address == 0 && !resolve(host, port)) {
      return {SocketStatus::Failed, 0, std::make_error_code(std::errc::host_unreachable)};
    }
    const addrinfo* chosen = nullptr;
    std::size_t count = 0;
    for (const addrinfo* next = addresses_.get(); next != nullptr; next = next->ai_next) {
      chosen = count++ == address ? next : chosen;
    }
    if (chosen == nullptr) {
      return {SocketStatus::Failed, count, std::make_error_code(std::errc::invalid_argument)};
    }
    handle_ = ::socket(chosen->ai_family, chosen->ai_socktype, chosen->ai_protocol);
    // Packets of a frame are sent at once. Nagle's algorithm would delay them.
    const int is_on = 1;
    const bool has_begun =
        handle_ != detail::no_socket && detail::make_non_blocking(handle_) &&
        ::setsockopt(handle_, IPPROTO_TCP, TCP_NODELAY, reinterpret_cast<const char*>(&is_on), sizeof(is_on)) == 0 &&
        (::connect(handle_, chosen->ai_addr, static_cast<socklen_t>(chosen->ai_addrlen)) == 0 || detail::is_pending(detail::last_socket_error()));
    return has_begun ? SocketResult{SocketStatus::WouldBlock, count}
                     : SocketResult{SocketStatus::Failed, count, error_of(detail::last_socket_error())};
  }

  /// Sends some of the bytes. Until the connection was made, the status is WouldBlock or Failed. Without bytes, returns Done if it was made.
  SocketResult send(ByteSpan bytes) noexcept {
    if (!is_connected_) {
      if (!detail::has_connected_or_failed(handle_)) {
        return {};
      }
      int error = 0;
      socklen_t size = sizeof(error);
      if (::getsockopt(handle_, SOL_SOCKET, SO_ERROR, reinterpret_cast<char*>(&error), &size) != 0 || error != 0) {
        return {SocketStatus::Failed, 0, error_of(error != 0 ? error : detail::last_socket_error())};
      }
      is_connected_ = true;
      addresses_.reset();
    }
    return bytes.empty() ? SocketResult{SocketStatus::Done}
                         : result_of(::send(handle_, reinterpret_cast<const char*>(bytes.data()), length_of(bytes.size()), detail::send_flags));
  }

  /// Receives bytes into the room, which must not be empty.
  SocketResult receive(MutableByteSpan room) noexcept {
    const SocketResult result = result_of(::recv(handle_, reinterpret_cast<char*>(room.data()), length_of(room.size()), 0));
    return result.status == SocketStatus::Done && result.count == 0 ? SocketResult{SocketStatus::Ended} : result;
  }

  /// Ends this side's direction: the peer then receives the end after the bytes that were sent. With `resets`, lets the destructor reset the
  /// connection instead, so that the peer receives no end. Bytes that the peer has not received are lost.
  void end(bool resets) noexcept {
    const linger at_once{1, 0};
    if (resets) {
      ::setsockopt(handle_, SOL_SOCKET, SO_LINGER, reinterpret_cast<const char*>(&at_once), sizeof(at_once));
    } else {
      ::shutdown(handle_, detail::end_of_output);
    }
  }

 private:
  struct Freer {
    void operator()(addrinfo* addresses) const noexcept { ::freeaddrinfo(addresses); }
  };

  static detail::SocketLength length_of(std::size_t size) noexcept {
    return static_cast<detail::SocketLength>((std::min)(size, std::size_t{0x7FFFFFFF}));
  }

  static std::error_code error_of(int error) noexcept { return {error, std::system_category()}; }

  /// Returns the result of a send or recv that returned this number.
  template <class Count>
  static SocketResult result_of(Count count) noexcept {
    if (count >= 0) {
      return {SocketStatus::Done, static_cast<std::size_t>(count)};
    }
    const int error = detail::last_socket_error();
    return detail::is_pending(error) ? SocketResult{} : SocketResult{SocketStatus::Failed, 0, error_of(error)};
  }

  bool resolve(const char* host, std::uint16_t port) noexcept {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICSERV;
    addrinfo* found = nullptr;
    const bool is_found = detail::start_sockets() == 0 && ::getaddrinfo(host, std::to_string(port).c_str(), &hints, &found) == 0;
    addresses_.reset(found);
    return is_found;
  }

  void close() noexcept {
    if (handle_ != detail::no_socket) {
      detail::close_socket(std::exchange(handle_, detail::no_socket));
    }
    is_connected_ = false;
  }

  detail::SocketHandle handle_ = detail::no_socket;
  std::unique_ptr<addrinfo, Freer> addresses_;
  bool is_connected_ = false;
};

}  // namespace codec
