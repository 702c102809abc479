#pragma once

#include <cstdint>
#include <cstring>

#include "../payload_shape.hpp"
#include "walked_payload.hpp"

namespace codec::detail {

/// Compares the values of a payload with those of its baseline. A value outside its payload is different.
class PayloadEquality {
 public:
  /// Positions in the payload and in its baseline.
  struct Pair {
    std::uint32_t own = no_position;
    std::uint32_t base = no_position;
  };

  /// `left` is how many more tables and elements may be visited.
  PayloadEquality(const std::uint32_t* shape, const WalkedPayload& own, const WalkedPayload& base, std::int64_t& left) noexcept
      : shape_(shape), own_(own), base_(base), left_(left) {}

  /// Returns whether a table, struct or string has the values of its partner.
  bool rows(ShapeKind kind, std::uint32_t record, Pair row, std::uint32_t depth) noexcept {
    return kind == ShapeKind::Table    ? tables(record, row, depth)
           : kind == ShapeKind::Struct ? bytes(row, shape_[record])
                                       : vectors(kind, 0, row, 1, depth);
  }

 private:
  bool visit(std::uint64_t count) noexcept { return (left_ -= static_cast<std::int64_t>(count)) >= 0; }

  bool bytes(Pair at, std::uint64_t count) const noexcept {
    return std::memcmp(own_.data + at.own, base_.data + at.base, static_cast<std::uint32_t>(count)) == 0;
  }

  bool tables(std::uint32_t record, Pair slot, std::uint32_t depth) noexcept {
    Pair table, vtable;
    if (depth > shape_[2] || !visit(1) || !own_.find_table(slot.own, table.own, vtable.own) ||
        !base_.find_table(slot.base, table.base, vtable.base)) {
      return false;
    }
    const auto find = [&](std::uint32_t entry, std::uint32_t size, Pair& at) {
      return own_.find(table.own, vtable.own, entry, size, at.own) && base_.find(table.base, vtable.base, entry, size, at.base);
    };
    for (std::uint32_t i = 0; i < shape_[record]; ++i) {
      const ShapeField field(shape_, record, i);
      Pair at, type;
      if (!find(field.entry, field.size, at) || (field.is_union() && !find(field.entry - 2, field.type_size(), type)) ||
          !fields(field, at, type, depth)) {
        return false;
      }
    }
    return true;
  }

  static std::uint64_t number(const WalkedPayload& source, std::uint32_t at, std::uint32_t number, std::uint64_t missing) noexcept {
    return at == no_position ? missing : source.load_number(number, at);
  }

  bool numbers(const ShapeField& field, Pair at) const noexcept {
    return number(own_, at.own, field.number, field.standard) == number(base_, at.base, field.number, field.standard);
  }

  std::uint64_t type_of(const WalkedPayload& source, std::uint32_t at, const ShapeField& field) const noexcept {
    const std::uint64_t type = number(source, at, field.number, 0);
    return ShapeUnion(shape_, field.record).has(type) ? type : 0;
  }

  bool fields(const ShapeField& field, Pair at, Pair type, std::uint32_t depth) noexcept {
    if (field.kind == ShapeKind::Scalar) {
      return numbers(field, at);
    }
    if (field.kind == ShapeKind::Union) {
      return unions(field, {at.own == no_position ? no_position : type.own, at.base == no_position ? no_position : type.base}, at, depth);
    }
    if (at.own == no_position || at.base == no_position) {
      return at.own == at.base;
    }
    switch (field.kind) {
      case ShapeKind::Optional: return numbers(field, at);
      case ShapeKind::Struct: return bytes(at, field.size);
      case ShapeKind::Table: return tables(field.record, at, depth + 1);
      case ShapeKind::Unions: return vectors_of_unions(field, at, type, depth);
      default: return vectors(field.kind, field.record, at, field.element_size(shape_), depth);
    }
  }

  bool unions(const ShapeField& field, Pair types, Pair at, std::uint32_t depth) noexcept {
    const std::uint64_t type = type_of(own_, types.own, field);
    if (type == 0 || type != type_of(base_, types.base, field)) {
      return type == type_of(base_, types.base, field);
    }
    const std::uint32_t* const member = ShapeUnion(shape_, field.record).find(type);
    const auto kind = static_cast<ShapeKind>(member[1]);
    const std::uint32_t size = shape_[member[2]];
    return (kind != ShapeKind::Struct || (own_.follow(at.own, size, at.own) && base_.follow(at.base, size, at.base))) &&
           rows(kind, member[2], at, depth + 1);
  }

  /// Finds the first elements of vectors that have the same length.
  bool find_vectors(Pair slot, std::uint32_t size, Pair& start, std::uint64_t& length) noexcept {
    std::uint64_t base_length = 0;
    return slot.own != no_position && slot.base != no_position && own_.find_vector(slot.own, size, start.own, length) &&
           base_.find_vector(slot.base, size, start.base, base_length) && length == base_length;
  }

  bool vectors_of_unions(const ShapeField& field, Pair slot, Pair types, std::uint32_t depth) noexcept {
    const std::uint32_t size = number_sizes[field.number];
    Pair at, type;
    std::uint64_t length = 0, count = 0;
    if (!find_vectors(slot, 4, at, length) || !find_vectors(types, size, type, count) || length != count || !visit(length)) {
      return false;
    }
    for (std::uint32_t i = 0; i < length; ++i) {
      if (!unions(field, {type.own + size * i, type.base + size * i}, {at.own + 4 * i, at.base + 4 * i}, depth)) {
        return false;
      }
    }
    return true;
  }

  bool vectors(ShapeKind kind, std::uint32_t record, Pair slot, std::uint32_t size, std::uint32_t depth) noexcept {
    Pair at;
    std::uint64_t length = 0;
    if (!find_vectors(slot, size, at, length) || !visit(length)) {
      return false;
    }
    if (kind != ShapeKind::Strings && kind != ShapeKind::Tables) {
      return bytes(at, length * size);
    }
    for (std::uint32_t i = 0; i < length; ++i) {
      if (!rows(kind == ShapeKind::Tables ? ShapeKind::Table : ShapeKind::String, record, {at.own + 4 * i, at.base + 4 * i}, depth + 1)) {
        return false;
      }
    }
    return true;
  }

  const std::uint32_t* shape_;
  const WalkedPayload& own_;
  const WalkedPayload& base_;
  std::int64_t& left_;
};

}  // namespace codec::detail
