#pragma once

#include <algorithm>

#include "connection.hpp"

namespace codec {

/// A group of connections to which packets are sent. Each packet is encoded once, and all connections send the same memory. A message
/// with packet_delta is packed once for all connections that have accepted the same last message. Thread-safe. Counterpart of
/// Codec.Transport.PacketBroadcast.
///
/// The group does not keep its connections open, and removes those that are closed. A slow peer delays no other peer. A connection misses a packet
/// that would exceed its send_limit. Under SlowPeerPolicy::Close, that connection is closed. Choose Close if a peer must get every packet.
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
    if constexpr (PacketTraits<T>::baselines != 0) {
      const detail::SharedDelta delta(message);
      return send_each(except, [&delta](detail::ConnectionCore& core, const detail::ConnectionService*& to_flush) {
        return core.send(delta, to_flush);
      });
    } else {
      return send_source(detail::MessageSource{message}, except);
    }
  }

  /// Sends a packet with a payload to each connection except `except`. Returns how many accepted it.
  std::size_t send(std::uint32_t id, ByteSpan payload, const Connection& except = {}) {
    return send_source(detail::PayloadSource{id, payload}, except);
  }

 private:
  template <class Source>
  std::size_t send_source(const Source& source, const Connection& except) {
    // Encoded again if a connection's format differs from the previous connection's. Usually, all formats are equal.
    std::optional<PacketFormat> format;
    detail::SharedPacket packet;
    return send_each(except, [&](detail::ConnectionCore& core, const detail::ConnectionService*& to_flush) {
      if (!format || *format != core.format()) {
        format = core.format();
        packet = detail::SharedPacket::encode(source, *format);
      }
      return packet.bytes.empty() ? SendStatus::Invalid : core.send(packet, to_flush);
    });
  }

  /// Calls `send(core, to_flush)` for each connection except `except`. Returns how many accepted.
  template <class Send>
  std::size_t send_each(const Connection& except, const Send& send) {
    std::size_t accepted = 0;
    std::size_t kept = 0;
    detail::FlushGroup flushes;
    const std::lock_guard<std::mutex> lock(mutex_);
    for (std::size_t i = 0; i < connections_.size(); ++i) {
      detail::CorePointer core = connections_[i].lock();
      if (core == nullptr) {
        continue;
      }
      SendStatus status = SendStatus::Dropped;
      if (core.get() != except.core_.get()) {
        const detail::ConnectionService* to_flush = nullptr;
        status = send(*core, to_flush);
        if (to_flush != nullptr) {
          flushes.add(std::move(core), to_flush);
        }
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

  void remove_locked(const Connection& connection) {
    const auto is_it = [&](const std::weak_ptr<detail::ConnectionCore>& one) { return one.lock() == connection.core_; };
    connections_.erase(std::remove_if(connections_.begin(), connections_.end(), is_it), connections_.end());
  }

  mutable std::mutex mutex_;
  std::vector<std::weak_ptr<detail::ConnectionCore>> connections_;
};

}  // namespace codec
