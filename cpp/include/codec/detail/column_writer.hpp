#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../payload_shape.hpp"
#include "../span.hpp"
#include "bits.hpp"

namespace codec::detail {

/// Writes the stream of a packed payload: bits from the front, and chunks of bytes from the back. docs/packing.md specifies the stream. Of several
/// forms, it takes the shortest, and of equally short ones the first.
class ColumnWriter {
 public:
  explicit ColumnWriter(MutableByteSpan room) noexcept : data_(room.data()), size_(room.size()), back_(room.size()) {}

  /// Whether the room is too small. The stream is then lost.
  bool is_full() const noexcept { return is_full_; }

  /// Writes the `width` bits of a value: 0 to 64. The higher bits must be 0.
  void bits(std::uint64_t value, unsigned width) noexcept {
    pending_ |= value << count_;
    count_ += width;
    if (count_ >= 64) {
      flush(pending_);
      count_ -= 64;
      pending_ = count_ == 0 ? 0 : value >> (width - count_);
    }
  }

  void number(std::uint64_t value) noexcept {
    for (; value > 0xF; value >>= 4) {
      bits((value & 0xF) | 0x10, 5);
    }
    bits(value, 5);
  }

  /// Writes which of the rows are in a set.
  void flags(const std::uint64_t* mask, std::size_t rows) noexcept {
    if (rows <= 3) {
      if (rows != 0) {
        bits(mask[0], static_cast<unsigned>(rows));
      }
      return;
    }
    const std::size_t set = count_rows(mask, rows);
    if (set == 0 || set == rows) {
      bits(set == 0 ? 0 : 1, 2);
      return;
    }
    const bool lists_set = set * 2 <= rows;
    const std::size_t listed = lists_set ? set : rows - set;
    const unsigned k = (std::min)(bit_length(rows / listed) - 1, 31U);
    const std::size_t fixed = 6 + number_size(listed - 1) + listed * (k + 1);
    if (fixed >= rows || fixed + sum_of_gaps(mask, rows, lists_set, k) >= rows) {
      bits(2, 2);
      for (std::size_t row = 0; row < rows; row += 64) {
        bits(mask[row / 64], static_cast<unsigned>((std::min)(rows - row, std::size_t{64})));
      }
      return;
    }
    bits(lists_set ? 7 : 3, 3);
    number(listed - 1);
    bits(k, 5);
    for_each_gap(mask, rows, lists_set, [&](std::size_t gap) {
      std::size_t ones = gap >> k;
      for (; ones >= 32; ones -= 32) {
        bits(low_bits(32), 32);
      }
      bits(low_bits(static_cast<unsigned>(ones)), static_cast<unsigned>(ones) + 1);
      bits(gap & low_bits(k), k);
    });
  }

  /// Writes `count` values of 8, 16, 32 or 64 bits.
  void column(const std::uint64_t* values, std::size_t count, unsigned width, bool is_float) noexcept {
    if (is_number(count, width, is_float)) {
      return number(values[0]);
    }
    std::uint64_t all = values[0];
    std::uint64_t least = values[0];
    std::uint64_t most = values[0];
    std::uint64_t steps = 0;
    for (std::size_t i = 1; i < count; ++i) {
      const std::uint64_t value = values[i];
      all |= value;
      least = (std::min)(least, value);
      most = (std::max)(most, value);
      steps |= zigzag(value - values[i - 1], width);
    }
    const unsigned log = bit_length(width) - 1;
    const unsigned plain = (std::max)(bit_length(all), 1U);
    const unsigned shift = all == 0 ? 0 : trailing_zeros(all);
    const unsigned shifted = (std::max)(bit_length(all >> shift), 1U);
    const unsigned offset = bit_length(most - least);
    const unsigned step = bit_length(steps);
    const bool has_top = count == 1 && plain > 1;
    const std::size_t narrow = log + count * (has_top ? plain - 1 : plain);
    // The sizes of the forms, without the first bit.
    const std::size_t sizes[] = {is_float ? count * width : narrow, 2 + 2 * log + count * shifted, 3 + width + log + count * offset,
                                 3 + width + log + (count - 1) * step, 2 + narrow};
    const std::size_t* const end = sizes + (is_float ? 5 : 4);
    switch (std::min_element(sizes, end) - sizes) {
      case 0:
        bits(0, 1);
        if (is_float) {
          return each(count, width, [=](std::size_t i) { return values[i]; });
        }
        break;
      case 1:
        bits(1, 3);
        bits(shift, log);
        bits(shifted - 1, log);
        return each(count, shifted, [=](std::size_t i) { return values[i] >> shift; });
      case 2:
        bits(3, 3);
        bits(least, width);
        bits(offset, log + 1);
        return each(count, offset, [=](std::size_t i) { return values[i] - least; });
      case 3:
        bits(5, 3);
        bits(values[0], width);
        bits(step, log + 1);
        return each(count - 1, step, [=](std::size_t i) { return zigzag(values[i + 1] - values[i], width); });
      default: bits(7, 3); break;
    }
    bits(plain - 1, log);
    if (has_top) {
      bits(values[0] & low_bits(plain - 1), plain - 1);
    } else {
      each(count, plain, [=](std::size_t i) { return values[i]; });
    }
  }

  /// Returns the number of bits that were written since this was equal to another writer.
  std::uint64_t bits_since(const ColumnWriter& start) const noexcept {
    return std::uint64_t{8} * (front_ - start.front_) + count_ - start.count_;
  }

  /// Returns the memory for a chunk of bytes, or null if the room is too small.
  std::byte* chunk(std::uint64_t size) noexcept {
    if (size > back_ - front_) {
      is_full_ = true;
      return nullptr;
    }
    back_ -= static_cast<std::uint32_t>(size);
    return data_ + back_;
  }

  /// Completes the stream. Returns its size in bytes, or 0 if the room is too small.
  std::size_t finish() noexcept {
    const std::size_t last = (count_ + 7) / 8;
    if (is_full_ || last > back_ - front_) {
      return 0;
    }
    for (std::size_t i = 0; i < last; ++i) {
      data_[front_++] = static_cast<std::byte>(pending_ >> (8 * i) & 0xFF);
    }
    if (back_ != size_) {
      std::memmove(data_ + front_, data_ + back_, size_ - back_);
    }
    return front_ + (size_ - back_);
  }

 private:
  static std::size_t number_size(std::size_t value) noexcept { return std::size_t{5} * (std::max)((bit_length(value) + 3) / 4, 1U); }

  /// Calls `use` with the number of rows between each listed row and the one before it.
  template <class Use>
  static void for_each_gap(const std::uint64_t* mask, std::size_t rows, bool lists_set, Use&& use) noexcept {
    std::size_t next = 0;
    for (std::size_t word = 0; word < mask_words(rows); ++word) {
      std::uint64_t left = lists_set ? mask[word] : ~mask[word];
      if (rows - word * 64 < 64) {
        left &= low_bits(static_cast<unsigned>(rows - word * 64));
      }
      for (; left != 0; left &= left - 1) {
        const std::size_t row = word * 64 + trailing_zeros(left);
        use(row - next);
        next = row + 1;
      }
    }
  }

  static std::size_t sum_of_gaps(const std::uint64_t* mask, std::size_t rows, bool lists_set, unsigned k) noexcept {
    std::size_t sum = 0;
    for_each_gap(mask, rows, lists_set, [&](std::size_t gap) { sum += gap >> k; });
    return sum;
  }

  /// Writes values of the same width. The pending bits are in local variables, which the compiler can keep in registers.
  template <class ValueOf>
  void each(std::size_t count, unsigned width, ValueOf value_of) noexcept {
    std::uint64_t pending = pending_;
    unsigned filled = count_;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t value = value_of(i);
      pending |= value << filled;
      filled += width;
      if (filled >= 64) {
        flush(pending);
        filled -= 64;
        pending = filled == 0 ? 0 : value >> (width - filled);
      }
    }
    pending_ = pending;
    count_ = filled;
  }

  void flush(std::uint64_t word) noexcept {
    if (back_ - front_ < sizeof word) {
      is_full_ = true;
      return;
    }
    store_bytes(data_ + front_, word);
    front_ += sizeof word;
  }

  std::byte* data_;
  std::size_t size_;
  std::size_t front_ = 0;
  std::size_t back_;
  std::uint64_t pending_ = 0;
  unsigned count_ = 0;
  bool is_full_ = false;
};

}  // namespace codec::detail
