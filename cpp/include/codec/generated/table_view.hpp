#pragma once

#include <cstddef>
#include <cstdint>

#include "bytes.hpp"
#include "layout.hpp"

namespace codec {

/// The base of the views: a table in a payload that it does not own. Whatever the bytes are, a view gives values from inside the payload, or the
/// default of the field. It is valid as long as the memory of the payload. Thread-safe while nobody writes to that memory.
class TableView {
 public:
  constexpr TableView() noexcept = default;

  /// For generated code. A `vtable` of -1 says that the table is laid out as the writer does it.
  constexpr TableView(generated::Bytes bytes, std::uint32_t table, std::int32_t vtable) noexcept : bytes_(bytes), table_(table), vtable_(vtable) {}

  /// Whether there is a table. A field that leads to a missing table, or outside of the payload, gives a view without a table.
  explicit operator bool() const noexcept { return table_ != 0 && vtable_ != generated::no_vtable; }

 protected:
  ~TableView() = default;
  constexpr TableView(const TableView&) noexcept = default;
  constexpr TableView& operator=(const TableView&) noexcept = default;

 private:
  friend struct TableAccess;

  generated::Bytes bytes_{};
  std::uint32_t table_ = 0;
  std::int32_t vtable_ = generated::no_vtable;
};

/// For generated code: the places in a view.
struct TableAccess {
  /// Whether the table is laid out as the writer does it.
  static bool is_known(const TableView& view) noexcept { return CODEC_LIKELY(view.vtable_ < 0); }

  static generated::Bytes bytes(const TableView& view) noexcept { return view.bytes_; }

  static std::string_view text(const TableView& view, std::uint32_t entry, std::uint32_t offset, std::string_view fallback) noexcept {
    return CODEC_LIKELY(view.vtable_ < 0) ? generated::text_at(view.bytes_, std::size_t{view.table_} + offset, fallback)
                                          : generated::find_text(view.bytes_, view.table_, view.vtable_, entry, fallback);
  }

  /// Returns the elements that a field leads to.
  static generated::Elements elements(const TableView& view, std::uint32_t entry, std::uint32_t offset, std::uint32_t element_size) noexcept {
    return CODEC_LIKELY(view.vtable_ < 0) ? generated::elements_at(view.bytes_, std::size_t{view.table_} + offset, element_size)
                                          : generated::find_elements(view.bytes_, view.table_, view.vtable_, entry, element_size);
  }

  /// Returns the place of a field, or 0.
  static std::size_t slot(const TableView& view, std::uint32_t entry, std::uint32_t offset, std::uint32_t size) noexcept {
    return CODEC_LIKELY(view.vtable_ < 0) ? std::size_t{view.table_} + offset : generated::find_field(view.bytes_, view.table_, view.vtable_, entry, size);
  }
};

/// The view of the table whose plain type is T.
template <class T>
using View = typename generated::Table<T>::View;

namespace generated {

template <class T>
View<T> table_of(Bytes bytes, std::size_t slot) noexcept;

/// Returns the view of the table that the offset at `slot` leads to.
template <class T>
View<T> table_at(Bytes bytes, std::size_t slot) noexcept {
  return slot == 0 ? View<T>() : table_of<T>(bytes, slot);
}

/// The same for an offset that is there.
template <class T>
View<T> table_of(Bytes bytes, std::size_t slot) noexcept {
  using L = Layout<T>;
  const std::uint64_t place = std::uint64_t{slot} + bytes.load<std::uint32_t>(slot);
  const auto table = static_cast<std::uint32_t>(place);
  if (CODEC_LIKELY(place + static_cast<std::uint32_t>(L::padded_size) <= bytes.size)) {
    const std::uint32_t vtable = table - bytes.load<std::uint32_t>(table);
    if (CODEC_LIKELY(std::uint64_t{vtable} + static_cast<std::uint32_t>(L::vtable_size) <= bytes.size && is_known_vtable<T>(bytes.data + vtable))) {
      return View<T>(bytes, table, -1);
    }
  }
  return View<T>(bytes, table, place + 4 > bytes.size ? no_vtable : find_vtable(bytes, table));
}

/// Finds a root that our writers did not write. Returns the place of the vtable.
CODEC_COLD inline std::int32_t find_root(Bytes bytes, std::uint32_t identifier, std::uint32_t& table) noexcept {
  if (bytes.size >= 8 && (identifier == 0 || bytes.load<std::uint32_t>(4) == identifier)) {
    table = bytes.load<std::uint32_t>(0);
    if (table <= bytes.size - 4) {
      return find_vtable(bytes, table);
    }
  }
  return no_vtable;
}

/// Returns the view of the root of a payload that need not be verified.
template <class T>
View<T> root_of(Bytes bytes) noexcept {
  if (CODEC_LIKELY(is_known_root<T>(bytes.data, bytes.size))) {
    return View<T>(bytes, static_cast<std::uint32_t>(Layout<T>::root_table), -1);
  }
  std::uint32_t table = 0;
  const std::int32_t vtable = find_root(bytes, Table<T>::identifier, table);
  return vtable == no_vtable ? View<T>() : View<T>(bytes, table, vtable);
}

}  // namespace generated

}  // namespace codec
