#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "../connection_observer.hpp"
#include "../connection_options.hpp"
#include "../packet_decoder.hpp"
#include "packet_source.hpp"
#include "sent_deltas.hpp"

namespace codec::detail {

/// How many bytes of packets a connection has accepted, and how many of them were passed to the system.
struct SentBytes {
  std::uint64_t accepted;
  std::uint64_t written;
};

/// The packets that a connection has accepted and not yet passed to the system, in the order in which they are sent. Not thread-safe: the
/// connection's lock guards it. A write reads the bytes of gather() without the lock. Packets that are added meanwhile do not move them.
class SendQueue {
 public:
  /// Encodes a packet into the queue's memory, and adds it if the limit allows it, or does not apply.
  template <class Source>
  CODEC_ALWAYS_INLINE SendStatus add(const Source& source, const PacketFormat& format, const ConnectionOptions& options, std::uint64_t connection,
                                     bool is_limited = true) {
    if (const DeltaMessage& delta = source.delta(); delta.write_payload != nullptr) {
      return add_delta(delta, format, options, connection, is_limited);
    }
    const auto grow = [this](std::size_t size) {
      add_block(size);
      return room_;
    };
    ByteSpan packet;
    if (encode_source(source, room_, format, grow, packet) != Status::Ok) {
      return SendStatus::Invalid;
    }
    const SendStatus status = is_limited ? status_of(packet.size(), options) : SendStatus::Accepted;
    if (is_accepted(status)) {
      observe(packet, format, options, connection);
      commit(packet.size());
    }
    return status;
  }

  /// Adds a packet if the format is the default, there is no observer, and the packet is valid, below the limit and fits in the current block.
  CODEC_ALWAYS_INLINE bool try_add(const PayloadSource& source, const PacketFormat& format, const ConnectionOptions& options) noexcept {
    const std::size_t payload_size = source.payload.size();
    const std::size_t size = sizeof(PacketHeader) + payload_size;
    if (source.id > 0xFFFF || payload_size > format.max_payload_size() || size > room_.size() || unsent_bytes() + size >= options.send_limit ||
        !format.has_default_fields() || options.observer != nullptr) {
      return false;
    }
    std::byte* packet = room_.data();
    format.write_header(packet, source.id, static_cast<std::uint32_t>(payload_size));
    commit(size);
    if (payload_size > 0) {
      std::memcpy(packet + sizeof(PacketHeader), source.payload.data(), payload_size);
    }
    return true;
  }

  /// Adds a shared packet. The caller of a broadcast cannot wait for one of its receivers.
  SendStatus add(const SharedPacket& packet, const PacketFormat& format, const ConnectionOptions& options, std::uint64_t connection) {
    if (status_of(packet.bytes.size(), options) != SendStatus::Accepted) {
      return SendStatus::Dropped;
    }
    observe(packet.bytes, format, options, connection);
    const std::size_t size = packet.bytes.size();
    // Copied if short, because a reference needs atomic counts and a separate buffer in the write.
    if (size <= longest_copy) {
      if (room_.size() < size) {
        add_block(size);
      }
      std::memcpy(room_.data(), packet.bytes.data(), size);
    } else {
      end_segment();
      segments_.push_back({{}, packet.memory, packet.bytes.data()});
      room_ = {const_cast<std::byte*>(packet.bytes.data()), size};
    }
    commit(size);
    return SendStatus::Accepted;
  }

  /// Adds a message of a broadcast as its difference to the last message. The caller of a broadcast cannot wait for one of its receivers.
  SendStatus add(const SharedDelta& delta, const PacketFormat& format, const ConnectionOptions& options, std::uint64_t connection) {
    SentDelta& last = last_of(delta.id());
    const KeptPayload* packed = delta.pack(last);
    if (packed == nullptr) {
      return SendStatus::Invalid;
    }
    if (status_of(format.header_size() + delta_header_size + packed->payload().size(), options) != SendStatus::Accepted) {
      return SendStatus::Dropped;
    }
    const SendStatus status = add_packed(last, delta.id(), packed->payload(), format, options, connection, false);
    if (is_accepted(status)) {
      last.shared = delta.payload();
      last.own = KeptPayload();
    }
    return status;
  }

  /// Calls `use(const std::byte*, std::size_t)` for the contiguous ranges of unsent bytes that one write takes: at most `count`.
  template <class Use>
  void gather(std::size_t count, const Use& use) const {
    std::size_t offset = offset_;
    std::size_t bytes = 0;
    for (std::size_t i = first_; i < segments_.size() && count > 0 && bytes < longest_write; ++i) {
      if (const std::size_t size = size_of(i) - offset; size > 0) {
        use(segments_[i].data + offset, size);
        bytes += size;
        --count;
      }
      offset = 0;
    }
  }

  /// Removes the first `size` unsent bytes, which were passed to the system.
  void consume(std::size_t size) noexcept {
    written_bytes_ += size;
    offset_ += size;
    while (first_ < segments_.size() && offset_ >= size_of(first_)) {
      Segment& written = segments_[first_];
      written_packets_ = first_ + 1 < segments_.size() ? written.packets : accepted_packets_;
      offset_ -= size_of(first_);
      spares().keep(written.block);
      written = Segment();
      ++first_;
    }
    if (first_ == segments_.size()) {
      clear();
    } else if (first_ > segments_.size() / 2) {
      segments_.erase(segments_.begin(), segments_.begin() + static_cast<std::ptrdiff_t>(first_));
      first_ = 0;
    }
  }

  /// Releases the memory of a closed connection. No write may be in progress.
  void release(const PacketFormat& format) noexcept {
    written_packets_ += partial_write(format).packets;
    clear();
    offset_ = 0;
    deltas_.reset();
  }

  SentBytes sent_bytes() const noexcept { return {accepted_bytes_, written_bytes_}; }
  std::uint64_t accepted_bytes() const noexcept { return accepted_bytes_; }
  std::uint64_t written_bytes() const noexcept { return written_bytes_; }
  std::uint64_t unsent_bytes() const noexcept { return accepted_bytes_ - written_bytes_; }

  /// Returns the number of accepted packets that were not passed to the system as a whole.
  std::uint64_t unsent_packets(const PacketFormat& format) const noexcept {
    return accepted_packets_ - written_packets_ - partial_write(format).packets;
  }

  /// Returns whether packets are unsent although the written bytes end after a whole packet, so that the peer would see a normal end.
  bool looks_complete(const PacketFormat& format) const noexcept { return partial_write(format).ends_packet && unsent_packets(format) > 0; }

 private:
  struct Block {
    std::unique_ptr<std::byte[]> memory;
    std::size_t capacity = 0;
  };

  /// A block, or a shared packet.
  struct Segment {
    Block block;
    std::shared_ptr<const std::byte[]> shared;
    const std::byte* data = nullptr;
    // Not set while it is the last segment.
    std::size_t size = 0;
    // The number of packets that were accepted before the next segment.
    std::uint64_t packets = 0;
  };

  /// The packets that a partial write of the first segment has completed.
  struct PartialWrite {
    std::size_t packets = 0;
    bool ends_packet = false;
  };

  // Copying fewer bytes takes less time than counting a reference on two threads.
  static constexpr std::size_t longest_copy = 256;

  // Several small packets, and little enough for thousands of connections that send one packet in each tick.
  static constexpr std::size_t first_capacity = 1024;

  // As much as a socket usually takes at once.
  static constexpr std::size_t largest_capacity = 64 * 1024;

  // If more is passed to the system at once, it leaves the processor's cache before the peer reads it: a megabyte takes twice as long.
  static constexpr std::size_t longest_write = 3 * largest_capacity - largest_capacity / 2;

  /// Blocks that the queues of this thread have emptied, for the next queue that needs one: up to the usual limit of unsent bytes. If they were
  /// freed, their pages would come from the system each time. Only one shorter block is kept.
  class Spares {
   public:
    void keep(Block& block) noexcept {
      if (count_ > 0 && block.capacity > last().capacity && last().capacity < largest_capacity) {
        std::swap(last(), block);
      } else if (block.memory != nullptr && block.capacity <= largest_capacity &&
                 count_ < (block.capacity == largest_capacity ? blocks_.size() : 1)) {
        blocks_[count_++] = std::exchange(block, Block());
      }
    }

    /// Returns a block of at least `size` bytes, or none.
    Block take(std::size_t size) noexcept { return count_ > 0 && last().capacity >= size ? std::exchange(blocks_[--count_], Block()) : Block(); }

   private:
    Block& last() noexcept { return blocks_[count_ - 1]; }

    std::array<Block, 16> blocks_;
    std::size_t count_ = 0;
  };

  static Spares& spares() noexcept {
    thread_local Spares all;
    return all;
  }

  /// Returns what becomes of a packet of `size` bytes. A packet that is larger than the limit is accepted if nothing waits.
  SendStatus status_of(std::size_t size, const ConnectionOptions& options) const noexcept {
    if (unsent_bytes() == 0 || unsent_bytes() + size <= options.send_limit) {
      return SendStatus::Accepted;
    }
    return options.slow_peer == SlowPeerPolicy::Wait ? SendStatus::AcceptedAboveLimit : SendStatus::Dropped;
  }

  /// Adds a message as its difference to the last one of its id that was accepted. A warm thread allocates nothing.
  SendStatus add_delta(const DeltaMessage& message, const PacketFormat& format, const ConnectionOptions& options, std::uint64_t connection,
                       bool is_limited) {
    SentDelta& last = last_of(message.id);
    // The packed payload follows the payload.
    PackingScratch scratch(message.limit < ~std::size_t{0} / 2 ? max_packed_size(message.limit) + message.limit : message.limit);
    const std::size_t size = message.write(scratch).size();
    const std::size_t most = max_packed_size(size);
    scratch.grow(size + most, size);
    const ByteSpan payload = scratch.bytes().subspan(0, size);
    const MutableByteSpan room = scratch.bytes().subspan(size);
    std::size_t packed = 0;
    if (size == 0 || size > message.limit || room.size() < most ||
        pack_delta(message.shape, payload, last.payload(), room, scratch.stack(), packed) != Status::Ok) {
      return SendStatus::Invalid;
    }
    const SendStatus status = add_packed(last, message.id, room.subspan(0, packed), format, options, connection, is_limited);
    if (is_accepted(status)) {
      last.shared.reset();
      // Without memory, the next message is whole.
      if (!last.own.assign(payload)) {
        last.number = {};
      }
    }
    return status;
  }

  SendStatus add_packed(SentDelta& last, std::uint32_t id, ByteSpan packed, const PacketFormat& format, const ConnectionOptions& options,
                        std::uint64_t connection, bool is_limited) {
    const DeltaNumber next = last.number.next();
    const SendStatus status = add(DeltaSource{id, next, last.number, packed}, format, options, connection, is_limited);
    if (is_accepted(status)) {
      last.number = next;
    }
    return status;
  }

  SentDelta& last_of(std::uint32_t id) {
    if (deltas_ == nullptr) {
      deltas_ = std::make_unique<SentDeltas>();
    }
    return (*deltas_)[id];
  }

  CODEC_ALWAYS_INLINE static void observe(ByteSpan packet, const PacketFormat& format, const ConnectionOptions& options,
                                          std::uint64_t connection) noexcept {
    if (options.observer != nullptr) {
      options.observer->sent(connection, decode(packet, format).packet);
    }
  }

  /// Adds a packet of `size` bytes that was written to the free room.
  CODEC_ALWAYS_INLINE void commit(std::size_t size) noexcept {
    room_ = room_.subspan(size);
    ++accepted_packets_;
    accepted_bytes_ += size;
  }

  std::size_t size_of(std::size_t segment) const noexcept {
    return segment + 1 < segments_.size() ? segments_[segment].size : static_cast<std::size_t>(room_.data() - segments_[segment].data);
  }

  void end_segment() noexcept {
    if (!segments_.empty()) {
      Segment& last = segments_.back();
      last.size = size_of(segments_.size() - 1);
      last.packets = accepted_packets_;
    }
  }

  PartialWrite partial_write(const PacketFormat& format) const noexcept {
    PartialWrite partial;
    ByteSpan written(first_ < segments_.size() ? segments_[first_].data : nullptr, offset_);
    for (DecodeResult next = decode(written, format); next.status == Status::Ok; next = decode(written, format)) {
      ++partial.packets;
      written = written.subspan(next.size);
    }
    partial.ends_packet = written.empty();
    return partial;
  }

  CODEC_COLD void add_block(std::size_t size) {
    Segment added;
    added.block = spares().take(size);
    if (added.block.memory == nullptr) {
      const std::size_t doubled = segments_.empty() ? 0 : 2 * segments_.back().block.capacity;
      added.block.capacity = (std::max)({size, first_capacity, (std::min)(doubled, largest_capacity)});
      added.block.memory.reset(new std::byte[added.block.capacity]);
    }
    added.data = added.block.memory.get();
    const MutableByteSpan room(added.block.memory.get(), added.block.capacity);
    // A block that only encode() has seen, and that was too small, is replaced.
    if (!segments_.empty() && size_of(segments_.size() - 1) == 0) {
      segments_.back() = std::move(added);
    } else {
      end_segment();
      segments_.push_back(std::move(added));
    }
    room_ = room;
  }

  /// An idle connection keeps the memory of one segment, and no block.
  void clear() noexcept {
    segments_.clear();
    if (segments_.capacity() > 1) {
      segments_ = std::vector<Segment>();
    }
    first_ = 0;
    room_ = {};
  }

  std::vector<Segment> segments_;
  // The rest of the last segment, from the end of its packets on.
  MutableByteSpan room_;
  // The first segment with unsent bytes, and the number of its bytes that were sent.
  std::size_t first_ = 0;
  std::size_t offset_ = 0;
  std::uint64_t accepted_bytes_ = 0;
  std::uint64_t written_bytes_ = 0;
  std::uint64_t accepted_packets_ = 0;
  std::uint64_t written_packets_ = 0;
  // Null until a message is sent as a difference.
  std::unique_ptr<SentDeltas> deltas_;
};

}  // namespace codec::detail
