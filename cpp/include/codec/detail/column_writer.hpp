#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

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
      if (back_ - front_ < 8) {
        is_full_ = true;
      } else {
        store_bytes(data_ + front_, pending_);
        front_ += 8;
      }
      count_ -= 64;
      pending_ = count_ == 0 ? 0 : value >> (width - count_);
    }
  }

  void number(std::uint64_t value) noexcept {
    const unsigned ones = ones_of(value);
    bits(low_bits(ones), (std::min)(ones + 1, most_ones));
    bits(value, number_widths[ones]);
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
    std::size_t size = 6 + number_size(listed - 1) + listed * (k + 1);
    if (size < rows) {
      for_each_gap(mask, rows, lists_set, [&](std::size_t gap) { return (size += gap >> k) < rows; });
    }
    if (size >= rows) {
      bits(2, 2);
      for (std::size_t row = 0; row < rows; row += 64) {
        bits(mask[row / 64], static_cast<unsigned>((std::min)(rows - row, std::size_t{64})));
      }
      return;
    }
    bits(lists_set ? 7 : 3, 3);
    number(listed - 1);
    bits(k, 5);
    std::uint64_t codes = 0;
    unsigned filled = 0;
    const std::uint64_t rest = low_bits(k);
    for_each_gap(mask, rows, lists_set, [&](std::size_t gap) {
      std::size_t ones = gap >> k;
      if (ones >= 32 || filled + ones + 1 + k > 64) {
        bits(codes, filled);
        codes = filled = 0;
      }
      for (; ones >= 32; ones -= 32) {
        bits(low_bits(32), 32);
      }
      // The ones, a zero and the remainder: up to 63 bits.
      codes |= (((std::uint64_t{1} << ones) - 1) | (gap & rest) << (ones + 1)) << filled;
      filled += static_cast<unsigned>(ones) + 1 + k;
      return true;
    });
    bits(codes, filled);
  }

  /// Writes `count` values, and replaces them.
  template <class T>
  void column(T* values, std::size_t count, bool is_float) noexcept {
    if (is_number<T>(count, is_float)) {
      return number(values[0]);
    }
    constexpr unsigned width = 8 * sizeof(T);
    constexpr unsigned log = log_width<T>;
    T all = 0;
    scan(values, count, [&](const T* block, auto size) {
      T found = 0;
      for (std::size_t i = 0; i < size; ++i) {
        found = static_cast<T>(found | block[i]);
      }
      all = static_cast<T>(all | found);
      return true;
    });
    const unsigned plain = (std::max)(bit_length(all), 1U);
    T least = values[0];
    T most = values[0];
    scan(values, count, [&](const T* block, auto size) {
      T low = least, high = most;
      for (std::size_t i = 0; i < size; ++i) {
        low = block[i] < low ? block[i] : low;
        high = block[i] > high ? block[i] : high;
      }
      least = low;
      most = high;
      return bit_length(static_cast<T>(most - least)) < plain;
    });
    const unsigned shift = all == 0 ? 0 : trailing_zeros(all);
    const unsigned shifted = plain - shift;
    const unsigned offset = bit_length(static_cast<T>(most - least));
    const bool has_top = count == 1 && plain > 1;
    const std::size_t narrow = log + count * (has_top ? plain - 1 : plain);
    // The sizes of the forms, without the first bit.
    std::size_t sizes[] = {is_float ? count * width : narrow, 2 + 2 * log + count * shifted, 3 + width + log + count * offset, 3 + width + log,
                           2 + narrow};
    const std::size_t other = (std::min)({sizes[0], sizes[1], sizes[2]});
    sizes[3] += (count - 1) * width_of_steps(values, count, other < sizes[3] ? 0 : (other - sizes[3]) / (std::max)(count - 1, std::size_t{1}));
    switch (std::min_element(sizes, sizes + (is_float ? 5 : 4)) - sizes) {
      case 0:
        bits(0, 1);
        if (is_float) {
          return each(values, count, width);
        }
        break;
      case 1:
        bits(1, 3);
        bits(shift, log);
        bits(shifted - 1, log);
        in_blocks(count, [&](std::size_t i) { values[i] = static_cast<T>(values[i] >> shift); });
        return each(values, count, shifted);
      case 2:
        bits(3, 3);
        bits(least, width);
        bits(offset, log + 1);
        in_blocks(count, [&](std::size_t i) { values[i] = static_cast<T>(values[i] - least); });
        return each(values, count, offset);
      case 3: {
        const std::size_t step = count == 1 ? 0 : (sizes[3] - 3 - width - log) / (count - 1);
        bits(5, 3);
        bits(values[0], width);
        bits(step, log + 1);
        for (std::size_t i = count - 1; i > 0; --i) {
          values[i] = zigzag(static_cast<T>(values[i] - values[i - 1]));
        }
        return each(values + 1, count - 1, static_cast<unsigned>(step));
      }
      default: bits(7, 3); break;
    }
    bits(plain - 1, log);
    if (has_top) {
      bits(values[0] & low_bits(plain - 1), plain - 1);
    } else {
      each(values, count, plain);
    }
  }

  /// Returns the number of bits that were written since `start`, an earlier copy of this writer.
  std::uint64_t bits_since(const ColumnWriter& start) const noexcept { return std::uint64_t{8} * (front_ - start.front_) + count_ - start.count_; }

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
  /// Returns the number of ones before a number, and reduces `value` to the rest after them.
  static unsigned ones_of(std::uint64_t& value) noexcept {
    unsigned ones = 0;
    for (; ones < most_ones && value >> number_widths[ones] != 0; ++ones) {
      value -= std::uint64_t{1} << number_widths[ones];
    }
    return ones;
  }

  static std::size_t number_size(std::uint64_t value) noexcept {
    const unsigned ones = ones_of(value);
    return (std::min)(ones + 1, most_ones) + number_widths[ones];
  }

  /// Calls `use` with the number of rows between each listed row and the previous one, until `use` returns false.
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
        if (!use(row - next)) {
          return;
        }
        next = row + 1;
      }
    }
  }

  /// Returns the width of the differences between adjacent values. If this exceeds `most`, returns some width above `most`.
  template <class T>
  static unsigned width_of_steps(const T* values, std::size_t count, std::size_t most) noexcept {
    T steps = 0;
    scan(values, count - 1, [&](const T* block, auto size) {
      T found = 0;
      for (std::size_t i = 0; i < size; ++i) {
        found = static_cast<T>(found | zigzag(static_cast<T>(block[i + 1] - block[i])));
      }
      steps = static_cast<T>(steps | found);
      return bit_length(steps) <= most;
    });
    return bit_length(steps);
  }

  /// Calls `use(block, size)` with blocks of values until `use` returns false, which is usually the first block, because most columns have a
  /// large step there. Local variables, and a known size, let compilers use vector instructions.
  template <class T, class Use>
  static void scan(const T* values, std::size_t count, Use use) noexcept {
    for (; count >= 64; count -= 64, values += 64) {
      if (!use(values, std::integral_constant<std::size_t, 64>())) {
        return;
      }
    }
    use(values, count);
  }

  /// Writes values of the same width.
  template <class T>
  void each(const T* values, std::size_t count, unsigned width) noexcept {
    if (width == 0 || (count_ + std::uint64_t{count} * width) / 64 > (back_ - front_) / 8) {
      is_full_ |= width != 0;
      return;
    }
    const T* const end = values + count;
    if (width == 8 * sizeof(T)) {
      values = groups<8 / sizeof(T), true>(values, end, width);
    } else if (width <= 8) {
      values = groups<8>(values, end, width);
    } else if (width <= 16) {
      values = groups<4>(values, end, width);
    } else if (width <= 32) {
      values = groups<2>(values, end, width);
    }
    groups<1>(values, end, width);
  }

  /// Writes groups of values that fit a word. The room must be large enough. Local variables can be in registers.
  template <unsigned Size, bool IsWord = false, class T>
  const T* groups(const T* values, const T* end, unsigned width) noexcept {
    std::uint64_t pending = pending_;
    unsigned filled = count_;
    std::byte* to = data_ + front_;
    for (; static_cast<std::size_t>(end - values) >= Size; values += Size) {
      const std::uint64_t group = IsWord ? load_bytes<std::uint64_t>(reinterpret_cast<const std::byte*>(values)) : join<Size>(values, width);
      pending |= group << filled;
      filled += Size * width;
      if (filled >= 64) {
        store_bytes(to, pending);
        to += 8;
        filled -= 64;
        pending = filled == 0 ? 0 : group >> (Size * width - filled);
      }
    }
    pending_ = pending;
    count_ = filled;
    front_ = static_cast<std::size_t>(to - data_);
    return values;
  }

  template <unsigned Size, class T>
  static std::uint64_t join(const T* values, unsigned width) noexcept {
    if constexpr (Size == 1) {
      return *values;
    } else {
      return join<Size / 2>(values, width) | join<Size / 2>(values + Size / 2, width) << (Size / 2 * width);
    }
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
