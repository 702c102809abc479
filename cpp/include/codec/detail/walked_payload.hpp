#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../payload_shape.hpp"
#include "bits.hpp"

namespace codec::detail {

/// The position of a value that is missing.
inline constexpr std::uint32_t no_position = 0xFFFFFFFF;

/// Consecutive tables with the same vtable. The vtable of missing tables is no_position.
struct TableRun {
  std::uint32_t end;
  std::uint32_t vtable;
};

/// How many rows are loaded or stored at a time, field by field. They stay in the first cache if they have up to 100 bytes each.
inline constexpr std::size_t rows_of_block = 256;

/// The tables from `first` to `end`. `runs` starts at the run of the first table.
struct TableRows {
  std::uint32_t* at = nullptr;
  TableRun* runs = nullptr;
  std::size_t first = 0;
  std::size_t end = 0;
};

/// The first elements of vectors or strings, and their lengths.
struct Vectors {
  std::uint32_t* starts = nullptr;
  std::uint32_t* lengths = nullptr;
};

/// A payload whose offsets are checked before they are followed.
struct WalkedPayload {
  const std::byte* data = nullptr;
  std::uint32_t size = 0;

  template <class T>
  T load(std::uint32_t at) const noexcept {
    return load_bytes<T>(data + at);
  }

  bool contains(std::uint64_t at, std::uint64_t count) const noexcept { return at + count <= size; }

  std::uint64_t load_number(std::uint32_t number, std::uint32_t at) const noexcept {
    std::uint64_t value = 0;
    std::memcpy(&value, data + at, number_sizes[number]);
    return number == bool_class && value != 0 ? 1 : value;
  }

  /// Finds what the offset at `slot` refers to, which has at least `count` bytes.
  bool follow(std::uint32_t slot, std::uint32_t count, std::uint32_t& at) const noexcept {
    const std::uint64_t target = std::uint64_t{slot} + load<std::uint32_t>(slot);
    at = static_cast<std::uint32_t>(target);
    return target != slot && contains(target, count);
  }

  bool find_table(std::uint32_t slot, std::uint32_t& table, std::uint32_t& vtable) const noexcept {
    return follow(slot, 4, table) && is_vtable(vtable = vtable_of(table));
  }

  /// Returns the position of a table's vtable, which is out of range if it is before the payload.
  std::uint32_t vtable_of(std::uint32_t table) const noexcept { return table - load<std::uint32_t>(table); }

  bool is_vtable(std::uint32_t at) const noexcept { return contains(at, 4) && contains(at, load<std::uint16_t>(at)); }

  /// Finds the first element of a string or vector whose elements have `element` bytes.
  bool find_vector(std::uint32_t slot, std::uint32_t element, std::uint32_t& start, std::uint64_t& length) const noexcept {
    if (!follow(slot, 4, start)) {
      return false;
    }
    length = load<std::uint32_t>(start);
    start += 4;
    return contains(start, length * element);
  }

  /// Returns the offset of a field in the tables of a vtable, or 0 if they do not have it.
  std::uint32_t offset_of(std::uint32_t vtable, std::uint32_t entry) const noexcept {
    return vtable != no_position && entry + 2 <= load<std::uint16_t>(vtable) ? load<std::uint16_t>(vtable + entry) : 0;
  }

  /// Returns the position of a field of a table, which has `count` bytes.
  bool find(std::uint32_t table, std::uint32_t vtable, std::uint32_t entry, std::uint32_t count, std::uint32_t& slot) const noexcept {
    const std::uint32_t offset = offset_of(vtable, entry);
    slot = offset == 0 ? no_position : table + offset;
    return offset == 0 || contains(std::uint64_t{table} + offset, count);
  }

  /// Finds the tables of a record. Returns false if a table's fields are not in the payload.
  bool find_tables(const std::uint32_t* shape, std::uint32_t record, const std::uint32_t* places, std::size_t rows,
                   TableRows& tables) const noexcept {
    // Few vtables are frequent. Of these, the end of the fields is known.
    constexpr std::uint32_t known = 16;
    std::uint32_t vtables[known];
    std::uint32_t ends[known] = {};
    std::fill_n(vtables, known, no_position);
    // No vtable.
    std::uint64_t last = ~std::uint64_t{0};
    std::uint32_t end = 0;
    TableRun* run = tables.runs;
    for (std::size_t i = 0; i < rows; ++i) {
      std::uint32_t table = no_position;
      std::uint32_t vtable = no_position;
      const bool is_missing = places[i] == no_position;
      if (!is_missing) {
        if (!follow(places[i], 4, table)) {
          return false;
        }
        vtable = vtable_of(table);
      }
      tables.at[i] = table;
      if (vtable != last) {
        if (!is_missing && !is_vtable(vtable)) {
          return false;
        }
        last = vtable;
        if (i != 0) {
          (run++)->end = static_cast<std::uint32_t>(i);
        }
        run->vtable = vtable;
        const std::uint32_t slot = vtable / 2 % known;
        if (vtables[slot] != vtable) {
          vtables[slot] = vtable;
          ends[slot] = end_of_fields(shape, record, vtable);
        }
        // A table cannot have the vtable of those that are missing.
        end = is_missing ? no_position : ends[slot];
      }
      if (!is_missing && !contains(table, end)) {
        return false;
      }
    }
    run->end = static_cast<std::uint32_t>(rows);
    return true;
  }

  /// Calls `use(first, end, offset)` for each run of tables with the offset of a field, or 0.
  template <class Use>
  void for_each_run(const TableRows& tables, std::uint32_t entry, Use use) const noexcept {
    std::size_t first = tables.first;
    for (const TableRun* run = tables.runs; first < tables.end; ++run) {
      const std::size_t end = (std::min)(std::size_t{run->end}, tables.end);
      use(first, end, offset_of(run->vtable, entry));
      first = end;
    }
  }

  /// Finds a field of each table. A missing table has no fields.
  void find(const TableRows& tables, std::uint32_t entry, std::uint32_t* places) const noexcept {
    for_each_run(tables, entry, [&](std::size_t i, std::size_t end, std::uint32_t offset) {
      const std::uint32_t* const at = tables.at;
      if (offset == 0) {
        std::fill(places + i, places + end, no_position);
      } else {
        std::transform(at + i, at + end, places + i, [=](std::uint32_t table) { return table + offset; });
      }
    });
  }

  /// Inverts the bits of the tables that have a field.
  void invert_present(const TableRows& tables, std::uint32_t entry, std::uint64_t* mask) const noexcept {
    for_each_run(tables, entry, [&](std::size_t i, std::size_t end, std::uint32_t offset) { invert_rows(mask, offset == 0 ? end : i, end); });
  }

  /// Loads a number of each table, or `missing` for a table without it.
  template <class T, class Value>
  void load_field(const TableRows& tables, std::uint32_t entry, Value missing, Value* values) const noexcept {
    for_each_run(tables, entry, [&](std::size_t i, std::size_t end, std::uint32_t offset) {
      if (offset == 0) {
        std::fill(values + i, values + end, missing);
      } else {
        const std::uint32_t* const at = tables.at;
        for (const std::byte* const from = data + offset; i < end; ++i) {
          values[i] = load_bytes<T>(from + at[i]);
        }
      }
    });
  }

  /// Loads the numbers at an offset from each row. The number of a missing row is 0.
  template <class T>
  void load_rows(const std::uint32_t* rows, std::size_t count, std::uint32_t offset, bool has_missing, T* values) const noexcept {
    const std::byte* const from = data + offset;
    for (std::size_t i = 0; i < count; ++i) {
      values[i] = has_missing && rows[i] == no_position ? T{} : load_bytes<T>(from + rows[i]);
    }
  }

  /// Loads numbers that follow each other. Writes up to `run_slack` bytes.
  template <class T>
  void load_run(std::uint32_t at, std::size_t count, T* values) const noexcept {
    copy_run(values, data + at, count * sizeof(T), contains(at, run_slack));
  }

 private:
  /// Returns how many bytes of a table its fields use.
  std::uint32_t end_of_fields(const std::uint32_t* shape, std::uint32_t record, std::uint32_t vtable) const noexcept {
    std::uint32_t end = 0;
    const auto add = [&](std::uint32_t entry, std::uint32_t bytes) {
      const std::uint32_t offset = offset_of(vtable, entry);
      end = (std::max)(end, offset == 0 ? 0 : offset + bytes);
    };
    for (std::uint32_t i = 0; i < shape[record]; ++i) {
      const ShapeField field(shape, record, i);
      add(field.entry, field.size);
      if (field.is_union()) {
        add(field.entry - 2, field.type_size());
      }
    }
    return end;
  }
};

}  // namespace codec::detail
