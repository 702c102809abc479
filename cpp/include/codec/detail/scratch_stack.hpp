#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace codec::detail {

/// Arrays that are released in the reverse order, from memory that is kept. Not thread-safe.
class ScratchStack {
 public:
  ScratchStack() = default;
  ScratchStack(const ScratchStack&) = delete;
  ScratchStack& operator=(const ScratchStack&) = delete;

  /// Releases what was taken after it was created.
  class Scope {
   public:
    explicit Scope(ScratchStack& stack) noexcept : stack_(stack), block_(stack.block_), used_(stack.used_) {}
    ~Scope() {
      stack_.block_ = block_;
      stack_.used_ = used_;
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    ScratchStack& stack_;
    std::size_t block_;
    std::size_t used_;
  };

  /// Returns an array whose content is undefined, or null if there is no memory.
  template <class T>
  T* take(std::size_t count) noexcept {
    static_assert(alignof(T) <= 8);
    // At least 8, so that even no elements have an address.
    const std::size_t size = (count * sizeof(T) + 8) & ~std::size_t{7};
    while (used_ + size > blocks_[block_].size) {
      // Only a block that holds nothing can be replaced.
      if (used_ != 0 && ++block_ == max_blocks) {
        --block_;
        return nullptr;
      }
      used_ = 0;
      if (blocks_[block_].size < size && !allocate(size)) {
        return nullptr;
      }
    }
    void* const memory = blocks_[block_].bytes.get() + used_;
    used_ += size;
    return static_cast<T*>(memory);
  }

  /// Frees the blocks beyond `kept` bytes. Nothing may be taken.
  void trim(std::size_t kept) noexcept {
    std::size_t total = 0;
    for (Block& block : blocks_) {
      total += block.size;
      if (total > kept) {
        block = {};
      }
    }
  }

 private:
  struct Block {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size = 0;
  };

  bool allocate(std::size_t size) noexcept {
    // Each block is at least twice as large as the one before it, so that there are few.
    std::size_t larger = block_ == 0 ? first_size : blocks_[block_ - 1].size * 2;
    while (larger < size) {
      larger *= 2;
    }
    Block& block = blocks_[block_];
    block = {};
    block.bytes.reset(new (std::nothrow) std::byte[larger]);
    block.size = block.bytes == nullptr ? 0 : larger;
    return block.size != 0;
  }

  // Enough for a message with a few tables.
  static constexpr std::size_t first_size = 4096;
  static constexpr std::size_t max_blocks = 24;

  Block blocks_[max_blocks];
  std::size_t block_ = 0;
  std::size_t used_ = 0;
};

}  // namespace codec::detail
