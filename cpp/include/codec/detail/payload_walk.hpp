#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../enums.hpp"
#include "../payload_shape.hpp"
#include "../span.hpp"
#include "bits.hpp"
#include "packing_scratch.hpp"
#include "payload_room.hpp"
#include "payload_rows.hpp"
#include "scratch_stack.hpp"
#include "walked_payload.hpp"

namespace codec::detail {

/// Packs or unpacks one payload. It walks the payload type by type: all tables of one place in the schema together, one field after the other. Values
/// are compared with those of the same place in a baseline, or with the defaults of the schema. docs/packing.md specifies the order.
///
/// Rows are tables, structs or strings. A row is the position of a struct, or of the offset to anything else. With a baseline, each row has a partner
/// there, or no_position. A function returns false after an error.
template <bool Packs>
class PayloadWalk final : PayloadRows<Packs> {
 public:
  /// Packs a payload to `room`, whose offsets are checked.
  PayloadWalk(PayloadShape shape, ByteSpan payload, ByteSpan baseline, MutableByteSpan room, ScratchStack& scratch) noexcept
      : Base(shape, room, baseline, {}, nullptr, scratch) {
    own_ = {payload.data(), static_cast<std::uint32_t>(payload.size())};
    left_ = static_cast<std::int64_t>(payload.size()) * 8 + 1024;
  }

  /// Unpacks a payload to `room`, or to the memory of `grows`, up to its limit.
  PayloadWalk(PayloadShape shape, ByteSpan packed, ByteSpan baseline, MutableByteSpan room, PackingScratch* grows, ScratchStack& scratch) noexcept
      : Base(shape, packed, baseline, room, grows, scratch) {}

  /// Packs the payload. Returns Ok; BufferTooSmall if the room is too small, if there is no memory, or if the parts of the payload are shared so
  /// often that the walk is too long; or Invalid.
  Status pack(std::size_t& written) noexcept {
    code_.bits(0, 1);
    const bool is_walked = (shape_[1] == 0 ? own_.size >= 8 : own_.size == shape_[shape_[0]]) && root();
    written = is_walked ? code_.finish() : 0;
    return written != 0                                                                          ? Status::Ok
           : is_walked || left_ < 0 || code_.is_full() || error_ == PacketError::PayloadTooLarge ? Status::BufferTooSmall
                                                                                                 : Status::Invalid;
  }

  /// Unpacks a payload that is not stored. Sets `payload` to the unpacked one.
  PacketError unpack(ByteSpan& payload) noexcept {
    // The caller unpacks stored payloads, so this bit must be 0.
    const bool is_stored = code_.bits(1) != 0;
    std::uint32_t start = 0;
    const bool is_table = shape_[1] == 0;
    const bool is_placed = is_table ? reserve(shape_[3] == 0 ? 4 : 8, 4, start) : reserve(shape_[shape_[0]], 1, start);
    if (is_placed && is_table && shape_[3] != 0) {
      room_.store(4, shape_[3]);
    }
    if (is_stored || !is_placed || !root()) {
      code_.fail(error_ == PacketError::None ? PacketError::PackedInvalid : error_);
    }
    const PacketError error = code_.finish();
    payload = error == PacketError::None ? ByteSpan(own_.data, own_.size) : ByteSpan();
    return error;
  }

 private:
  using Base = PayloadRows<Packs>;
  using Base::base_, Base::code_, Base::each_source, Base::error_, Base::fail, Base::flags, Base::has_base, Base::is_copying_, Base::is_good;
  using Base::check_room, Base::leaf, Base::left_, Base::members, Base::own_, Base::room_, Base::scratch_, Base::shape_, Base::strings, Base::structs;
  using Base::take_rows, Base::vectors;
  using typename Base::Differences, typename Base::Rows;

  /// The tables, and their partners.
  struct Tables {
    TableRows rows[2];
    std::size_t count;
  };

  /// What is known of a field, once it is known which tables have it.
  struct FieldState {
    // The tables that have the field, or whose number is different.
    std::uint64_t* mask;
    // The numbers of all tables that have a scalar.
    void* numbers;
    Differences found;
    // The types of unions, and those of their partners.
    std::uint64_t* types;
    std::uint64_t* base_types;
    // Whether all of the tables get the number.
    bool is_placed;
  };

  template <class T>
  T* take(std::size_t count) noexcept {
    return Base::template take<T>(count);
  }

  bool reserve(std::uint64_t size, std::uint32_t alignment, std::uint32_t& at) noexcept { return check_room(room_.reserve(size, alignment, 0, at)); }

  bool root() noexcept {
    std::uint32_t at = 0;
    std::uint32_t base = 0;
    const Rows rows{{&at, has_base() ? &base : nullptr}, 1};
    return shape_[1] != 0 ? (!has_base() || base_.size == shape_[shape_[0]]) && structs(shape_[0], rows)
                          : (!has_base() || base_.size >= 8) && Base::tables(shape_[0], rows, 1);
  }

  bool fields(std::uint32_t record, const Rows& rows, std::uint32_t depth) noexcept override {
    const std::uint32_t fields = shape_[record];
    const std::size_t count = rows.count;
    Tables tables{{{take<std::uint32_t>(count), take<TableRun>(count), 0, count},
                   {Base::template take_bases<std::uint32_t>(count), Base::template take_bases<TableRun>(count), 0, count}},
                  count};
    auto* const states = take<FieldState>(fields);
    auto* const masks = take<std::uint64_t>(fields * mask_words(count));
    if (!is_good() || !each_source([&](const WalkedPayload& source, unsigned side) {
          return source.find_tables(shape_, record, rows.at[side], count, tables.rows[side]);
        })) {
      return fail();
    }
    for (std::uint32_t i = 0; i < fields; ++i) {
      const ShapeField field(shape_, record, i);
      void* const numbers = Packs && field.kind == ShapeKind::Scalar ? this->take_column(field.number, count) : nullptr;
      states[i] = {masks + i * mask_words(count), numbers, {}, nullptr, nullptr, false};
    }
    if constexpr (Packs) {
      move_scalars(record, tables, states);
    }
    for (std::uint32_t i = 0; i < fields; ++i) {
      if (!presence(ShapeField(shape_, record, i), tables, states[i])) {
        return false;
      }
    }
    if constexpr (!Packs) {
      if (!place_tables(record, rows.at[0], tables, states)) {
        return false;
      }
    }
    for (std::uint32_t i = 0; i < fields; ++i) {
      const ShapeField field(shape_, record, i);
      if (!Packs && field.kind == ShapeKind::Scalar && states[i].is_placed) {
        states[i].numbers = this->take_column(field.number, count);
      }
      const ScratchStack::Scope scope(scratch_);
      const bool is_done = field.kind == ShapeKind::Scalar
                               ? with_number(field.number, [&](auto zero) { return scalar(field, tables, states[i], zero); })
                               : content(field, tables, states[i], depth);
      if (!is_done) {
        return false;
      }
    }
    if constexpr (!Packs) {
      move_scalars(record, tables, states);
    }
    return true;
  }

  /// Loads or stores the numbers that the tables have.
  void move_scalars(std::uint32_t record, const Tables& tables, const FieldState* states) noexcept {
    TableRows block = tables.rows[0];
    for (; block.first < tables.count; block.first = block.end) {
      block.end = (std::min)(tables.count, block.first + rows_of_block);
      while (block.runs->end <= block.first) {
        ++block.runs;
      }
      for (std::uint32_t i = 0; i < shape_[record]; ++i) {
        if (states[i].numbers == nullptr) {
          continue;
        }
        const ShapeField field(shape_, record, i);
        with_number(field.number, [&](auto zero) {
          auto* const numbers = static_cast<decltype(zero)*>(states[i].numbers);
          if constexpr (Packs) {
            own_.template load_field<decltype(zero)>(block, field.entry, field.standard_as(zero), numbers);
          } else {
            own_.for_each_run(block, field.entry, [&](std::size_t row, std::size_t end, std::uint32_t offset) {
              room_.store_rows(block.at + row, end - row, offset, numbers + row);
            });
          }
        });
      }
    }
  }

  bool presence(const ShapeField& field, const Tables& tables, FieldState& state) noexcept {
    if (field.kind == ShapeKind::Union) {
      return union_types(field, tables, state);
    }
    if (field.kind == ShapeKind::Scalar) {
      return with_number(field.number, [&](auto zero) { return scalar_flags(field, tables, state, zero); });
    }
    fill_rows(state.mask, tables.count, false);
    each_source([&](const WalkedPayload& source, unsigned side) { return source.invert_present(tables.rows[side], field.entry, state.mask), true; });
    flags(state.mask, tables.count);
    if (has_base()) {
      base_.invert_present(tables.rows[1], field.entry, state.mask);
    }
    return is_good();
  }

  /// Packs or unpacks which numbers are different.
  template <class T>
  bool scalar_flags(const ShapeField& field, const Tables& tables, FieldState& state, T) noexcept {
    if constexpr (Packs) {
      const T standard = field.standard_as(T{});
      const T* const bases = load_bases(field, tables, standard);
      if (!is_good() || !this->find_differences(static_cast<T*>(state.numbers), bases, tables.count, field.number, field.quantization, standard,
                                                state.mask, state.found)) {
        return false;
      }
      flags(state.mask, tables.count);
    } else {
      // If one table has a number, all tables get it, as in generated writers. So most tables have the same vtable.
      if (has_base()) {
        base_.for_each_run(tables.rows[1], field.entry, [&](std::size_t, std::size_t, std::uint32_t offset) { state.is_placed |= offset != 0; });
      }
      flags(state.mask, tables.count);
      state.is_placed |= count_rows(state.mask, tables.count) != 0;
    }
    return is_good();
  }

  template <class T>
  T* load_bases(const ShapeField& field, const Tables& tables, T standard) noexcept {
    T* const bases = has_base() ? this->template take_numbers<T>(tables.count) : nullptr;
    if (bases != nullptr) {
      base_.template load_field<T>(tables.rows[1], field.entry, standard, bases);
    }
    return bases;
  }

  /// Packs or unpacks the numbers of a field.
  template <class T>
  bool scalar(const ShapeField& field, const Tables& tables, const FieldState& state, T) noexcept {
    if constexpr (Packs) {
      return this->template write_differences<T>(state.found, field.number, field.quantization);
    } else {
      if (!state.is_placed) {
        return true;
      }
      const T standard = field.standard_as(T{});
      const T* const bases = load_bases(field, tables, standard);
      return is_good() &&
             this->read_differences(static_cast<T*>(state.numbers), bases, tables.count, field.number, field.quantization, standard, state.mask);
    }
  }

  /// Loads the types of unions. A union without a value, or of a type that the schema does not have, has the type 0.
  void load_types(const WalkedPayload& source, const TableRows& tables, const ShapeField& field, std::uint64_t* types) noexcept {
    with_number(field.number, [&](auto zero) { source.load_field<decltype(zero)>(tables, field.entry - 2, std::uint64_t{0}, types); });
    const ShapeUnion known(shape_, field.record);
    source.for_each_run(tables, field.entry, [&](std::size_t i, std::size_t end, std::uint32_t offset) {
      for (; i < end; ++i) {
        types[i] = offset != 0 && known.has(types[i]) ? types[i] : 0;
      }
    });
  }

  bool union_types(const ShapeField& field, const Tables& tables, FieldState& state) noexcept {
    const std::size_t count = tables.count;
    state.types = take<std::uint64_t>(count);
    state.base_types = take<std::uint64_t>(count);
    const ScratchStack::Scope scope(scratch_);
    if (!is_good()) {
      return false;
    }
    std::fill_n(state.base_types, count, std::uint64_t{0});
    each_source([&](const WalkedPayload& source, unsigned side) {
      return load_types(source, tables.rows[side], field, side == 0 ? state.types : state.base_types), true;
    });
    if constexpr (Packs) {
      set_rows(state.mask, count, [&](std::size_t i) { return state.types[i] != state.base_types[i]; });
    }
    flags(state.mask, count);
    const bool is_read = with_number(field.number, [&](auto zero) {
      const std::size_t changed = count_rows(state.mask, count);
      auto* const column = take<decltype(zero)>(changed);
      auto* next = column;
      if (column == nullptr) {
        return false;
      }
      if constexpr (Packs) {
        for_each_row(state.mask, count, [&](std::size_t row) { *next++ = static_cast<decltype(zero)>(state.types[row]); });
      } else {
        std::copy_n(state.base_types, count, state.types);
      }
      if (changed != 0) {
        code_.column(column, changed, false);
      }
      if constexpr (!Packs) {
        const ShapeUnion known(shape_, field.record);
        for_each_row(state.mask, count, [&](std::size_t row) {
          state.types[row] = *next++;
          if (!known.has(state.types[row]) && (state.types[row] != 0 || !has_base())) {
            fail();
          }
        });
      }
      return true;
    });
    set_rows(state.mask, count, [&](std::size_t i) { return state.types[i] != 0; });
    return is_read && is_good();
  }

  /// Packs or unpacks a field of the tables that have it.
  bool content(const ShapeField& field, const Tables& tables, const FieldState& state, std::uint32_t depth) noexcept {
    const std::size_t count = count_rows(state.mask, tables.count);
    if (count == 0) {
      return true;
    }
    Rows rows = take_rows(tables.count);
    Rows types = field.is_union() ? take_rows(tables.count) : rows;
    if (!is_good()) {
      return false;
    }
    const auto find = [&](const WalkedPayload& source, const TableRows& from, std::uint32_t entry, std::uint32_t* places) {
      source.find(from, entry, places);
      if (count != tables.count) {
        select_rows(state.mask, tables.count, places);
      }
    };
    for (unsigned side = 0; side < (has_base() ? 2 : 1); ++side) {
      find(side == 0 ? own_ : base_, tables.rows[side], field.entry, rows.at[side]);
      if (field.is_union()) {
        find(side == 0 ? own_ : base_, tables.rows[side], field.entry - 2, types.at[side]);
      }
    }
    rows.count = types.count = count;
    switch (field.kind) {
      case ShapeKind::Optional: return leaf(field.number, field.quantization, 0, rows);
      case ShapeKind::Struct: return structs(field.record, rows);
      case ShapeKind::String: return strings(rows);
      case ShapeKind::Table: return Base::tables(field.record, rows, depth + 1);
      case ShapeKind::Union:
        select_rows(state.mask, tables.count, state.types);
        select_rows(state.mask, tables.count, state.base_types);
        if constexpr (!Packs) {
          with_number(field.number, [&](auto zero) {
            for (std::size_t i = 0; i < count; ++i) {
              room_.store(types.at[0][i], static_cast<decltype(zero)>(state.types[i] & low_bits(8 * sizeof(zero))));
            }
          });
        }
        return members(field.record, rows, state.types, state.base_types, depth);
      default: return vectors(field, rows, types, depth);
    }
  }

  /// Places the tables to which the offsets at `places` refer.
  bool place_tables(std::uint32_t record, const std::uint32_t* places, Tables& tables, const FieldState* states) noexcept {
    const std::size_t count = tables.count;
    const std::uint32_t fields = shape_[record];
    const std::size_t words = mask_words(fields);
    const std::size_t most = (std::min)(count, std::size_t{64});
    const auto is_scalar = [&](std::uint32_t i) { return ShapeField(shape_, record, i).kind == ShapeKind::Scalar; };
    // Tables that all have the same fields are placed at once.
    bool is_uniform = true;
    for (std::uint32_t i = 0; i < fields; ++i) {
      const std::size_t set = is_scalar(i) ? 0 : count_rows(states[i].mask, count);
      is_uniform &= set == 0 || set == count;
    }
    const std::size_t distinct = is_uniform ? 1 : count;
    // The scope in tables() releases these masks.
    auto* const present = take<std::uint64_t>(distinct * words);
    // Few combinations of fields are frequent. The vtable of a rare one may be written again.
    auto* const known = take<PayloadRoom::VTable>(most);
    if (!is_good()) {
      return false;
    }
    std::fill_n(present, distinct * words, std::uint64_t{0});
    for (std::uint32_t i = 0; i < fields; ++i) {
      for (std::size_t row = 0; row < distinct; ++row) {
        if (is_scalar(i) ? states[i].is_placed : has_row(states[i].mask, row)) {
          present[row * words + i / 64] |= std::uint64_t{1} << (i % 64);
        }
      }
    }
    std::size_t made = 0;
    TableRows& placed = tables.rows[0];
    TableRun* run = placed.runs;
    for (std::size_t row = 0, end = 0; row < count; row = end) {
      const std::uint64_t* const own = present + row * words;
      for (end = is_uniform ? count : row + 1; end < count && std::equal(own, own + words, present + end * words);) {
        ++end;
      }
      const std::size_t cached = (std::min)(made, most);
      auto last = static_cast<std::size_t>(
          std::find_if(known, known + cached, [&](const PayloadRoom::VTable& table) { return std::equal(own, own + words, table.fields); }) - known);
      if (last == cached) {
        last = made++ % most;
        if (!check_room(room_.make_vtable(shape_, record, own, known[last]))) {
          return false;
        }
      }
      if (!check_room(room_.place_tables(places, row, end, known[last], placed.at))) {
        return false;
      }
      *run++ = {static_cast<std::uint32_t>(end), known[last].at};
    }
    return true;
  }
};

}  // namespace codec::detail
