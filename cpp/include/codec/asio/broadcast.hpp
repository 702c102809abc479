#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "../detail/packet_source.hpp"
#include "../detail/shared_packet.hpp"
#include "connection.hpp"

namespace codec {

/// A group of connections to which packets are sent. Each packet is encoded once, and all connections send the same memory. Thread-safe. Counterpart
/// of Codec.Transport.PacketBroadcast.
///
/// The group does not keep its connections open, and removes those that are closed. A slow peer delays no other: if a packet would exceed the
/// send_limit of a connection, that connection misses it, or is closed under SlowPeerPolicy::Close. Choose Close if a peer must get every packet.
class Broadcast {
 public:
  /// Adds a connection, which gets the packets from now on. A connection is in a group once.
  void add(const Connection& connection) {
    const std::lock_guard<std::mutex> lock(mutex_);
    remove_locked(connection);
    connections_.push_back(connection.core_->weak_from_this());
  }

  void remove(const Connection& connection) {
    const std::lock_guard<std::mutex> lock(mutex_);
    remove_locked(connection);
  }

  /// Returns the number of connections, including those that were closed since the last packet.
  std::size_t size() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return connections_.size();
  }

  /// Sends a message, as Connection::send does, to each connection except `except`. Returns how many accepted it: 0 if it cannot be encoded.
  template <class T, detail::IfMessage<T> = 0>
  std::size_t send(const T& message, const Connection& except = {}) {
    return send(detail::PacketSource::of(message), except);
  }

  /// Sends a packet with a payload to each connection except `except`. Returns how many accepted it.
  std::size_t send(std::uint32_t id, ByteSpan payload, const Connection& except = {}) {
    const detail::PacketSource::IdAndPayload packet{id, payload};
    return send(detail::PacketSource::of(packet), except);
  }

 private:
  std::size_t send(const detail::PacketSource& source, const Connection& except) {
    // One encoded packet for each format. Usually, all connections have the same.
    std::vector<std::pair<PacketFormat, detail::SharedPacket>> packets;
    std::size_t accepted = 0;
    std::size_t kept = 0;
    const std::lock_guard<std::mutex> lock(mutex_);
    for (std::size_t i = 0; i < connections_.size(); ++i) {
      const detail::CorePointer core = connections_[i].lock();
      if (core == nullptr) {
        continue;
      }
      SendStatus status = SendStatus::Dropped;
      if (core.get() != except.core_.get()) {
        const detail::SharedPacket& packet = encode_for(core->format(), source, packets);
        status = packet.bytes.empty() ? SendStatus::Invalid : core->send(packet);
      }
      if (is_accepted(status)) {
        ++accepted;
      }
      if (status != SendStatus::Closed) {
        connections_[kept++].swap(connections_[i]);
      }
    }
    connections_.resize(kept);
    return accepted;
  }

  static const detail::SharedPacket& encode_for(const PacketFormat& format, const detail::PacketSource& source,
                                                std::vector<std::pair<PacketFormat, detail::SharedPacket>>& packets) {
    for (const auto& [known, packet] : packets) {
      if (known == format) {
        return packet;
      }
    }
    return packets.emplace_back(format, detail::SharedPacket::encode(source, format)).second;
  }

  void remove_locked(const Connection& connection) {
    for (std::size_t i = 0; i < connections_.size(); ++i) {
      if (connections_[i].lock().get() == connection.core_.get()) {
        connections_.erase(connections_.begin() + static_cast<std::ptrdiff_t>(i));
        return;
      }
    }
  }

  mutable std::mutex mutex_;
  std::vector<std::weak_ptr<detail::ConnectionCore>> connections_;
};

}  // namespace codec
