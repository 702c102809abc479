#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../payload_shape.hpp"

namespace codec::detail {

/// The position of a value that is missing.
inline constexpr std::uint32_t no_position = 0xFFFFFFFF;

/// Tables, and their vtables.
struct TableRows {
  std::uint32_t* at = nullptr;
  std::uint32_t* vtables = nullptr;
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
    if (!follow(slot, 4, table)) {
      return false;
    }
    const std::int64_t start = std::int64_t{table} - load<std::int32_t>(table);
    vtable = static_cast<std::uint32_t>(start);
    return start >= 0 && contains(static_cast<std::uint64_t>(start), 4) && contains(vtable, load<std::uint16_t>(vtable));
  }

  /// Finds the first element of a string or vector whose elements have `element` bytes.
  bool find_vector(std::uint32_t slot, std::uint32_t element, std::uint32_t& start, std::uint64_t& length) const noexcept {
    if (!follow(slot, 4, start)) {
      return false;
    }
    length = load<std::uint32_t>(start);
    start += 4;
    return contains(start, length * element);
  }

  /// Returns the position of a field of a table, which has `count` bytes.
  bool find(std::uint32_t table, std::uint32_t vtable, std::uint32_t entry, std::uint32_t count, std::uint32_t& slot) const noexcept {
    const std::uint32_t offset = entry + 2 <= load<std::uint16_t>(vtable) ? load<std::uint16_t>(vtable + entry) : 0;
    slot = offset == 0 ? no_position : table + offset;
    return offset == 0 || contains(std::uint64_t{table} + offset, count);
  }

  /// Finds a field of each table. Of a missing table, it is missing.
  bool find(const TableRows& tables, std::size_t rows, std::uint32_t entry, std::uint32_t count, std::uint32_t* places) const noexcept {
    // Tables next to each other usually share their vtable.
    std::uint32_t vtable = no_position;
    std::uint32_t offset = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      if (tables.at[i] == no_position) {
        places[i] = no_position;
        continue;
      }
      if (tables.vtables[i] != vtable) {
        vtable = tables.vtables[i];
        offset = entry + 2 <= load<std::uint16_t>(vtable) ? load<std::uint16_t>(vtable + entry) : 0;
      }
      if (offset != 0 && !contains(std::uint64_t{tables.at[i]} + offset, count)) {
        return false;
      }
      places[i] = offset == 0 ? no_position : tables.at[i] + offset;
    }
    return true;
  }

  bool find_tables(const std::uint32_t* places, std::size_t rows, const TableRows& tables) const noexcept {
    for (std::size_t i = 0; i < rows; ++i) {
      if (places[i] == no_position) {
        tables.at[i] = no_position;
      } else if (!find_table(places[i], tables.at[i], tables.vtables[i])) {
        return false;
      }
    }
    return true;
  }

  /// Loads the numbers at an offset from each row. Of a missing row, it is `missing`.
  void load_numbers(const std::uint32_t* rows, std::size_t count, std::uint32_t offset, std::uint32_t number, std::uint64_t missing,
                    std::uint64_t* values) const noexcept {
    with_number(number, [&](auto zero) {
      for (std::size_t i = 0; i < count; ++i) {
        values[i] = rows[i] == no_position ? missing : std::uint64_t{load_bytes<decltype(zero)>(data + rows[i] + offset)};
      }
    });
    normalize(number, values, count);
  }

  /// Loads numbers that are next to each other.
  void load_run(std::uint32_t at, std::size_t count, std::uint32_t number, std::uint64_t* values) const noexcept {
    with_number(number, [&](auto zero) {
      for (std::size_t i = 0; i < count; ++i) {
        values[i] = load_bytes<decltype(zero)>(data + at + i * sizeof(zero));
      }
    });
    normalize(number, values, count);
  }

  // Every byte of a bool other than 0 means true.
  static void normalize(std::uint32_t number, std::uint64_t* values, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count && number == bool_class; ++i) {
      values[i] = values[i] != 0 ? 1 : 0;
    }
  }
};

}  // namespace codec::detail
