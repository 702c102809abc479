#pragma once

// TLS for connections over Asio, with OpenSSL 1.1.1 or later:
//
//   codec::ConnectionSettings settings;
//   settings.transport = codec::tls_server(ssl_context);

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "asio.hpp"

#include CODEC_ASIO_HEADER(ssl.hpp)
#include CODEC_ASIO_HEADER(write.hpp)

namespace codec {

namespace detail {

/// Packets over TLS.
class TlsTransport final : public Transport {
 public:
  TlsTransport(StreamSocket socket, net::ssl::context& context, net::ssl::stream_base::handshake_type side)
      : Transport(std::move(socket)), stream_(Transport::socket(), context), side_(side) {}

  /// Makes the handshake fail unless the peer's certificate is for this host.
  void expect_host(const std::string& host) {
    stream_.set_verify_mode(net::ssl::verify_peer);
    stream_.set_verify_callback(net::ssl::host_name_verification(host));
    // The name for servers with several certificates. A failure, such as for an address, changes nothing.
    SSL_set_tlsext_host_name(stream_.native_handle(), host.c_str());
  }

  bool opens_at_once() const noexcept override { return false; }

  void async_open(const CorePointer& core) override {
    stream_.async_handshake(side_, core->bind([core](net::error_code error) { core->on_opened(error); }));
  }

  void async_read(const CorePointer& core) override {
    const MutableByteSpan room = core->prepare();
    stream_.async_read_some(net::buffer(room.data(), room.size()),
                            core->bind([core](net::error_code error, std::size_t size) { core->on_read(error, size); }));
  }

  bool uses_memory() const noexcept override { return true; }

  void async_write(const CorePointer& core, const GatheredBuffers& buffers) override {
    stream_.async_write_some(*buffers.begin(), core->bind([core](net::error_code error, std::size_t size) { core->on_written(error, size); }));
  }

  /// Sends close_notify. Asio's own async_shutdown would also discard what the peer still sends. So OpenSSL writes the record to memory, and the
  /// socket sends that; reads continue to use the stream.
  void async_end_output(const CorePointer& core) override {
    SSL* ssl = stream_.native_handle();
    BIO* output = SSL_get_wbio(ssl);
    BIO* memory = BIO_new(BIO_s_mem());
    BIO_up_ref(output);
    BIO_up_ref(memory);
    SSL_set0_wbio(ssl, memory);
    SSL_shutdown(ssl);
    const int size = BIO_read(memory, record_.data(), static_cast<int>(record_.size()));
    SSL_set0_wbio(ssl, output);
    BIO_free(memory);
    if (size <= 0) {
      core->on_output_ended(net::ssl::error::stream_truncated);
      return;
    }
    net::async_write(stream_.next_layer(), net::buffer(record_.data(), static_cast<std::size_t>(size)),
                     core->bind([core](net::error_code error, std::size_t) { core->on_output_ended(error); }));
  }

 private:
  net::ssl::stream<StreamSocket&> stream_;
  // More than the record of any cipher.
  std::array<unsigned char, 256> record_;
  net::ssl::stream_base::handshake_type side_;
};

}  // namespace detail

/// Returns the transport of a server's connections. A connection begins with the handshake, within ConnectionOptions::connect_timeout; a failure
/// closes it with PacketCloseReason::ConnectFailed. The context must outlive the connections.
inline TransportFactory tls_server(net::ssl::context& context) {
  return
      [&context](StreamSocket socket) { return std::make_unique<detail::TlsTransport>(std::move(socket), context, net::ssl::stream_base::server); };
}

/// Returns the transport of a client's connections, which accept only a certificate for `host` that the context trusts. The context must outlive
/// them.
inline TransportFactory tls_client(net::ssl::context& context, const std::string& host) {
  return [&context, host](StreamSocket socket) {
    auto transport = std::make_unique<detail::TlsTransport>(std::move(socket), context, net::ssl::stream_base::client);
    transport->expect_host(host);
    return transport;
  };
}

}  // namespace codec
