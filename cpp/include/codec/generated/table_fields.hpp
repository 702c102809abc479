#pragma once

#include <cstddef>
#include <cstdint>

#include "../boxed.hpp"
#include "../vector_view.hpp"
#include "field.hpp"

// The kinds of fields that refer to tables.
namespace codec::generated {

template <class D>
struct TableField : OffsetField<TableField<D>, D> {
  using Base = OffsetField<TableField, D>;
  using Child = typename Base::Value::value_type;

  static auto get(const TableView& view) noexcept { return table_at<Child>(TableAccess::payload(view), Base::slot(view)); }

  static Position write_present(Output out, Position at, Position table, const Boxed<Child>& value, VTables& vtables, int depth) noexcept {
    return TableOperations<Child>::write(out, at, table + D::offset, *value, vtables, depth + 1);
  }

  static std::uint64_t size_of(const Boxed<Child>& value, int depth) noexcept { return TableOperations<Child>::max_size(*value, depth + 1); }

  CODEC_ALWAYS_INLINE static bool verify_present(const Verification& v, std::uint64_t slot) noexcept {
    return TableOperations<Child>::verify_table(v.bytes, slot, v.depth + 1, *v.budget);
  }

  static bool read(const TableView& view, typename Base::Owner& target, ReadBudget& budget, int depth) {
    const auto child = get(view);
    if (!child) {
      (target.*D::plain).reset();
      return true;
    }
    return TableOperations<Child>::read(child, (target.*D::plain).get_or_emplace(), budget, depth + 1);
  }
};

/// A vector of tables.
template <class D>
struct Tables : OffsetField<Tables<D>, D> {
  using Base = OffsetField<Tables, D>;
  using Container = typename Base::Value;
  using Child = typename Container::value_type;

  static TableVectorView<Child> get(const TableView& view) noexcept {
    const Elements found = TableAccess::elements(view, D::entry, D::offset, 4);
    return {{TableAccess::payload(view)}, found.start, found.count};
  }

  static Position write_present(Output out, Position at, Position table, const Container& values, VTables& vtables, int depth) noexcept {
    return write_elements(out, at, table + D::offset, values, [&](Position next, Position slot, const Child& value) {
      return TableOperations<Child>::write(out, next, slot, value, vtables, depth + 1);
    });
  }

  static std::uint64_t size_of(const Container& values, int depth) noexcept {
    return elements_size(values, [depth](const Child& value) { return TableOperations<Child>::max_size(value, depth + 1); });
  }

  CODEC_ALWAYS_INLINE static bool verify_present(const Verification& v, std::uint64_t slot) noexcept {
    return TableOperations<Child>::verify_all(v.bytes, slot, v.depth + 1, *v.budget);
  }

  static bool read(const TableView& view, typename Base::Owner& target, ReadBudget& budget, int depth) {
    const TableVectorView<Child> tables = get(view);
    // C# takes 8 bytes for each reference to a table. The same budget is used here. The objects are in the vector, so the budget is charged for all
    // before it is resized.
    return budget.take_tables(tables.size(), depth + 1) &&
           read_elements(tables, target.*D::plain, budget, 8, [&](const View<Child>& table, Child& to) {
             return table && Table<Child>::Fields::read(table, to, budget, depth + 1);
           });
  }
};

}  // namespace codec::generated
