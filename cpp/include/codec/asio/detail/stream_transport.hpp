#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "connection_core.hpp"
#include "socket_transport.hpp"

namespace codec::detail {

/// Packets over a stream of Asio (AsyncReadStream and AsyncWriteStream) whose lowest layer is a StreamSocket. A subclass adds what the stream needs at
/// its beginning and at its end.
template <class Stream>
class StreamTransport : public Transport {
 public:
  net::any_io_executor executor() override { return stream_.get_executor(); }

  std::optional<net::ip::tcp::endpoint> remote_endpoint() noexcept override {
    net::error_code ignored;
    return to_tcp(stream_.lowest_layer().remote_endpoint(ignored));
  }

  void async_read(const CorePointer& core) override {
    const MutableByteSpan room = core->prepare();
    stream_.async_read_some(net::buffer(room.data(), room.size()),
                            core->bind([core](net::error_code error, std::size_t size) { core->on_read(error, size); }));
  }

  bool reads_into_memory() const noexcept override { return true; }

  std::size_t read_some(MutableByteSpan, net::error_code& error) override {
    error = net::error::would_block;
    return 0;
  }

  std::size_t write_some(const GatheredBuffers&, net::error_code& error) override {
    error = net::error::would_block;
    return 0;
  }

  void async_write(const CorePointer& core, const GatheredBuffers& buffers) override {
    stream_.async_write_some(*buffers.begin(), core->bind([core](net::error_code error, std::size_t size) { core->on_written(error, size); }));
  }

  void close(bool resets) noexcept override { close_socket(stream_.lowest_layer(), resets); }

  std::size_t available() noexcept override {
    net::error_code ignored;
    return stream_.lowest_layer().available(ignored);
  }

 protected:
  explicit StreamTransport(Stream stream) : stream_(std::move(stream)) {}

  Stream stream_;
};

}  // namespace codec::detail
