#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>

#include "../../span.hpp"
#include "net.hpp"

namespace codec::detail {

class ConnectionCore;

using CorePointer = std::shared_ptr<ConnectionCore>;

/// The buffers of one write: a ConstBufferSequence of Asio.
class GatheredBuffers {
 public:
  using value_type = net::const_buffer;
  using const_iterator = const net::const_buffer*;

  // As many as Asio passes to the system at once.
  static constexpr std::size_t capacity = 64;

  GatheredBuffers() noexcept {}

  void add(const std::byte* data, std::size_t size) noexcept { new (&buffers_[count_++]) net::const_buffer(data, size); }
  bool empty() const noexcept { return count_ == 0; }
  bool is_single() const noexcept { return count_ == 1; }
  const_iterator begin() const noexcept { return buffers_.data(); }
  const_iterator end() const noexcept { return buffers_.data() + count_; }

 private:
  // Not set before they are used: a write usually has one.
  union {
    std::array<net::const_buffer, capacity> buffers_;
  };
  std::size_t count_ = 0;
};

/// How the bytes of a connection travel: over a socket alone, unless a subclass replaces it. All members are called on the strand of the connection,
/// and complete there.
class Transport {
 public:
  /// Makes the socket ready. Does not fail: if the peer has reset the connection, the first read says so.
  explicit Transport(StreamSocket socket) : socket_(std::move(socket)) {
    net::error_code ignored;
    socket_.non_blocking(true, ignored);
    // For other sockets, such as Unix sockets, the option fails.
    socket_.set_option(net::ip::tcp::no_delay(true), ignored);
  }

  virtual ~Transport() = default;

  StreamSocket& socket() noexcept { return socket_; }

  /// Returns whether the connection is usable at once. Otherwise, async_open() makes it usable, and then calls on_opened().
  virtual bool opens_at_once() const noexcept { return true; }
  virtual void async_open(const CorePointer&) {}

  /// Waits for bytes, and then calls on_readable(), or on_read() with bytes in the memory that prepare() returned.
  virtual void async_read(const CorePointer& core);

  /// Returns whether async_read() uses memory while it waits. Then, and only then, read_some() and write_some() are not called.
  virtual bool uses_memory() const noexcept { return false; }

  std::size_t read_some(MutableByteSpan room, net::error_code& error) { return socket_.read_some(net::buffer(room.data(), room.size()), error); }
  std::size_t write_some(const GatheredBuffers& buffers, net::error_code& error) {
    // The system call for one buffer takes less time.
    return buffers.is_single() ? socket_.write_some(*buffers.begin(), error) : socket_.write_some(buffers, error);
  }

  /// Waits until the system takes bytes, and then calls on_written() with the number of bytes that were written, which can be 0.
  virtual void async_write(const CorePointer& core, const GatheredBuffers& buffers);

  /// Tells the peer that no more bytes follow, and then calls on_output_ended(). No write is in progress.
  virtual void async_end_output(const CorePointer& core);

 private:
  StreamSocket socket_;
};

/// Closes a socket. With `resets`, the peer sees a reset instead of an end. Pending operations complete with an error.
inline void close_socket(StreamSocket& socket, bool resets) noexcept {
  net::error_code ignored;
  if (resets) {
    socket.set_option(net::socket_base::linger(true, 0), ignored);
  }
  socket.close(ignored);
}

}  // namespace codec::detail
