#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../enums.hpp"
#include "../payload_shape.hpp"
#include "../span.hpp"
#include "bits.hpp"
#include "column_reader.hpp"
#include "column_writer.hpp"
#include "quantized_column.hpp"
#include "scratch_stack.hpp"
#include "walked_payload.hpp"

namespace codec::detail {

/// Packs or unpacks numbers as their differences from those of a baseline, or from their defaults. A function returns false after an error.
template <bool Packs>
class PayloadNumbers {
 protected:
  using Code = std::conditional_t<Packs, ColumnWriter, ColumnReader>;
  using Bytes = std::conditional_t<Packs, MutableByteSpan, ByteSpan>;

  /// Numbers that are different, or the codes of quantized ones, and the codes of their bases.
  struct Differences {
    void* values;
    std::uint64_t* bases;
    std::size_t count;
  };

  PayloadNumbers(PayloadShape shape, Bytes stream, ByteSpan baseline, ScratchStack& scratch) noexcept
      : shape_(shape.words), base_{baseline.data(), static_cast<std::uint32_t>(baseline.size())}, code_(stream), scratch_(scratch) {}

  bool has_base() const noexcept { return base_.data != nullptr; }

  bool fail(PacketError error = PacketError::PackedInvalid) noexcept {
    error_ = error_ == PacketError::None ? error : error_;
    return false;
  }

  /// Returns whether there was no error so far.
  bool is_good() noexcept {
    if constexpr (Packs) {
      return !code_.is_full() && error_ == PacketError::None;
    } else {
      return code_.error() == PacketError::None && error_ == PacketError::None;
    }
  }

  template <class T>
  T* take(std::size_t count) noexcept {
    T* const values = scratch_.take<T>(count);
    if (values == nullptr) {
      fail(PacketError::PayloadTooLarge);
    }
    return values;
  }

  /// Calls `use(source, side)`: when packing, with the payload as side 0, and with the baseline, if any, as side 1.
  template <class Use>
  bool each_source(Use use) noexcept {
    return (!Packs || use(own_, 0U) || fail()) && (!has_base() || use(base_, 1U) || fail());
  }

  void flags(std::uint64_t* mask, std::size_t count) noexcept {
    if constexpr (!Packs) {
      if (is_copying_) {
        return fill_rows(mask, count, false);
      }
    }
    code_.flags(mask, count);
  }

  /// Packs or unpacks numbers whose default is 0. `load(source, side, values)` loads them, and `store(values)` stores them, unless they are in
  /// `kept`.
  template <class Load, class Store>
  bool numbers(std::uint32_t number, std::uint32_t quantization, std::size_t count, Load load, Store store, bool has_partners = true,
               void* kept = nullptr) noexcept {
    const ScratchStack::Scope scope(scratch_);
    return with_number(number, [&](auto zero) {
      auto* const mask = take<std::uint64_t>(mask_words(count));
      auto* const values = kept != nullptr ? static_cast<decltype(zero)*>(kept) : take_numbers<decltype(zero)>(count);
      auto* const bases = has_partners && has_base() ? take_numbers<decltype(zero)>(count) : nullptr;
      if (!is_good()) {
        return false;
      }
      if (Packs && kept == nullptr) {
        load(own_, 0U, values);
      }
      if (bases != nullptr) {
        load(base_, 1U, bases);
      }
      if (quantization != 0 && !is_copying_) {
        count /= QuantizedColumn(shape_ + quantization, number).size();
      }
      if constexpr (Packs) {
        Differences found{};
        if (!find_differences(values, bases, count, number, quantization, zero, mask, found)) {
          return false;
        }
        flags(mask, count);
        return write_differences<decltype(zero)>(found, number, quantization);
      } else {
        flags(mask, count);
        return read_differences(values, bases, count, number, quantization, zero, mask) && (kept != nullptr || (store(values), true));
      }
    });
  }

  /// Returns memory for numbers, with slack because short runs are copied as whole blocks.
  template <class T>
  T* take_numbers(std::size_t count) noexcept {
    return take<T>(count + run_slack / sizeof(T));
  }

  void* take_column(std::uint32_t number, std::size_t count) noexcept { return take<std::byte>(count * number_sizes[number] + run_slack); }

  /// Sets which numbers are different from their bases, or from the standard, and replaces them by their differences.
  template <class T>
  bool find_differences(T* values, const T* bases, std::size_t count, std::uint32_t number, std::uint32_t quantization, T standard,
                        std::uint64_t* mask, Differences& found) noexcept {
    if (quantization != 0) {
      const QuantizedColumn column(shape_ + quantization, number);
      auto* const codes = take<std::uint64_t>(count + 1);
      found = {codes, take_base_codes(column, bases, count, standard), 0};
      if (!is_good()) {
        return false;
      }
      to_codes(column, values, count, codes, false);
      found.count = keep_different(codes, found.bases, count, mask);
      return is_good();
    }
    found = {values, nullptr, 0};
    if (number == bool_class) {
      fill_rows(mask, count, bases == nullptr && standard != 0);
      invert_bools(mask, values, count);
      if (bases != nullptr) {
        invert_bools(mask, bases, count);
      }
      return true;
    }
    const auto keep = [&](auto difference) {
      T* next = values;
      for (std::size_t start = 0; start < count; start += 64) {
        T* const block = values + start;
        const std::size_t size = (std::min)(count - start, std::size_t{64});
        T zeros = 0;
        in_blocks(size, [&](std::size_t i) {
          block[i] = difference(block[i], start + i);
          zeros = static_cast<T>(zeros + (block[i] == 0 ? 1 : 0));
        });
        if (zeros == 0 || zeros == size) {
          fill_rows(mask + start / 64, size, zeros == 0);
          std::copy(block, zeros == 0 && next != block ? block + size : block, next);
          next += zeros == 0 ? size : 0;
          continue;
        }
        set_rows(mask + start / 64, size, [&](std::size_t i) {
          const T value = block[i];
          *next = value;
          next += value != 0 ? 1 : 0;
          return value != 0;
        });
      }
      found.count = static_cast<std::size_t>(next - values);
      return true;
    };
    if (bases != nullptr) {
      return keep([=](T value, std::size_t i) { return zigzag(static_cast<T>(value - bases[i])); });
    }
    switch (residual_of(number)) {
      case Residual::Xor: return keep([=](T value, std::size_t) { return static_cast<T>(value ^ standard); });
      case Residual::Zigzag: return keep([=](T value, std::size_t) { return zigzag(static_cast<T>(value - standard)); });
      default: return keep([=](T value, std::size_t) { return static_cast<T>(value - standard); });
    }
  }

  template <class T>
  bool write_differences(const Differences& found, std::uint32_t number, std::uint32_t quantization) noexcept {
    if (quantization != 0 && found.count != 0) {
      auto* const parts = take<std::uint64_t>(found.count + 1);
      if (is_good()) {
        QuantizedColumn(shape_ + quantization, number).write(code_, static_cast<std::uint64_t*>(found.values), found.count, found.bases, parts);
      }
    } else if (found.count != 0) {
      code_.column(static_cast<T*>(found.values), found.count, number >= first_float_class);
    }
    return is_good();
  }

  /// Reads the differences of a set of rows, and sets the numbers of all rows.
  template <class T>
  bool read_differences(T* values, const T* bases, std::size_t count, std::uint32_t number, std::uint32_t quantization, T standard,
                        const std::uint64_t* mask) noexcept {
    if (quantization != 0 && !is_copying_) {
      const QuantizedColumn column(shape_ + quantization, number);
      std::uint64_t* const base_codes = take_base_codes(column, bases, count, standard);
      return is_good() && read_codes(column, values, base_codes, count, mask);
    }
    if (number == bool_class) {
      auto* const set = take<std::uint64_t>(mask_words(count));
      if (set != nullptr) {
        std::copy_n(mask, mask_words(count), set);
        if (bases != nullptr) {
          invert_bools(set, bases, count);
        } else if (standard != 0) {
          invert_rows(set, 0, count);
        }
        expand_rows(set, count, reinterpret_cast<std::uint8_t*>(values));
      }
      return is_good();
    }
    const std::size_t different = count_rows(mask, count);
    // If all numbers are different, they are read in place, so none is moved.
    T* const read = different == count ? values : take<T>(different);
    if (read == nullptr) {
      return false;
    }
    if (different != 0) {
      code_.column(read, different, number >= first_float_class);
    }
    const auto expand = [&](auto value) {
      if (different == count) {
        in_blocks(count, [&](std::size_t i) { values[i] = value(i, values[i]); });
        return is_good();
      }
      const T* next = read;
      in_blocks(count, [&](std::size_t i) { values[i] = value(i, T{}); });
      for_each_row(mask, count, [&](std::size_t i) { values[i] = value(i, *next++); });
      return is_good();
    };
    if (bases != nullptr) {
      return expand([=](std::size_t i, T difference) { return static_cast<T>(bases[i] + unzigzag(difference)); });
    }
    switch (residual_of(number)) {
      case Residual::Xor: return expand([=](std::size_t, T difference) { return static_cast<T>(standard ^ difference); });
      case Residual::Zigzag: return expand([=](std::size_t, T difference) { return static_cast<T>(standard + unzigzag(difference)); });
      default: return expand([=](std::size_t, T difference) { return static_cast<T>(standard + difference); });
    }
  }

  const std::uint32_t* shape_;
  WalkedPayload own_;
  WalkedPayload base_;
  Code code_;
  ScratchStack& scratch_;
  // Whether the rows being unpacked equal those of the baseline, so the stream does not have them.
  bool is_copying_ = false;
  PacketError error_ = PacketError::None;

 private:
  /// Every byte of a bool other than 0 means true.
  template <class T>
  static void invert_bools(std::uint64_t* mask, const T* values, std::size_t count) noexcept {
    invert_bytes(mask, reinterpret_cast<const std::uint8_t*>(values), count);
  }

  /// Converts numbers to codes. A value of a baseline is not refused.
  template <class T>
  void to_codes(const QuantizedColumn& column, const T* numbers, std::size_t count, std::uint64_t* codes, bool is_base) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      codes[i] = 0;
      if (!column.encode(numbers + i * column.size(), codes[i]) && !is_base) {
        fail(PacketError::PayloadInvalid);
      }
    }
  }

  /// Returns the codes of a baseline's numbers, or those that are expected without a baseline.
  template <class T>
  std::uint64_t* take_base_codes(const QuantizedColumn& column, const T* bases, std::size_t count, T standard) noexcept {
    auto* const codes = take<std::uint64_t>(count + 1);
    if (codes != nullptr && bases != nullptr) {
      to_codes(column, bases, count, codes, true);
    } else if (codes != nullptr) {
      std::fill_n(codes, count, column.code_of(standard));
    }
    return codes;
  }

  /// Moves the codes that differ from their bases, and these bases, to the front.
  static std::size_t keep_different(std::uint64_t* codes, std::uint64_t* bases, std::size_t count, std::uint64_t* mask) noexcept {
    std::size_t next = 0;
    set_rows(mask, count, [&](std::size_t i) {
      const bool differs = codes[i] != bases[i];
      codes[next] = codes[i];
      bases[next] = bases[i];
      next += differs ? 1 : 0;
      return differs;
    });
    return next;
  }

  /// Reads the codes of a set of rows, and converts the codes of all rows to numbers.
  template <class T>
  bool read_codes(const QuantizedColumn& column, T* values, const std::uint64_t* bases, std::size_t count, const std::uint64_t* mask) noexcept {
    std::size_t next = 0;
    auto* const codes = take<std::uint64_t>(3 * count + 1);
    if (codes == nullptr) {
      return false;
    }
    for_each_row(mask, count, [&](std::size_t row) { codes[count + next++] = bases[row]; });
    if (next != 0) {
      column.read(code_, codes, next, codes + count, codes + 2 * count);
    }
    for (std::size_t i = count; i-- > 0 && is_good();) {
      column.decode(has_row(mask, i) ? codes[--next] : bases[i], values + i * column.size());
    }
    return is_good();
  }
};

}  // namespace codec::detail
