#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include "../enums.hpp"
#include "../packed_payload.hpp"
#include "../packet.hpp"
#include "../packet_traits.hpp"
#include "../span.hpp"

namespace codec::detail {

/// Memory for the unpacked payload of a packed message. Each thread keeps two blocks of at most 128 KB: for its next message, and for a message that
/// the handler of that message dispatches or writes. The first packed message of a thread allocates, and so does each message that is larger than the
/// kept memory. Memory of more than 128 KB is freed after its message. Messages of handlers inside handlers use other memory. So do messages in the
/// destructors of static objects, after the thread's memory was destroyed.
class PackingScratch {
 public:
  /// Whether threads keep memory. With GCC for MinGW, they do not, and each packed message allocates: the thread's variables would be freed before
  /// their destructors run (GCC bug 80816).
#if defined(__MINGW32__) && !defined(__clang__)
  static constexpr bool is_kept = false;
#else
  static constexpr bool is_kept = true;
#endif

  /// Takes the thread's memory, or more if it is smaller than `size` bytes. At most `limit` bytes are used.
  PackingScratch(std::size_t size, std::size_t limit) noexcept : limit_(limit) {
    if (Kept* kept = of_thread()) {
      memory_ = std::exchange(kept->larger(), {});
    }
    grow(size);
  }

  ~PackingScratch() { keep(); }

  PackingScratch(const PackingScratch&) = delete;
  PackingScratch& operator=(const PackingScratch&) = delete;

  /// Returns the memory, which is aligned to 8 bytes. It has fewer bytes than requested if the limit is lower or if the allocation failed.
  MutableByteSpan bytes() const noexcept { return {memory_.bytes.get(), (std::min)(memory_.size, limit_)}; }

  /// Replaces the memory if it is smaller than `size`. Its content is then undefined.
  void grow(std::size_t size) noexcept {
    size = (std::min)(size, limit_);
    if (size <= memory_.size) {
      return;
    }
    // At least what can be kept, so that growing messages seldom allocate. Memory that is not used is usually only reserved.
    const std::size_t larger = (std::max)(size, (std::min)(limit_, max_kept));
    keep();
    memory_ = {};
    memory_.bytes.reset(new (std::nothrow) std::byte[larger]);
    memory_.size = memory_.bytes == nullptr ? 0 : larger;
  }

 private:
  struct Memory {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size = 0;
  };

  struct Kept {
    Memory first;
    Memory second;

    ~Kept() { is_destroyed() = true; }

    Memory& larger() noexcept { return first.size < second.size ? second : first; }
    Memory& smaller() noexcept { return first.size < second.size ? first : second; }
  };

  /// Moves the memory back to the thread, unless it is too large, or both blocks of the thread are larger.
  void keep() noexcept {
    Kept* kept = of_thread();
    if (kept != nullptr && memory_.size > kept->smaller().size && memory_.size <= max_kept) {
      kept->smaller() = std::exchange(memory_, {});
    }
  }

  static_assert(__STDCPP_DEFAULT_NEW_ALIGNMENT__ >= 8, "operator new must align to at least 8 bytes, as payloads are.");

  // Twice the maximum payload size of the default format. The thread keeps the memory until it ends.
  static constexpr std::size_t max_kept = 128 * 1024;

  /// Whether the memory of the thread was destroyed. A flag without a destructor can be read until the thread ends.
  static bool& is_destroyed() noexcept {
    thread_local bool is_destroyed = false;
    return is_destroyed;
  }

  /// Returns the memory that the thread keeps, or null if it keeps none or if it was destroyed.
  static Kept* of_thread() noexcept {
    if constexpr (is_kept) {
      if (is_destroyed()) {
        return nullptr;
      }
      thread_local Kept memory;
      return &memory;
    } else {
      return nullptr;
    }
  }

  Memory memory_;
  std::size_t limit_;
};

/// Calls `use(const Packet&)` with the unpacked payload of a packet, and returns its result. If the payload is rejected, returns the reason.
/// `max_payload_size` is the limit of the unpacked payload, as in PacketRules. The unpacked payload is valid until this function returns.
template <class Use>
PacketError use_unpacked(const Packet& packet, std::uint32_t max_payload_size, Use&& use) {
  const std::size_t limit = max_payload_size == unlimited_payload ? default_max_unpacked_size : max_payload_size;
  std::size_t size = 0;
  std::size_t prefix = 0;
  PacketError error = read_packed_size(packet.payload, limit, size, prefix);
  if (error != PacketError::None) {
    return error;
  }
  const PackingScratch scratch(size, limit);
  if (scratch.bytes().size() < size) {
    return PacketError::PayloadTooLarge;
  }
  const MutableByteSpan payload = scratch.bytes().subspan(0, size);
  error = unpack_after(packet.payload, prefix, payload);
  return error == PacketError::None ? use(Packet{packet.id, payload, packet.raw}) : error;
}

}  // namespace codec::detail
