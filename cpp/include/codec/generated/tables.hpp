#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "bytes.hpp"
#include "layout.hpp"
#include "table_fields.hpp"
#include "table_view.hpp"
#include "union_fields.hpp"
#include "value_fields.hpp"
#include "verifier.hpp"
#include "writer.hpp"

namespace codec::generated {

/// A list of fields of a table. It has the same operations as a field.
template <class... Fields>
struct FieldList {
  static constexpr bool uses_budget = (false || ... || Fields::uses_budget);

  template <class Put>
  static constexpr void put_entries([[maybe_unused]] const Put& put) noexcept {
    (Fields::put_entries(put), ...);
  }

  template <class V>
  static std::uint64_t shape([[maybe_unused]] const V& value) noexcept {
    return (std::uint64_t{0} | ... | Fields::shape(value));
  }

  template <class V>
  static void store([[maybe_unused]] std::byte* table, [[maybe_unused]] std::byte* vtable, [[maybe_unused]] const V& value) noexcept {
    (Fields::store(table, vtable, value), ...);
  }

  template <class V>
  static bool is_writable([[maybe_unused]] const V& value) noexcept {
    return (Fields::is_writable(value) && ...);
  }

  template <class V>
  static Position write([[maybe_unused]] Output out, Position at, [[maybe_unused]] Position table, [[maybe_unused]] Position vtable,
                        [[maybe_unused]] const V& value, [[maybe_unused]] VTables& vtables, [[maybe_unused]] int depth) noexcept {
    (void)(((at = Fields::write(out, at, table, vtable, value, vtables, depth)) >= 0) && ...);
    return at;
  }

  template <class V>
  static std::uint64_t max_size([[maybe_unused]] const V& value, [[maybe_unused]] int depth) noexcept {
    return (std::uint64_t{0} + ... + Fields::max_size(value, depth));
  }

  CODEC_ALWAYS_INLINE static bool verify_known([[maybe_unused]] const Verification& v, [[maybe_unused]] std::uint64_t table) noexcept {
    return (Fields::verify_known(v, table) && ...);
  }

  static bool is_valid([[maybe_unused]] const Verification& v, [[maybe_unused]] const VerifiedTable& t) noexcept {
    return (Fields::is_valid(v, t) && ...);
  }

  /// Returns the name of the first field that is not valid, or an empty text.
  template <class>
  static std::string_view find_invalid([[maybe_unused]] const Verification& v, [[maybe_unused]] const VerifiedTable& t) noexcept {
    std::string_view name;
    (void)((name = Fields::template find_invalid<Fields>(v, t), name.empty()) && ...);
    return name;
  }

  template <class T>
  static bool read([[maybe_unused]] const TableView& view, [[maybe_unused]] T& target, [[maybe_unused]] ReadBudget& budget,
                   [[maybe_unused]] int depth) {
    return (Fields::read(view, target, budget, depth) && ...);
  }
};

/// The operations on tables whose plain type is T, which use those of its fields. `slot` is the position of the offset that refers to a table.
template <class T>
struct TableOperations {
  using L = Layout<T>;
  using Facts = Table<T>;
  using Fields = typename Facts::Fields;

  /// The depth of the root table. It is more than 1 if the schema has a lower limit than `deepest`, because counting stops at `deepest`.
  static constexpr int first_depth = deepest - Facts::max_depth + 1;

  static std::uint64_t max_size(const T& value, int depth) noexcept {
    if (Facts::is_deep && depth > deepest) {
      return unwritable;
    }
    constexpr auto own = static_cast<std::uint64_t>(L::padded_vtable_size + (Facts::alignment - 4) + L::padded_size);
    const std::uint64_t size = own + Fields::max_size(value, depth);
    return size >= unwritable ? unwritable : size;
  }

  /// Writes a table that is not the root. Before the table, writes its vtable, unless the table shares one. V is T, or the values of T.
  template <class V>
  static Position write(Output out, Position at, Position slot, const V& value, VTables& vtables, int depth) noexcept {
    if ((Facts::is_deep && depth > deepest) || !Fields::is_writable(value)) {
      return -1;
    }
    const std::uint64_t shape = Fields::shape(value);
    const void* type = Images<T>::vtable.data();
    Position vtable = vtables.find(type, shape);
    if (vtable == 0) {
      if (out.end - at < L::padded_vtable_size) {
        return -1;
      }
      std::memcpy(out.origin + at, type, Images<T>::vtable.size());
      vtable = at;
      at += L::padded_vtable_size;
      if (slot != 0) {  // The vtable of the root is not shared.
        vtables.add(type, shape, vtable);
      }
    }
    constexpr Position alignment = Facts::alignment;
    const Position table = alignment == 4 ? at : ((at + 4 + alignment - 1) & -alignment) - 4;
    if (out.end - table < L::padded_size) {
      return -1;
    }
    if constexpr (alignment == 8) {
      out.store(at, std::uint32_t{0});
    } else if constexpr (alignment > 8) {
      std::memset(out.origin + at, 0, static_cast<std::size_t>(table - at));
    }
    out.store(table, static_cast<std::int32_t>(table - vtable));
    out.store(slot, static_cast<std::uint32_t>(table - slot));
    return write_fields(out, table, vtable, value, vtables, depth);
  }

  static Position write_root(Output out, const T& value) noexcept {
    if (out.end < L::root_table + L::padded_size || !Fields::is_writable(value)) {
      return -1;
    }
    std::memcpy(out.origin, Images<T>::root.data(), Images<T>::root.size());
    VTables vtables;
    return write_fields(out, L::root_table, L::root_vtable, value, vtables, 1);
  }

  static bool verify_table(Bytes bytes, std::uint64_t slot, int depth, VerifyBudget& budget) noexcept {
    std::uint64_t known = no_place;
    return budget.take_tables(1, depth) && verify_taken(bytes, slot, depth, budget, known);
  }

  /// Verifies a vector of tables.
  static bool verify_all(Bytes bytes, std::uint64_t slot, int depth, VerifyBudget& budget) noexcept {
    VerifiedVector tables;
    if (!verify_vector(bytes, slot, 4, 4, tables) || !budget.take_tables(tables.count, depth)) {
      return false;
    }
    std::uint64_t known = no_place;
    for (std::uint32_t i = 0; i < tables.count; ++i) {
      if (!verify_taken(bytes, tables.start + 4 * i, depth, budget, known)) {
        return false;
      }
    }
    return true;
  }

  /// Verifies a payload with this root table, or a nested buffer.
  static bool verify_buffer(Bytes bytes, int depth, VerifyBudget& budget) noexcept {
    return bytes.size >= smallest_payload && (Facts::identifier == 0 || bytes.load<std::uint32_t>(4) == Facts::identifier) &&
           verify_table(bytes, 0, depth, budget);
  }

  static bool verify_root(Bytes bytes) noexcept {
    if (!CODEC_LIKELY(is_known_root<T>(bytes.data, bytes.size))) {
      return verify_other_root(bytes);
    }
    // The position of the root table and its vtable are those of the writer's layout.
    constexpr auto table = static_cast<std::uint32_t>(L::root_table);
    if constexpr (Facts::max_depth < 1) {
      return false;
    } else if constexpr (Fields::uses_budget) {
      VerifyBudget budget(bytes.size, Facts::max_tables);
      budget.take_tables(1, 1);
      return Fields::verify_known({bytes, &budget, first_depth, true}, table);
    } else {
      return Fields::verify_known({bytes, nullptr, first_depth, true}, table);
    }
  }

  /// Returns the name of the first field of the root table that is not valid, or an empty text if there is no valid table.
  CODEC_COLD static std::string_view find_invalid_field(Bytes bytes) noexcept {
    VerifyBudget budget(bytes.size, Facts::max_tables);
    VerifiedTable t{0, 0, 0};
    const bool is_table = bytes.size >= smallest_payload && bytes.size <= largest_payload && budget.take_tables(1, first_depth) &&
                          verify_target(bytes, 0, t.table) && verify_vtable(bytes, t);
    return is_table ? Fields::template find_invalid<Fields>({bytes, &budget, first_depth, false}, t) : std::string_view();
  }

  static bool read(const View<T>& view, T& target, ReadBudget& budget, int depth) {
    return view && budget.take_table(depth) && Fields::read(view, target, budget, depth);
  }

 private:
  /// Writes the values of the table, followed by the objects to which it refers. Clears the entries of missing fields in the vtable. In a shared
  /// vtable, which has the same shape, they are already zero.
  template <class V>
  static Position write_fields(Output out, Position table, Position vtable, const V& value, VTables& vtables, int depth) noexcept {
    if constexpr (L::padded_size != Facts::size) {
      out.store(table + L::padded_size - 4, std::uint32_t{0});
    }
    Fields::store(out.origin + table, out.origin + vtable, value);
    return Fields::write(out, table + L::padded_size, table, vtable, value, vtables, depth);
  }

  /// Verifies a table that was taken from the budget. `known` is the position of a vtable that the writer wrote. The tables of a vector share it.
  CODEC_ALWAYS_INLINE static bool verify_taken(Bytes bytes, std::uint64_t slot, int depth, VerifyBudget& budget, std::uint64_t& known) noexcept {
    std::uint64_t table;
    if (!verify_target(bytes, slot, table)) {
      return false;
    }
    const std::uint64_t vtable = static_cast<std::uint32_t>(table) - bytes.load<std::uint32_t>(table);
    constexpr auto phase = static_cast<std::uint32_t>(Facts::alignment);
    if (CODEC_LIKELY(table + static_cast<std::uint32_t>(L::padded_size) <= bytes.size && (phase == 4 || (table & (phase - 1)) == phase - 4) &&
                     (vtable == known || (vtable + static_cast<std::uint32_t>(L::vtable_size) <= bytes.size && (vtable & 1) == 0 &&
                                          is_known_vtable<T>(bytes.data + vtable))))) {
      known = vtable;
      return Fields::verify_known({bytes, &budget, depth, false}, table);
    }
    return verify_other(bytes, table, depth, budget);
  }

  // Tables that our writers did not write. Not inlined, like find_field.
  CODEC_COLD static bool verify_other(Bytes bytes, std::uint64_t table, int depth, VerifyBudget& budget) noexcept {
    VerifiedTable t{table, 0, 0};
    return verify_vtable(bytes, t) && Fields::is_valid({bytes, &budget, depth, false}, t);
  }

  CODEC_COLD static bool verify_other_root(Bytes bytes) noexcept {
    VerifyBudget budget(bytes.size, Facts::max_tables);
    return verify_buffer(bytes, first_depth, budget);
  }
};

}  // namespace codec::generated
