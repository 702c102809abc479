#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "../span.hpp"
#include "scratch_stack.hpp"

namespace codec::detail {

/// Memory for the unpacked payload of a packed message, and for packing and unpacking it. Each thread keeps two: for its next message, and for a
/// message that the handler of that message dispatches or writes. Each has at most 128 KB for a payload and 1 MB for the rest. The first packed
/// message of a thread allocates, and so does each message that is larger than the kept memory. Messages of handlers nested deeper use other memory.
/// So do messages in the destructors of static objects, after the thread's memory was destroyed.
class PackingScratch {
 public:
  /// Whether threads keep memory. With GCC for MinGW, they do not, and each packed message allocates: the thread's variables would be freed before
  /// their destructors run (GCC bug 80816).
#if defined(__MINGW32__) && !defined(__clang__)
  static constexpr bool is_kept = false;
#else
  static constexpr bool is_kept = true;
#endif

  /// Takes the thread's memory. At most `limit` bytes are used for the payload.
  explicit PackingScratch(std::size_t limit = 0) noexcept : limit_(limit) {
    if (Kept* kept = of_thread()) {
      memory_ = !kept->first.is_used ? &kept->first : !kept->second.is_used ? &kept->second : nullptr;
    }
    if (memory_ == nullptr) {
      own_.reset(new (std::nothrow) Memory);
      memory_ = own_.get();
    }
    if (memory_ != nullptr) {
      memory_->is_used = true;
      grow(limit == 0 ? 0 : 1, 0);
    }
  }

  ~PackingScratch() {
    if (memory_ != nullptr) {
      memory_->is_used = false;
      memory_->stack.trim(max_kept_stack);
    }
  }

  PackingScratch(const PackingScratch&) = delete;
  PackingScratch& operator=(const PackingScratch&) = delete;

  /// Returns the memory for the payload. It has fewer bytes than requested if the limit is lower or if the allocation failed.
  MutableByteSpan bytes() const noexcept {
    const Block& block = block_of_payload();
    return {block.bytes.get(), (std::min)(block.size, limit_)};
  }

  /// Returns the memory for packing and unpacking, or null if there is none.
  ScratchStack* stack() const noexcept { return memory_ == nullptr ? nullptr : &memory_->stack; }

  /// Replaces the memory for the payload if it is smaller than `size`, and keeps the first `used` bytes.
  void grow(std::size_t size, std::size_t used) noexcept {
    size = (std::min)(size, limit_);
    if (size <= block_of_payload().size) {
      return;
    }
    // At least what can be kept, so that growing messages seldom allocate. Memory that is not used is usually only reserved.
    const std::size_t larger = (std::max)(size, (std::min)(limit_, max_kept));
    Block block{std::unique_ptr<std::byte[]>(new (std::nothrow) std::byte[larger]), larger};
    if (block.bytes == nullptr) {
      return;
    }
    if (used != 0) {
      std::memcpy(block.bytes.get(), block_of_payload().bytes.get(), used);
    }
    (larger > max_kept || memory_ == nullptr ? large_ : memory_->payload) = std::move(block);
  }

 private:
  struct Block {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size = 0;
  };

  struct Memory {
    Block payload;
    ScratchStack stack;
    bool is_used = false;
  };

  struct Kept {
    Memory first;
    Memory second;

    ~Kept() { is_destroyed() = true; }
  };

  const Block& block_of_payload() const noexcept { return large_.size != 0 || memory_ == nullptr ? large_ : memory_->payload; }

  static_assert(__STDCPP_DEFAULT_NEW_ALIGNMENT__ >= 8, "operator new must align to at least 8 bytes, as payloads are.");

  // Twice the maximum payload size of the default format. The thread keeps the memory until it ends.
  static constexpr std::size_t max_kept = 128 * 1024;
  // Enough for a position and a value of each byte of the largest payload of the default format.
  static constexpr std::size_t max_kept_stack = 1024 * 1024;

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

  Memory* memory_ = nullptr;
  std::unique_ptr<Memory> own_;
  // Memory that is too large to be kept.
  Block large_;
  std::size_t limit_;
};

}  // namespace codec::detail
