#pragma once

#include <cstddef>
#include <cstdint>

#include "budget.hpp"
#include "bytes.hpp"
#include "field.hpp"
#include "table_fields.hpp"
#include "table_view.hpp"
#include "union_fields.hpp"
#include "value_fields.hpp"
#include "writer.hpp"

namespace codec::generated {

template <class... Fields>
struct FieldList;

template <class Field>
inline constexpr bool is_field_list = false;

template <class... Fields>
inline constexpr bool is_field_list<FieldList<Fields...>> = true;

/// Calls `visit(value)` with the value of a field in the view, or of each field of a list.
template <class Field, class Visit>
void visit_field(const TableView& view, Visit& visit) {
  if constexpr (is_field_list<Field>) {
    Field::visit(view, visit);
  } else {
    visit(Field::get(view));
  }
}

/// A list of fields of a table. It has the same operations as a field.
template <class... Fields>
struct FieldList {
  static constexpr bool uses_budget = (false || ... || Fields::uses_budget);

  template <class Visit>
  static void visit([[maybe_unused]] const TableView& view, [[maybe_unused]] Visit& visit) {
    (visit_field<Fields>(view, visit), ...);
  }

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

  CODEC_ALWAYS_INLINE static bool verify_known([[maybe_unused]] const Verification& v, [[maybe_unused]] std::uint32_t table) noexcept {
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

}  // namespace codec::generated
