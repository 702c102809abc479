#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "../packet_decoder.hpp"
#include "../packet_format.hpp"
#include "../span.hpp"
#include "packet_source.hpp"
#include "send_progress.hpp"
#include "shared_packet.hpp"

namespace codec::detail {

/// The packets that a connection has accepted and not yet passed to the system, in the order in which they are sent. Not thread-safe: the
/// connection's lock guards it. A write reads the bytes of gather() without the lock. Packets that are added meanwhile do not move them.
class SendQueue {
 public:
  /// Encodes a packet into the queue's memory. It is added by commit().
  [[nodiscard]] Status encode(const PacketSource& source, const PacketFormat& format, ByteSpan& packet) {
    const auto grow = [this](std::size_t size) {
      add_block(size);
      return free_room();
    };
    return source.encode(free_room(), format, grow, packet);
  }

  /// Adds the packet of `size` bytes that encode() has written.
  void commit(std::size_t size) noexcept {
    segments_.back().size += size;
    ++segments_.back().packets;
    progress_.accept(size);
  }

  /// Adds a shared packet. A short one is copied, because a reference needs atomic counts and a separate buffer in the write.
  void add(const SharedPacket& packet) {
    const std::size_t size = packet.bytes.size();
    if (size <= longest_copy) {
      if (free_room().size() < size) {
        add_block(size);
      }
      std::memcpy(free_room().data(), packet.bytes.data(), size);
      commit(size);
      return;
    }
    Segment segment;
    segment.shared = packet.memory;
    segment.data = packet.bytes.data();
    segment.size = size;
    segment.packets = 1;
    segments_.push_back(std::move(segment));
    progress_.accept(size);
  }

  /// Calls `use(const std::byte*, std::size_t)` for at most `count` contiguous ranges of unsent bytes.
  template <class Use>
  void gather(std::size_t count, const Use& use) const {
    std::size_t offset = offset_;
    for (std::size_t i = first_; i < segments_.size() && count > 0; ++i) {
      if (segments_[i].size > offset) {
        use(segments_[i].data + offset, segments_[i].size - offset);
        --count;
      }
      offset = 0;
    }
  }

  /// Removes the first `size` unsent bytes, which were passed to the system.
  void consume(std::size_t size) noexcept {
    offset_ += size;
    std::size_t packets = 0;
    while (first_ < segments_.size() && offset_ >= segments_[first_].size) {
      Segment& written = segments_[first_];
      packets += written.packets;
      offset_ -= written.size;
      if (written.capacity > spare_.capacity) {
        std::swap(spare_.owned, written.owned);
        std::swap(spare_.capacity, written.capacity);
      }
      written = Segment();
      ++first_;
    }
    progress_.write(size, packets);
    if (first_ == segments_.size()) {
      // An idle connection keeps no memory.
      segments_ = std::vector<Segment>();
      first_ = 0;
      next_capacity_ = (std::max)(first_capacity, spare_.capacity / 2);
      spare_ = Segment();
    } else if (first_ > segments_.size() / 2) {
      segments_.erase(segments_.begin(), segments_.begin() + static_cast<std::ptrdiff_t>(first_));
      first_ = 0;
    }
  }

  /// What a partial write has completed.
  struct PartialWrite {
    // Packets that unsent_packets() still has.
    std::size_t packets = 0;
    // Whether the written bytes end after a whole packet, so that the peer would see a normal end.
    bool ends_packet = false;
  };

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

  /// Counts the packets of a partial write, so that unsent_packets() is exact. Returns whether packets are unsent although the written bytes end
  /// after a whole packet, so that the peer would see a normal end.
  bool count_partial_write(const PacketFormat& format) noexcept {
    const PartialWrite partial = partial_write(format);
    progress_.write(0, partial.packets);
    return partial.ends_packet && progress_.unsent_packets() > 0;
  }

  /// Releases the memory of a closed connection. No write may be in progress.
  void release() noexcept {
    segments_ = std::vector<Segment>();
    spare_ = Segment();
    first_ = offset_ = 0;
  }

  const SendProgress& progress() const noexcept { return progress_; }

 private:
  /// A block of the queue, or a shared packet.
  struct Segment {
    std::unique_ptr<std::byte[]> owned;
    std::shared_ptr<const std::byte[]> shared;
    const std::byte* data = nullptr;
    std::size_t size = 0;
    std::size_t capacity = 0;
    std::size_t packets = 0;
  };

  // Copying fewer bytes takes less time than counting a reference on two threads.
  static constexpr std::size_t longest_copy = 256;

  // Several small packets, and little enough for thousands of connections that send one packet in each tick.
  static constexpr std::size_t first_capacity = 1024;

  // As much as a socket usually takes at once.
  static constexpr std::size_t largest_capacity = 64 * 1024;

  MutableByteSpan free_room() const noexcept {
    if (segments_.empty() || segments_.back().owned == nullptr) {
      return {};
    }
    const Segment& last = segments_.back();
    return {last.owned.get() + last.size, last.capacity - last.size};
  }

  void add_block(std::size_t size) {
    Segment block;
    if (spare_.capacity >= size) {
      block = std::move(spare_);
      spare_ = Segment();
    } else {
      block.capacity = (std::max)(size, next_capacity_);
      block.owned.reset(new std::byte[block.capacity]);
      next_capacity_ = (std::min)(next_capacity_ * 2, largest_capacity);
    }
    block.data = block.owned.get();
    // A block that only encode() has seen, and that was too small, is replaced.
    if (!segments_.empty() && segments_.back().size == 0) {
      segments_.back() = std::move(block);
    } else {
      segments_.push_back(std::move(block));
    }
  }

  std::vector<Segment> segments_;
  // The first segment with unsent bytes, and the number of its bytes that were sent.
  std::size_t first_ = 0;
  std::size_t offset_ = 0;
  Segment spare_;
  std::size_t next_capacity_ = first_capacity;
  SendProgress progress_;
};

}  // namespace codec::detail
