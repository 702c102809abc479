#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

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

  void add(const std::byte* data, std::size_t size) noexcept { buffers_[count_++] = net::const_buffer(data, size); }
  const_iterator begin() const noexcept { return buffers_.data(); }
  const_iterator end() const noexcept { return buffers_.data() + count_; }

 private:
  std::array<net::const_buffer, capacity> buffers_;
  std::size_t count_ = 0;
};

/// How the bytes of a connection travel. All members are called on the strand of the connection, and complete there.
class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  virtual net::any_io_executor executor() = 0;

  /// Returns the peer of a TCP socket, unless the peer has reset the connection.
  virtual std::optional<net::ip::tcp::endpoint> remote_endpoint() noexcept = 0;

  /// Returns whether the connection is usable at once. Otherwise, async_open() makes it usable, such as with a handshake.
  virtual bool opens_at_once() const noexcept = 0;

  /// Makes the connection usable, and then calls on_opened().
  virtual void async_open(const CorePointer& core) = 0;

  /// Waits for bytes, and then calls on_readable(), or on_read() with bytes in the memory that prepare() returned.
  virtual void async_read(const CorePointer& core) = 0;

  /// Returns whether async_read() needs memory while it waits.
  virtual bool reads_into_memory() const noexcept = 0;

  /// Reads what has arrived. The error is would_block if nothing has arrived, or if the transport cannot read without waiting.
  virtual std::size_t read_some(MutableByteSpan room, net::error_code& error) = 0;

  /// Writes what the system takes at once. The error is would_block if it takes nothing, or if the transport cannot write without waiting.
  virtual std::size_t write_some(const GatheredBuffers& buffers, net::error_code& error) = 0;

  /// Waits until the system takes bytes, and then calls on_written() with the number of bytes that were written, which can be 0.
  virtual void async_write(const CorePointer& core, const GatheredBuffers& buffers) = 0;

  /// Tells the peer that no more bytes follow, and then calls on_output_ended(). No write is in progress.
  virtual void async_end_output(const CorePointer& core) = 0;

  /// Closes the socket, and with `resets`, so that the peer sees a reset instead of an end. Pending operations complete with an error.
  virtual void close(bool resets) noexcept = 0;

  /// Returns the number of bytes that have arrived and were not read.
  virtual std::size_t available() noexcept = 0;

  /// Returns the number of written bytes that the peer's system has not received, or 0 if the system does not tell.
  virtual std::uint64_t unacknowledged() noexcept = 0;
};

}  // namespace codec::detail
