#pragma once

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <ratio>
#include <string>
#include <system_error>
#include <utility>

#include "enums.hpp"
#include "span.hpp"
#include "wire.hpp"

namespace codec {

/// The options of a CaptureWriter.
struct CaptureWriterOptions {
  /// The size of the buffer in bytes, at least 4,096. From 64 KB on, the cost of a system call is small compared with copying. 256 KB still fit into
  /// the cache of a core.
  std::size_t buffer_size = 256 * 1024;

  /// The size in bytes of the longest packet that is accepted, at most 1 GB. The longest packet of the default format has 65,539.
  std::size_t max_packet_size = 1024 * 1024;

  /// The longest time that a packet stays in the buffer while other packets follow. If the process crashes, at most the packets of that time are
  /// lost.
  std::chrono::milliseconds flush_interval{1000};

  /// The largest size of a file in bytes. A packet that would exceed it starts a new file. A file has at least one packet.
  std::uint64_t max_file_size = (std::numeric_limits<std::uint64_t>::max)();

  /// Whether the server writes the capture, so that inbound packets are from the client. The capture states it.
  bool is_server = true;
};

/// Writes packets with time, direction and connection to a pcapng file, which `codec inspect`, Codec.Capture and Wireshark read. Counterpart of
/// Codec.Capture.CaptureWriter, which writes the same bytes for the same packets with its encapsulation User0.
///
/// Packets collect in a buffer, and are written in large blocks that end between two packets. So a truncated file is valid up to its last complete
/// packet. The first error of a file, such as a full disk, ends the capture: error() returns it, and append() returns false. No function throws.
///
/// Thread-safe, except for the destructor. A call waits for the calls of other threads, also while they write to the file. Nothing is allocated per
/// packet. The buffer grows only for a packet that is longer.
class CaptureWriter {
 public:
  using Time = std::chrono::system_clock::time_point;

  /// Creates the file, and replaces an existing one. If that fails, error() returns the reason. The path is passed to fopen. If the size of a file is
  /// limited, later files have a number before the extension: `game.pcapng`, `game-0002.pcapng`. Numbered files that are not replaced remain.
  explicit CaptureWriter(std::string path, const CaptureWriterOptions& options = {}) noexcept : options_(options), path_(std::move(path)) {
    if (ensure_room((std::max)(options.buffer_size, std::size_t{4096}))) {
      begin_file();
    } else {
      stop(ENOMEM);
    }
  }

  /// Does the same as close().
  ~CaptureWriter() { close(); }

  CaptureWriter(const CaptureWriter&) = delete;
  CaptureWriter& operator=(const CaptureWriter&) = delete;

  /// Appends a copy of a whole packet, header and payload. `connection` is the caller's number of the connection. Without a time, the packet has the
  /// current time. The resolution is 100 nanoseconds. Returns false, and counts the packet as lost, if the capture has ended. The same happens if the
  /// packet is longer than the options allow, a packet longer than the buffer finds no memory, the direction is not an enumerator, or the time is not
  /// from 1970-01-01 to 2262-04-11. The capture then continues.
  bool append(ByteSpan packet, CaptureDirection direction, std::uint32_t connection = 0, std::optional<Time> time = std::nullopt) noexcept {
    const std::lock_guard<std::mutex> lock(mutex_);
    const std::int64_t ticks = std::chrono::floor<Ticks>((time ? *time : Time::clock::now()).time_since_epoch()).count();
    const bool is_valid = packet.size() <= options_.max_packet_size && direction <= CaptureDirection::Outbound && ticks >= 0 && ticks <= max_ticks;
    const std::size_t size = data_offset + padded(packet.size()) + 24;
    if (file_ == nullptr || !is_valid || !make_room(size)) {
      ++counts_.lost;
      return false;
    }
    put(packet, size, direction, connection, static_cast<std::uint64_t>(ticks) * 100);
    return true;
  }

  /// Writes the buffer to the file. Returns false if the capture has ended.
  bool flush() noexcept {
    const std::lock_guard<std::mutex> lock(mutex_);
    return write_buffer();
  }

  /// Writes the buffer, and closes the file, which ends the capture. Returns false if it has ended before, or if the file has an error.
  bool close() noexcept {
    const std::lock_guard<std::mutex> lock(mutex_);
    return write_buffer() && close_file();
  }

  /// Returns the error that ended the capture: an errno of the file's functions, or ENOMEM of the constructor. It is 0 if there was none.
  std::error_code error() const noexcept {
    const std::lock_guard<std::mutex> lock(mutex_);
    return {error_, std::generic_category()};
  }

  /// Returns the number of packets in the capture. Each packet that was passed to append() is counted once, either here or in lost_packets().
  std::uint64_t packets() const noexcept {
    const std::lock_guard<std::mutex> lock(mutex_);
    return counts_.all;
  }

  /// Returns the number of packets that are not in the capture: those for which append() returned false, and those in the buffer when a write failed,
  /// although the file can have some of these.
  std::uint64_t lost_packets() const noexcept {
    const std::lock_guard<std::mutex> lock(mutex_);
    return counts_.lost;
  }

 private:
  using Ticks = std::chrono::duration<std::int64_t, std::ratio<1, 10'000'000>>;
  using Clock = std::chrono::steady_clock;

  struct Closer {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
  };

  /// Numbers of packets.
  struct Counts {
    std::uint64_t all = 0;
    std::uint64_t lost = 0;
    std::uint64_t in_file = 0;
    std::uint64_t in_buffer = 0;
  };

  // Readers have signed nanoseconds since 1970.
  static constexpr std::int64_t max_ticks = (std::numeric_limits<std::int64_t>::max)() / 100;

  // An enhanced packet block of pcapng (draft-ietf-opsawg-pcapng) has this number of bytes before the data. 24 follow, in which the options epb_flags
  // and epb_queue have values of 4 bytes.
  static constexpr std::size_t data_offset = 28;
  static constexpr std::uint32_t enhanced_packet_block = 6;
  static constexpr std::uint32_t flags_option = 2 | 4 << 16;
  static constexpr std::uint32_t queue_option = 6 | 4 << 16;
  static constexpr std::uint32_t end_of_options = 0;

  static constexpr std::size_t padded(std::size_t size) noexcept { return (size + 3) & ~std::size_t{3}; }

  /// Writes the low 32 bits of each value, and returns the number of bytes.
  template <class... Values>
  static std::size_t store_all(std::byte* destination, Values... values) noexcept {
    for (const std::uint64_t value : {std::uint64_t{values}...}) {
      wire::store(destination, static_cast<std::uint32_t>(value & 0xFFFFFFFF));
      destination += sizeof(std::uint32_t);
    }
    return sizeof...(values) * sizeof(std::uint32_t);
  }

  /// Provides room for a record. Before that, writes the buffer if it is full or if a write is due, and begins the next file if that is due.
  bool make_room(std::size_t size) noexcept {
    const Clock::time_point now = Clock::now();
    const bool ends_file = counts_.in_file != 0 && (size > options_.max_file_size || file_bytes_ + count_ > options_.max_file_size - size);
    const bool is_due = counts_.in_buffer != 0 && now - buffered_since_ > options_.flush_interval;
    if ((ends_file || is_due || size > capacity_ - count_) && !write_buffer()) {
      return false;
    }
    if (ends_file && !(close_file() && begin_file())) {
      return false;
    }
    if (counts_.in_buffer == 0) {
      buffered_since_ = now;
    }
    return ensure_room(size);
  }

  /// Grows the buffer if there is no room, and keeps its bytes. Returns false if there is no memory.
  bool ensure_room(std::size_t size) noexcept {
    if (size <= capacity_ - count_) {
      return true;
    }
    std::unique_ptr<std::byte[]> grown(new (std::nothrow) std::byte[count_ + size]);
    if (grown == nullptr) {
      return false;
    }
    std::copy_n(buffer_.get(), count_, grown.get());
    buffer_ = std::move(grown);
    capacity_ = count_ + size;
    return true;
  }

  /// Adds the record of a packet, for which there must be room. The time is in nanoseconds since 1970.
  void put(ByteSpan packet, std::size_t length, CaptureDirection direction, std::uint32_t connection, std::uint64_t time) noexcept {
    std::byte* record = buffer_.get() + count_;
    std::byte* end = record + data_offset + padded(packet.size());
    // The interface has the number 0. Before the data is copied, its last 4 bytes become zero, because they can be padding.
    store_all(record, enhanced_packet_block, length, 0u, time >> 32, time, packet.size(), packet.size());
    if (!packet.empty()) {
      store_all(end - 4, 0u);
      std::memcpy(record + data_offset, packet.data(), packet.size());
    }
    store_all(end, flags_option, static_cast<std::uint64_t>(direction), queue_option, connection, end_of_options, length);
    count_ += length;
    ++counts_.in_buffer;
    ++counts_.in_file;
    ++counts_.all;
  }

  /// Creates the next file, and adds the blocks before its packets to the empty buffer.
  bool begin_file() noexcept {
    errno = 0;
    file_.reset(std::fopen(next_path().c_str(), "wb"));
    if (file_ == nullptr) {
      return stop(errno);
    }
    std::setvbuf(file_.get(), nullptr, _IONBF, 0);
    // The section: type, length, byte order, version 1.0, a length of the section that is not known in advance, and the length of the block again.
    count_ = store_all(buffer_.get(), 0x0A0D0D0Au, 28u, 0x1A2B3C4Du, 1u, 0xFFFFFFFFu, 0xFFFFFFFFu, 28u);
    // The interface: type, length, link type USER0, and no snap length. Its options: if_name "packets", if_description "server", if_tsresol 9
    // (nanoseconds). Then their end, and the length of the block again.
    const std::uint32_t length = options_.is_server ? 56u : 44u;
    count_ += store_all(buffer_.get() + count_, 1u, length, 147u, 0u, 2u | 7u << 16, 0x6B636170u, 0x00737465u);
    if (options_.is_server) {
      count_ += store_all(buffer_.get() + count_, 3u | 6u << 16, 0x76726573u, 0x00007265u);
    }
    count_ += store_all(buffer_.get() + count_, 9u | 1u << 16, 9u, end_of_options, length);
    file_bytes_ = 0;
    counts_.in_file = 0;
    ++files_;
    return true;
  }

  std::string next_path() const {
    if (files_ == 0) {
      return path_;
    }
    const std::size_t name = path_.find_last_of("/\\") + 1;
    const std::size_t dot = path_.rfind('.');
    const std::size_t end = dot == std::string::npos || dot < name ? path_.size() : dot;
    std::string number = std::to_string(files_ + 1);
    number.insert(0, number.size() < 4 ? 4 - number.size() : 0, '0');
    return path_.substr(0, end) + '-' + number + path_.substr(end);
  }

  bool write_buffer() noexcept {
    errno = 0;
    if (file_ == nullptr || std::fwrite(buffer_.get(), 1, count_, file_.get()) != count_) {
      return file_ != nullptr && stop(errno);
    }
    file_bytes_ += count_;
    count_ = 0;
    counts_.in_buffer = 0;
    return true;
  }

  bool close_file() noexcept {
    errno = 0;
    return std::fclose(file_.release()) == 0 || stop(errno);
  }

  /// Ends the capture. Returns false.
  bool stop(int error) noexcept {
    error_ = error != 0 ? error : EIO;
    file_.reset();
    counts_.all -= counts_.in_buffer;
    counts_.lost += counts_.in_buffer;
    return false;
  }

  const CaptureWriterOptions options_;
  const std::string path_;
  mutable std::mutex mutex_;
  std::unique_ptr<std::FILE, Closer> file_;
  std::unique_ptr<std::byte[]> buffer_;
  std::size_t capacity_ = 0;
  std::size_t count_ = 0;
  Clock::time_point buffered_since_;
  std::uint64_t file_bytes_ = 0;
  std::uint64_t files_ = 0;
  Counts counts_;
  int error_ = 0;
};

}  // namespace codec
