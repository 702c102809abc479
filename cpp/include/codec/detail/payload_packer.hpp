#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../payload_shape.hpp"
#include "../span.hpp"
#include "bits.hpp"
#include "column_writer.hpp"
#include "quantized_column.hpp"
#include "scratch_stack.hpp"

namespace codec::detail {

/// Packs one payload. It walks the payload type by type: all tables of one place in the schema together, one field after the other. docs/packing.md
/// specifies the walk. Every offset of the payload is checked.
class PayloadPacker {
 public:
  enum class Result { Packed, NotShorter, Invalid };

  PayloadPacker(PayloadShape shape, ByteSpan payload, MutableByteSpan room, ScratchStack& scratch) noexcept
      : shape_(shape.words), data_(payload.data()), size_(static_cast<std::uint32_t>(payload.size())), left_(std::uint64_t{size_} * 8 + 1024),
        writer_(room), scratch_(scratch) {}

  /// Packs the payload to the room. Returns NotShorter if the room is too small, and if there is no memory. `written` is then 0.
  Result pack(std::size_t& written) noexcept {
    writer_.bits(0, 1);
    if (shape_[1] != 0) {
      std::uint32_t root = 0;
      if (size_ != ShapeStruct(shape_, shape_[0]).size) {
        return Result::Invalid;
      }
      structs(shape_[0], &root, 1);
    } else {
      std::uint32_t root = 0;
      if (size_ < 8 || !follow(&root, 1, 4)) {
        return Result::Invalid;
      }
      tables(shape_[0], &root, 1, 1);
    }
    written = result_ == Result::Packed ? writer_.finish() : 0;
    return result_ == Result::Packed && written == 0 ? Result::NotShorter : result_;
  }

 private:
  void fail(Result result) noexcept { result_ = result_ == Result::Packed ? result : result_; }

  bool has_failed() noexcept {
    if (writer_.is_full()) {
      fail(Result::NotShorter);
    }
    return result_ != Result::Packed;
  }

  /// Returns an array for something of each of `count` rows or elements. A payload whose tables are shared can have far more than bytes.
  template <class T>
  T* take(std::size_t count) noexcept {
    T* const values = scratch_.take<T>(count);
    if (values == nullptr) {
      fail(Result::NotShorter);
    }
    return values;
  }

  bool visit(std::uint64_t rows) noexcept {
    if (has_failed() || rows > left_) {
      fail(Result::NotShorter);
      return false;
    }
    left_ -= rows;
    return true;
  }

  template <class T>
  T load(std::uint32_t at) const noexcept {
    return load_bytes<T>(data_ + at);
  }

  std::uint64_t load_number(std::uint32_t number, std::uint32_t at) const noexcept {
    switch (number_sizes[number]) {
      case 1: return load<std::uint8_t>(at);
      case 2: return load<std::uint16_t>(at);
      case 4: return load<std::uint32_t>(at);
      default: return load<std::uint64_t>(at);
    }
  }

  /// Returns whether `size` bytes are at a position.
  bool contains(std::uint64_t at, std::uint64_t size) noexcept {
    if (at + size <= size_) {
      return true;
    }
    fail(Result::Invalid);
    return false;
  }

  /// Replaces positions of offsets by the positions to which they refer. Each has at least `size` bytes there.
  bool follow(std::uint32_t* rows, std::size_t count, std::uint32_t size) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t at = std::uint64_t{rows[i]} + load<std::uint32_t>(rows[i]);
      if (at == rows[i] || !contains(at, size)) {
        fail(Result::Invalid);
        return false;
      }
      rows[i] = static_cast<std::uint32_t>(at);
    }
    return true;
  }

  /// Sets `slots` to the positions of a field of each table, or to 0 where it is absent.
  bool find(const std::uint32_t* rows, const std::uint32_t* vtables, std::size_t count, std::uint32_t entry, std::uint32_t size,
            std::uint32_t* slots) noexcept {
    // Tables next to each other usually share their vtable.
    std::uint32_t vtable = 0xFFFFFFFF;
    std::uint32_t offset = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (vtables[i] != vtable) {
        vtable = vtables[i];
        offset = entry + 2 <= load<std::uint16_t>(vtable) ? load<std::uint16_t>(vtable + entry) : 0;
      }
      if (offset != 0 && !contains(std::uint64_t{rows[i]} + offset, size)) {
        return false;
      }
      slots[i] = offset == 0 ? 0 : rows[i] + offset;
    }
    return true;
  }

  bool find(const std::uint32_t* rows, const std::uint32_t* vtables, std::size_t count, const ShapeField& field, std::uint32_t* slots) noexcept {
    const std::uint32_t size = field.kind <= ShapeKind::Optional ? number_sizes[field.number]
                               : field.kind == ShapeKind::Struct ? ShapeStruct(shape_, field.record).size : 4;
    return find(rows, vtables, count, field.entry, size, slots);
  }

  void tables(std::uint32_t record, const std::uint32_t* rows, std::size_t count, std::uint32_t depth) noexcept {
    if (depth > shape_[2]) {
      fail(Result::Invalid);
    }
    if (!visit(count)) {
      return;
    }
    const ScratchStack::Scope scope(scratch_);
    const std::uint32_t fields = shape_[record];
    const std::size_t words = mask_words(count);
    auto* const vtables = take<std::uint32_t>(count);
    auto* const slots = take<std::uint32_t>(count);
    auto* const types = take<std::uint32_t>(count);
    auto* const masks = take<std::uint64_t>(fields * words);
    if (has_failed()) {
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t vtable = std::int64_t{rows[i]} - load<std::int32_t>(rows[i]);
      if (vtable < 0 || !contains(static_cast<std::uint64_t>(vtable), 4)) {
        return fail(Result::Invalid);
      }
      vtables[i] = static_cast<std::uint32_t>(vtable);
      if (!contains(vtables[i], load<std::uint16_t>(vtables[i]))) {
        return;
      }
    }
    for (std::uint32_t i = 0; i < fields; ++i) {
      const ShapeField field(shape_, record, i);
      std::uint64_t* const mask = masks + i * words;
      if (!find(rows, vtables, count, field, slots)) {
        return;
      }
      if (field.kind == ShapeKind::Scalar && field.quantization != 0) {
        const QuantizedColumn column(shape_ + field.quantization, field.number);
        const std::uint64_t expected = column.code_of(field.standard);
        set_mask(count, mask, [&](std::size_t row) { return slots[row] != 0 && code_at(column, slots[row]) != expected; });
      } else if (field.kind == ShapeKind::Scalar) {
        compare(field.number, slots, count, field.standard, true, mask);
      } else {
        if (field.kind == ShapeKind::Union && !find_types(field, rows, vtables, slots, count, types)) {
          return;
        }
        set_mask(count, mask, [&](std::size_t row) { return slots[row] != 0; });
      }
      writer_.flags(mask, count);
      if (field.kind == ShapeKind::Union) {
        numbers(field.number, types, select_rows(mask, count, types));
      }
    }
    for (std::uint32_t i = 0; i < fields && !has_failed(); ++i) {
      const ShapeField field(shape_, record, i);
      const std::uint64_t* const mask = masks + i * words;
      const std::size_t present = count_rows(mask, count);
      if (present == 0 || !find(rows, vtables, count, field, slots)) {
        continue;
      }
      if (field.kind == ShapeKind::Union) {
        find_types(field, rows, vtables, slots, count, types);
        select_rows(mask, count, types);
      } else if (field.kind == ShapeKind::Unions) {
        find(rows, vtables, count, field.entry - 2, 4, types);
        select_rows(mask, count, types);
      }
      select_rows(mask, count, slots);
      content(field, slots, types, present, depth);
    }
  }

  /// Packs a field of the tables that have it. `types` are the types of unions, or the positions of the vectors of types.
  void content(const ShapeField& field, std::uint32_t* slots, std::uint32_t* types, std::size_t count, std::uint32_t depth) noexcept {
    switch (field.kind) {
      case ShapeKind::Scalar: return numbers(field.number, field.quantization, slots, count, field.standard, false);
      case ShapeKind::Optional: return numbers(field.number, field.quantization, slots, count, 0, true);
      case ShapeKind::Union: return unions(ShapeUnion(shape_, field.record), slots, types, count, depth);
      case ShapeKind::Struct:
      case ShapeKind::String:
      case ShapeKind::Table: return values(field.kind, field.record, slots, count, depth);
      default: return vectors(field, slots, types, count, depth);
    }
  }

  /// Packs structs, or what offsets at these positions refer to.
  void values(ShapeKind kind, std::uint32_t record, std::uint32_t* slots, std::size_t count, std::uint32_t depth) noexcept {
    if (count == 0) {
      return;
    }
    if (kind == ShapeKind::Struct) {
      structs(record, slots, count);
    } else if (follow(slots, count, 4)) {
      kind == ShapeKind::String ? strings(slots, count) : tables(record, slots, count, depth + 1);
    }
  }

  /// Sets the types of unions. A union without a value, or of a type that the schema does not have, is absent: its type and its slot are set to 0.
  bool find_types(const ShapeField& field, const std::uint32_t* rows, const std::uint32_t* vtables, std::uint32_t* slots, std::size_t count,
                  std::uint32_t* types) noexcept {
    if (!find(rows, vtables, count, field.entry - 2, number_sizes[field.number], types)) {
      return false;
    }
    const ShapeUnion members(shape_, field.record);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t type = types[i] == 0 || slots[i] == 0 ? 0 : load_number(field.number, types[i]);
      const bool is_known = members.has(type);
      types[i] = is_known ? static_cast<std::uint32_t>(type) : 0;
      slots[i] = is_known ? slots[i] : 0;
    }
    return true;
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
      // A struct of a union is not in the table.
      if (kind != ShapeKind::Struct || follow(rows, chosen, ShapeStruct(shape_, member[2]).size)) {
        values(kind, member[2], rows, chosen, depth);
      }
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
      std::uint32_t* at = nullptr;
      if (!visit(std::uint64_t{count} * each) || (at = take<std::uint32_t>(count * each)) == nullptr) {
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
      numbers(number, type.leaf(i)[3], at, filled, 0, true);
      i = end;
    }
  }

  void strings(const std::uint32_t* rows, std::size_t count) noexcept {
    if (!visit(count)) {
      return;
    }
    std::uint64_t total = 0;
    if (!lengths(rows, count, 1, total)) {
      return;
    }
    // A chunk that is longer than the payload does not fit the room.
    std::byte* chunk = total > size_ ? nullptr : writer_.chunk(static_cast<std::uint32_t>(total));
    if (chunk == nullptr) {
      return fail(Result::NotShorter);
    }
    copy(rows, count, chunk);
  }

  /// Copies the bytes of strings, or of vectors of bytes.
  void copy(const std::uint32_t* rows, std::size_t count, std::byte* chunk) const noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t length = load<std::uint32_t>(rows[i]);
      std::memcpy(chunk, data_ + rows[i] + 4, length);
      chunk += length;
    }
  }

  /// Packs the lengths of strings or vectors whose elements have `size` bytes, and adds them up.
  bool lengths(const std::uint32_t* rows, std::size_t count, std::uint32_t size, std::uint64_t& total) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t length = load<std::uint32_t>(rows[i]);
      if (!contains(std::uint64_t{rows[i]} + 4, std::uint64_t{length} * size)) {
        return false;
      }
      total += length;
    }
    if (count == 1) {
      writer_.number(total);
    } else {
      scalars(5, rows, count, 0, true);
    }
    return !has_failed();
  }

  void vectors(const ShapeField& field, std::uint32_t* rows, std::uint32_t* types, std::size_t count, std::uint32_t depth) noexcept {
    const ShapeKind kind = field.kind;
    const std::uint32_t size = kind == ShapeKind::Scalars ? number_sizes[field.number]
                               : kind == ShapeKind::Structs ? ShapeStruct(shape_, field.record).size : 4;
    std::uint64_t total = 0;
    if (!follow(rows, count, 4) || !lengths(rows, count, size, total) || total == 0 || !visit(total)) {
      return;
    }
    if (kind == ShapeKind::Scalars && number_sizes[field.number] == 1 && field.number != bool_class && field.quantization == 0) {
      const bool is_chunk = total < 4 || bit_length(bits_of(rows, count)) > 6;
      writer_.bits(is_chunk ? 1 : 0, 1);
      if (is_chunk) {
        std::byte* const chunk = total > size_ ? nullptr : writer_.chunk(static_cast<std::uint32_t>(total));
        return chunk == nullptr ? fail(Result::NotShorter) : copy(rows, count, chunk);
      }
    }
    const ScratchStack::Scope scope(scratch_);
    const auto elements = static_cast<std::uint32_t>(total);
    auto* const at = take<std::uint32_t>(elements);
    if (at == nullptr) {
      return;
    }
    if (kind == ShapeKind::Unions) {
      return vector_unions(field, rows, types, count, at, elements, depth);
    }
    list(rows, count, size, at);
    switch (kind) {
      case ShapeKind::Scalars: return numbers(field.number, field.quantization, at, elements, 0, true);
      case ShapeKind::Structs: return values(ShapeKind::Struct, field.record, at, elements, depth);
      case ShapeKind::Strings: return values(ShapeKind::String, field.record, at, elements, depth);
      default: return values(ShapeKind::Table, field.record, at, elements, depth);
    }
  }

  /// Lists the positions of the elements of vectors.
  void list(const std::uint32_t* rows, std::size_t count, std::uint32_t size, std::uint32_t* at) const noexcept {
    for (std::size_t row = 0; row < count; ++row) {
      const std::uint32_t length = load<std::uint32_t>(rows[row]);
      for (std::uint32_t i = 0; i < length; ++i) {
        *at++ = rows[row] + 4 + i * size;
      }
    }
  }

  void vector_unions(const ShapeField& field, const std::uint32_t* rows, std::uint32_t* types, std::size_t count, std::uint32_t* at,
                     std::uint32_t elements, std::uint32_t depth) noexcept {
    const std::uint32_t size = number_sizes[field.number];
    const ShapeUnion members(shape_, field.record);
    auto* const element_types = take<std::uint32_t>(elements);
    for (std::size_t row = 0; row < count && !has_failed(); ++row) {
      // The vectors of types have the same lengths.
      if (types[row] == 0 || !follow(types + row, 1, 4) || load<std::uint32_t>(types[row]) != load<std::uint32_t>(rows[row]) ||
          !contains(std::uint64_t{types[row]} + 4, std::uint64_t{load<std::uint32_t>(rows[row])} * size)) {
        fail(Result::Invalid);
      }
    }
    if (has_failed()) {
      return;
    }
    list(types, count, size, element_types);
    for (std::uint32_t i = 0; i < elements; ++i) {
      const std::uint64_t type = load_number(field.number, element_types[i]);
      element_types[i] = members.has(type) ? static_cast<std::uint32_t>(type) : 0;
    }
    list(rows, count, 4, at);
    const ScratchStack::Scope scope(scratch_);
    auto* const mask = take<std::uint64_t>(mask_words(elements));
    auto* const present = take<std::uint32_t>(elements);
    if (has_failed()) {
      return;
    }
    set_mask(elements, mask, [&](std::size_t i) { return element_types[i] != 0; });
    std::memcpy(present, element_types, elements * sizeof(std::uint32_t));
    writer_.flags(mask, elements);
    numbers(field.number, present, select_rows(mask, elements, present));
    unions(members, at, element_types, elements, depth);
  }

  std::uint64_t bits_of(const std::uint32_t* rows, std::size_t count) const noexcept {
    std::uint64_t all = 0;
    for (std::size_t row = 0; row < count; ++row) {
      const std::uint32_t length = load<std::uint32_t>(rows[row]);
      for (std::uint32_t i = 0; i < length; ++i) {
        all |= load<std::uint8_t>(rows[row] + 4 + i);
      }
    }
    return all;
  }

  template <class IsSet>
  static void set_mask(std::size_t count, std::uint64_t* mask, IsSet is_set) noexcept {
    for (std::size_t start = 0; start < count; start += 64) {
      std::uint64_t word = 0;
      for (std::size_t i = start; i < count && i < start + 64; ++i) {
        word |= std::uint64_t{is_set(i)} << (i - start);
      }
      mask[start / 64] = word;
    }
  }

  /// Sets which numbers are not the standard one. With `has_absent`, a position of 0 has the standard one.
  void compare(std::uint32_t number, const std::uint32_t* at, std::size_t count, std::uint64_t standard, bool has_absent,
               std::uint64_t* mask) const noexcept {
    const auto is_there = [&](std::size_t i) { return !has_absent || at[i] != 0; };
    if (number == bool_class) {
      return set_mask(count, mask, [&](std::size_t i) { return is_there(i) && (load<std::uint8_t>(at[i]) != 0) != (standard != 0); });
    }
    with_number(number, [&](auto zero, auto) {
      using T = decltype(zero);
      const auto base = static_cast<T>(standard & low_bits(8 * sizeof(T)));
      set_mask(count, mask, [&](std::size_t i) { return is_there(i) && load<T>(at[i]) != base; });
    });
  }

  /// Packs numbers at these positions. Without flags, all are different from the standard one.
  void scalars(std::uint32_t number, const std::uint32_t* at, std::size_t count, std::uint64_t standard, bool has_flags) noexcept {
    const ScratchStack::Scope scope(scratch_);
    std::uint64_t* const mask = has_flags ? take<std::uint64_t>(mask_words(count)) : nullptr;
    auto* const residuals = take<std::uint64_t>(count + 1);
    if (has_failed()) {
      return;
    }
    std::size_t different = count;
    if (has_flags) {
      compare(number, at, count, standard, false, mask);
      writer_.flags(mask, count);
      different = count_rows(mask, count);
    }
    if (number == bool_class || different == 0) {
      return;
    }
    with_number(number, [&](auto zero, auto residual) {
      using T = decltype(zero);
      constexpr Residual form = residual;
      const auto base = static_cast<T>(standard & low_bits(8 * sizeof(T)));
      std::size_t next = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const auto value = load<T>(at[i]);
        const auto difference = static_cast<T>(value - base);
        residuals[next] = form == Residual::Xor ? value ^ base : form == Residual::Zigzag ? zigzag(difference, 8 * sizeof(T)) : difference;
        next += residuals[next] != 0 ? 1 : 0;
      }
      writer_.column(residuals, next, 8 * sizeof(T), form == Residual::Xor);
    });
  }

  /// Returns the code of numbers at a position.
  std::uint64_t code_at(const QuantizedColumn& column, std::uint32_t at) noexcept {
    std::uint64_t code = 0;
    if (!column.encode(data_ + at, code)) {
      fail(Result::Invalid);
    }
    return code;
  }

  /// Packs numbers, which are quantized if there is a quantization.
  void numbers(std::uint32_t number, std::uint32_t quantization, const std::uint32_t* at, std::size_t count, std::uint64_t standard,
               bool has_flags) noexcept {
    if (quantization == 0) {
      return scalars(number, at, count, standard, has_flags);
    }
    const QuantizedColumn column(shape_ + quantization, number);
    count /= column.size();
    const ScratchStack::Scope scope(scratch_);
    auto* const mask = take<std::uint64_t>(mask_words(count));
    auto* const codes = take<std::uint64_t>(2 * count);
    if (has_failed()) {
      return;
    }
    const std::uint64_t expected = column.code_of(standard);
    std::size_t next = 0;
    set_mask(count, mask, [&](std::size_t i) {
      codes[next] = code_at(column, at[i * column.size()]);
      const bool differs = codes[next] != expected;
      next += differs ? 1 : 0;
      return differs;
    });
    if (has_flags) {
      writer_.flags(mask, count);
    }
    if (next != 0) {
      column.write(writer_, codes, next, expected, codes + count);
    }
  }

  /// Packs types of unions.
  void numbers(std::uint32_t number, const std::uint32_t* types, std::size_t count) noexcept {
    const ScratchStack::Scope scope(scratch_);
    std::uint64_t* values = nullptr;
    if (count == 0 || (values = take<std::uint64_t>(count)) == nullptr) {
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      values[i] = types[i];
    }
    writer_.column(values, count, 8 * number_sizes[number], false);
  }

  const std::uint32_t* shape_;
  const std::byte* data_;
  std::uint32_t size_;
  // Rows and elements that may still be visited.
  std::uint64_t left_;
  ColumnWriter writer_;
  ScratchStack& scratch_;
  Result result_ = Result::Packed;
};

}  // namespace codec::detail
