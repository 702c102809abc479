#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "../datagram_buffer.hpp"
#include "../detail/packet_source.hpp"
#include "detail/net.hpp"

namespace codec {

/// A datagram that was received.
struct ReceivedDatagram {
  /// Ok, or Invalid if the datagram is not exactly one packet; result.error says why.
  DecodeResult result;
  net::ip::udp::endpoint sender;
};

/// Sends and receives packets over UDP, one in each datagram. Counterpart of Codec.Transport.PacketDatagramSocket. UDP loses, duplicates and reorders
/// datagrams; those above about 1,200 bytes are sent in fragments and lost more easily. Not thread-safe: use it on one thread or strand.
class DatagramSocket {
 public:
  /// Takes a bound or connected socket.
  explicit DatagramSocket(net::ip::udp::socket socket, const PacketFormat& format = {})
      : socket_(std::move(socket)), format_(format), received_(std::make_unique<DatagramBuffer>(format)) {
    net::error_code ignored;
    socket_.non_blocking(true, ignored);
  }

  net::ip::udp::socket& socket() noexcept { return socket_; }

  /// Sends a message, as Connection::send does, to a receiver, or to the peer of a connected socket. Never waits: if the system's buffer is full, the
  /// datagram is lost, as it can be anywhere. Returns the system's error, or invalid_argument if the message cannot be encoded.
  template <class T, detail::IfMessage<T> = 0>
  net::error_code send(const T& message, const std::optional<net::ip::udp::endpoint>& receiver = {}) {
    return send_packet(detail::SharedPacket::encode(detail::MessageSource{message}, format_), receiver);
  }

  /// The same for a packet with a payload.
  net::error_code send(std::uint32_t id, ByteSpan payload, const std::optional<net::ip::udp::endpoint>& receiver = {}) {
    return send_packet(detail::SharedPacket::encode(detail::PayloadSource{id, payload}, format_), receiver);
  }

  /// Waits for the next datagram. Completes with `void(error_code, ReceivedDatagram)`. The packet is valid until the next call. One call at a time.
  template <class Token>
  auto async_receive(Token&& token) {
    return net::async_compose<Token, void(net::error_code, ReceivedDatagram)>(
        [this, is_started = false](auto& self, net::error_code error = {}, std::size_t size = 0) mutable {
          if (!std::exchange(is_started, true)) {
            const MutableByteSpan room = received_->prepare();
            socket_.async_receive_from(net::buffer(room.data(), room.size()), sender_, std::move(self));
            return;
          }
          // After an error, this object may have been destroyed.
          self.complete(error, error ? ReceivedDatagram{{Status::Invalid}, {}} : ReceivedDatagram{received_->decode(size), sender_});
        },
        token, socket_);
  }

 private:
  net::error_code send_packet(const detail::SharedPacket& packet, const std::optional<net::ip::udp::endpoint>& receiver) {
    if (packet.bytes.empty()) {
      return net::error::invalid_argument;
    }
    const net::const_buffer bytes(packet.bytes.data(), packet.bytes.size());
    net::error_code error;
    if (receiver) {
      socket_.send_to(bytes, *receiver, 0, error);
    } else {
      socket_.send(bytes, 0, error);
    }
    return error == net::error::would_block ? net::error_code() : error;
  }

  net::ip::udp::socket socket_;
  PacketFormat format_;
  std::unique_ptr<DatagramBuffer> received_;
  net::ip::udp::endpoint sender_;
};

}  // namespace codec
