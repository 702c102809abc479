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
    for (unsigned shift = 0; shift < 64; shift += 4) {
      const std::uint64_t group = bits(5);
      value |= (group & 0xF) << shift;
      if (group <= 0xF) {
        if (group == 0 && shift != 0) {
          fail(PacketError::PackedInvalid);
        }
        return value;
      }
    }
    fail(PacketError::PackedInvalid);
    return 0;
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
    fill(mask, rows, mode == 1 || (mode == 3 && !lists_set));
    if (mode == 3) {
      read_list(mask, rows);
    }
    if (error_ != PacketError::None) {
      fill(mask, rows, false);
    }
  }

  /// Reads how a column of `count` values of 8, 16, 32 or 64 bits is represented. Then `values` returns the values.
  void begin_column(std::size_t count, unsigned width, bool is_float) noexcept {
    const unsigned log = bit_length(width) - 1;
    column_ = {0, width, width, 0, 0, false, 0};
    if (is_number(count, width, is_float)) {
      column_ = {3, width, 0, 0, number(), false, 1};
      if (column_.base > low_bits(width)) {
        fail(PacketError::PackedInvalid);
      }
      return;
    }
    const std::uint64_t form = bits(1) == 0 ? 0 : 1 + bits(2);
    column_.form = static_cast<unsigned>(form);
    switch (form) {
      case 0:
      case 4:
        if (form == 4 && !is_float) {
          fail(PacketError::PackedInvalid);
        }
        if (form == 4 || !is_float) {
          column_.bits = static_cast<unsigned>(bits(log)) + 1;
          column_.has_top = count == 1 && column_.bits > 1;
          column_.bits -= column_.has_top ? 1 : 0;
        }
        break;
      case 1:
        column_.shift = static_cast<unsigned>(bits(log));
        column_.bits = static_cast<unsigned>(bits(log)) + 1;
        break;
      case 2:
        column_.base = bits(width);
        column_.bits = static_cast<unsigned>(bits(log + 1));
        break;
      default:
        // The first value is the base, and has no difference.
        column_.base = bits(width);
        column_.bits = static_cast<unsigned>(bits(log + 1));
        column_.first = 1;
        break;
    }
    if (column_.bits > width) {
      fail(PacketError::PackedInvalid);
    }
    require(count - column_.first);
  }

  /// Reads the next values of the column. Of all calls, they must not be more than the column has.
  void values(std::uint64_t* values, std::size_t count) noexcept {
    if (error_ != PacketError::None) {
      std::fill_n(values, count, std::uint64_t{0});
      return;
    }
    std::size_t i = 0;
    if (column_.first != 0 && count != 0) {
      column_.first = 0;
      values[i++] = column_.base;
    }
    for (std::size_t k = i; k < count; ++k) {
      values[k] = take(column_.bits);
    }
    const std::uint64_t limit = low_bits(column_.width);
    switch (column_.form) {
      case 1:
        for (; i < count; ++i) {
          values[i] = values[i] << column_.shift & limit;
        }
        break;
      case 2:
        for (; i < count; ++i) {
          values[i] = (values[i] + column_.base) & limit;
        }
        break;
      case 3:
        for (; i < count; ++i) {
          values[i] = column_.base = (column_.base + unzigzag(values[i])) & limit;
        }
        break;
      default:
        if (column_.has_top && count != 0) {
          values[0] |= std::uint64_t{1} << column_.bits;
        }
        break;
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

  /// Requires that the bits and the chunks meet, and that the bits between them are 0.
  PacketError finish() noexcept {
    if (error_ == PacketError::None && ((at_ + 7) / 8 != end_ || take((0 - static_cast<unsigned>(at_)) & 7) != 0)) {
      fail(PacketError::PackedInvalid);
    }
    return error_;
  }

 private:
  struct Column {
    unsigned form;
    unsigned width;
    unsigned bits;
    unsigned shift;
    std::uint64_t base;
    bool has_top;
    std::size_t first;
  };

  bool has(std::uint64_t bits) noexcept {
    if (end_ * std::uint64_t{8} - at_ < bits) {
      fail(PacketError::PackedTruncated);
    }
    return error_ == PacketError::None;
  }

  void require(std::size_t count) noexcept { has(std::uint64_t{count} * column_.bits); }

  /// Reads bits that exist.
  std::uint64_t take(unsigned width) noexcept {
    if (width > 56) {
      const std::uint64_t low = take(32);
      return low | take(width - 32) << 32;
    }
    const std::uint64_t byte = at_ / 8;
    const auto word = load_bytes<std::uint64_t>(byte < tail_ ? data_ + byte : last_ + (byte - tail_));
    const std::uint64_t value = word >> (at_ % 8) & low_bits(width);
    at_ += width;
    return value;
  }

  static void fill(std::uint64_t* mask, std::size_t rows, bool value) noexcept {
    std::fill_n(mask, mask_words(rows), value ? ~std::uint64_t{0} : 0);
    if (rows % 64 != 0) {
      mask[rows / 64] &= low_bits(static_cast<unsigned>(rows % 64));
    }
  }

  /// Inverts the listed rows.
  void read_list(std::uint64_t* mask, std::size_t rows) noexcept {
    const std::uint64_t last = number();
    const unsigned k = static_cast<unsigned>(bits(5));
    std::uint64_t next = 0;
    for (std::uint64_t i = 0; i <= last; ++i) {
      while (bits(1) != 0) {
        next += std::uint64_t{1} << k;
        if (next >= rows) {
          break;
        }
      }
      next += bits(k);
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
  Column column_{};
  PacketError error_ = PacketError::None;
};

}  // namespace codec::detail
