#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../enums.hpp"
#include "../payload_shape.hpp"
#include "bits.hpp"
#include "payload_numbers.hpp"
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

  /// Returns the first element with the key whose row is not in `used`, or no_position. Element 0 is the row `start`.
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

/// Packs or unpacks which elements of a baseline are the partners of the elements of keyed vectors.
template <bool Packs>
class PayloadPartners : protected PayloadNumbers<Packs> {
 protected:
  using Base = PayloadNumbers<Packs>;
  using Base::Base, Base::base_, Base::code_, Base::fail, Base::flags, Base::has_base, Base::is_good, Base::own_, Base::scratch_, Base::shape_;

  struct Rows {
    // In the payload, and in the baseline, or null.
    std::uint32_t* at[2];
    std::size_t count;
  };

  template <class T>
  T* take(std::size_t count) noexcept {
    return Base::template take<T>(count);
  }

  template <class T>
  T* take_bases(std::size_t count) noexcept {
    return has_base() ? take<T>(count) : nullptr;
  }

  Rows take_rows(std::size_t count) noexcept { return {{take<std::uint32_t>(count), take_bases<std::uint32_t>(count)}, count}; }

  /// Lists the positions of as many elements as `lengths` says. The vectors may have fewer.
  static void list(const Vectors& vectors, const std::uint32_t* lengths, std::size_t count, std::uint32_t size, std::uint32_t* at) noexcept {
    for (std::size_t row = 0; row < count; ++row) {
      for (std::uint32_t i = 0; i < lengths[row]; ++i) {
        *at++ = i < vectors.lengths[row] ? vectors.starts[row] + i * size : no_position;
      }
    }
  }

  /// Replaces the partners of the elements of keyed vectors: a partner has the same key instead of the same index.
  bool origins(const ShapeField& field, const Vectors* found, std::size_t count, const Rows& spread) noexcept {
    const ScratchStack::Scope scope(scratch_);
    std::size_t base_count = 0;
    for (std::size_t i = 0; i < count; ++i) {
      base_count += found[1].lengths[i];
    }
    auto* const base_rows = take<std::uint32_t>(base_count);
    auto* const mask = take<std::uint64_t>(mask_words(spread.count));
    auto* const used = take<std::uint64_t>(mask_words(base_count));
    auto* const moves = take<std::uint32_t>(spread.count);
    std::uint64_t* const keys[] = {take<std::uint64_t>(spread.count), take<std::uint64_t>(base_count)};
    if (!is_good()) {
      return false;
    }
    list(found[1], found[1].lengths, count, 4, base_rows);
    fill_rows(mask, spread.count, false);
    fill_rows(used, base_count, false);
    if constexpr (Packs) {
      const ShapeField key(shape_, field.record, field.key - 1);
      if (!load_keys(own_, key, spread.at[0], spread.count, keys[0]) || !load_keys(base_, key, base_rows, base_count, keys[1])) {
        return fail();
      }
    } else {
      flags(mask, spread.count);
      if (const std::size_t moved = count_rows(mask, spread.count); moved != 0) {
        code_.column(moves, moved, false);
      }
    }
    std::size_t row = 0;
    std::size_t moved = 0;
    std::uint32_t first = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t known = found[1].lengths[i];
      const ScratchStack::Scope inner(scratch_);
      std::uint32_t expected = 0;
      KeyIndex index;
      for (const std::size_t end = row + found[0].lengths[i]; row < end; ++row) {
        std::uint32_t origin = expected;
        if constexpr (Packs) {
          if (expected >= known || keys[1][first + expected] != keys[0][row] || has_row(used, first + expected)) {
            if (!index && !index.create(scratch_, keys[1] + first, known)) {
              return fail(PacketError::PayloadTooLarge);
            }
            origin = index.find(keys[0][row], used, first);
          }
          if (origin != expected) {
            invert_rows(mask, row, row + 1);
            moves[moved++] = origin == no_position ? 1 : 2 + zigzag(origin - expected);
          }
        } else {
          if (has_row(mask, row)) {
            const std::uint32_t move = moves[moved++];
            const std::uint32_t moved_to = expected + unzigzag(move - 2);
            origin = move == 1 ? no_position : (std::min)(moved_to, known);
          }
          if (origin != no_position && (origin >= known || has_row(used, first + origin))) {
            return fail();
          }
        }
        spread.at[1][row] = origin == no_position ? no_position : base_rows[first + origin];
        if (origin != no_position) {
          invert_rows(used, first + origin, first + origin + 1);
          expected = origin + 1;
        }
      }
      first += known;
    }
    if constexpr (Packs) {
      flags(mask, spread.count);
      if (moved != 0) {
        code_.column(moves, moved, false);
      }
    }
    return is_good();
  }

  static bool load_keys(const WalkedPayload& source, const ShapeField& key, const std::uint32_t* rows, std::size_t count,
                        std::uint64_t* keys) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      std::uint32_t table = 0, vtable = 0, at = 0;
      if (!source.find_table(rows[i], table, vtable) || !source.find(table, vtable, key.entry, key.size, at)) {
        return false;
      }
      keys[i] = at == no_position ? key.standard : source.load_number(key.number, at);
    }
    return true;
  }
};

}  // namespace codec::detail
