#pragma once

#include <cstddef>
#include <cstdint>

#include "bytes.hpp"
#include "layout.hpp"

namespace codec {

/// The base class of the views. A view refers to a table in a payload that it does not own. For any bytes, a view returns values from inside the
/// payload, or the default of the field. It is valid as long as the memory of the payload. Thread-safe while no thread writes to that memory.
class TableView {
 public:
  constexpr TableView() noexcept = default;

  /// For generated code. `room` is the number of bytes from the table to the end of the payload. If `vtable` is null, the table has the layout that
  /// the generated writer writes.
  constexpr TableView(const std::byte* payload, const std::byte* table, std::size_t room, const std::byte* vtable) noexcept
      : payload_(payload), table_(table), room_(room), vtable_(vtable) {}

  /// Returns whether there is a table. A field whose table is missing or out of range returns a view without a table.
  explicit operator bool() const noexcept { return table_ != nullptr; }

 protected:
  ~TableView() = default;
  constexpr TableView(const TableView&) noexcept = default;
  constexpr TableView& operator=(const TableView&) noexcept = default;

 private:
  friend struct TableAccess;

  const std::byte* payload_ = nullptr;
  const std::byte* table_ = nullptr;
  std::size_t room_ = 0;
  const std::byte* vtable_ = generated::no_fields;
};

/// For generated code: accesses the addresses in a view.
struct TableAccess {
  static generated::Range payload(const TableView& view) noexcept { return {view.payload_, view.table_ + view.room_}; }

  static std::string_view text(const TableView& view, std::uint32_t entry, std::uint32_t offset, std::string_view fallback) noexcept {
    return CODEC_LIKELY(view.vtable_ == nullptr) ? generated::text_at(view.table_, view.room_, offset, fallback)
                                                 : generated::find_text(view.table_, view.room_, view.vtable_, entry, fallback);
  }

  static generated::Elements elements(const TableView& view, std::uint32_t entry, std::uint32_t offset, std::uint32_t element_size) noexcept {
    return CODEC_LIKELY(view.vtable_ == nullptr) ? generated::elements_at(view.table_, view.room_, offset, element_size)
                                                 : generated::find_elements(view.table_, view.room_, view.vtable_, entry, element_size);
  }

  static const std::byte* slot(const TableView& view, std::uint32_t entry, std::uint32_t offset, std::uint32_t size) noexcept {
    return CODEC_LIKELY(view.vtable_ == nullptr) ? view.table_ + offset
                                                 : generated::find_field(view.table_, view.room_, view.vtable_, entry, size);
  }
};

/// The view of tables whose plain type is T.
template <class T>
using View = typename generated::Table<T>::View;

namespace generated {

/// Follows an offset to a table, and returns the table's view. The offset must exist. `known` is the position of a vtable that the writer wrote. The
/// tables of a vector share it.
template <class T>
inline View<T> table_of(Range payload, const std::byte* slot, std::uint64_t& known) noexcept {
  using L = Layout<T>;
  // On a 32-bit host, the sums below do not fit in std::size_t.
  const std::uint64_t offset = wire::load<std::uint32_t>(slot);
  const std::size_t left = bytes_from(slot, payload.end);
  if (CODEC_LIKELY(offset + static_cast<std::uint32_t>(L::padded_size) <= left)) {
    const std::byte* table = slot + offset;
    const std::size_t room = left - static_cast<std::size_t>(offset);
    const std::uint32_t vtable = static_cast<std::uint32_t>(table - payload.begin) - wire::load<std::uint32_t>(table);
    if (CODEC_LIKELY(vtable == known)) {
      return View<T>(payload.begin, table, room, nullptr);
    }
    if (std::uint64_t{vtable} + static_cast<std::uint32_t>(L::vtable_size) <= payload.size() && is_known_vtable<T>(payload.begin + vtable)) {
      known = vtable;
      return View<T>(payload.begin, table, room, nullptr);
    }
  }
  const std::byte* vtable = offset + 4 > left ? nullptr : find_vtable(payload, slot + offset);
  return vtable == nullptr ? View<T>() : View<T>(payload.begin, slot + offset, left - static_cast<std::size_t>(offset), vtable);
}

template <class T>
inline View<T> table_of(Range payload, const std::byte* slot) noexcept {
  std::uint64_t known = no_place;
  return table_of<T>(payload, slot, known);
}

template <class T>
inline View<T> table_at(Range payload, const std::byte* slot) noexcept { return slot == nullptr ? View<T>() : table_of<T>(payload, slot); }

/// Finds a root that our writers did not write. Sets `table`, and returns its vtable, or null if there is no root.
CODEC_COLD inline const std::byte* find_root(Range payload, std::uint32_t identifier, const std::byte*& table) noexcept {
  if (payload.size() >= 8 && payload.size() <= largest_payload && (identifier == 0 || wire::load<std::uint32_t>(payload.begin + 4) == identifier)) {
    const std::uint32_t offset = wire::load<std::uint32_t>(payload.begin);
    if (offset <= payload.size() - 4) {
      table = payload.begin + offset;
      return find_vtable(payload, table);
    }
  }
  return nullptr;
}

/// Returns the view of the root of a payload, which does not have to be verified.
template <class T>
inline View<T> root_of(ByteSpan payload) noexcept {
  const std::byte* table = payload.data();
  const std::byte* vtable = nullptr;
  if (CODEC_LIKELY(is_known_root<T>(payload.data(), payload.size()))) {
    table += Layout<T>::root_table;
  } else {
    vtable = find_root({payload.data(), payload.data() + payload.size()}, Table<T>::identifier, table);
    if (vtable == nullptr) {
      return View<T>();
    }
  }
  return View<T>(payload.data(), table, payload.size() - bytes_from(payload.data(), table), vtable);
}

}  // namespace generated

}  // namespace codec
