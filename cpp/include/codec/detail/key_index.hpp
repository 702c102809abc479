#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "bits.hpp"
#include "scratch_stack.hpp"
#include "walked_payload.hpp"

namespace codec::detail {

/// A hash table of the keys of a vector's elements.
class KeyIndex {
 public:
  /// Creates the table in memory that the stack keeps. Returns false if there is none.
  bool create(ScratchStack& stack, const std::uint64_t* keys, std::uint32_t count) noexcept {
    // A power of two above twice the number of keys.
    size_ = std::uint32_t{2} << bit_length(count);
    keys_ = keys;
    elements_ = stack.take<std::uint32_t>(size_);
    if (elements_ == nullptr) {
      return false;
    }
    std::fill_n(elements_, size_, no_position);
    for (std::uint32_t i = 0; i < count; ++i) {
      std::uint32_t at = first(keys[i]);
      while (elements_[at] != no_position) {
        at = next(at);
      }
      elements_[at] = i;
    }
    return true;
  }

  explicit operator bool() const noexcept { return elements_ != nullptr; }

  /// Returns the first element with a key that is not in the set `used`, where element 0 is the row `start`, or no_position.
  std::uint32_t find(std::uint64_t key, const std::uint64_t* used, std::uint32_t start) const noexcept {
    for (std::uint32_t at = first(key); elements_[at] != no_position; at = next(at)) {
      if (keys_[elements_[at]] == key && !has_row(used, start + elements_[at])) {
        return elements_[at];
      }
    }
    return no_position;
  }

 private:
  std::uint32_t first(std::uint64_t key) const noexcept { return static_cast<std::uint32_t>(key * 0x9E3779B97F4A7C15 >> 32) & (size_ - 1); }
  std::uint32_t next(std::uint32_t at) const noexcept { return (at + 1) & (size_ - 1); }

  const std::uint64_t* keys_ = nullptr;
  std::uint32_t* elements_ = nullptr;
  std::uint32_t size_ = 0;
};

}  // namespace codec::detail
