#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "../vector_view.hpp"
#include "field.hpp"

// The kinds of fields without tables and unions.
namespace codec::generated {

/// A number or a struct that is stored in the table.
template <class D>
struct InPlace : FieldBase<D> {
  using Base = FieldBase<D>;
  using Type = typename Base::Type;
  using Value = typename Base::Value;

  static constexpr bool is_optional = Unwrap<Type>::is_optional;
  static constexpr bool is_required = !is_optional && !wire::is_number<Value>;
  static constexpr auto size = static_cast<std::uint32_t>(sizeof(Value));
  static constexpr auto alignment = static_cast<std::uint32_t>(wire::alignment_of<Value>());

  static Type get(const TableView& view) noexcept {
    const std::byte* slot = TableAccess::slot(view, D::entry, D::offset, size);
    return slot == nullptr ? Base::template missing<Type>() : Type(wire::load_value<Value>(slot));
  }

  template <class V>
  static void store(std::byte* table, [[maybe_unused]] std::byte* vtable, const V& value) noexcept {
    const auto& member = Base::value_of(value);
    if constexpr (!is_optional) {
      wire::store_value(table + D::offset, member);
    } else if (CODEC_LIKELY(member.has_value())) {
      wire::store_value(table + D::offset, *member);
    } else {
      wire::store(vtable + D::entry, std::uint16_t{0});
      std::memset(table + D::offset, 0, size);
    }
  }

  template <class V>
  static bool is_writable(const V&) noexcept { return true; }

  template <class V>
  static Position write(Output, Position at, Position, Position, const V&, VTables&, int) noexcept { return at; }

  template <class V>
  static std::uint64_t max_size(const V&, int) noexcept { return 0; }

  CODEC_ALWAYS_INLINE static bool verify_known(const Verification&, std::uint64_t) noexcept { return true; }

  static bool is_valid(const Verification& v, const VerifiedTable& t) noexcept {
    const std::int64_t slot = verify_field(v.bytes, t, D::entry, size, alignment);
    return is_required ? slot > 0 : slot >= 0;
  }

  static bool read(const TableView& view, typename Base::Owner& target, ReadBudget&, int) {
    target.*D::plain = get(view);
    return true;
  }
};

template <class D>
struct Text : OffsetField<Text<D>, D> {
  using Base = OffsetField<Text, D>;

  static constexpr std::string_view missing = Base::template missing<std::string_view>();

  static std::string_view get(const TableView& view) noexcept { return TableAccess::text(view, D::entry, D::offset, missing); }

  static Position write_present(Output out, Position at, Position table, std::string_view text, VTables&, int) noexcept {
    return write_text(out, at, table + D::offset, text);
  }

  static std::uint64_t size_of(std::string_view text, int) noexcept { return max_text_size(text.size()); }

  CODEC_ALWAYS_INLINE static bool verify_present(const Verification& v, std::uint64_t slot) noexcept { return verify_text(v.bytes, slot); }

  static bool read(const TableView& view, typename Base::Owner& target, ReadBudget& budget, int) {
    const std::string_view text = get(view);
    if (text.data() != missing.data() && !budget.take_text(text.size())) {
      return false;
    }
    if (std::string* member = open_member(target.*D::plain, text.data() != nullptr)) {
      assign_text(*member, text);
    }
    return true;
  }
};

/// A vector of numbers or structs.
template <class D>
struct Vector : OffsetField<Vector<D>, D> {
  using Base = OffsetField<Vector, D>;
  using Element = typename Base::Value::value_type;
  using Root = typename D::Root;

  static constexpr bool uses_budget = !std::is_void_v<Root>;

  static constexpr auto alignment = static_cast<std::uint32_t>(wire::alignment_of<Element>() < 4 ? 4 : wire::alignment_of<Element>());

  static VectorView<Element> get(const TableView& view) noexcept {
    const Elements found = TableAccess::elements(view, D::entry, D::offset, sizeof(Element));
    return {{}, found.start, found.count};
  }

  template <class Values>
  static Position write_present(Output out, Position at, Position table, const Values& values, VTables&, int) noexcept {
    return write_vector<Element>(out, at, table + D::offset, values, D::alignment);
  }

  template <class Values>
  static std::uint64_t size_of(const Values& values, int) noexcept { return max_vector_size(values.size(), sizeof(Element), D::alignment); }

  CODEC_ALWAYS_INLINE static bool verify_present(const Verification& v, std::uint64_t slot) noexcept {
    VerifiedVector elements;
    if (!verify_vector(v.bytes, slot, sizeof(Element), alignment, elements)) {
      return false;
    }
    if constexpr (std::is_void_v<Root>) {
      return true;
    } else {
      return TableOperations<Root>::verify_buffer({v.bytes.data + elements.start, elements.count}, v.depth + 1, *v.budget);
    }
  }

  static bool read(const TableView& view, typename Base::Owner& target, ReadBudget& budget, int) {
    const VectorView<Element> elements = get(view);
    auto* list = open_member(target.*D::plain, elements.is_present());
    if (list == nullptr) {
      return true;
    }
    if (!budget.take_vector(elements.size(), sizeof(Element))) {
      return false;
    }
    list->resize(elements.size());
    if constexpr (std::is_same_v<Element, Bool>) {
      for (std::size_t i = 0; i < elements.size(); ++i) {
        (*list)[i] = static_cast<bool>(elements[i]);
      }
    } else if (!elements.empty()) {
      std::memcpy(static_cast<void*>(list->data()), elements.bytes().data(), elements.size() * sizeof(Element));
    }
    return true;
  }
};

/// A vector of strings.
template <class D>
struct Texts : OffsetField<Texts<D>, D> {
  using Base = OffsetField<Texts, D>;

  static TextVectorView get(const TableView& view) noexcept {
    const Elements found = TableAccess::elements(view, D::entry, D::offset, 4);
    return {{TableAccess::payload(view)}, found.start, found.count};
  }

  template <class Values>
  static Position write_present(Output out, Position at, Position table, const Values& texts, VTables&, int) noexcept {
    return write_elements(out, at, table + D::offset, texts,
                          [out](Position next, Position slot, std::string_view text) { return write_text(out, next, slot, text); });
  }

  template <class Values>
  static std::uint64_t size_of(const Values& texts, int) noexcept {
    return elements_size(texts, [](std::string_view text) { return max_text_size(text.size()); });
  }

  CODEC_ALWAYS_INLINE static bool verify_present(const Verification& v, std::uint64_t slot) noexcept {
    return verify_texts(v.bytes, slot, v.is_known_root ? nullptr : v.budget);
  }

  static bool read(const TableView& view, typename Base::Owner& target, ReadBudget& budget, int) {
    return read_elements(get(view), target.*D::plain, budget, 8, [&](std::string_view text, std::string& to) {
      return budget.take_text(text.size()) && (assign_text(to, text), true);
    });
  }
};

}  // namespace codec::generated
