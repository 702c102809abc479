#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../enums.hpp"
#include "../payload_shape.hpp"
#include "../span.hpp"
#include "bits.hpp"
#include "packing_scratch.hpp"
#include "payload_equality.hpp"
#include "payload_partners.hpp"
#include "payload_room.hpp"
#include "scratch_stack.hpp"
#include "walked_payload.hpp"

namespace codec::detail {

/// Packs or unpacks tables, structs and strings, and vectors and unions of them. A row is the position of a struct, or of the offset to anything
/// else. With a baseline, each row has a partner there, or no_position.
template <bool Packs>
class PayloadRows : protected PayloadPartners<Packs> {
 protected:
  using Base = PayloadPartners<Packs>;
  using Base::base_, Base::code_, Base::each_source, Base::fail, Base::flags, Base::has_base, Base::is_copying_, Base::is_good, Base::numbers,
      Base::own_;
  using Base::list, Base::origins, Base::scratch_, Base::shape_, Base::take_rows;
  using typename Base::Rows;

  template <class T>
  T* take(std::size_t count) noexcept {
    return Base::template take<T>(count);
  }

  PayloadRows(PayloadShape shape, typename Base::Bytes stream, ByteSpan baseline, MutableByteSpan room, PackingScratch* grows,
              ScratchStack& scratch) noexcept
      : Base(shape, stream, baseline, scratch), room_(own_, room, grows) {}
  ~PayloadRows() = default;

  /// Packs or unpacks the fields of at least one table.
  virtual bool fields(std::uint32_t record, const Rows& rows, std::uint32_t depth) noexcept = 0;

  /// A payload whose tables are shared can have far more rows than bytes.
  bool visit(std::uint64_t rows) noexcept { return !Packs || (left_ -= static_cast<std::int64_t>(rows)) >= 0; }

  bool check_room(bool has_room) noexcept { return has_room || fail(PacketError::PayloadTooLarge); }

  bool tables(std::uint32_t record, Rows rows, std::uint32_t depth) noexcept {
    if (depth > shape_[2] || !is_good()) {
      return fail();
    }
    const ScratchStack::Scope scope(scratch_);
    return visit(rows.count) && drop_unchanged(ShapeKind::Table, record, rows, depth) && (rows.count == 0 || fields(record, rows, depth));
  }

  /// Packs or unpacks which rows differ from their partners. Removes the rows that are equal to their partners: they are copied.
  bool drop_unchanged(ShapeKind kind, std::uint32_t record, Rows& rows, std::uint32_t depth) noexcept {
    if (!has_base() || is_copying_) {
      return true;
    }
    auto* const mask = take<std::uint64_t>(mask_words(rows.count));
    Rows parts[] = {take_rows(rows.count), take_rows(rows.count)};
    if (!is_good()) {
      return false;
    }
    std::size_t paired = 0;
    fill_rows(mask, rows.count, false);
    for (std::size_t i = 0; i < rows.count; ++i) {
      if (rows.at[1][i] != no_position) {
        if (Packs && !PayloadEquality(shape_, own_, base_, left_).rows(kind, record, {rows.at[0][i], rows.at[1][i]}, depth)) {
          invert_rows(mask, paired, paired + 1);
        }
        ++paired;
      }
    }
    flags(mask, paired);
    parts[0].count = parts[1].count = paired = 0;
    for (std::size_t i = 0; i < rows.count; ++i) {
      const bool is_same = rows.at[1][i] != no_position && !has_row(mask, paired++);
      Rows& part = parts[is_same ? 1 : 0];
      part.at[0][part.count] = rows.at[0][i];
      part.at[1][part.count++] = rows.at[1][i];
    }
    rows = parts[0];
    if (Packs || parts[1].count == 0 || !is_good()) {
      return is_good();
    }
    is_copying_ = true;
    const bool is_copied = kind == ShapeKind::Table    ? fields(record, parts[1], depth)
                           : kind == ShapeKind::Struct ? copy_structs(record, parts[1])
                                                       : copy_strings(parts[1]);
    is_copying_ = false;
    return is_copied;
  }

  bool copy_structs(std::uint32_t record, const Rows& rows) noexcept {
    for (std::size_t i = 0; i < rows.count; ++i) {
      room_.copy(rows.at[0][i], base_.data + rows.at[1][i], shape_[record]);
    }
    return true;
  }

  bool copy_strings(const Rows& rows) noexcept {
    const Vectors from = take_vectors(rows.count);
    Vectors copy{take<std::uint32_t>(1), from.lengths};
    if (!is_good() || !find_vectors(base_, rows.at[1], rows.count, 1, from)) {
      return fail();
    }
    for (std::size_t i = 0; i < rows.count; ++i, ++copy.lengths) {
      if (!check_room(room_.place_vectors(rows.at[0] + i, 1, 1, 4, true, copy, {base_.data + from.starts[i], *copy.lengths}))) {
        return false;
      }
    }
    return true;
  }

  /// Packs or unpacks a number at an offset from each row. The numbers may be in `kept`.
  bool leaf(std::uint32_t number, std::uint32_t quantization, std::uint32_t offset, const Rows& rows, void* kept = nullptr) noexcept {
    return numbers(
        number, quantization, rows.count,
        [&](const WalkedPayload& source, unsigned side, auto* values) { source.load_rows(rows.at[side], rows.count, offset, side != 0, values); },
        [&](const auto* values) { room_.store_rows(rows.at[0], rows.count, offset, values); }, true, kept);
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
    // The columns of several structs are loaded and stored together.
    void** const kept = rows.count > 1 ? take<void*>(type.count) : nullptr;
    if (rows.count == 0 || !is_good()) {
      return is_good();
    }
    for (std::uint32_t i = 0; kept != nullptr && i < type.count; ++i) {
      kept[i] = type.leaf(i)[2] == 1 ? this->take_column(type.leaf(i)[1], rows.count) : nullptr;
    }
    const auto move = [&] {
      for (std::size_t start = 0; kept != nullptr && start < rows.count; start += rows_of_block) {
        const std::size_t count = (std::min)(rows.count - start, rows_of_block);
        for (std::uint32_t i = 0; i < type.count; ++i) {
          const std::uint32_t* const leaf = type.leaf(i);
          with_number(leaf[1], [&](auto zero) {
            if (auto* const values = static_cast<decltype(zero)*>(kept[i])) {
              Packs ? own_.load_rows(rows.at[0] + start, count, leaf[0], false, values + start)
                    : room_.store_rows(rows.at[0] + start, count, leaf[0], values + start);
            }
          });
        }
      }
    };
    if (Packs) {
      move();
    }
    std::uint32_t end = 0;
    for (std::uint32_t i = 0; i < type.count; i = end) {
      const std::uint32_t* const first = type.leaf(i);
      std::size_t each = first[2];
      // The leaves of a single struct that have the same class are one column.
      for (end = i + 1; rows.count == 1 && end < type.count && type.is_column(i, end); ++end) {
        each += type.leaf(end)[2];
      }
      if (!is_good() ||
          !(each == 1 ? leaf(first[1], first[3], first[0], rows, kept == nullptr ? nullptr : kept[i]) : leaves(type, i, end, rows, each))) {
        return false;
      }
    }
    if (!Packs) {
      move();
    }
    return true;
  }

  /// Packs or unpacks `each` numbers of each struct.
  bool leaves(const ShapeStruct& type, std::uint32_t first, std::uint32_t end, const Rows& rows, std::size_t each) noexcept {
    const auto for_each_run = [&](const std::uint32_t* at, auto* values, auto use) {
      for (std::size_t row = 0; row < rows.count; ++row) {
        for (std::uint32_t i = first; i < end; ++i) {
          const std::uint32_t length = type.leaf(i)[2];
          use(at[row] == no_position ? no_position : at[row] + type.leaf(i)[0], length, values);
          values += length;
        }
      }
    };
    return numbers(
        type.leaf(first)[1], type.leaf(first)[3], rows.count * each,
        [&](const WalkedPayload& source, unsigned side, auto* values) {
          for_each_run(rows.at[side], values, [&](std::uint32_t at, std::uint32_t length, auto* run) {
            // Of a missing partner, numbers are 0.
            at == no_position ? void(std::fill_n(run, length, std::decay_t<decltype(*run)>{})) : source.load_run(at, length, run);
          });
        },
        [&](const auto* values) {
          for_each_run(rows.at[0], values, [&](std::uint32_t at, std::uint32_t length, const auto* run) {
            room_.copy(at, reinterpret_cast<const std::byte*>(run), length * sizeof(*run));
          });
        });
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
           (is_good() && (!Packs || find_vectors(own_, rows.at[0], rows.count, 1, own)) && lengths(own.lengths, nullptr, rows.count) &&
            has_room(own.lengths, rows.count, 1, 4, true) && chunk(rows, 4, true, own));
  }

  Vectors take_vectors(std::size_t count) noexcept { return {take<std::uint32_t>(count), take<std::uint32_t>(count)}; }

  /// Finds vectors. A vector that is missing in the baseline has no elements.
  bool find_vectors(const WalkedPayload& source, const std::uint32_t* places, std::size_t count, std::uint32_t size, const Vectors& found) noexcept {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      std::uint32_t start = 0;
      std::uint64_t length = 0;
      if (places[i] != no_position ? !source.find_vector(places[i], size, start, length) : &source != &base_) {
        return fail();
      }
      found.starts[i] = start;
      found.lengths[i] = static_cast<std::uint32_t>(length);
      sum += length;
    }
    return visit(sum);
  }

  bool lengths(std::uint32_t* values, const std::uint32_t* bases, std::size_t count) noexcept {
    if (count == 1 && !is_copying_) {
      const std::uint32_t base = bases == nullptr ? 0 : bases[0];
      if constexpr (Packs) {
        code_.number(bases == nullptr ? values[0] : zigzag(values[0] - base));
      } else {
        const std::uint64_t value = code_.number();
        const auto length = static_cast<std::uint32_t>(value);
        values[0] = bases == nullptr ? length : unzigzag(length) + base;
        return value == length ? is_good() : fail();
      }
      return is_good();
    }
    return numbers(
        length_class, 0, count, [&](const WalkedPayload&, unsigned side, auto* loaded) { std::copy_n(side == 0 ? values : bases, count, loaded); },
        [&](const auto* stored) { std::copy_n(stored, count, values); }, bases != nullptr);
  }

  bool has_room(const std::uint32_t* lengths, std::size_t count, std::uint32_t size, std::uint32_t alignment, bool is_string = false) noexcept {
    return Packs || check_room(room_.has_room(lengths, count, size, alignment, is_string));
  }

  /// Packs or unpacks the bytes of strings, or of vectors of bytes.
  bool chunk(const Rows& rows, std::uint32_t alignment, bool is_string, const Vectors& vectors) noexcept {
    std::uint64_t size = 0;
    for (std::size_t i = 0; i < rows.count; ++i) {
      size += vectors.lengths[i];
    }
    auto* bytes = code_.chunk(size);
    if (bytes == nullptr) {
      return fail(PacketError::PackedTruncated);
    }
    if constexpr (Packs) {
      const std::byte* const end = bytes + size;
      for (std::size_t i = 0; i < rows.count; ++i) {
        const std::uint32_t start = vectors.starts[i];
        copy_run(bytes, own_.data + start, vectors.lengths[i], static_cast<std::size_t>(end - bytes) >= run_slack && own_.contains(start, run_slack));
        bytes += vectors.lengths[i];
      }
      return true;
    } else {
      return check_room(room_.place_vectors(rows.at[0], rows.count, 1, alignment, is_string, vectors, {bytes, static_cast<std::uint32_t>(size)}));
    }
  }

  bool vectors(const ShapeField& field, const Rows& rows, const Rows& types, std::uint32_t depth) noexcept {
    const std::uint32_t size = field.element_size(shape_);
    const std::uint32_t alignment = (std::max)(field.alignment, 4U);
    const Vectors found[] = {take_vectors(rows.count), has_base() ? take_vectors(rows.count) : Vectors()};
    if (!is_good() || !each_source([&](const WalkedPayload& source, unsigned side) {
          return find_vectors(source, rows.at[side], rows.count, size, found[side]);
        }) ||
        !lengths(found[0].lengths, found[1].lengths, rows.count) || !has_room(found[0].lengths, rows.count, size, alignment)) {
      return false;
    }
    // The sum is limited, because all elements exist.
    std::size_t total = 0;
    for (std::size_t i = 0; i < rows.count; ++i) {
      total += found[0].lengths[i];
    }
    if (field.kind == ShapeKind::Scalars && total != 0) {
      return elements(field, rows, alignment, found, total);
    }
    if (!Packs && !check_room(room_.place_vectors(rows.at[0], rows.count, size, alignment, false, found[0], {}))) {
      return false;
    }
    const Rows spread = take_rows(total);
    if (!is_good()) {
      return false;
    }
    for (unsigned side = 0; side < (has_base() ? 2 : 1); ++side) {
      list(found[side], found[0].lengths, rows.count, size, spread.at[side]);
    }
    if (field.kind == ShapeKind::Unions) {
      return unions(field, types, found, spread, depth);
    }
    switch (total == 0 ? ShapeKind::Scalar : field.kind) {
      case ShapeKind::Scalar: return true;
      case ShapeKind::Structs: return structs(field.record, spread);
      case ShapeKind::Strings: return strings(spread);
      default:
        return (!has_base() || is_copying_ || field.key == 0 || origins(field, found, rows.count, spread)) && tables(field.record, spread, depth + 1);
    }
  }

  bool elements(const ShapeField& field, const Rows& rows, std::uint32_t alignment, const Vectors* found, std::size_t total) noexcept {
    const Vectors& own = found[0];
    const std::uint32_t size = number_sizes[field.number];
    if (size == 1 && field.number != bool_class && field.quantization == 0 && !has_base()) {
      bool is_chunk = total < 4;
      if constexpr (Packs) {
        for (std::size_t row = 0; row < rows.count && !is_chunk; ++row) {
          const std::byte* const start = own_.data + own.starts[row];
          is_chunk = std::any_of(start, start + own.lengths[row], [](std::byte value) { return value > std::byte{63}; });
        }
        code_.bits(is_chunk ? 1 : 0, 1);
      } else {
        is_chunk = code_.bits(1) != 0;
      }
      if (is_chunk) {
        return chunk(rows, alignment, false, own);
      }
    }
    return numbers(
               field.number, field.quantization, total,
               [&](const WalkedPayload& source, unsigned side, auto* values) { load_elements(source, found[side], own.lengths, rows.count, values); },
               [&](const auto* values) {
                 const ByteSpan content(reinterpret_cast<const std::byte*>(values), total * size + run_slack);
                 check_room(room_.place_vectors(rows.at[0], rows.count, size, alignment, false, own, content));
               }) &&
           is_good();
  }

  /// Loads as many elements as `lengths` says. Elements that the vectors do not have are 0.
  template <class T>
  static void load_elements(const WalkedPayload& source, const Vectors& vectors, const std::uint32_t* lengths, std::size_t count,
                            T* values) noexcept {
    for (std::size_t row = 0; row < count; ++row) {
      const std::uint32_t loaded = (std::min)(lengths[row], vectors.lengths[row]);
      source.load_run(vectors.starts[row], loaded, values);
      std::fill(values + loaded, values + lengths[row], T{});
      values += lengths[row];
    }
  }

  /// Packs or unpacks vectors of unions, whose types are vectors of the same lengths.
  bool unions(const ShapeField& field, const Rows& places, const Vectors* found, const Rows& spread, std::uint32_t depth) noexcept {
    const std::uint32_t size = number_sizes[field.number];
    const ShapeUnion known(shape_, field.record);
    const Vectors types[] = {take_vectors(places.count), has_base() ? take_vectors(places.count) : Vectors()};
    std::uint64_t* const values[] = {take<std::uint64_t>(spread.count + 1), take<std::uint64_t>(spread.count + 1)};
    if (!is_good()) {
      return false;
    }
    std::copy_n(found[0].lengths, places.count, types[0].lengths);
    std::fill_n(values[1], spread.count, std::uint64_t{0});
    if (!each_source([&](const WalkedPayload& source, unsigned side) {
          return find_vectors(source, places.at[side], places.count, size, types[side]) &&
                 std::equal(types[side].lengths, types[side].lengths + places.count, found[side].lengths);
        }) ||
        (!Packs && !check_room(room_.place_vectors(places.at[0], places.count, size, (std::max)(size, 4U), false, types[0], {})))) {
      return false;
    }
    const std::size_t count = spread.count;
    const auto load = [&](const WalkedPayload& source, unsigned side, auto* column) {
      load_elements(source, types[side], found[0].lengths, places.count, column);
      for (std::size_t i = 0; i < count; ++i) {
        if (!known.has(column[i])) {
          column[i] = 0;
        }
        values[side][i] = column[i];
      }
    };
    const auto store = [&](auto* column) {
      std::copy_n(column, count, values[0]);
      for (std::size_t row = 0; row < places.count; ++row) {
        room_.copy(types[0].starts[row], reinterpret_cast<const std::byte*>(column), types[0].lengths[row] * sizeof(*column));
        column += types[0].lengths[row];
      }
    };
    if (count != 0 && !numbers(field.number, 0, count, load, store)) {
      return false;
    }
    const bool is_known = Packs || std::all_of(values[0], values[0] + count, [&](std::uint64_t type) { return type == 0 || known.has(type); });
    return is_known ? members(field.record, spread, values[0], values[1], depth) : fail();
  }

  /// Packs or unpacks the values of unions.
  bool members(std::uint32_t record, const Rows& rows, const std::uint64_t* types, const std::uint64_t* base_types, std::uint32_t depth) noexcept {
    const ScratchStack::Scope scope(scratch_);
    const ShapeUnion known(shape_, record);
    Rows chosen = take_rows(rows.count);
    if (!is_good()) {
      return false;
    }
    for (std::uint32_t i = 0; i < known.count; ++i) {
      const std::uint32_t* const member = known.member(i);
      chosen.count = 0;
      for (std::size_t row = 0; row < rows.count; ++row) {
        if (types[row] == member[0]) {
          chosen.at[0][chosen.count] = rows.at[0][row];
          if (has_base()) {
            chosen.at[1][chosen.count] = base_types[row] == member[0] ? rows.at[1][row] : no_position;
          }
          ++chosen.count;
        }
      }
      if (chosen.count != 0 && !this->member(static_cast<ShapeKind>(member[1]), member[2], chosen, depth)) {
        return false;
      }
    }
    return true;
  }

  bool member(ShapeKind kind, std::uint32_t record, const Rows& rows, std::uint32_t depth) noexcept {
    if (kind != ShapeKind::Struct) {
      return kind == ShapeKind::String ? strings(rows) : tables(record, rows, depth + 1);
    }
    // A union's struct is outside the table.
    const ShapeStruct type(shape_, record);
    for (std::size_t i = 0; i < rows.count; ++i) {
      std::uint32_t* const slot = rows.at[0] + i;
      std::uint32_t at = 0;
      if (Packs ? !own_.follow(*slot, type.size, *slot) : !check_room(room_.reserve(type.size, (std::max)(type.alignment, 4U), 0, at))) {
        return fail();
      }
      if (!Packs) {
        room_.refer(*slot, at);
        *slot = at;
      }
      if (has_base() && rows.at[1][i] != no_position && !base_.follow(rows.at[1][i], type.size, rows.at[1][i])) {
        return fail();
      }
    }
    return structs(record, rows);
  }

  PayloadRoom room_;
  // How many more rows and elements may be visited.
  std::int64_t left_ = 0;
};

}  // namespace codec::detail
