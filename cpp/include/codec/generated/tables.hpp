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

// The operations on a whole table, which use those of its fields.
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
                        [[maybe_unused]] const V& value, [[maybe_unused]] int depth) noexcept {
    (void)(((at = Fields::write(out, at, table, vtable, value, depth)) >= 0) && ...);
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

  template <class T>
  static bool read([[maybe_unused]] const TableView& view, [[maybe_unused]] T& target, [[maybe_unused]] ReadBudget& budget,
                   [[maybe_unused]] int depth) {
    return (Fields::read(view, target, budget, depth) && ...);
  }
};

/// The depth of the root table. It is more than 1 if the schema has a lower limit than `deepest`, because counting stops at `deepest`.
template <class T>
inline constexpr int first_depth = deepest - Table<T>::max_depth + 1;

template <class T>
std::uint64_t table_size(const T& value, int depth) noexcept {
  if (Table<T>::is_deep && depth > deepest) {
    return unwritable;
  }
  using L = Layout<T>;
  constexpr auto own = static_cast<std::uint64_t>(L::padded_vtable_size + (Table<T>::alignment - 4) + L::padded_size);
  const std::uint64_t size = own + Table<T>::Fields::max_size(value, depth);
  return size >= unwritable ? unwritable : size;
}

/// Writes the values of the table, followed by the objects to which it refers. Clears the entries of missing fields in the vtable. In a shared
/// vtable, which has the same shape, they are already zero.
template <class T, class V>
Position write_fields(Output out, Position table, Position vtable, const V& value, int depth) noexcept {
  using L = Layout<T>;
  if constexpr (L::padded_size != Table<T>::size) {
    out.store(table + L::padded_size - 4, std::uint32_t{0});
  }
  Table<T>::Fields::store(out.origin + table, out.origin + vtable, value);
  return Table<T>::Fields::write(out, table + L::padded_size, table, vtable, value, depth);
}

/// Writes a table that is not the root, and before it its vtable, unless it shares one. V is T, or the values of T.
template <class T, class V>
Position write_table(Output out, Position at, Position slot, const V& value, SharedVTable& shared, int depth) noexcept {
  using L = Layout<T>;
  using Fields = typename Table<T>::Fields;
  if ((Table<T>::is_deep && depth > deepest) || !Fields::is_writable(value)) {
    return -1;
  }
  const std::uint64_t shape = Fields::shape(value);
  if (shared.position == 0 || shared.shape != shape || shape >> untracked_bit != 0) {
    if (out.end - at < L::padded_vtable_size) {
      return -1;
    }
    std::memcpy(out.origin + at, Images<T>::vtable.data(), Images<T>::vtable.size());
    shared.shape = shape;
    shared.position = at;
    at += L::padded_vtable_size;
  }
  constexpr Position alignment = Table<T>::alignment;
  const Position table = alignment == 4 ? at : ((at + 4 + alignment - 1) & -alignment) - 4;
  if (out.end - table < L::padded_size) {
    return -1;
  }
  if constexpr (alignment == 8) {
    out.store(at, std::uint32_t{0});
  } else if constexpr (alignment > 8) {
    std::memset(out.origin + at, 0, static_cast<std::size_t>(table - at));
  }
  out.store(table, static_cast<std::int32_t>(table - shared.position));
  out.store(slot, static_cast<std::uint32_t>(table - slot));
  shared.table = table;
  return write_fields<T>(out, table, shared.position, value, depth);
}

/// Writes a payload with this root table.
template <class T>
Position write_root(Output out, const T& value) noexcept {
  using L = Layout<T>;
  using Fields = typename Table<T>::Fields;
  if (out.end < L::root_table + L::padded_size || !Fields::is_writable(value)) {
    return -1;
  }
  std::memcpy(out.origin, Images<T>::root.data(), Images<T>::root.size());
  return write_fields<T>(out, L::root_table, L::root_vtable, value, 1);
}

/// Verifies a table that our writers did not write. Not inlined, like find_field.
template <class T>
CODEC_COLD bool verify_other_table(Bytes bytes, std::uint64_t table, int depth, VerifyBudget& budget) noexcept {
  VerifiedTable t{table, 0, 0};
  return verify_vtable(bytes, t) && Table<T>::Fields::is_valid({bytes, &budget, depth, false}, t);
}

/// Follows an offset to a table that was taken from the budget, and verifies the table. `known` is the position of a vtable that the writer wrote. The
/// tables of a vector share it.
template <class T>
CODEC_ALWAYS_INLINE bool verify_taken_table(Bytes bytes, std::uint64_t slot, int depth, VerifyBudget& budget, std::uint64_t& known) noexcept {
  using L = Layout<T>;
  std::uint64_t table;
  if (!verify_target(bytes, slot, table)) {
    return false;
  }
  const std::uint64_t vtable = static_cast<std::uint32_t>(table) - bytes.load<std::uint32_t>(table);
  constexpr auto phase = static_cast<std::uint32_t>(Table<T>::alignment);
  if (CODEC_LIKELY(table + static_cast<std::uint32_t>(L::padded_size) <= bytes.size &&
                   (phase == 4 || (table & (phase - 1)) == phase - 4) &&
                   (vtable == known || (vtable + static_cast<std::uint32_t>(L::vtable_size) <= bytes.size && (vtable & 1) == 0 &&
                                        is_known_vtable<T>(bytes.data + vtable))))) {
    known = vtable;
    return Table<T>::Fields::verify_known({bytes, &budget, depth, false}, table);
  }
  return verify_other_table<T>(bytes, table, depth, budget);
}

/// Follows an offset to a table, and verifies the table.
template <class T>
bool verify_table(Bytes bytes, std::uint64_t slot, int depth, VerifyBudget& budget) noexcept {
  std::uint64_t known = no_place;
  return budget.take_tables(1, depth) && verify_taken_table<T>(bytes, slot, depth, budget, known);
}

/// Follows an offset to a vector of tables, and verifies the vector and its tables.
template <class T>
bool verify_tables(Bytes bytes, std::uint64_t slot, int depth, VerifyBudget& budget) noexcept {
  VerifiedVector tables;
  if (!verify_vector(bytes, slot, 4, 4, tables) || !budget.take_tables(tables.count, depth)) {
    return false;
  }
  std::uint64_t known = no_place;
  for (std::uint32_t i = 0; i < tables.count; ++i) {
    if (!verify_taken_table<T>(bytes, tables.start + 4 * i, depth, budget, known)) {
      return false;
    }
  }
  return true;
}

template <class T>
bool verify_buffer(Bytes bytes, int depth, VerifyBudget& budget) noexcept {
  return bytes.size >= smallest_payload && (Table<T>::identifier == 0 || bytes.load<std::uint32_t>(4) == Table<T>::identifier) &&
         verify_table<T>(bytes, 0, depth, budget);
}

/// Verifies a root that our writers did not write. Not inlined, like find_field.
template <class T>
CODEC_COLD bool verify_other_root(Bytes bytes) noexcept {
  VerifyBudget budget(bytes.size, Table<T>::max_tables);
  return verify_buffer<T>(bytes, first_depth<T>, budget);
}

template <class T>
inline bool verify_root(Bytes bytes) noexcept {
  if (CODEC_LIKELY(is_known_root<T>(bytes.data, bytes.size))) {
    // The position of the root table and its vtable are those of the writer's layout.
    constexpr auto table = static_cast<std::uint32_t>(Layout<T>::root_table);
    if constexpr (Table<T>::max_depth < 1) {
      return false;
    } else if constexpr (Table<T>::Fields::uses_budget) {
      VerifyBudget budget(bytes.size, Table<T>::max_tables);
      budget.take_tables(1, 1);
      return Table<T>::Fields::verify_known({bytes, &budget, first_depth<T>, true}, table);
    } else {
      return Table<T>::Fields::verify_known({bytes, nullptr, first_depth<T>, true}, table);
    }
  }
  return verify_other_root<T>(bytes);
}

template <class T>
bool read_table(const View<T>& view, T& target, ReadBudget& budget, int depth) {
  return view && budget.take_table(depth) && Table<T>::Fields::read(view, target, budget, depth);
}

}  // namespace codec::generated
