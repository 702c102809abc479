#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../enums.hpp"
#include "../payload_shape.hpp"
#include "../span.hpp"
#include "bits.hpp"
#include "column_reader.hpp"
#include "packing_scratch.hpp"
#include "quantized_column.hpp"
#include "scratch_stack.hpp"

namespace codec::detail {

/// Unpacks one payload: the counterpart of PayloadPacker. The payload is valid for a verifier, if what the verifier checks besides offsets is valid.
class PayloadUnpacker {
 public:
  /// Unpacks to the memory for the payload of a scratch, up to its limit.
  PayloadUnpacker(PayloadShape shape, ByteSpan packed, PackingScratch& scratch) noexcept
      : PayloadUnpacker(shape, packed, scratch.bytes(), *scratch.stack()) {
    memory_ = &scratch;
  }

  /// Unpacks to `room`.
  PayloadUnpacker(PayloadShape shape, ByteSpan packed, MutableByteSpan room, ScratchStack& scratch) noexcept
      : shape_(shape.words), reader_(packed), room_(room), scratch_(scratch) {}

  /// Unpacks a payload that is not stored. Sets `payload` to the unpacked one.
  PacketError unpack(ByteSpan& payload) noexcept {
    reader_.bits(1);
    std::uint32_t root = 0;
    if (shape_[1] != 0) {
      const ShapeStruct type(shape_, shape_[0]);
      if (place(type.size, 1, 0, root)) {
        structs(shape_[0], &root, 1);
      }
    } else if (place(shape_[3] == 0 ? 4 : 8, 4, 0, root)) {
      if (shape_[3] != 0) {
        store(4, shape_[3]);
      }
      tables(shape_[0], &root, 1, 1);
    }
    const PacketError error = reader_.finish();
    payload = error == PacketError::None ? ByteSpan(room_.data(), size_) : ByteSpan();
    return error;
  }

 private:
  bool has_failed() const noexcept { return reader_.error() != PacketError::None; }

  template <class T>
  T* take(std::size_t count) noexcept {
    T* const values = scratch_.take<T>(count);
    if (values == nullptr) {
      reader_.fail(PacketError::PayloadTooLarge);
    }
    return values;
  }

  template <class T>
  T load(std::uint32_t at) const noexcept {
    return load_bytes<T>(room_.data() + at);
  }

  template <class T>
  void store(std::uint32_t at, T value) noexcept {
    store_bytes(room_.data() + at, value);
  }

  void store_number(std::uint32_t number, std::uint32_t at, std::uint32_t value) noexcept {
    const std::uint64_t wide = value;
    std::memcpy(room_.data() + at, &wide, number_sizes[number]);
  }

  std::uint64_t load_number(std::uint32_t number, std::uint32_t at) const noexcept {
    std::uint64_t value = 0;
    std::memcpy(&value, room_.data() + at, number_sizes[number]);
    return value;
  }

  /// Appends `size` zeros. The position of those after the first `lead` is a multiple of `alignment`, which is a power of two.
  bool place(std::uint64_t size, std::uint32_t alignment, std::uint32_t lead, std::uint32_t& at) noexcept {
    const std::uint64_t start = ((std::uint64_t{size_} + lead + alignment - 1) & ~(std::uint64_t{alignment} - 1)) - lead;
    const std::uint64_t end = start + size;
    if (end > room_.size() && end <= 0x7FFFFFFF && memory_ != nullptr) {
      memory_->grow((std::max)(static_cast<std::uint32_t>(end), size_ * 2), size_);
      room_ = memory_->bytes();
    }
    if (end > room_.size()) {
      reader_.fail(PacketError::PayloadTooLarge);
    }
    if (has_failed()) {
      return false;
    }
    std::memset(room_.data() + size_, 0, static_cast<std::uint32_t>(end) - size_);
    size_ = static_cast<std::uint32_t>(end);
    at = static_cast<std::uint32_t>(start);
    return true;
  }

  /// Lets the offset at a position refer to another position.
  void refer(std::uint32_t slot, std::uint32_t to) noexcept { store(slot, to - slot); }

  std::uint32_t size_of(const ShapeField& field) const noexcept {
    return field.kind <= ShapeKind::Optional ? number_sizes[field.number]
           : field.kind == ShapeKind::Struct ? ShapeStruct(shape_, field.record).size : 4;
  }

  std::uint32_t alignment_of(const ShapeField& field) const noexcept {
    return field.kind == ShapeKind::Struct ? ShapeStruct(shape_, field.record).alignment : size_of(field);
  }

  /// The vtable of the tables that have the same fields.
  struct VTable {
    const std::uint64_t* fields;
    std::uint32_t at;
    std::uint32_t size;
    std::uint32_t alignment;
  };

  static bool has_field(const std::uint64_t* fields, std::uint32_t index) noexcept { return (fields[index / 64] >> (index % 64) & 1) != 0; }

  bool make_vtable(std::uint32_t record, const std::uint64_t* present, VTable& table) noexcept {
    const std::uint32_t fields = shape_[record];
    std::uint32_t size = 4;
    std::uint32_t alignment = 4;
    for (std::uint32_t i = 0; i < fields; ++i) {
      if (has_field(present, i)) {
        const ShapeField field(shape_, record, i);
        size = field.entry + 2;
        alignment = (std::max)(alignment, alignment_of(field));
        alignment = (std::max)(alignment, field.kind == ShapeKind::Union ? number_sizes[field.number] : 4);
      }
    }
    table = {present, 0, 4, alignment};
    if (!place(size, 4, 0, table.at)) {
      return false;
    }
    const auto add = [&](std::uint32_t entry, std::uint32_t bytes) {
      store(table.at + entry, static_cast<std::uint16_t>(table.size & 0xFFFF));
      table.size += bytes;
    };
    // The layout of generated writers: the largest alignments first.
    for (; alignment != 0; alignment /= 2) {
      for (std::uint32_t i = 0; i < fields; ++i) {
        if (!has_field(present, i)) {
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
    if (table.size > 0xFFFF) {
      reader_.fail(PacketError::PayloadTooLarge);
    }
    store(table.at, static_cast<std::uint16_t>(size & 0xFFFF));
    store(table.at + 2, static_cast<std::uint16_t>(table.size & 0xFFFF));
    return !has_failed();
  }

  /// Places the tables to which the offsets at `rows` refer, replaces these by the positions of the tables, and sets their vtables. `masks` are the
  /// tables that have a field, for each field.
  bool place_tables(std::uint32_t record, std::uint32_t* rows, std::size_t count, const std::uint64_t* masks, std::uint32_t* vtables) noexcept {
    const std::uint32_t fields = shape_[record];
    const std::size_t words = (std::size_t{fields} + 63) / 64;
    auto* const present = take<std::uint64_t>(count * words);
    if (present == nullptr) {
      return false;
    }
    std::fill_n(present, count * words, std::uint64_t{0});
    for (std::uint32_t i = 0; i < fields; ++i) {
      const std::uint64_t* const mask = masks + i * mask_words(count);
      const auto add = [&](std::size_t row) { present[row * words + i / 64] |= std::uint64_t{1} << (i % 64); };
      if (ShapeField(shape_, record, i).kind != ShapeKind::Scalar) {
        for_each_row(mask, count, add);
      } else if (count_rows(mask, count) != 0) {
        // Numbers that one of the tables has are in all of them, as generated writers do it. So most of them have the same vtable.
        for (std::size_t row = 0; row < count; ++row) {
          add(row);
        }
      }
    }
    // Few combinations of fields are frequent. Of the others, a vtable may be written again.
    const std::size_t most = (std::min)(count, std::size_t{64});
    auto* const known = take<VTable>(most);
    if (known == nullptr) {
      return false;
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
      if (!place(known[last].size, known[last].alignment, 4, table)) {
        return false;
      }
      store(table, table - known[last].at);
      refer(rows[row], table);
      rows[row] = table;
      vtables[row] = known[last].at;
    }
    return !has_failed();
  }

  /// Sets `slots` to the positions of a field in the tables that have it.
  void find(const std::uint32_t* rows, const std::uint32_t* vtables, std::size_t count, std::uint32_t entry, const std::uint64_t* mask,
            std::uint32_t* slots) const noexcept {
    for_each_row(mask, count, [&](std::size_t row) { *slots++ = rows[row] + load<std::uint16_t>(vtables[row] + entry); });
  }

  /// Unpacks the tables to which the offsets at `rows` will refer.
  void tables(std::uint32_t record, std::uint32_t* rows, std::size_t count, std::uint32_t depth) noexcept {
    if (depth > shape_[2]) {
      reader_.fail(PacketError::PackedInvalid);
    }
    const ScratchStack::Scope scope(scratch_);
    const std::uint32_t fields = shape_[record];
    const std::size_t words = mask_words(count);
    auto* const vtables = take<std::uint32_t>(count);
    auto* const slots = take<std::uint32_t>(count);
    auto* const type_slots = take<std::uint32_t>(count);
    auto* const masks = take<std::uint64_t>(fields * words);
    auto* const types = take<std::uint32_t*>(fields);
    if (has_failed()) {
      return;
    }
    for (std::uint32_t i = 0; i < fields && !has_failed(); ++i) {
      const ShapeField field(shape_, record, i);
      reader_.flags(masks + i * words, count);
      if (field.kind == ShapeKind::Union) {
        types[i] = read_types(field, count_rows(masks + i * words, count));
      }
    }
    if (has_failed() || !place_tables(record, rows, count, masks, vtables)) {
      return;
    }
    for (std::uint32_t i = 0; i < fields && !has_failed(); ++i) {
      const ShapeField field(shape_, record, i);
      const std::uint64_t* const mask = masks + i * words;
      const std::size_t present = count_rows(mask, count);
      if (present == 0) {
        continue;
      }
      if (field.kind == ShapeKind::Scalar && field.standard != 0 && present != count) {
        with_number(field.number, [&](auto zero, auto) {
          for (std::size_t row = 0; row < count; ++row) {
            store(rows[row] + load<std::uint16_t>(vtables[row] + field.entry),
                  static_cast<decltype(zero)>(field.standard & low_bits(8 * sizeof(zero))));
          }
        });
      }
      find(rows, vtables, count, field.entry, mask, slots);
      if (field.kind == ShapeKind::Union || field.kind == ShapeKind::Unions) {
        find(rows, vtables, count, field.entry - 2, mask, type_slots);
      }
      if (field.kind == ShapeKind::Union) {
        for (std::size_t row = 0; row < present; ++row) {
          store_number(field.number, type_slots[row], types[i][row]);
        }
        unions(ShapeUnion(shape_, field.record), slots, types[i], present, depth);
      } else {
        content(field, slots, type_slots, present, depth);
      }
    }
  }

  /// Reads the types of unions, which are members, into an array.
  std::uint32_t* read_types(const ShapeField& field, std::size_t count) noexcept {
    auto* const types = take<std::uint32_t>(count);
    if (types == nullptr || count == 0) {
      return types;
    }
    const ShapeUnion members(shape_, field.record);
    reader_.begin_column(count, 8 * number_sizes[field.number], false);
    for_each_value(count, [&](std::size_t i, std::uint64_t type) {
      if (!members.has(type)) {
        reader_.fail(PacketError::PackedInvalid);
      }
      types[i] = static_cast<std::uint32_t>(type);
    });
    return types;
  }

  void content(const ShapeField& field, std::uint32_t* slots, std::uint32_t* type_slots, std::size_t count, std::uint32_t depth) noexcept {
    switch (field.kind) {
      case ShapeKind::Scalar:
        return field.quantization == 0 ? numbers(field.number, slots, count, field.standard)
                                       : quantized(field.number, field.quantization, slots, count, field.standard, false);
      case ShapeKind::Optional: return scalars(field.number, field.quantization, slots, count);
      case ShapeKind::Struct:
      case ShapeKind::String:
      case ShapeKind::Table: return values(field.kind, field.record, slots, count, depth);
      default: return vectors(field, slots, type_slots, count, depth);
    }
  }

  /// Unpacks structs at these positions, or what the offsets at these positions will refer to.
  void values(ShapeKind kind, std::uint32_t record, std::uint32_t* slots, std::size_t count, std::uint32_t depth) noexcept {
    if (count == 0 || has_failed()) {
      return;
    }
    if (kind == ShapeKind::Struct) {
      structs(record, slots, count);
    } else {
      kind == ShapeKind::String ? strings(slots, count) : tables(record, slots, count, depth + 1);
    }
  }

  void unions(const ShapeUnion& members, const std::uint32_t* slots, const std::uint32_t* types, std::size_t count, std::uint32_t depth) noexcept {
    const ScratchStack::Scope scope(scratch_);
    auto* const rows = take<std::uint32_t>(count);
    for (std::uint32_t i = 0; i < members.count && !has_failed(); ++i) {
      const std::uint32_t* const member = members.member(i);
      const auto kind = static_cast<ShapeKind>(member[1]);
      std::size_t chosen = 0;
      for (std::size_t row = 0; row < count; ++row) {
        rows[chosen] = slots[row];
        chosen += types[row] == member[0] ? 1 : 0;
      }
      if (kind == ShapeKind::Struct) {
        const ShapeStruct type(shape_, member[2]);
        for (std::size_t row = 0; row < chosen; ++row) {
          std::uint32_t at = 0;
          if (!place(type.size, (std::max)(type.alignment, 1U), 0, at)) {
            return;
          }
          refer(rows[row], at);
          rows[row] = at;
        }
      }
      values(kind, member[2], rows, chosen, depth);
    }
  }

  void structs(std::uint32_t record, const std::uint32_t* rows, std::size_t count) noexcept {
    const ShapeStruct type(shape_, record);
    for (std::uint32_t i = 0; i < type.count && !has_failed();) {
      const std::uint32_t number = type.leaf(i)[1];
      std::uint32_t end = i + 1;
      std::uint32_t each = type.leaf(i)[2];
      // The leaves of a single struct that have the same class are one column.
      for (; count == 1 && end < type.count && type.is_column(i, end); ++end) {
        each += type.leaf(end)[2];
      }
      const ScratchStack::Scope scope(scratch_);
      auto* const at = take<std::uint32_t>(count * each);
      if (at == nullptr) {
        return;
      }
      std::size_t filled = 0;
      for (std::size_t row = 0; row < count; ++row) {
        for (std::uint32_t leaf = i; leaf < end; ++leaf) {
          for (std::uint32_t k = 0; k < type.leaf(leaf)[2]; ++k) {
            at[filled++] = rows[row] + type.leaf(leaf)[0] + k * number_sizes[number];
          }
        }
      }
      scalars(number, type.leaf(i)[3], at, filled);
      i = end;
    }
  }

  /// Reads the lengths of strings or vectors. Each is checked when it is placed.
  std::uint32_t* read_lengths(std::size_t count) noexcept {
    auto* const lengths = take<std::uint32_t>(count);
    auto* const mask = take<std::uint64_t>(mask_words(count));
    if (has_failed()) {
      return nullptr;
    }
    if (count == 1) {
      const std::uint64_t length = reader_.number();
      if (length > 0xFFFFFFFF) {
        reader_.fail(PacketError::PackedInvalid);
      }
      lengths[0] = static_cast<std::uint32_t>(length);
      return has_failed() ? nullptr : lengths;
    }
    reader_.flags(mask, count);
    std::fill_n(lengths, count, std::uint32_t{0});
    if (const std::size_t present = count_rows(mask, count); present != 0) {
      reader_.begin_column(present, 32, false);
      for_each_value(present, [&](std::size_t i, std::uint64_t length) { lengths[i] = static_cast<std::uint32_t>(length); });
      // The last one is moved first, so that none is overwritten.
      std::size_t left = present;
      for (std::size_t row = count; row-- > 0;) {
        lengths[row] = (mask[row / 64] >> (row % 64) & 1) != 0 ? lengths[--left] : 0;
      }
    }
    return has_failed() ? nullptr : lengths;
  }

  void strings(std::uint32_t* rows, std::size_t count) noexcept {
    const ScratchStack::Scope scope(scratch_);
    const std::uint32_t* const lengths = read_lengths(count);
    if (lengths == nullptr) {
      return;
    }
    std::uint32_t total = 0;
    for (std::size_t i = 0; i < count; ++i) {
      std::uint32_t at = 0;
      if (!place(std::uint64_t{lengths[i]} + 5, 4, 0, at)) {
        return;
      }
      store(at, lengths[i]);
      refer(rows[i], at);
      rows[i] = at;
      total += lengths[i];
    }
    copy(rows, lengths, count, total);
  }

  /// Copies the next chunk into strings, or into vectors of bytes.
  void copy(const std::uint32_t* rows, const std::uint32_t* lengths, std::size_t count, std::uint32_t total) noexcept {
    const std::byte* chunk = reader_.chunk(total);
    for (std::size_t i = 0; i < count && chunk != nullptr; ++i) {
      if (lengths[i] != 0) {
        std::memcpy(room_.data() + rows[i] + 4, chunk, lengths[i]);
        chunk += lengths[i];
      }
    }
  }

  /// Places vectors, lets the offsets at `slots` refer to them, and sets `rows` to their positions, which may be the same array.
  bool place_vectors(const std::uint32_t* slots, const std::uint32_t* lengths, std::size_t count, std::uint32_t size, std::uint32_t alignment,
                     std::uint32_t* rows) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      std::uint32_t at = 0;
      if (!place(std::uint64_t{lengths[i]} * size + 4, (std::max)(alignment, 4U), 4, at)) {
        return false;
      }
      store(at, lengths[i]);
      refer(slots[i], at);
      rows[i] = at;
    }
    return true;
  }

  static void list(const std::uint32_t* rows, const std::uint32_t* lengths, std::size_t count, std::uint32_t size, std::uint32_t* at) noexcept {
    for (std::size_t row = 0; row < count; ++row) {
      for (std::uint32_t i = 0; i < lengths[row]; ++i) {
        *at++ = rows[row] + 4 + i * size;
      }
    }
  }

  void vectors(const ShapeField& field, std::uint32_t* rows, std::uint32_t* type_slots, std::size_t count, std::uint32_t depth) noexcept {
    const ScratchStack::Scope scope(scratch_);
    const ShapeKind kind = field.kind;
    const std::uint32_t size = kind == ShapeKind::Scalars ? number_sizes[field.number]
                               : kind == ShapeKind::Structs ? ShapeStruct(shape_, field.record).size : 4;
    const std::uint32_t* const lengths = read_lengths(count);
    if (lengths == nullptr || !place_vectors(rows, lengths, count, size, field.alignment, rows)) {
      return;
    }
    const std::uint32_t type_size = kind == ShapeKind::Unions ? number_sizes[field.number] : 0;
    if (kind == ShapeKind::Unions && !place_vectors(type_slots, lengths, count, type_size, type_size, type_slots)) {
      return;
    }
    // All of them have been placed, so the sum is limited.
    std::uint32_t total = 0;
    for (std::size_t i = 0; i < count; ++i) {
      total += lengths[i];
    }
    if (total == 0) {
      return;
    }
    if (kind == ShapeKind::Scalars && size == 1 && field.number != bool_class && field.quantization == 0 && reader_.bits(1) != 0) {
      return copy(rows, lengths, count, total);
    }
    auto* const at = take<std::uint32_t>(total);
    if (at == nullptr) {
      return;
    }
    if (kind == ShapeKind::Unions) {
      list(type_slots, lengths, count, type_size, at);
      scalars(field.number, 0, at, total);
      auto* const types = take<std::uint32_t>(total);
      const ShapeUnion members(shape_, field.record);
      for (std::uint32_t i = 0; i < total && !has_failed(); ++i) {
        const std::uint64_t type = load_number(field.number, at[i]);
        if (type != 0 && !members.has(type)) {
          reader_.fail(PacketError::PackedInvalid);
        }
        types[i] = static_cast<std::uint32_t>(type);
      }
      list(rows, lengths, count, 4, at);
      return has_failed() ? void() : unions(members, at, types, total, depth);
    }
    list(rows, lengths, count, size, at);
    switch (kind) {
      case ShapeKind::Scalars: return scalars(field.number, field.quantization, at, total);
      case ShapeKind::Structs: return values(ShapeKind::Struct, field.record, at, total, depth);
      case ShapeKind::Strings: return values(ShapeKind::String, field.record, at, total, depth);
      default: return values(ShapeKind::Table, field.record, at, total, depth);
    }
  }

  /// Unpacks quantized numbers. Without flags, all codes are in the stream.
  void quantized(std::uint32_t number, std::uint32_t quantization, std::uint32_t* at, std::size_t count, std::uint64_t standard,
                 bool has_flags) noexcept {
    const QuantizedColumn column(shape_ + quantization, number);
    count /= column.size();
    const ScratchStack::Scope scope(scratch_);
    auto* const mask = take<std::uint64_t>(mask_words(count));
    auto* const codes = take<std::uint64_t>(2 * count);
    if (has_failed()) {
      return;
    }
    std::fill_n(mask, mask_words(count), ~std::uint64_t{0});
    if (has_flags) {
      reader_.flags(mask, count);
    }
    const std::uint64_t expected = column.code_of(standard);
    std::size_t next = 0;
    for (std::size_t i = 0; i < count; ++i) {
      at[next] = at[i * column.size()];
      const bool differs = (mask[i / 64] >> (i % 64) & 1) != 0;
      if (!differs) {
        column.decode(expected, room_.data() + at[next]);
      }
      next += differs ? 1 : 0;
    }
    if (next != 0) {
      column.read(reader_, codes, next, expected, codes + count);
    }
    for (std::size_t i = 0; i < next && !has_failed(); ++i) {
      column.decode(codes[i], room_.data() + at[i]);
    }
  }

  /// Unpacks numbers, of which only those that are not 0 are in the column.
  void scalars(std::uint32_t number, std::uint32_t quantization, std::uint32_t* at, std::size_t count) noexcept {
    if (quantization != 0) {
      return quantized(number, quantization, at, count, 0, true);
    }
    const ScratchStack::Scope scope(scratch_);
    auto* const mask = take<std::uint64_t>(mask_words(count));
    if (mask != nullptr) {
      reader_.flags(mask, count);
      numbers_in(mask, number, at, count);
    }
  }

  void numbers_in(const std::uint64_t* mask, std::uint32_t number, const std::uint32_t* at, std::size_t count) noexcept {
    const std::size_t present = count_rows(mask, count);
    if (present == count) {
      return numbers(number, at, count, 0);
    }
    auto* const chosen = take<std::uint32_t>(present);
    if (chosen != nullptr) {
      std::uint32_t* next = chosen;
      for_each_row(mask, count, [&](std::size_t row) { *next++ = at[row]; });
      numbers(number, chosen, present, 0);
    }
  }

  /// Unpacks a column of numbers that are not the standard one.
  void numbers(std::uint32_t number, const std::uint32_t* at, std::size_t count, std::uint64_t standard) noexcept {
    if (count == 0) {
      return;
    }
    if (number == bool_class) {
      for (std::size_t i = 0; i < count; ++i) {
        store(at[i], static_cast<std::uint8_t>(standard == 0 ? 1 : 0));
      }
      return;
    }
    with_number(number, [&](auto zero, auto residual) {
      using T = decltype(zero);
      constexpr Residual form = residual;
      const auto base = static_cast<T>(standard & low_bits(8 * sizeof(T)));
      reader_.begin_column(count, 8 * sizeof(T), form == Residual::Xor);
      for_each_value(count, [&](std::size_t i, std::uint64_t value) {
        const std::uint64_t difference = form == Residual::Zigzag ? unzigzag(value) : value;
        store(at[i], static_cast<T>((form == Residual::Xor ? difference ^ base : difference + base) & low_bits(8 * sizeof(T))));
      });
    });
  }

  /// Calls `use(index, value)` for each value of the column that was begun.
  template <class Use>
  void for_each_value(std::size_t count, Use&& use) noexcept {
    std::uint64_t values[64];
    for (std::size_t start = 0; start < count; start += 64) {
      const std::size_t batch = (std::min)(count - start, std::size_t{64});
      reader_.values(values, batch);
      for (std::size_t i = 0; i < batch; ++i) {
        use(start + i, values[i]);
      }
    }
  }

  const std::uint32_t* shape_;
  ColumnReader reader_;
  MutableByteSpan room_;
  PackingScratch* memory_ = nullptr;
  ScratchStack& scratch_;
  std::uint32_t size_ = 0;
};

}  // namespace codec::detail
