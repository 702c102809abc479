#pragma once

#if defined(__linux__)
#include <linux/sockios.h>
#include <sys/ioctl.h>
#endif

#include <memory>
#include <utility>

#include "connection_core.hpp"

namespace codec::detail {

/// Returns the number of written bytes that the peer's system has not received, or 0 if the system does not tell. Linux lets a write continue only
/// when a third of the send buffer is free, which can take a slow peer minutes.
inline std::uint64_t unacknowledged_bytes(StreamSocket& socket) noexcept {
#if defined(__linux__)
  int count = 0;
  return ioctl(socket.native_handle(), SIOCOUTQ, &count) == 0 && count > 0 ? static_cast<std::uint64_t>(count) : 0;
#else
  (void)socket;
  return 0;
#endif
}

/// Makes a connected socket ready for a connection. Does not fail: if the peer has reset the connection, the first read says so.
inline void prepare_socket(StreamSocket& socket) noexcept {
  net::error_code ignored;
  socket.non_blocking(true, ignored);
  // For other sockets, such as Unix sockets, the option fails.
  socket.set_option(net::ip::tcp::no_delay(true), ignored);
}

inline void close_socket(StreamSocket& socket, bool resets) noexcept {
  net::error_code ignored;
  if (resets) {
    socket.set_option(net::socket_base::linger(true, 0), ignored);
  }
  socket.close(ignored);
}

/// Packets over a socket. While it waits for bytes, it uses no memory for them.
class SocketTransport final : public Transport {
 public:
  explicit SocketTransport(StreamSocket socket) : socket_(std::move(socket)) { prepare_socket(socket_); }

  net::any_io_executor executor() override { return socket_.get_executor(); }

  std::optional<net::ip::tcp::endpoint> remote_endpoint() noexcept override {
    net::error_code ignored;
    return to_tcp(socket_.remote_endpoint(ignored));
  }

  bool opens_at_once() const noexcept override { return true; }

  void async_open(const CorePointer& core) override { core->on_opened({}); }

  void async_read(const CorePointer& core) override {
    socket_.async_wait(StreamSocket::wait_read, core->bind([core](net::error_code error) { core->on_readable(error); }));
  }

  bool reads_into_memory() const noexcept override { return false; }

  std::size_t read_some(MutableByteSpan room, net::error_code& error) override {
    return socket_.read_some(net::buffer(room.data(), room.size()), error);
  }

  std::size_t write_some(const GatheredBuffers& buffers, net::error_code& error) override { return socket_.write_some(buffers, error); }

  void async_write(const CorePointer& core, const GatheredBuffers&) override {
    socket_.async_wait(StreamSocket::wait_write, core->bind([core](net::error_code error) { core->on_written(error, 0); }));
  }

  void async_end_output(const CorePointer& core) override {
    net::error_code error;
    socket_.shutdown(StreamSocket::shutdown_send, error);
    core->on_output_ended(error);
  }

  void close(bool resets) noexcept override { close_socket(socket_, resets); }

  std::size_t available() noexcept override {
    net::error_code ignored;
    return socket_.available(ignored);
  }

  std::uint64_t unacknowledged() noexcept override { return unacknowledged_bytes(socket_); }

 private:
  StreamSocket socket_;
};

}  // namespace codec::detail
