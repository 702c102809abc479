#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "detail/attributes.hpp"
#include "detail/throw.hpp"
#include "packet_decoder.hpp"
#include "payload.hpp"

namespace codec {

namespace detail {
class ConnectionCore;
}

/// Decodes the packets of a stream of bytes, which may be split at any position, such as the results of recv.
///
/// Either receive into the decoder's own buffer (prepare, recv, commit), or append bytes that were received elsewhere. Then call take() until it
/// returns no packet. Every payload is in the decoder's buffer, at an address that is a multiple of 8.
///
/// The size of the buffer is bounded. It starts with `initial_capacity` bytes, and grows only if one incomplete packet with a valid header fills it.
/// It never grows beyond one packet of the format's limit, or beyond about twice the bytes that the peer sent. Nothing else is allocated. No input
/// causes an exception, but growing can throw std::bad_alloc. The decoder can still be used after that. Not thread-safe. After it was moved from, a
/// decoder can only be destroyed or assigned to.
class PacketPushDecoder {
 public:
  // A recv of this size usually returns all bytes that are available. Smaller sizes need more system calls.
  static constexpr std::size_t default_capacity = 64 * 1024;

  /// Creates a decoder of the default format.
  PacketPushDecoder() : PacketPushDecoder(PacketFormat()) {}

  /// Creates a decoder with a buffer of `initial_capacity` bytes, but at least 8. Throws std::invalid_argument if it is more than
  /// PacketFormat::largest_packet_size.
  explicit PacketPushDecoder(const PacketFormat& format, std::size_t initial_capacity = default_capacity) : format_(format) {
    if (initial_capacity > PacketFormat::largest_packet_size) {
      detail::initial_capacity_out_of_range(initial_capacity, PacketFormat::largest_packet_size);
    }
    allocate((std::max)(initial_capacity, PacketFormat::largest_header_size));
    read_ = write_ = base_;
  }

  const PacketFormat& format() const noexcept { return format_; }

  /// Returns the free space in the buffer, to receive into. It is empty after an error, or if the buffer is full and take() was not called until it
  /// returned no packet. Invalidates the packets that were taken before.
  MutableByteSpan prepare() {
    if (error_ != PacketError::None) {
      return {};
    }
    make_room();
    return {buffer_.get() + write_, capacity_ - write_};
  }

  /// Adds the first `count` of the prepared bytes, which the caller has filled. Throws std::invalid_argument if fewer bytes were prepared, or after
  /// an error.
  void commit(std::size_t count) {
    const std::size_t room = error_ == PacketError::None ? capacity_ - write_ : 0;
    if (count > room) {
      detail::committed_too_much(count, room);
    }
    write_ += count;
  }

  /// Copies as many of the bytes as fit in the buffer, and returns their number, which is 0 after an error. If it is less than bytes.size(), take the
  /// packets and append the rest. Invalidates the packets that were taken before.
  std::size_t append(ByteSpan bytes) {
    const MutableByteSpan room = prepare();
    const std::size_t count = bytes.size() < room.size() ? bytes.size() : room.size();
    if (count > 0) {
      std::memcpy(room.data(), bytes.data(), count);
      commit(count);
    }
    return count;
  }

  /// Takes the next packet. If the result is Ok, `packet` is a view of the decoder's buffer, which is valid until the next call of a member that is
  /// not const. If the result is NeedMoreData, there is no complete packet. If the result is Invalid, error() returns the reason. All later calls
  /// return Invalid too, because the start of the next packet is unknown.
  [[nodiscard]] CODEC_ALWAYS_INLINE Status take(Packet& packet) noexcept {
    const Status status = take_in_place(packet);
    if (status == Status::Ok) {
      align(packet);
    }
    return status;
  }

  /// Returns the error of a stream that ends here: None if it ends between packets; otherwise, the error of the first incomplete or invalid packet.
  /// Call it when the stream has ended. Complete packets that were not taken are not an error, and can still be taken.
  PacketError error_at_end() noexcept {
    for (std::size_t start = read_; error_ == PacketError::None && start < write_;) {
      const DecodeResult next = decode_at(start);
      if (next.status != Status::Ok) {
        if (start == read_) {
          error_ = next.error;
        }
        return next.error;
      }
      start += next.size;
    }
    return error_;
  }

  /// Resets the decoder for another stream, and keeps its buffer.
  void reset() noexcept {
    read_ = write_ = base_;
    position_ = 0;
    error_ = PacketError::None;
  }

  /// Returns the error of the stream, or None.
  PacketError error() const noexcept { return error_; }

  /// Returns the offset in the stream, in bytes, of the next packet or, after an error, of the invalid packet.
  std::uint64_t position() const noexcept { return position_ + (read_ - base_); }

  /// Returns the number of bytes that were received and not yet taken.
  std::size_t buffered_bytes() const noexcept { return write_ - read_; }

  /// Returns the bytes that were received and not yet taken. Valid as long as a packet.
  ByteSpan buffered() const noexcept { return {buffer_.get() + read_, write_ - read_}; }

  /// Returns the size of the buffer in bytes.
  std::size_t capacity() const noexcept { return capacity_ - base_; }

 private:
  static_assert(__STDCPP_DEFAULT_NEW_ALIGNMENT__ >= payload_alignment, "operator new must align to at least 8 bytes, as payloads are.");

  friend class detail::ConnectionCore;

  /// Takes the next packet without aligning it.
  CODEC_ALWAYS_INLINE Status take_in_place(Packet& packet) noexcept {
    if (error_ != PacketError::None) {
      return Status::Invalid;
    }
    const DecodeResult next = decode_at(read_);
    if (next.status != Status::Ok) {
      error_ = next.status == Status::Invalid ? next.error : PacketError::None;
      return next.status;
    }
    // Member by member: GCC copies the whole packet in blocks that wait for the stores of its members.
    packet = {next.packet.id, {next.packet.payload.data(), next.packet.payload.size()}, {next.packet.raw.data(), next.size}};
    read_ += next.size;
    return Status::Ok;
  }

  /// Aligns the payload of the packet that was taken last.
  CODEC_ALWAYS_INLINE void align(Packet& packet) noexcept {
    const std::size_t size = packet.raw.size();
    const std::size_t header_size = size - packet.payload.size();
    std::byte* start = buffer_.get() + read_ - size;
    // The bytes before the packet were consumed, and are at least `shift`, because base_ is the first offset that aligns a payload.
    const std::size_t shift = (read_ - size + header_size) % payload_alignment;
    if (shift != 0) {
      move_down(start, size, shift);
      packet.raw = {start - shift, size};
      packet.payload = packet.raw.subspan(header_size);
    }
  }

  CODEC_ALWAYS_INLINE DecodeResult decode_at(std::size_t start) const noexcept { return decode({buffer_.get() + start, write_ - start}, format_); }

  /// Moves bytes to a lower address. For short packets, a call of memmove takes longer than the copy.
  CODEC_ALWAYS_INLINE static void move_down(std::byte* start, std::size_t size, std::size_t shift) noexcept {
    struct Block {
      std::uint64_t words[2];
    };
    if (size < sizeof(Block) || size > 8 * sizeof(Block)) {
      std::memmove(start - shift, start, size);
      return;
    }
    Block last, next;
    std::memcpy(&last, start + size - sizeof(Block), sizeof(Block));
    for (std::size_t i = 0; i < size - sizeof(Block); i += sizeof(Block)) {
      std::memcpy(&next, start + i, sizeof(Block));
      std::memcpy(start + i - shift, &next, sizeof(Block));
    }
    std::memcpy(start + size - sizeof(Block) - shift, &last, sizeof(Block));
  }

  /// Allocates a buffer, and sets where its bytes start. The first payload is aligned. The bytes do not start 1 to 15 bytes after the start of a
  /// page: Linux receives at the start of its pages, and copies of AMD processors to such an address take 2.3 times as long.
  std::unique_ptr<std::byte[]> allocate(std::size_t capacity) {
    constexpr std::size_t line = 64;
    std::unique_ptr<std::byte[]> allocated(new std::byte[capacity + 2 * line]);
    const std::size_t aligned = line - reinterpret_cast<std::uintptr_t>(allocated.get()) % line;
    base_ = aligned + line / 2 + (payload_alignment - format_.header_size() % payload_alignment) % payload_alignment;
    capacity_ = base_ + capacity;
    buffer_.swap(allocated);
    return allocated;
  }

  /// Moves the remaining bytes to the start if that is cheap or necessary, and grows the buffer if the first packet fills it.
  void make_room() {
    const std::size_t left = write_ - read_;
    if (left == 0) {
      position_ += read_ - base_;
      read_ = write_ = base_;
      return;
    }
    // Until the header has been validated, only the size of the header is known.
    const std::size_t size = (std::max)(decode_at(read_).size, format_.header_size());
    // If there is other space, bytes are moved only into at least as many consumed bytes, so that no byte is moved often.
    const bool is_cheap = left <= read_ - base_ && capacity_ - write_ < capacity_ / 2;
    if (read_ != base_ && (is_cheap || size > capacity_ - read_ || write_ == capacity_)) {
      std::memmove(buffer_.get() + base_, buffer_.get() + read_, left);
      position_ += read_ - base_;
      read_ = base_;
      write_ = base_ + left;
    }
    if (write_ == capacity_ && size > capacity_ - base_) {
      const std::size_t limit = format_.max_packet_size();
      const std::size_t base = base_;
      const std::unique_ptr<std::byte[]> old = allocate(capacity() < limit / 2 ? capacity() * 2 : limit);
      std::memcpy(buffer_.get() + base_, old.get() + base, left);
      read_ = base_;
      write_ = base_ + left;
    }
  }

  PacketFormat format_;
  std::size_t base_ = 0;
  std::unique_ptr<std::byte[]> buffer_;
  std::size_t capacity_ = 0;
  std::size_t read_ = 0;
  std::size_t write_ = 0;
  // The offset in the stream of the byte at base_.
  std::uint64_t position_ = 0;
  PacketError error_ = PacketError::None;
};

}  // namespace codec
