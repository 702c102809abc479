#pragma once

#include <cstddef>
#include <cstdint>

#include "../union.hpp"
#include "field.hpp"

// The kinds of fields that are unions.
namespace codec::generated {

/// Writes the value of a union. Writes nothing if there is no value.
template <class Value>
Position write_union(Output out, Position at, Position slot, const Value& value, VTables& vtables, int depth) noexcept {
  Position next = value.has_value() ? -1 : at;
  value.visit_case([&](auto choice, const auto& chosen) { next = decltype(choice)::write(out, at, slot, chosen, vtables, depth); });
  return next;
}

template <class Value>
std::uint64_t union_size(const Value& value, int depth) noexcept {
  std::uint64_t size = 0;
  value.visit_case([&](auto choice, const auto& chosen) { size = decltype(choice)::size_of(chosen, depth); });
  return size;
}

/// Reads the value of a union, and reuses the memory of the target.
template <class Value>
bool read_union(const UnionView<Value>& view, Value& target, ReadBudget& budget, int depth) {
  bool is_known = false;
  bool result = true;
  view.visit_case([&](auto choice, const auto& chosen) {
    is_known = true;
    result = decltype(choice)::copy(chosen, target, budget, depth);
  });
  if (!is_known) {
    target.reset();
  }
  return result;
}

template <class Value>
struct VerifyUnion;

template <class Enum, class... Cases>
struct VerifyUnion<Union<Enum, Cases...>> {
  /// Verifies a value. A value of an unknown choice is valid, because it can be from a newer schema, and this program does not read it.
  static bool verify_value([[maybe_unused]] const Verification& v, [[maybe_unused]] Enum type, [[maybe_unused]] std::uint64_t slot) noexcept {
    bool result = true;
    (void)((type == Cases::id && (result = Cases::is_valid(v, slot), true)) || ...);
    return result;
  }

  /// Verifies a union. A slot of 0 means that the field is missing. Like FlatBuffers' verifier, accepts a missing table or string, but no missing
  /// struct.
  static bool is_valid(const Verification& v, std::uint64_t type_slot, std::uint64_t slot) noexcept {
    if (slot == 0) {
      return type_slot == 0 || !((Cases::is_struct && v.bytes.load<Enum>(type_slot) == Cases::id) || ...);
    }
    return verify_offset(v.bytes, slot) && (type_slot == 0 || verify_value(v, v.bytes.load<Enum>(type_slot), slot));
  }
};

/// The base of fields with a type and an offset. `Stored` is what the table stores for the type.
template <class Kind, class D, class Stored>
struct TypedField : OffsetField<Kind, D> {
  using Base = OffsetField<Kind, D>;

  template <class Put>
  static constexpr void put_entries(const Put& put) noexcept {
    put(D::type_entry, D::type_offset);
    put(D::entry, D::offset);
  }

  static void omit(Output out, Position table, Position vtable) noexcept {
    Base::omit(out, table, vtable);
    if constexpr (D::bit >= 0) {
      out.store(vtable + D::type_entry, std::uint16_t{0});
    }
    out.store(table + D::type_offset, Stored{});
  }

  CODEC_ALWAYS_INLINE static bool verify_known(const Verification& v, std::uint64_t table) noexcept {
    return Kind::verify_slots(v, table + D::type_offset, table + D::offset);
  }

  static bool is_valid(const Verification& v, const VerifiedTable& t) noexcept {
    const std::int64_t type = verify_field(v.bytes, t, D::type_entry, sizeof(Stored), sizeof(Stored));
    const std::int64_t slot = verify_field(v.bytes, t, D::entry, 4, 4);
    return type >= 0 && (D::bit < 0 ? slot > 0 : slot >= 0) &&
           Kind::verify_slots(v, static_cast<std::uint64_t>(type), static_cast<std::uint64_t>(slot));
  }
};

/// The type of the choices of a field that is a union.
template <class D>
using UnionType = typename FieldBase<D>::Value::Type;

/// A union, which has a field for the type, and one for the offset of the value.
template <class D>
struct UnionField : TypedField<UnionField<D>, D, UnionType<D>> {
  using Base = TypedField<UnionField, D, UnionType<D>>;
  using Value = typename Base::Value;
  using Enum = UnionType<D>;

  static Enum get_type(const TableView& view) noexcept {
    const std::byte* slot = TableAccess::slot(view, D::type_entry, D::type_offset, sizeof(Enum));
    return slot == nullptr ? Enum{} : wire::load<Enum>(slot);
  }

  static UnionView<Value> get(const TableView& view) noexcept { return {TableAccess::payload(view), get_type(view), Base::slot(view)}; }

  static Position write_present(Output out, Position at, Position table, const Value& value, VTables& vtables, int depth) noexcept {
    out.store(table + D::type_offset, value.type());
    return write_union(out, at, table + D::offset, value, vtables, depth);
  }

  static std::uint64_t size_of(const Value& value, int depth) noexcept { return union_size(value, depth); }

  CODEC_ALWAYS_INLINE static bool verify_slots(const Verification& v, std::uint64_t type_slot, std::uint64_t slot) noexcept {
    return VerifyUnion<Value>::is_valid(v, type_slot, slot);
  }

  static bool read(const TableView& view, typename Base::Owner& target, ReadBudget& budget, int depth) {
    return read_union(get(view), target.*D::plain, budget, depth + 1);
  }
};

/// A vector of unions, which has a vector of types and a vector of offsets.
template <class D>
struct Unions : TypedField<Unions<D>, D, std::uint32_t> {
  using Base = TypedField<Unions, D, std::uint32_t>;
  using Container = typename Base::Base::Base::Value;
  using Value = typename Container::value_type;
  using Enum = typename Value::Type;

  static constexpr std::size_t type_alignment = sizeof(Enum) < 4 ? 4 : sizeof(Enum);

  static UnionVectorView<Value> get(const TableView& view) noexcept {
    const Elements types = TableAccess::elements(view, D::type_entry, D::type_offset, sizeof(Enum));
    const Elements values = TableAccess::elements(view, D::entry, D::offset, 4);
    return {{TableAccess::payload(view), types.start, values.start}, values.start, types.count < values.count ? types.count : values.count};
  }

  static Position write_present(Output out, Position at, Position table, const Container& values, VTables& vtables, int depth) noexcept {
    Position types = 0;
    at = write_vector_head(out, at, table + D::type_offset, values.size(), sizeof(Enum), type_alignment, types);
    return at < 0 ? -1 : write_elements(out, at, table + D::offset, values, [&](Position next, Position slot, const Value& value) {
      out.store(types, value.type());
      out.store(slot, std::uint32_t{0});
      types += static_cast<Position>(sizeof(Enum));
      return write_union(out, next, slot, value, vtables, depth);
    });
  }

  static std::uint64_t size_of(const Container& values, int depth) noexcept {
    return max_vector_size(values.size(), sizeof(Enum), type_alignment) +
           elements_size(values, [depth](const Value& value) { return union_size(value, depth); });
  }

  static bool verify_slots(const Verification& v, std::uint64_t type_slot, std::uint64_t slot) noexcept {
    if (type_slot == 0 || slot == 0) {
      return type_slot == slot;
    }
    VerifiedVector types, values;
    if (!verify_vector(v.bytes, type_slot, sizeof(Enum), type_alignment, types) || !verify_vector(v.bytes, slot, 4, 4, values) ||
        values.count != types.count || !v.budget->take_elements(values.count)) {
      return false;
    }
    for (std::uint32_t i = 0; i < values.count; ++i) {
      if (!VerifyUnion<Value>::verify_value(v, v.bytes.load<Enum>(types.start + i * sizeof(Enum)), values.start + 4 * i)) {
        return false;
      }
    }
    return true;
  }

  static bool read(const TableView& view, typename Base::Owner& target, ReadBudget& budget, int depth) {
    // C# takes 16 bytes for each value, whose struct is another object. A value here contains its struct, so large ones are charged to the budget
    // before the vector is resized. A value of a union with strings has 40 bytes.
    constexpr std::size_t taken = sizeof(Value) > 40 ? sizeof(Value) : 16;
    return read_elements(get(view), target.*D::plain, budget, taken, [&](const UnionView<Value>& value, Value& to) {
      return read_union(value, to, budget, depth + 1);
    });
  }
};

}  // namespace codec::generated
