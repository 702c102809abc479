#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "../enums.hpp"
#include "../payload_shape.hpp"
#include "../span.hpp"
#include "bits.hpp"
#include "column_reader.hpp"
#include "column_writer.hpp"
#include "packing_scratch.hpp"
#include "walked_payload.hpp"
#include "quantized_column.hpp"
#include "scratch_stack.hpp"

namespace codec::detail {

/// Packs or unpacks one payload. It walks the payload type by type: all tables of one place in the schema together, one field after the other. Values are
/// compared with those of the same place in a baseline, or with the defaults of the schema. docs/packing.md specifies the order.
///
/// Rows are tables, structs or strings: positions of structs, or of the offsets to the others. With a baseline, each has a partner in it, or no_position.
/// A function returns false after an error.
template <bool Packs>
class PayloadWalk {
 public:
  /// Packs a payload to `room`, whose offsets are checked.
  PayloadWalk(PayloadShape shape, ByteSpan payload, ByteSpan baseline, MutableByteSpan room, ScratchStack& scratch) noexcept
      : PayloadWalk(shape, room, baseline, nullptr, scratch) {
    own_ = {payload.data(), static_cast<std::uint32_t>(payload.size())};
    left_ = static_cast<std::int64_t>(payload.size()) * 8 + 1024;
  }

  /// Unpacks a payload to `room`, or to the memory of `grows`, up to its limit.
  PayloadWalk(PayloadShape shape, ByteSpan packed, ByteSpan baseline, MutableByteSpan room, PackingScratch* grows, ScratchStack& scratch) noexcept
      : PayloadWalk(shape, packed, baseline, grows, scratch) {
    room_ = room;
    own_.data = room.data();
  }

  /// Packs the payload. Returns Ok; BufferTooSmall if the room is too small, if there is no memory, or if the parts of the payload are shared so often
  /// that the walk is too long; or Invalid.
  Status pack(std::size_t& written) noexcept {
    code_.bits(0, 1);
    const bool is_table = shape_[1] == 0;
    const bool is_walked = (is_table ? own_.size >= 8 : own_.size == ShapeStruct(shape_, shape_[0]).size) && root();
    written = is_walked ? code_.finish() : 0;
    return written != 0 ? Status::Ok : is_walked || left_ < 0 || code_.is_full() || error_ == PacketError::PayloadTooLarge ? Status::BufferTooSmall : Status::Invalid;
  }

  /// Unpacks a payload that is not stored. Sets `payload` to the unpacked one.
  PacketError unpack(ByteSpan& payload) noexcept {
    // A stored payload has other bits.
    const bool is_stored = code_.bits(1) != 0;
    std::uint32_t start = 0;
    const bool is_table = shape_[1] == 0;
    const bool is_placed = is_table ? reserve(shape_[3] == 0 ? 4 : 8, 4, 0, start) : reserve(ShapeStruct(shape_, shape_[0]).size, 1, 0, start);
    if (is_placed && is_table && shape_[3] != 0) {
      store(4, shape_[3]);
    }
    if (is_stored || !is_placed || !root()) {
      code_.fail(error_ == PacketError::None ? PacketError::PackedInvalid : error_);
    }
    const PacketError error = code_.finish();
    payload = error == PacketError::None ? ByteSpan(room_.data(), own_.size) : ByteSpan();
    return error;
  }

 private:
  using Code = std::conditional_t<Packs, ColumnWriter, ColumnReader>;

  struct Rows {
    std::uint32_t* at;
    // Null without a baseline.
    std::uint32_t* base;
    std::size_t count;
  };

  /// The first elements of vectors, and their lengths.
  struct Vectors {
    std::uint32_t* starts;
    std::uint64_t* lengths;
  };

  template <class Bytes>
  PayloadWalk(PayloadShape shape, Bytes bytes, ByteSpan baseline, PackingScratch* grows, ScratchStack& scratch) noexcept
      : shape_(shape.words), base_{baseline.data(), static_cast<std::uint32_t>(baseline.size())}, code_(bytes), grows_(grows), scratch_(scratch) {}

  bool has_base() const noexcept { return base_.data != nullptr; }

  bool fail(PacketError error = PacketError::PackedInvalid) noexcept {
    error_ = error_ == PacketError::None ? error : error_;
    return false;
  }

  /// Returns whether the stream has no error so far.
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

  std::uint32_t* take_bases(std::size_t count) noexcept { return has_base() ? take<std::uint32_t>(count) : nullptr; }
  std::uint64_t* take_base_values(std::size_t count) noexcept { return has_base() ? take<std::uint64_t>(count) : nullptr; }

  /// A payload whose tables are shared can have far more rows than bytes.
  bool visit(std::uint64_t rows) noexcept { return !Packs || (left_ -= static_cast<std::int64_t>(rows)) >= 0; }

  template <class T>
  void store(std::uint32_t at, T value) noexcept {
    store_bytes(room_.data() + at, value);
  }

  void store_numbers(const std::uint32_t* rows, std::size_t count, std::uint32_t offset, std::uint32_t number, const std::uint64_t* values) noexcept {
    with_number(number, [&](auto zero) {
      for (std::size_t i = 0; i < count; ++i) {
        store_bytes(room_.data() + rows[i] + offset, static_cast<decltype(zero)>(values[i] & low_bits(8 * sizeof(zero))));
      }
    });
  }

  void store_run(std::uint32_t at, std::size_t count, std::uint32_t number, const std::uint64_t* values) noexcept {
    with_number(number, [&](auto zero) {
      for (std::size_t i = 0; i < count; ++i) {
        store_bytes(room_.data() + at + i * sizeof(zero), static_cast<decltype(zero)>(values[i] & low_bits(8 * sizeof(zero))));
      }
    });
  }

  /// Appends `size` zeros. The position of those after the first `lead` is a multiple of `alignment`, which is a power of two.
  bool reserve(std::uint64_t size, std::uint32_t alignment, std::uint32_t lead, std::uint32_t& at) noexcept {
    const std::uint64_t start = ((std::uint64_t{own_.size} + lead + alignment - 1) & ~(std::uint64_t{alignment} - 1)) - lead;
    const std::uint64_t end = start + size;
    if (end > room_.size() && end <= 0x7FFFFFFF && grows_ != nullptr) {
      grows_->grow((std::max)(static_cast<std::uint32_t>(end), own_.size * 2), own_.size);
      room_ = grows_->bytes();
      own_.data = room_.data();
    }
    if (end > room_.size()) {
      return fail(PacketError::PayloadTooLarge);
    }
    std::memset(room_.data() + own_.size, 0, static_cast<std::uint32_t>(end) - own_.size);
    own_.size = static_cast<std::uint32_t>(end);
    at = static_cast<std::uint32_t>(start);
    return true;
  }

  /// Lets the offset at a position refer to another position.
  void refer(std::uint32_t slot, std::uint32_t to) noexcept { store(slot, to - slot); }

  void flags(std::uint64_t* mask, std::size_t count) noexcept {
    if constexpr (!Packs) {
      if (is_copying_) {
        std::fill_n(mask, mask_words(count), std::uint64_t{0});
        return;
      }
    }
    code_.flags(mask, count);
  }

  Residual residual(std::uint32_t number, const std::uint64_t* bases) const noexcept {
    return bases != nullptr && number != bool_class ? Residual::Zigzag : residual_of(number);
  }

  /// Replaces numbers by the differences of those that are different from their bases, or from the standard. Sets which ones are.
  std::size_t encode(std::uint64_t* values, const std::uint64_t* bases, std::size_t count, std::uint32_t number, std::uint64_t standard,
                     std::uint64_t* mask) const noexcept {
    const unsigned width = 8 * number_sizes[number];
    const Residual form = residual(number, bases);
    std::size_t next = 0;
    fill_rows(mask, count, [&](std::size_t i) {
      const std::uint64_t base = bases == nullptr ? standard : bases[i];
      const std::uint64_t value = values[i];
      const std::uint64_t difference = form == Residual::Xor      ? value ^ base
                                       : form == Residual::Zigzag ? zigzag(value - base, width)
                                                                  : (value - base) & low_bits(width);
      values[next] = difference;
      next += difference != 0 ? 1 : 0;
      return difference != 0;
    });
    return next;
  }

  void write_column(const std::uint64_t* values, std::size_t count, std::uint32_t number) noexcept {
    if (count != 0 && number != bool_class) {
      code_.column(values, count, 8 * number_sizes[number], number >= first_float_class);
    }
  }

  /// Calls `use(row, value)` with the next value of a column for each row of a set.
  template <class Use>
  void read_column(const std::uint64_t* mask, std::size_t count, std::uint32_t number, Use use) noexcept {
    const std::size_t set = count_rows(mask, count);
    if (set == 0) {
      return;
    }
    code_.begin_column(set, 8 * number_sizes[number], number >= first_float_class);
    std::uint64_t values[64];
    for (std::size_t word = 0; word < mask_words(count); ++word) {
      code_.values(values, count_bits(mask[word]));
      const std::uint64_t* next = values;
      for (std::uint64_t left = mask[word]; left != 0; left &= left - 1) {
        use(word * 64 + trailing_zeros(left), *next++);
      }
    }
  }

  /// Replaces the bases or standards in `values` by the numbers of a set that are different.
  void decode(std::uint64_t* values, bool has_bases, const std::uint64_t* mask, std::size_t count, std::uint32_t number) noexcept {
    if (number == bool_class) {
      return for_each_row(mask, count, [&](std::size_t row) { values[row] ^= 1; });
    }
    const Residual form = residual(number, has_bases ? values : nullptr);
    read_column(mask, count, number, [&](std::size_t row, std::uint64_t value) {
      values[row] = form == Residual::Xor ? values[row] ^ value : values[row] + (form == Residual::Zigzag ? unzigzag(value) : value);
    });
  }

  /// Packs numbers whose default is 0, which destroys them, or unpacks them.
  bool numbers(std::uint64_t* values, const std::uint64_t* bases, std::size_t count, std::uint32_t number, std::uint32_t quantization = 0) noexcept {
    const ScratchStack::Scope scope(scratch_);
    if (quantization != 0 && !is_copying_) {
      return quantized(QuantizedColumn(shape_ + quantization, number), values, bases, count);
    }
    auto* const mask = take<std::uint64_t>(mask_words(count));
    if (mask == nullptr) {
      return false;
    }
    if constexpr (Packs) {
      const std::size_t different = encode(values, bases, count, number, 0, mask);
      flags(mask, count);
      write_column(values, different, number);
    } else {
      flags(mask, count);
      for (std::size_t i = 0; i < count; ++i) {
        values[i] = bases == nullptr ? 0 : bases[i];
      }
      decode(values, bases != nullptr, mask, count, number);
    }
    return is_good();
  }

  /// Packs quantized numbers, which destroys them, or unpacks them.
  bool quantized(const QuantizedColumn& column, std::uint64_t* values, const std::uint64_t* bases, std::size_t count) noexcept {
    count /= column.size();
    auto* const mask = take<std::uint64_t>(mask_words(count));
    std::uint64_t* const base_codes = take_base_codes(column, bases, count, 0);
    if (!is_good()) {
      return false;
    }
    if constexpr (Packs) {
      to_codes(column, values, count, false);
      const std::size_t different = keep_different(values, base_codes, count, mask);
      flags(mask, count);
      return write_codes(column, values, base_codes, different);
    } else {
      flags(mask, count);
      return read_codes(column, values, base_codes, count, mask);
    }
  }

  /// Replaces numbers by their codes. A value of a baseline is not refused.
  void to_codes(const QuantizedColumn& column, std::uint64_t* numbers, std::size_t count, bool is_base) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      std::uint64_t code = 0;
      if (!column.encode(numbers + i * column.size(), code) && !is_base) {
        fail(PacketError::PayloadInvalid);
      }
      numbers[i] = code;
    }
  }

  /// Returns the codes of a baseline's numbers, or those that are expected without a baseline.
  std::uint64_t* take_base_codes(const QuantizedColumn& column, const std::uint64_t* bases, std::size_t count, std::uint64_t standard) noexcept {
    auto* const codes = take<std::uint64_t>(count * column.size() + 1);
    if (codes != nullptr && bases != nullptr) {
      std::copy_n(bases, count * column.size(), codes);
      to_codes(column, codes, count, true);
    } else if (codes != nullptr) {
      std::fill_n(codes, count, column.code_of(standard));
    }
    return codes;
  }

  /// Moves the codes that are different from their bases to the front, and these bases too.
  static std::size_t keep_different(std::uint64_t* codes, std::uint64_t* bases, std::size_t count, std::uint64_t* mask) noexcept {
    std::size_t next = 0;
    fill_rows(mask, count, [&](std::size_t i) {
      const bool differs = codes[i] != bases[i];
      codes[next] = codes[i];
      bases[next] = bases[i];
      next += differs ? 1 : 0;
      return differs;
    });
    return next;
  }

  bool write_codes(const QuantizedColumn& column, const std::uint64_t* codes, const std::uint64_t* bases, std::size_t count) noexcept {
    auto* const parts = take<std::uint64_t>(count + 1);
    if (count != 0 && is_good()) {
      column.write(code_, codes, count, bases, parts);
    }
    return is_good();
  }

  /// Reads the codes of a set of rows, and converts those of all rows to numbers.
  bool read_codes(const QuantizedColumn& column, std::uint64_t* values, const std::uint64_t* bases, std::size_t count, const std::uint64_t* mask) noexcept {
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

  bool root() noexcept {
    std::uint32_t at = 0;
    std::uint32_t base = 0;
    const Rows rows{&at, has_base() ? &base : nullptr, 1};
    if (shape_[1] != 0) {
      return (!has_base() || base_.size == ShapeStruct(shape_, shape_[0]).size) && structs(shape_[0], rows);
    }
    return (!has_base() || base_.size >= 8) && tables(shape_[0], rows, 1);
  }

  bool tables(std::uint32_t record, Rows rows, std::uint32_t depth) noexcept {
    if (depth > shape_[2] || !is_good()) {
      return fail();
    }
    const ScratchStack::Scope scope(scratch_);
    return visit(rows.count) && drop_unchanged(ShapeKind::Table, record, rows, depth) && (rows.count == 0 || fields(record, rows, depth));
  }

  /// Packs or unpacks which of the rows that have a partner are different from it, and removes the others. They are copied.
  bool drop_unchanged(ShapeKind kind, std::uint32_t record, Rows& rows, std::uint32_t depth) noexcept {
    if (rows.base == nullptr || is_copying_) {
      return true;
    }
    auto* const mask = take<std::uint64_t>(mask_words(rows.count));
    const Rows kept{take<std::uint32_t>(rows.count), take<std::uint32_t>(rows.count), 0};
    const Rows same{take<std::uint32_t>(rows.count), take<std::uint32_t>(rows.count), 0};
    if (!is_good()) {
      return false;
    }
    std::size_t paired = 0;
    std::fill_n(mask, mask_words(rows.count), std::uint64_t{0});
    for (std::size_t i = 0; i < rows.count; ++i) {
      if (rows.base[i] != no_position) {
        if constexpr (Packs) {
          mask[paired / 64] |= std::uint64_t{!is_equal(kind, record, rows.at[i], rows.base[i], depth)} << (paired % 64);
        }
        ++paired;
      }
    }
    flags(mask, paired);
    std::size_t kept_count = 0;
    std::size_t same_count = 0;
    paired = 0;
    for (std::size_t i = 0; i < rows.count; ++i) {
      const bool is_same = rows.base[i] != no_position && !has_row(mask, paired++);
      (is_same ? same : kept).at[is_same ? same_count : kept_count] = rows.at[i];
      (is_same ? same : kept).base[is_same ? same_count++ : kept_count++] = rows.base[i];
    }
    rows = {kept.at, kept.base, kept_count};
    if (Packs || same_count == 0 || !is_good()) {
      return is_good();
    }
    const Rows copied{same.at, same.base, same_count};
    is_copying_ = true;
    const bool is_copied = kind == ShapeKind::Table    ? fields(record, copied, depth)
                           : kind == ShapeKind::Struct ? copy_structs(record, copied)
                                                       : copy_strings(copied);
    is_copying_ = false;
    return is_copied;
  }

  bool copy_structs(std::uint32_t record, const Rows& rows) noexcept {
    for (std::size_t i = 0; i < rows.count; ++i) {
      std::memcpy(room_.data() + rows.at[i], base_.data + rows.base[i], ShapeStruct(shape_, record).size);
    }
    return true;
  }

  bool copy_strings(const Rows& rows) noexcept {
    for (std::size_t i = 0; i < rows.count; ++i) {
      std::uint32_t start = 0;
      std::uint64_t length = 0;
      std::uint32_t at = 0;
      if (!base_.find_vector(rows.base[i], 1, start, length) || !reserve(length + 5, 4, 0, at)) {
        return fail();
      }
      std::memcpy(room_.data() + at, base_.data + start - 4, static_cast<std::uint32_t>(length) + 4);
      refer(rows.at[i], at);
    }
    return true;
  }

  std::uint32_t size_of(const ShapeField& field) const noexcept {
    return field.kind <= ShapeKind::Optional ? number_sizes[field.number]
           : field.kind == ShapeKind::Struct ? ShapeStruct(shape_, field.record).size : 4;
  }

  std::uint32_t alignment_of(const ShapeField& field) const noexcept {
    return field.kind == ShapeKind::Struct ? ShapeStruct(shape_, field.record).alignment : size_of(field);
  }

  bool find(const WalkedPayload& source, const TableRows& tables, std::size_t count, const ShapeField& field, std::uint32_t* places) noexcept {
    return places != nullptr && (source.find(tables, count, field.entry, size_of(field), places) || fail());
  }

  bool find_types(const WalkedPayload& source, const TableRows& tables, std::size_t count, const ShapeField& field, std::uint32_t* places) noexcept {
    const std::uint32_t size = field.kind == ShapeKind::Union ? number_sizes[field.number] : 4;
    return places != nullptr && (source.find(tables, count, field.entry - 2, size, places) || fail());
  }

  /// What is known of a field of tables, after which fields they have.
  struct FieldState {
    // The tables that have the field, or whose number is different.
    std::uint64_t* mask;
    // The types of unions, and those of their partners.
    std::uint64_t* types;
    std::uint64_t* base_types;
    // Whether all of the tables get the number.
    bool is_placed;
  };

  /// The tables, and their partners.
  struct Pairs {
    TableRows own;
    TableRows base;
    std::size_t count;
  };

  bool fields(std::uint32_t record, const Rows& rows, std::uint32_t depth) noexcept {
    const std::uint32_t fields = shape_[record];
    const std::size_t words = mask_words(rows.count);
    const Pairs pairs{{take<std::uint32_t>(rows.count), take<std::uint32_t>(rows.count)}, {take_bases(rows.count), take_bases(rows.count)}, rows.count};
    auto* const states = take<FieldState>(fields);
    auto* const masks = take<std::uint64_t>(fields * words);
    if (!is_good() || (Packs && !own_.find_tables(rows.at, rows.count, pairs.own)) ||
        (has_base() && !base_.find_tables(rows.base, rows.count, pairs.base))) {
      return fail();
    }
    for (std::uint32_t i = 0; i < fields; ++i) {
      states[i] = {masks + i * words, nullptr, nullptr, false};
      if (!presence(ShapeField(shape_, record, i), pairs, states[i])) {
        return false;
      }
    }
    if constexpr (!Packs) {
      if (!place_tables(record, rows.at, pairs, states)) {
        return false;
      }
    }
    for (std::uint32_t i = 0; i < fields; ++i) {
      const ScratchStack::Scope scope(scratch_);
      const ShapeField field(shape_, record, i);
      if (!(field.kind == ShapeKind::Scalar ? scalar(field, pairs, states[i]) : content(field, pairs, states[i], depth))) {
        return false;
      }
    }
    return true;
  }

  bool presence(const ShapeField& field, const Pairs& pairs, FieldState& state) noexcept {
    const std::size_t count = pairs.count;
    if (field.kind == ShapeKind::Union) {
      state.types = take<std::uint64_t>(count);
      state.base_types = take<std::uint64_t>(count);
      return state.types != nullptr && state.base_types != nullptr && union_types(field, pairs, state);
    }
    const ScratchStack::Scope scope(scratch_);
    auto* const places = take<std::uint32_t>(count);
    auto* const base_slots = take_bases(count);
    if (!is_good() || (Packs && !find(own_, pairs.own, count, field, places)) || (has_base() && !find(base_, pairs.base, count, field, base_slots))) {
      return false;
    }
    if (field.kind == ShapeKind::Scalar) {
      if constexpr (Packs) {
        std::uint64_t* values = nullptr;
        std::size_t different = 0;
        if (field.quantization != 0) {
          quantized_scalar(field, places, base_slots, count, state.mask, false);
        } else {
          scalar_differences(field, places, base_slots, count, state.mask, values, different);
        }
        flags(state.mask, count);
        return is_good();
      } else {
        flags(state.mask, count);
        state.is_placed = count_rows(state.mask, count) != 0 ||
                          (has_base() && std::any_of(base_slots, base_slots + count, [](std::uint32_t slot) { return slot != no_position; }));
        return is_good();
      }
    }
    const auto base_has = [&](std::size_t i) { return has_base() && base_slots[i] != no_position; };
    if constexpr (Packs) {
      fill_rows(state.mask, count, [&](std::size_t i) { return (places[i] != no_position) != base_has(i); });
      flags(state.mask, count);
      fill_rows(state.mask, count, [&](std::size_t i) { return places[i] != no_position; });
    } else {
      flags(state.mask, count);
      fill_rows(state.mask, count, [&](std::size_t i) { return has_row(state.mask, i) != base_has(i); });
    }
    return is_good();
  }

  /// Sets which numbers are different, and `values` to their differences.
  void scalar_differences(const ShapeField& field, const std::uint32_t* places, const std::uint32_t* base_slots, std::size_t count, std::uint64_t* mask,
                          std::uint64_t*& values, std::size_t& different) noexcept {
    values = take<std::uint64_t>(count + 1);
    std::uint64_t* const bases = take_base_values(count);
    different = 0;
    if (is_good()) {
      own_.load_numbers(places, count, 0, field.number, field.standard, values);
      if (bases != nullptr) {
        base_.load_numbers(base_slots, count, 0, field.number, field.standard, bases);
      }
      different = encode(values, bases, count, field.number, field.standard, mask);
    }
  }

  /// Finds which quantized numbers of a field are different, and packs these, or unpacks them.
  bool quantized_scalar(const ShapeField& field, const std::uint32_t* places, const std::uint32_t* base_slots, std::size_t count, std::uint64_t* mask,
                        bool has_flags) noexcept {
    const QuantizedColumn column(shape_ + field.quantization, field.number);
    auto* const values = take<std::uint64_t>(count + 1);
    std::uint64_t* const bases = take_base_values(count);
    if (is_good() && bases != nullptr) {
      base_.load_numbers(base_slots, count, 0, field.number, field.standard, bases);
    }
    std::uint64_t* const base_codes = is_good() ? take_base_codes(column, bases, count, field.standard) : nullptr;
    if (base_codes == nullptr) {
      return false;
    }
    if constexpr (Packs) {
      own_.load_numbers(places, count, 0, field.number, field.standard, values);
      to_codes(column, values, count, false);
      const std::size_t different = keep_different(values, base_codes, count, mask);
      return has_flags ? write_codes(column, values, base_codes, different) : is_good();
    } else {
      if (!read_codes(column, values, base_codes, count, mask)) {
        return false;
      }
      store_numbers(places, count, 0, field.number, values);
      return is_good();
    }
  }

  /// Packs or unpacks the numbers of a field.
  bool scalar(const ShapeField& field, const Pairs& pairs, const FieldState& state) noexcept {
    const std::size_t count = pairs.count;
    if (Packs ? count_rows(state.mask, count) == 0 || field.number == bool_class : !state.is_placed) {
      return true;
    }
    auto* const places = take<std::uint32_t>(count);
    auto* const base_slots = take_bases(count);
    if (!is_good() || !find(own_, pairs.own, count, field, places) || (has_base() && !find(base_, pairs.base, count, field, base_slots))) {
      return false;
    }
    if (field.quantization != 0 && !is_copying_) {
      return quantized_scalar(field, places, base_slots, count, state.mask, true);
    }
    std::uint64_t* values = nullptr;
    if constexpr (Packs) {
      std::size_t different = 0;
      scalar_differences(field, places, base_slots, count, state.mask, values, different);
      write_column(values, different, field.number);
    } else {
      values = take<std::uint64_t>(count);
      if (values == nullptr) {
        return false;
      }
      if (has_base()) {
        base_.load_numbers(base_slots, count, 0, field.number, field.standard, values);
      } else {
        std::fill_n(values, count, field.standard);
      }
      decode(values, has_base(), state.mask, count, field.number);
      store_numbers(places, count, 0, field.number, values);
    }
    return is_good();
  }

  /// Loads the types of unions. A union without a value, or of a type that the schema does not have, has the type 0.
  bool load_types(const WalkedPayload& source, const TableRows& tables, std::size_t count, const ShapeField& field, std::uint64_t* types) noexcept {
    const ScratchStack::Scope scope(scratch_);
    auto* const places = take<std::uint32_t>(count);
    if (!find_types(source, tables, count, field, places)) {
      return false;
    }
    source.load_numbers(places, count, 0, field.number, 0, types);
    if (!find(source, tables, count, field, places)) {
      return false;
    }
    const ShapeUnion members(shape_, field.record);
    for (std::size_t i = 0; i < count; ++i) {
      types[i] = places[i] != no_position && members.has(types[i]) ? types[i] : 0;
    }
    return true;
  }

  bool union_types(const ShapeField& field, const Pairs& pairs, FieldState& state) noexcept {
    const ScratchStack::Scope scope(scratch_);
    const std::size_t count = pairs.count;
    std::fill_n(state.base_types, count, std::uint64_t{0});
    if (has_base() && !load_types(base_, pairs.base, count, field, state.base_types)) {
      return false;
    }
    if constexpr (Packs) {
      auto* const sent = take<std::uint64_t>(count);
      if (sent == nullptr || !load_types(own_, pairs.own, count, field, state.types)) {
        return false;
      }
      fill_rows(state.mask, count, [&](std::size_t i) { return state.types[i] != state.base_types[i]; });
      flags(state.mask, count);
      std::copy_n(state.types, count, sent);
      select_rows(state.mask, count, sent);
      write_column(sent, count_rows(state.mask, count), field.number);
    } else {
      flags(state.mask, count);
      std::copy_n(state.base_types, count, state.types);
      const ShapeUnion members(shape_, field.record);
      read_column(state.mask, count, field.number, [&](std::size_t row, std::uint64_t type) {
        if (!members.has(type) && (type != 0 || !has_base())) {
          fail();
        }
        state.types[row] = type;
      });
    }
    fill_rows(state.mask, count, [&](std::size_t i) { return state.types[i] != 0; });
    return is_good();
  }

  /// Packs or unpacks a field of the tables that have it.
  bool content(const ShapeField& field, const Pairs& pairs, const FieldState& state, std::uint32_t depth) noexcept {
    Rows rows{take<std::uint32_t>(pairs.count), take_bases(pairs.count), count_rows(state.mask, pairs.count)};
    if (rows.count == 0) {
      return true;
    }
    if (!is_good() || !select(own_, pairs.own, pairs.count, field, state.mask, false, rows.at) ||
        (has_base() && !select(base_, pairs.base, pairs.count, field, state.mask, false, rows.base))) {
      return false;
    }
    Rows types{nullptr, nullptr, rows.count};
    if (field.kind == ShapeKind::Union || field.kind == ShapeKind::Unions) {
      types = {take<std::uint32_t>(pairs.count), take_bases(pairs.count), rows.count};
      if (!is_good() || !select(own_, pairs.own, pairs.count, field, state.mask, true, types.at) ||
          (has_base() && !select(base_, pairs.base, pairs.count, field, state.mask, true, types.base))) {
        return false;
      }
    }
    switch (field.kind) {
      case ShapeKind::Optional: return optionals(field.number, field.quantization, rows);
      case ShapeKind::Struct: return structs(field.record, rows);
      case ShapeKind::String: return strings(rows);
      case ShapeKind::Table: return tables(field.record, rows, depth + 1);
      case ShapeKind::Union:
        select_rows(state.mask, pairs.count, state.types);
        select_rows(state.mask, pairs.count, state.base_types);
        if constexpr (!Packs) {
          store_numbers(types.at, rows.count, 0, field.number, state.types);
        }
        return members(field.record, rows, state.types, state.base_types, depth);
      default: return vectors(field, rows, types, depth);
    }
  }

  bool select(const WalkedPayload& source, const TableRows& tables, std::size_t count, const ShapeField& field, const std::uint64_t* mask, bool is_type,
              std::uint32_t* places) noexcept {
    if (!(is_type ? find_types(source, tables, count, field, places) : find(source, tables, count, field, places))) {
      return false;
    }
    select_rows(mask, count, places);
    return true;
  }

  bool optionals(std::uint32_t number, std::uint32_t quantization, const Rows& rows) noexcept {
    auto* const values = take<std::uint64_t>(rows.count + 1);
    auto* const bases = take_base_values(rows.count);
    if (!is_good()) {
      return false;
    }
    if (Packs) {
      own_.load_numbers(rows.at, rows.count, 0, number, 0, values);
    }
    if (has_base()) {
      base_.load_numbers(rows.base, rows.count, 0, number, 0, bases);
    }
    if (!numbers(values, bases, rows.count, number, quantization)) {
      return false;
    }
    if (!Packs) {
      store_numbers(rows.at, rows.count, 0, number, values);
    }
    return true;
  }

  bool structs(std::uint32_t record, Rows rows) noexcept {
    const ScratchStack::Scope scope(scratch_);
    if (is_copying_) {
      return copy_structs(record, rows);
    }
    if (!drop_unchanged(ShapeKind::Struct, record, rows, 0)) {
      return false;
    }
    const ShapeStruct type(shape_, record);
    for (std::uint32_t i = 0; i < type.count && rows.count != 0;) {
      const std::uint32_t number = type.leaf(i)[1];
      std::uint32_t end = i + 1;
      std::size_t each = type.leaf(i)[2];
      // The leaves of a single struct that have the same class are one column.
      for (; rows.count == 1 && end < type.count && type.is_column(i, end); ++end) {
        each += type.leaf(end)[2];
      }
      const ScratchStack::Scope inner(scratch_);
      auto* const values = take<std::uint64_t>(rows.count * each + 1);
      auto* const bases = take_base_values(rows.count * each);
      if (!is_good()) {
        return false;
      }
      if (Packs) {
        load_leaves(own_, type, i, end, rows.at, rows.count, values);
      }
      if (has_base()) {
        load_leaves(base_, type, i, end, rows.base, rows.count, bases);
      }
      if (!numbers(values, bases, rows.count * each, number, type.leaf(i)[3])) {
        return false;
      }
      if (!Packs) {
        store_leaves(type, i, end, rows.at, rows.count, values);
      }
      i = end;
    }
    return true;
  }

  static void load_leaves(const WalkedPayload& source, const ShapeStruct& type, std::uint32_t first, std::uint32_t end, const std::uint32_t* rows,
                          std::size_t count, std::uint64_t* values) noexcept {
    if (end == first + 1 && type.leaf(first)[2] == 1) {
      return source.load_numbers(rows, count, type.leaf(first)[0], type.leaf(first)[1], 0, values);
    }
    for (std::size_t row = 0; row < count; ++row) {
      for (std::uint32_t leaf = first; leaf < end; ++leaf) {
        const std::uint32_t length = type.leaf(leaf)[2];
        if (rows[row] == no_position) {
          std::fill_n(values, length, std::uint64_t{0});
        } else {
          source.load_run(rows[row] + type.leaf(leaf)[0], length, type.leaf(leaf)[1], values);
        }
        values += length;
      }
    }
  }

  void store_leaves(const ShapeStruct& type, std::uint32_t first, std::uint32_t end, const std::uint32_t* rows, std::size_t count,
                    const std::uint64_t* values) noexcept {
    if (end == first + 1 && type.leaf(first)[2] == 1) {
      return store_numbers(rows, count, type.leaf(first)[0], type.leaf(first)[1], values);
    }
    for (std::size_t row = 0; row < count; ++row) {
      for (std::uint32_t leaf = first; leaf < end; ++leaf) {
        store_run(rows[row] + type.leaf(leaf)[0], type.leaf(leaf)[2], type.leaf(leaf)[1], values);
        values += type.leaf(leaf)[2];
      }
    }
  }

  bool strings(Rows rows) noexcept {
    const ScratchStack::Scope scope(scratch_);
    if (is_copying_) {
      return copy_strings(rows);
    }
    if (!drop_unchanged(ShapeKind::String, 0, rows, 0)) {
      return false;
    }
    const Vectors own = take_vectors(rows.count);
    return rows.count == 0 ||
           (is_good() && (!Packs || find_vectors(own_, rows.at, rows.count, 1, own)) && lengths(own.lengths, nullptr, rows.count) &&
            (Packs || place_vectors(rows.at, rows.count, 1, 4, 1, own)) && chunk(own, rows.count));
  }

  Vectors take_vectors(std::size_t count) noexcept { return {take<std::uint32_t>(count), take<std::uint64_t>(count)}; }

  /// Finds vectors. One that is missing has no elements.
  bool find_vectors(const WalkedPayload& source, const std::uint32_t* places, std::size_t count, std::uint32_t size, const Vectors& found) noexcept {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      found.starts[i] = 0;
      found.lengths[i] = 0;
      if (places[i] != no_position ? !source.find_vector(places[i], size, found.starts[i], found.lengths[i]) : source.data != base_.data) {
        return fail();
      }
      sum += found.lengths[i];
    }
    return visit(sum);
  }

  /// Appends vectors, or strings, which have a byte after them.
  bool place_vectors(const std::uint32_t* places, std::size_t count, std::uint32_t size, std::uint32_t alignment, std::uint32_t after,
                     const Vectors& placed) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      std::uint32_t at = 0;
      if (!reserve(placed.lengths[i] * size + 4 + after, (std::max)(alignment, 4U), 4, at)) {
        return false;
      }
      store(at, static_cast<std::uint32_t>(placed.lengths[i]));
      refer(places[i], at);
      placed.starts[i] = at + 4;
    }
    return true;
  }

  bool lengths(std::uint64_t* values, const std::uint64_t* bases, std::size_t count) noexcept {
    if (count == 1 && !is_copying_) {
      const std::uint64_t base = bases == nullptr ? 0 : bases[0];
      if constexpr (Packs) {
        code_.number(bases == nullptr ? values[0] : zigzag(values[0] - base, 32));
      } else {
        const std::uint64_t value = code_.number();
        values[0] = bases == nullptr ? value : (unzigzag(value) + base) & low_bits(32);
        return value <= low_bits(32) ? is_good() : fail();
      }
      return is_good();
    }
    if constexpr (Packs) {
      const ScratchStack::Scope scope(scratch_);
      auto* const copy = take<std::uint64_t>(count + 1);
      return copy != nullptr && (std::copy_n(values, count, copy), numbers(copy, bases, count, length_class));
    } else {
      const bool is_read = numbers(values, bases, count, length_class);
      std::transform(values, values + count, values, [](std::uint64_t length) { return length & low_bits(32); });
      return is_read;
    }
  }

  /// Copies the bytes of strings, or of vectors of bytes.
  bool chunk(const Vectors& vectors, std::size_t count) noexcept {
    std::uint64_t size = 0;
    for (std::size_t i = 0; i < count; ++i) {
      size += vectors.lengths[i];
    }
    auto* bytes = code_.chunk(size);
    for (std::size_t i = 0; i < count && bytes != nullptr; ++i) {
      const auto length = static_cast<std::uint32_t>(vectors.lengths[i]);
      if constexpr (Packs) {
        std::memcpy(bytes, own_.data + vectors.starts[i], length);
      } else {
        std::memcpy(room_.data() + vectors.starts[i], bytes, length);
      }
      bytes += length;
    }
    return is_good();
  }

  bool vectors(const ShapeField& field, const Rows& rows, const Rows& types, std::uint32_t depth) noexcept {
    const ShapeKind kind = field.kind;
    const std::uint32_t size = kind == ShapeKind::Scalars ? number_sizes[field.number]
                               : kind == ShapeKind::Structs ? ShapeStruct(shape_, field.record).size : 4;
    const Vectors own = take_vectors(rows.count);
    const Vectors base = has_base() ? take_vectors(rows.count) : Vectors{nullptr, nullptr};
    if (!is_good() || (Packs && !find_vectors(own_, rows.at, rows.count, size, own)) ||
        (has_base() && !find_vectors(base_, rows.base, rows.count, size, base)) || !lengths(own.lengths, base.lengths, rows.count) ||
        !(Packs || place_vectors(rows.at, rows.count, size, field.alignment, 0, own))) {
      return false;
    }
    // Their sum is limited, because all of them exist.
    std::size_t total = 0;
    for (std::size_t i = 0; i < rows.count; ++i) {
      total += static_cast<std::uint32_t>(own.lengths[i]);
    }
    if (kind == ShapeKind::Scalars) {
      return total == 0 || elements(field.number, field.quantization, own, base, rows.count, total);
    }
    const Rows spread{take<std::uint32_t>(total), take_bases(total), total};
    if (!is_good()) {
      return false;
    }
    list(own, own.lengths, rows.count, size, spread.at);
    if (has_base()) {
      list(base, own.lengths, rows.count, size, spread.base);
    }
    if (kind == ShapeKind::Unions) {
      return vector_unions(field, types, own, base, spread, depth);
    }
    switch (total == 0 ? ShapeKind::Scalar : kind) {
      case ShapeKind::Scalar: return true;
      case ShapeKind::Structs: return structs(field.record, spread);
      case ShapeKind::Strings: return strings(spread);
      default:
        return (!has_base() || is_copying_ || field.key == 0 || origins(field, own, base, rows.count, spread)) &&
               tables(field.record, spread, depth + 1);
    }
  }

  /// Lists the positions of as many elements as `lengths` says. The vectors may have fewer.
  static void list(const Vectors& vectors, const std::uint64_t* lengths, std::size_t count, std::uint32_t size, std::uint32_t* at) noexcept {
    for (std::size_t row = 0; row < count; ++row) {
      for (std::uint32_t i = 0; i < lengths[row]; ++i) {
        *at++ = i < vectors.lengths[row] ? vectors.starts[row] + i * size : no_position;
      }
    }
  }

  /// Loads as many elements as `lengths` says. Those that the vectors do not have are 0.
  static void load_elements(const WalkedPayload& source, const Vectors& vectors, const std::uint64_t* lengths, std::size_t count, std::uint32_t number,
                            std::uint64_t* values) noexcept {
    for (std::size_t row = 0; row < count; ++row) {
      const auto all = static_cast<std::uint32_t>(lengths[row]);
      const auto loaded = static_cast<std::uint32_t>((std::min)(lengths[row], vectors.lengths[row]));
      source.load_run(vectors.starts[row], loaded, number, values);
      std::fill_n(values + loaded, all - loaded, std::uint64_t{0});
      values += all;
    }
  }

  bool elements(std::uint32_t number, std::uint32_t quantization, const Vectors& own, const Vectors& base, std::size_t count, std::size_t total) noexcept {
    if (number_sizes[number] == 1 && number != bool_class && quantization == 0 && !has_base()) {
      bool is_chunk = total < 4;
      if constexpr (Packs) {
        for (std::size_t row = 0; row < count && !is_chunk; ++row) {
          is_chunk = std::any_of(own_.data + own.starts[row], own_.data + own.starts[row] + own.lengths[row],
                                 [](std::byte value) { return value > std::byte{63}; });
        }
        code_.bits(is_chunk ? 1 : 0, 1);
      } else {
        is_chunk = code_.bits(1) != 0;
      }
      if (is_chunk) {
        return chunk(own, count);
      }
    }
    auto* const values = take<std::uint64_t>(total + 1);
    auto* const bases = take_base_values(total);
    if (!is_good()) {
      return false;
    }
    if (Packs) {
      load_elements(own_, own, own.lengths, count, number, values);
    }
    if (has_base()) {
      load_elements(base_, base, own.lengths, count, number, bases);
    }
    return numbers(values, bases, total, number, quantization) && (Packs || store_elements(own, count, number, values));
  }

  bool store_elements(const Vectors& vectors, std::size_t count, std::uint32_t number, const std::uint64_t* values) noexcept {
    for (std::size_t row = 0; row < count; ++row) {
      store_run(vectors.starts[row], static_cast<std::uint32_t>(vectors.lengths[row]), number, values);
      values += vectors.lengths[row];
    }
    return true;
  }

  /// Finds the vectors of types, whose lengths must be those of the vectors of values.
  bool find_type_vectors(const WalkedPayload& source, const std::uint32_t* places, std::size_t count, std::uint32_t size, const Vectors& values,
                         const Vectors& types) noexcept {
    return find_vectors(source, places, count, size, types) && (std::equal(types.lengths, types.lengths + count, values.lengths) || fail());
  }

  bool vector_unions(const ShapeField& field, const Rows& places, const Vectors& own, const Vectors& base, const Rows& spread,
                     std::uint32_t depth) noexcept {
    const std::uint32_t size = number_sizes[field.number];
    const ShapeUnion known(shape_, field.record);
    const Vectors own_types = take_vectors(places.count);
    const Vectors base_types = has_base() ? take_vectors(places.count) : Vectors{nullptr, nullptr};
    auto* const types = take<std::uint64_t>(spread.count + 1);
    auto* const bases = take<std::uint64_t>(spread.count);
    auto* const sent = take<std::uint64_t>(spread.count + 1);
    if (!is_good()) {
      return false;
    }
    const auto normalize = [&](std::uint64_t* values) {
      std::transform(values, values + spread.count, values, [&](std::uint64_t type) { return known.has(type) ? type : 0; });
    };
    std::copy_n(own.lengths, places.count, own_types.lengths);
    if (!(Packs ? find_type_vectors(own_, places.at, places.count, size, own, own_types)
                : place_vectors(places.at, places.count, size, size, 0, own_types)) ||
        (has_base() && !find_type_vectors(base_, places.base, places.count, size, base, base_types))) {
      return false;
    }
    std::fill_n(bases, spread.count, std::uint64_t{0});
    if (Packs) {
      load_elements(own_, own_types, own.lengths, places.count, field.number, types);
      normalize(types);
      std::copy_n(types, spread.count, sent);
    }
    if (has_base()) {
      load_elements(base_, base_types, own.lengths, places.count, field.number, bases);
      normalize(bases);
    }
    if (spread.count != 0 && !numbers(Packs ? sent : types, has_base() ? bases : nullptr, spread.count, field.number)) {
      return false;
    }
    if (!Packs) {
      store_elements(own_types, places.count, field.number, types);
      for (std::size_t i = 0; i < spread.count; ++i) {
        types[i] &= low_bits(8 * size);
        if (types[i] != 0 && !known.has(types[i])) {
          return fail();
        }
      }
    }
    return members(field.record, spread, types, bases, depth);
  }

  /// Packs or unpacks the values of unions.
  bool members(std::uint32_t record, const Rows& rows, const std::uint64_t* types, const std::uint64_t* base_types, std::uint32_t depth) noexcept {
    const ScratchStack::Scope scope(scratch_);
    const ShapeUnion known(shape_, record);
    const Rows chosen{take<std::uint32_t>(rows.count), take_bases(rows.count), 0};
    if (!is_good()) {
      return false;
    }
    for (std::uint32_t i = 0; i < known.count; ++i) {
      const std::uint32_t* const member = known.member(i);
      std::size_t count = 0;
      for (std::size_t row = 0; row < rows.count; ++row) {
        if (types[row] == member[0]) {
          chosen.at[count] = rows.at[row];
          if (has_base()) {
            chosen.base[count] = base_types[row] == member[0] ? rows.base[row] : no_position;
          }
          ++count;
        }
      }
      if (count != 0 && !this->member(static_cast<ShapeKind>(member[1]), member[2], {chosen.at, chosen.base, count}, depth)) {
        return false;
      }
    }
    return true;
  }

  bool member(ShapeKind kind, std::uint32_t record, const Rows& rows, std::uint32_t depth) noexcept {
    if (kind != ShapeKind::Struct) {
      return kind == ShapeKind::String ? strings(rows) : tables(record, rows, depth + 1);
    }
    // A struct of a union is not in the table.
    const ShapeStruct type(shape_, record);
    for (std::size_t i = 0; i < rows.count; ++i) {
      if constexpr (Packs) {
        if (!own_.follow(rows.at[i], type.size, rows.at[i])) {
          return fail();
        }
      } else {
        std::uint32_t at = 0;
        if (!reserve(type.size, (std::max)(type.alignment, 4U), 0, at)) {
          return false;
        }
        refer(rows.at[i], at);
        rows.at[i] = at;
      }
      if (has_base() && rows.base[i] != no_position && !base_.follow(rows.base[i], type.size, rows.base[i])) {
        return fail();
      }
    }
    return structs(record, rows);
  }

  /// The vtable of the tables that have the same fields.
  struct VTable {
    const std::uint64_t* fields;
    std::uint32_t at;
    std::uint32_t size;
    std::uint32_t alignment;
  };

  bool make_vtable(std::uint32_t record, const std::uint64_t* present, VTable& table) noexcept {
    const std::uint32_t fields = shape_[record];
    std::uint32_t size = 4;
    std::uint32_t alignment = 4;
    for (std::uint32_t i = 0; i < fields; ++i) {
      if (has_row(present, i)) {
        const ShapeField field(shape_, record, i);
        size = field.entry + 2;
        alignment = (std::max)(alignment, alignment_of(field));
        alignment = (std::max)(alignment, field.kind == ShapeKind::Union ? number_sizes[field.number] : 4);
      }
    }
    table = {present, 0, 4, alignment};
    if (!reserve(size, 4, 0, table.at)) {
      return false;
    }
    const auto add = [&](std::uint32_t entry, std::uint32_t bytes) {
      store(table.at + entry, static_cast<std::uint16_t>(table.size & 0xFFFF));
      table.size += bytes;
    };
    // The layout of generated writers: the largest alignments first.
    for (; alignment != 0; alignment /= 2) {
      for (std::uint32_t i = 0; i < fields; ++i) {
        if (!has_row(present, i)) {
          continue;
        }
        const ShapeField field(shape_, record, i);
        if (field.kind == ShapeKind::Union && number_sizes[field.number] == alignment) {
          add(field.entry - 2, alignment);
        } else if (field.kind == ShapeKind::Unions && alignment == 4) {
          add(field.entry - 2, 4);
        }
        if (alignment_of(field) == alignment) {
          add(field.entry, size_of(field));
        }
      }
    }
    store(table.at, static_cast<std::uint16_t>(size & 0xFFFF));
    store(table.at + 2, static_cast<std::uint16_t>(table.size & 0xFFFF));
    return table.size <= 0xFFFF || fail(PacketError::PayloadTooLarge);
  }

  /// Places the tables to which the offsets at `places` refer.
  bool place_tables(std::uint32_t record, const std::uint32_t* places, const Pairs& pairs, const FieldState* states) noexcept {
    const std::size_t count = pairs.count;
    const std::uint32_t fields = shape_[record];
    const std::size_t words = mask_words(fields);
    const std::size_t most = (std::min)(count, std::size_t{64});
    // The masks stay, because the scope of the fields releases them.
    auto* const present = take<std::uint64_t>(count * words);
    // Few combinations of fields are frequent. Of the others, a vtable may be written again.
    auto* const known = take<VTable>(most);
    if (!is_good()) {
      return false;
    }
    std::fill_n(present, count * words, std::uint64_t{0});
    for (std::uint32_t i = 0; i < fields; ++i) {
      const auto add = [&](std::size_t row) { present[row * words + i / 64] |= std::uint64_t{1} << (i % 64); };
      if (ShapeField(shape_, record, i).kind != ShapeKind::Scalar) {
        for_each_row(states[i].mask, count, add);
      } else if (states[i].is_placed) {
        // Numbers that one of the tables has are in all of them, as generated writers do it. So most of them have the same vtable.
        for (std::size_t row = 0; row < count; ++row) {
          add(row);
        }
      }
    }
    std::size_t made = 0;
    std::size_t last = 0;
    for (std::size_t row = 0; row < count; ++row) {
      const std::uint64_t* const own = present + row * words;
      const std::size_t cached = (std::min)(made, most);
      const auto is_own = [&](const VTable& table) { return std::equal(own, own + words, table.fields); };
      if (made == 0 || !is_own(known[last])) {
        last = static_cast<std::size_t>(std::find_if(known, known + cached, is_own) - known);
        if (last == cached) {
          last = made++ % most;
          if (!make_vtable(record, own, known[last])) {
            return false;
          }
        }
      }
      std::uint32_t table = 0;
      if (!reserve(known[last].size, known[last].alignment, 4, table)) {
        return false;
      }
      store(table, table - known[last].at);
      refer(places[row], table);
      pairs.own.at[row] = table;
      pairs.own.vtables[row] = known[last].at;
    }
    return true;
  }

  /// Replaces the partners of the elements of keyed vectors: those of the same key instead of those of the same index.
  bool origins(const ShapeField& field, const Vectors& own, const Vectors& base, std::size_t count, const Rows& spread) noexcept {
    const ScratchStack::Scope scope(scratch_);
    std::size_t base_count = 0;
    for (std::size_t i = 0; i < count; ++i) {
      base_count += static_cast<std::uint32_t>(base.lengths[i]);
    }
    auto* const base_rows = take<std::uint32_t>(base_count);
    auto* const mask = take<std::uint64_t>(mask_words(spread.count));
    auto* const used = take<std::uint64_t>(mask_words(base_count));
    auto* const moves = take<std::uint64_t>(spread.count);
    auto* const keys = take<std::uint64_t>(spread.count);
    auto* const base_keys = take<std::uint64_t>(base_count);
    if (!is_good()) {
      return false;
    }
    list(base, base.lengths, count, 4, base_rows);
    std::fill_n(mask, mask_words(spread.count), std::uint64_t{0});
    std::fill_n(used, mask_words(base_count), std::uint64_t{0});
    if constexpr (Packs) {
      const ShapeField key(shape_, field.record, field.key - 1);
      if (!load_keys(own_, key, spread.at, spread.count, keys) || !load_keys(base_, key, base_rows, base_count, base_keys)) {
        return false;
      }
    } else {
      flags(mask, spread.count);
      read_column(mask, spread.count, length_class, [&](std::size_t row, std::uint64_t move) { moves[row] = move; });
    }
    std::size_t row = 0;
    std::size_t moved = 0;
    std::uint32_t first = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const auto known = static_cast<std::uint32_t>(base.lengths[i]);
      std::uint32_t expected = 0;
      std::uint32_t* index = nullptr;
      for (const std::size_t end = row + static_cast<std::uint32_t>(own.lengths[i]); row < end; ++row) {
        std::uint32_t origin = expected;
        if constexpr (Packs) {
          if (expected >= known || base_keys[first + expected] != keys[row] || has_row(used, first + expected)) {
            index = index == nullptr ? index_keys(base_keys + first, known) : index;
            if (index == nullptr) {
              return false;
            }
            origin = search(index, base_keys + first, known, keys[row], used, first);
          }
          if (origin != expected) {
            mask[row / 64] |= std::uint64_t{1} << (row % 64);
            moves[moved++] = origin == no_position ? 1 : 2 + zigzag(std::uint64_t{origin} - expected, 32);
          }
        } else {
          if (has_row(mask, row)) {
            const std::uint64_t wide = unzigzag(moves[row] - 2) + expected;
            origin = moves[row] == 1 ? no_position : wide < known ? static_cast<std::uint32_t>(wide) : known;
          }
          if (origin != no_position && (origin >= known || has_row(used, first + origin))) {
            return fail();
          }
        }
        spread.base[row] = origin == no_position ? no_position : base_rows[first + origin];
        if (origin != no_position) {
          used[(first + origin) / 64] |= std::uint64_t{1} << ((first + origin) % 64);
          expected = origin + 1;
        }
      }
      first += known;
    }
    if constexpr (Packs) {
      flags(mask, spread.count);
      write_column(moves, moved, length_class);
    }
    return is_good();
  }

  bool load_keys(const WalkedPayload& source, const ShapeField& key, const std::uint32_t* rows, std::size_t count, std::uint64_t* keys) noexcept {
    const ScratchStack::Scope scope(scratch_);
    const TableRows tables{take<std::uint32_t>(count), take<std::uint32_t>(count)};
    auto* const places = take<std::uint32_t>(count);
    if (!is_good() || !source.find_tables(rows, count, tables) || !find(source, tables, count, key, places)) {
      return fail();
    }
    source.load_numbers(places, count, 0, key.number, key.standard, keys);
    return true;
  }

  // A power of two above twice the number of keys.
  static std::uint32_t index_size(std::uint32_t count) noexcept { return std::uint32_t{2} << bit_length(count); }
  static std::uint32_t hash(std::uint64_t key, std::uint32_t size) noexcept {
    return static_cast<std::uint32_t>(key * 0x9E3779B97F4A7C15 >> 32) & (size - 1);
  }

  /// Creates a hash table of keys: the numbers of the elements from 1.
  std::uint32_t* index_keys(const std::uint64_t* keys, std::uint32_t count) noexcept {
    const std::uint32_t size = index_size(count);
    auto* const index = take<std::uint32_t>(size);
    for (std::uint32_t i = 0; i < size && index != nullptr; ++i) {
      index[i] = 0;
    }
    for (std::uint32_t i = 0; i < count && index != nullptr; ++i) {
      std::uint32_t at = hash(keys[i], size);
      while (index[at] != 0) {
        at = (at + 1) & (size - 1);
      }
      index[at] = i + 1;
    }
    return index;
  }

  static std::uint32_t search(const std::uint32_t* index, const std::uint64_t* keys, std::uint32_t count, std::uint64_t key, const std::uint64_t* used,
                              std::uint32_t first) noexcept {
    const std::uint32_t size = index_size(count);
    for (std::uint32_t at = hash(key, size); index[at] != 0; at = (at + 1) & (size - 1)) {
      const std::uint32_t origin = index[at] - 1;
      if (keys[origin] == key && !has_row(used, first + origin)) {
        return origin;
      }
    }
    return no_position;
  }

  /// Returns whether a row has the values of its partner.
  bool is_equal(ShapeKind kind, std::uint32_t record, std::uint32_t row, std::uint32_t partner, std::uint32_t depth) noexcept {
    return kind == ShapeKind::Table    ? are_tables_equal(record, row, partner, depth)
           : kind == ShapeKind::Struct ? are_bytes_equal(row, partner, ShapeStruct(shape_, record).size)
                                       : are_vectors_equal(kind, 0, row, partner, 1, depth);
  }

  bool are_bytes_equal(std::uint32_t at, std::uint32_t partner, std::uint64_t count) const noexcept {
    return std::equal(own_.data + at, own_.data + at + count, base_.data + partner);
  }

  bool are_tables_equal(std::uint32_t record, std::uint32_t slot, std::uint32_t partner, std::uint32_t depth) noexcept {
    std::uint32_t table = 0, vtable = 0, base_table = 0, base_vtable = 0;
    if (depth > shape_[2] || !visit(1) || !own_.find_table(slot, table, vtable) || !base_.find_table(partner, base_table, base_vtable)) {
      return false;
    }
    for (std::uint32_t i = 0; i < shape_[record]; ++i) {
      const ShapeField field(shape_, record, i);
      std::uint32_t at = 0, from = 0, type = no_position, base_type = no_position;
      const bool is_union = field.kind == ShapeKind::Union || field.kind == ShapeKind::Unions;
      const std::uint32_t type_size = field.kind == ShapeKind::Union ? number_sizes[field.number] : 4;
      if (!own_.find(table, vtable, field.entry, size_of(field), at) || !base_.find(base_table, base_vtable, field.entry, size_of(field), from) ||
          (is_union && (!own_.find(table, vtable, field.entry - 2, type_size, type) ||
                        !base_.find(base_table, base_vtable, field.entry - 2, type_size, base_type))) ||
          !are_fields_equal(field, at, from, type, base_type, depth)) {
        return false;
      }
    }
    return true;
  }

  static std::uint64_t number_at(const WalkedPayload& source, std::uint32_t at, std::uint32_t number, std::uint64_t missing) noexcept {
    return at == no_position ? missing : source.load_number(number, at);
  }

  std::uint64_t type_at(const WalkedPayload& source, std::uint32_t at, const ShapeField& field) const noexcept {
    const std::uint64_t type = number_at(source, at, field.number, 0);
    return ShapeUnion(shape_, field.record).has(type) ? type : 0;
  }

  bool are_fields_equal(const ShapeField& field, std::uint32_t at, std::uint32_t from, std::uint32_t type, std::uint32_t base_type,
                        std::uint32_t depth) noexcept {
    if (field.kind == ShapeKind::Scalar) {
      return number_at(own_, at, field.number, field.standard) == number_at(base_, from, field.number, field.standard);
    }
    if (field.kind == ShapeKind::Union) {
      const std::uint64_t own = at == no_position ? 0 : type_at(own_, type, field);
      return own == (from == no_position ? 0 : type_at(base_, base_type, field)) && (own == 0 || are_members_equal(field, own, at, from, depth));
    }
    if (at == no_position || from == no_position) {
      return at == from;
    }
    switch (field.kind) {
      case ShapeKind::Optional: return own_.load_number(field.number, at) == base_.load_number(field.number, from);
      case ShapeKind::Struct: return are_bytes_equal(at, from, size_of(field));
      case ShapeKind::Table: return are_tables_equal(field.record, at, from, depth + 1);
      case ShapeKind::Unions: return are_unions_equal(field, at, from, type, base_type, depth);
      case ShapeKind::Scalars: return are_vectors_equal(field.kind, field.record, at, from, number_sizes[field.number], depth);
      case ShapeKind::Structs: return are_vectors_equal(field.kind, field.record, at, from, ShapeStruct(shape_, field.record).size, depth);
      default: return are_vectors_equal(field.kind, field.record, at, from, field.kind == ShapeKind::String ? 1 : 4, depth);
    }
  }

  bool are_members_equal(const ShapeField& field, std::uint64_t type, std::uint32_t slot, std::uint32_t partner, std::uint32_t depth) noexcept {
    const ShapeUnion known(shape_, field.record);
    std::uint32_t i = 0;
    while (known.member(i)[0] != type) {
      ++i;
    }
    const auto kind = static_cast<ShapeKind>(known.member(i)[1]);
    const std::uint32_t record = known.member(i)[2];
    if (kind != ShapeKind::Struct) {
      return is_equal(kind, record, slot, partner, depth + 1);
    }
    const std::uint32_t size = ShapeStruct(shape_, record).size;
    std::uint32_t at = 0, from = 0;
    return own_.follow(slot, size, at) && base_.follow(partner, size, from) && are_bytes_equal(at, from, size);
  }

  bool are_unions_equal(const ShapeField& field, std::uint32_t slot, std::uint32_t partner, std::uint32_t types, std::uint32_t base_types,
                        std::uint32_t depth) noexcept {
    const std::uint32_t size = number_sizes[field.number];
    std::uint32_t at = 0, from = 0, type = 0, base_type = 0;
    std::uint64_t length = 0, base_length = 0, count = 0, base_count = 0;
    if (types == no_position || base_types == no_position || !own_.find_vector(slot, 4, at, length) || !base_.find_vector(partner, 4, from, base_length) ||
        !own_.find_vector(types, size, type, count) || !base_.find_vector(base_types, size, base_type, base_count) || length != base_length ||
        length != count || length != base_count || !visit(length)) {
      return false;
    }
    for (std::uint32_t i = 0; i < length; ++i) {
      const std::uint64_t own = type_at(own_, type + size * i, field);
      if (own != type_at(base_, base_type + size * i, field) || (own != 0 && !are_members_equal(field, own, at + 4 * i, from + 4 * i, depth))) {
        return false;
      }
    }
    return true;
  }

  bool are_vectors_equal(ShapeKind kind, std::uint32_t record, std::uint32_t slot, std::uint32_t partner, std::uint32_t size,
                         std::uint32_t depth) noexcept {
    std::uint32_t at = 0, from = 0;
    std::uint64_t length = 0, base_length = 0;
    if (!own_.find_vector(slot, size, at, length) || !base_.find_vector(partner, size, from, base_length) || length != base_length || !visit(length)) {
      return false;
    }
    if (kind != ShapeKind::Strings && kind != ShapeKind::Tables) {
      return are_bytes_equal(at, from, length * size);
    }
    const ShapeKind element = kind == ShapeKind::Tables ? ShapeKind::Table : ShapeKind::String;
    for (std::uint32_t i = 0; i < length; ++i) {
      if (!is_equal(element, record, at + 4 * i, from + 4 * i, depth + 1)) {
        return false;
      }
    }
    return true;
  }

  const std::uint32_t* shape_;
  WalkedPayload own_;
  WalkedPayload base_;
  Code code_;
  MutableByteSpan room_;
  PackingScratch* grows_;
  ScratchStack& scratch_;
  // Whether rows are unpacked that are not in the stream because they are those of the baseline.
  bool is_copying_ = false;
  // How many more rows and elements are visited.
  std::int64_t left_ = 0;
  PacketError error_ = PacketError::None;
};

}  // namespace codec::detail
