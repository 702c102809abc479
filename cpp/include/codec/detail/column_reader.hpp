#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../enums.hpp"
#include "../payload_shape.hpp"
#include "../span.hpp"
#include "bits.hpp"

namespace codec::detail {

/// Reads the stream that a ColumnWriter wrote. After an error, everything that is read is 0.
class ColumnReader {
 public:
  explicit ColumnReader(ByteSpan packed) noexcept : data_(packed.data()), size_(packed.size()), end_(packed.size()) {
    tail_ = size_ < 8 ? 0 : size_ - 8;
    if (size_ != 0) {
      std::memcpy(last_, data_ + tail_, size_ - tail_);
    }
  }

  /// Returns the first error, which may have been set by the caller.
  PacketError error() const noexcept { return error_; }

  void fail(PacketError error) noexcept {
    if (error_ == PacketError::None) {
      error_ = error;
      at_ = 0;
      end_ = 0;
    }
  }

  /// Reads the `width` bits of a value: 0 to 64.
  std::uint64_t bits(unsigned width) noexcept { return has(width) ? take(width) : 0; }

  std::uint64_t number() noexcept {
    std::uint64_t value = 0;
    unsigned ones = 0;
    while (ones < most_ones && bits(1) != 0) {
      value += std::uint64_t{1} << number_widths[ones++];
    }
    value += bits(number_widths[ones]);
    return error_ == PacketError::None ? value : 0;
  }

  /// Reads which of the rows are in a set.
  void flags(std::uint64_t* mask, std::size_t rows) noexcept {
    if (rows <= 3) {
      if (rows != 0) {
        mask[0] = bits(static_cast<unsigned>(rows));
      }
      return;
    }
    const std::uint64_t mode = bits(2);
    if (mode == 2) {
      for (std::size_t row = 0; row < rows; row += 64) {
        mask[row / 64] = bits(static_cast<unsigned>((std::min)(rows - row, std::size_t{64})));
      }
      return;
    }
    const bool lists_set = mode == 3 && bits(1) != 0;
    fill_rows(mask, rows, mode == 1 || (mode == 3 && !lists_set));
    if (mode == 3) {
      read_list(mask, rows);
    }
    if (error_ != PacketError::None) {
      fill_rows(mask, rows, false);
    }
  }

  /// Reads a column of `count` values.
  template <class T>
  void column(T* values, std::size_t count, bool is_float) noexcept {
    constexpr unsigned width = 8 * sizeof(T);
    constexpr unsigned log = log_width<T>;
    if (is_number<T>(count, is_float)) {
      const std::uint64_t value = number();
      if (value > low_bits(width)) {
        fail(PacketError::PackedInvalid);
      }
      values[0] = static_cast<T>(error_ == PacketError::None ? value : 0);
      return;
    }
    const auto form = static_cast<unsigned>(bits(1) == 0 ? 0 : 1 + bits(2));
    if (form == 4 && !is_float) {
      fail(PacketError::PackedInvalid);
    }
    const auto shift = static_cast<unsigned>(form == 1 ? bits(log) : 0);
    const bool has_base = form == 2 || form == 3;
    auto base = static_cast<T>(has_base ? bits(width) : 0);
    auto used = static_cast<unsigned>(has_base ? bits(log + 1) : form == 0 && is_float ? width : bits(log) + 1);
    const bool has_top = count == 1 && used > 1 && (form == 4 || (form == 0 && !is_float));
    used -= has_top ? 1 : 0;
    if (used > width) {
      fail(PacketError::PackedInvalid);
    }
    const std::size_t first = form == 3 ? 1 : 0;
    if (!has(std::uint64_t{count - first} * used)) {
      std::fill_n(values, count, T{});
      return;
    }
    take(values + first, count - first, used);
    switch (form) {
      case 1: in_blocks(count, [&](std::size_t i) { values[i] = static_cast<T>(values[i] << shift); }); break;
      case 2: in_blocks(count, [&](std::size_t i) { values[i] = static_cast<T>(values[i] + base); }); break;
      case 3:
        // The first value has no difference.
        values[0] = base;
        for (std::size_t i = 1; i < count; ++i) {
          values[i] = base = static_cast<T>(base + unzigzag(values[i]));
        }
        break;
      default: values[0] = static_cast<T>(values[0] | (has_top ? std::uint64_t{1} << used : 0)); break;
    }
  }

  /// Returns the next chunk of bytes, or null after an error.
  const std::byte* chunk(std::uint64_t size) noexcept {
    if (size > end_ - (at_ + 7) / 8) {
      fail(PacketError::PackedTruncated);
      return nullptr;
    }
    end_ -= static_cast<std::uint32_t>(size);
    return error_ == PacketError::None ? data_ + end_ : nullptr;
  }

  /// Requires that the bits end in the byte before the chunks, and that the rest of this byte is 0.
  PacketError finish() noexcept {
    if (error_ == PacketError::None && ((at_ + 7) / 8 != end_ || take((0 - static_cast<unsigned>(at_)) & 7) != 0)) {
      fail(PacketError::PackedInvalid);
    }
    return error_;
  }

 private:
  bool has(std::uint64_t bits) noexcept {
    if (end_ * std::uint64_t{8} - at_ < bits) {
      fail(PacketError::PackedTruncated);
    }
    return error_ == PacketError::None;
  }

  /// Reads bits that exist.
  std::uint64_t take(unsigned width) noexcept {
    if (width > 56) {
      const std::uint64_t low = take(32);
      return low | take(width - 32) << 32;
    }
    const std::uint64_t value = peek() & low_bits(width);
    at_ += width;
    return value;
  }

  /// Returns the next 57 bits or more. After the end, they are 0.
  std::uint64_t peek() const noexcept {
    const std::uint64_t byte = at_ / 8;
    return load_bytes<std::uint64_t>(byte < tail_ ? data_ + byte : last_ + (byte - tail_)) >> (at_ % 8);
  }

  /// Reads values of the same width. The caller has checked that there are so many.
  template <class T>
  void take(T* values, std::size_t count, unsigned width) noexcept {
    std::size_t i = 0;
    // Numbers may be bytes, and these may be members of this class, so the loops have local variables.
    const std::byte* const data = data_;
    const std::uint64_t end = std::uint64_t{tail_} * 8;
    std::uint64_t at = at_;
    const std::uint64_t mask = low_bits(width);
    if (width == 8 * sizeof(T)) {
      for (constexpr std::size_t size = 8 / sizeof(T); count - i >= size && at < end; i += size, at += 64) {
        const std::uint64_t next = static_cast<std::uint8_t>(data[at / 8 + 8]);
        const std::uint64_t word = load_bytes<std::uint64_t>(data + at / 8) >> (at % 8) | next << 1 << (63 - at % 8);
        std::memcpy(values + i, &word, sizeof word);
      }
    }
    for (; width <= 14 && count - i >= 4 && at < end; i += 4, at += 4 * width) {
      const std::uint64_t word = load_bytes<std::uint64_t>(data + at / 8) >> (at % 8);
      values[i] = static_cast<T>(word & mask);
      values[i + 1] = static_cast<T>(word >> width & mask);
      values[i + 2] = static_cast<T>(word >> 2 * width & mask);
      values[i + 3] = static_cast<T>(word >> 3 * width & mask);
    }
    for (; width <= 56 && i < count && at < end; ++i, at += width) {
      values[i] = static_cast<T>(load_bytes<std::uint64_t>(data + at / 8) >> (at % 8) & mask);
    }
    at_ = at;
    for (; i < count; ++i) {
      values[i] = static_cast<T>(take(width));
    }
  }

  /// Reads ones and the zero after them. Stops after more than `most` ones.
  std::uint64_t ones(std::uint64_t most) noexcept {
    std::uint64_t count = 0;
    while (error_ == PacketError::None && count <= most) {
      const auto left = static_cast<unsigned>((std::min)(end_ * std::uint64_t{8} - at_, std::uint64_t{32}));
      const std::uint64_t at = at_;
      const unsigned found = trailing_zeros(~take(left));
      at_ = at + found;
      count += found;
      if (found < 32) {
        bits(1);
        break;
      }
    }
    return count;
  }

  /// Inverts the listed rows.
  void read_list(std::uint64_t* mask, std::size_t rows) noexcept {
    const std::uint64_t last = number();
    const unsigned k = static_cast<unsigned>(bits(5));
    std::uint64_t next = 0;
    for (std::uint64_t i = 0; i <= last; ++i) {
      // Most of the codes end in the next 32 bits.
      const std::uint64_t word = at_ + 64 < end_ * std::uint64_t{8} ? peek() : ~std::uint64_t{0};
      const unsigned found = trailing_zeros(~word | std::uint64_t{1} << 63);
      if (found + k < 56) {
        next += (std::uint64_t{found} << k) + (word >> (found + 1) & low_bits(k));
        at_ += found + 1 + k;
      } else {
        next += ones(rows) << k;
        next += bits(k);
      }
      if (next >= rows) {
        fail(PacketError::PackedInvalid);
      }
      if (error_ != PacketError::None) {
        return;
      }
      mask[next / 64] ^= std::uint64_t{1} << (next % 64);
      ++next;
    }
  }

  const std::byte* data_;
  std::size_t size_;
  std::size_t end_;
  std::uint64_t at_ = 0;
  // The last eight bytes with zeros after them, so that eight bytes can be read at each position.
  std::size_t tail_;
  std::byte last_[16] = {};
  PacketError error_ = PacketError::None;
};

}  // namespace codec::detail
