#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "../boxed.hpp"
#include "../span.hpp"
#include "../union.hpp"
#include "../vector_view.hpp"
#include "../wire.hpp"
#include "budget.hpp"
#include "bytes.hpp"
#include "layout.hpp"
#include "table_view.hpp"
#include "verifier.hpp"
#include "writer.hpp"

// The descriptions of fields in generated code, and the operations on each kind of field. `Plain` is the member of the plain type. `Direct` is the
// member of the values that a writer takes, which do not include tables and unions. `Entry` is the offset of the field's entry in the vtable, and
// `Offset` is its offset in the table. `Bit` is its bit in the shape of a table, or -1 if it is always written.
namespace codec::generated {

template <class Member>
struct MemberOf;

template <class Class, class T>
struct MemberOf<T Class::*> {
  using Owner = Class;
  using Type = T;
};

template <class T>
struct Unwrap {
  using type = T;
  static constexpr bool is_optional = false;
};

template <class T>
struct Unwrap<std::optional<T>> {
  using type = T;
  static constexpr bool is_optional = true;
};

template <class T>
Position write_table(Output out, Position at, Position slot, const T& value, SharedVTable& shared, int depth) noexcept;

template <class T>
std::uint64_t table_size(const T& value, int depth) noexcept;

template <class T>
bool verify_table(Bytes bytes, std::uint32_t table, int depth, VerifyBudget& budget, std::uint64_t& known) noexcept;

template <class T>
bool verify_buffer(Bytes bytes, int depth, VerifyBudget& budget) noexcept;

template <class T>
bool read_table(const View<T>& view, T& target, ReadBudget& budget, int depth);

/// Follows an offset to a table, and verifies the table. `known` is the position of a vtable that the writer wrote. The tables of a vector share it.
template <class T>
bool verify_table_at(Bytes bytes, std::uint32_t slot, int depth, VerifyBudget& budget, std::uint64_t& known) noexcept {
  const std::uint32_t table = verify_target(bytes, slot);
  return table != 0 && verify_table<T>(bytes, table, depth, budget, known);
}

template <class T>
bool verify_table_at(Bytes bytes, std::uint32_t slot, int depth, VerifyBudget& budget) noexcept {
  std::uint64_t known = no_place;
  return verify_table_at<T>(bytes, slot, depth, budget, known);
}

/// The state of the verification of one table. The budget is null if no field of a known root uses it.
struct Verification {
  Bytes bytes;
  VerifyBudget* budget;
  int depth;
  bool is_known_root;
};

/// A table whose fields are found in the vtable to be verified.
struct VerifiedTable {
  std::uint32_t table;
  std::uint32_t vtable;
  std::uint32_t vtable_size;
};

template <auto Plain, auto Direct, int Entry, int Offset, int Bit>
struct FieldBase {
  using Owner = typename MemberOf<decltype(Plain)>::Owner;
  using Type = typename MemberOf<decltype(Plain)>::Type;

  static constexpr int entry = Entry;
  static constexpr int offset = Offset;
  static constexpr bool has_direct = !std::is_same_v<decltype(Direct), std::nullptr_t>;
  /// Whether verifying the field in a known root uses the budget. It does if the field can refer to tables.
  static constexpr bool uses_budget = !has_direct;

  template <class V>
  static constexpr bool is_plain = std::is_same_v<V, Owner>;

  /// Whether the field is written after the table by a separate call.
  template <class V>
  static constexpr bool is_later = !is_plain<V> && !has_direct;

  template <class V>
  static const auto& value_of(const V& value) noexcept {
    if constexpr (is_plain<V>) {
      return value.*Plain;
    } else {
      return value.*Direct;
    }
  }

  template <class Put>
  static constexpr void put_entries(const Put& put) noexcept {
    put(Entry, Offset);
  }

  template <class V>
  static std::uint64_t shape_bit(bool is_absent) noexcept {
    return is_absent ? std::uint64_t{1} << (Bit < untracked_bit ? Bit : untracked_bit) : 0;
  }

  static void clear_entry(std::byte* vtable) noexcept { wire::store(vtable + Entry, std::uint16_t{0}); }

  static std::int64_t verify_slot(const Verification& v, const VerifiedTable& t, std::uint32_t size, std::uint32_t alignment) noexcept {
    return verify_field(v.bytes, t.table, t.vtable, t.vtable_size, Entry, size, alignment);
  }
};

/// A number or a struct that is stored in the table. `DefaultBits` are the bits of a number's default value.
template <auto Plain, auto Direct, int Entry, int Offset, std::uint64_t DefaultBits = 0, int Bit = -1>
struct InPlace : FieldBase<Plain, Direct, Entry, Offset, Bit> {
  using Base = FieldBase<Plain, Direct, Entry, Offset, Bit>;
  using Type = typename Base::Type;
  using Value = typename Unwrap<Type>::type;

  static constexpr bool is_optional = Unwrap<Type>::is_optional;
  static constexpr bool is_required = !is_optional && !wire::is_number<Value>;
  static constexpr auto size = static_cast<std::uint32_t>(sizeof(Value));
  static constexpr auto alignment = static_cast<std::uint32_t>(wire::alignment_of<Value>());

  static Value missing() noexcept {
    if constexpr (!wire::is_number<Value> || DefaultBits == 0) {
      return Value{};
    } else {
      using Bits = std::conditional_t<size == 8, std::uint64_t,
                                      std::conditional_t<size == 4, std::uint32_t, std::conditional_t<size == 2, std::uint16_t, std::uint8_t>>>;
      const auto bits = static_cast<Bits>(DefaultBits);
      Value value;
      std::memcpy(&value, &bits, size);
      return value;
    }
  }

  static Type get(const TableView& view) noexcept {
    const std::byte* slot = TableAccess::slot(view, Entry, Offset, size);
    if constexpr (is_optional) {
      return slot == nullptr ? Type() : Type(wire::load_value<Value>(slot));
    } else {
      return slot == nullptr ? missing() : wire::load_value<Value>(slot);
    }
  }

  template <class V>
  static std::uint64_t shape(const V& value) noexcept {
    if constexpr (is_optional) {
      return Base::template shape_bit<V>(!Base::value_of(value).has_value());
    } else {
      return 0;
    }
  }

  template <class V>
  static void store(std::byte* table, [[maybe_unused]] std::byte* vtable, const V& value) noexcept {
    const auto& member = Base::value_of(value);
    if constexpr (!is_optional) {
      wire::store_value(table + Offset, member);
    } else if (CODEC_LIKELY(member.has_value())) {
      wire::store_value(table + Offset, *member);
    } else {
      Base::clear_entry(vtable);
      std::memset(table + Offset, 0, size);
    }
  }

  template <class V>
  static bool is_writable(const V&) noexcept {
    return true;
  }

  template <class V>
  static Position write(Output, Position at, Position, Position, const V&, int) noexcept {
    return at;
  }

  template <class V>
  static std::uint64_t max_size(const V&, int) noexcept {
    return 0;
  }

  CODEC_ALWAYS_INLINE static bool verify_known(const Verification&, std::uint32_t) noexcept { return true; }

  static bool is_valid(const Verification& v, const VerifiedTable& t) noexcept {
    const std::int64_t slot = Base::verify_slot(v, t, size, alignment);
    return is_required ? slot > 0 : slot >= 0;
  }

  static bool read(const TableView& view, typename Base::Owner& target, ReadBudget&, int) {
    target.*Plain = get(view);
    return true;
  }
};

/// The base of fields with an offset. `Kind` has the operations of the kind of field, such as is_absent, write_present, size_of and verify_present.
template <class Kind, auto Plain, auto Direct, int Entry, int Offset, int Bit>
struct OffsetField : FieldBase<Plain, Direct, Entry, Offset, Bit> {
  using Base = FieldBase<Plain, Direct, Entry, Offset, Bit>;

  static const std::byte* slot(const TableView& view) noexcept { return TableAccess::slot(view, Entry, Offset, 4); }

  template <class V>
  static std::uint64_t shape(const V& value) noexcept {
    if constexpr (Base::template is_later<V>) {
      return std::uint64_t{1} << untracked_bit;
    } else if constexpr (Bit < 0) {
      return 0;
    } else {
      return Base::template shape_bit<V>(Kind::is_absent(Base::value_of(value)));
    }
  }

  template <class V>
  static void store(std::byte*, std::byte*, const V&) noexcept {}

  /// Returns whether the value is present, if it is required.
  template <class V>
  static bool is_writable(const V& value) noexcept {
    if constexpr (Base::template is_later<V> || Bit >= 0) {
      return true;
    } else {
      return Kind::has_value(Base::value_of(value));
    }
  }

  template <class V>
  static Position write(Output out, Position at, Position table, Position vtable, const V& value, int depth) noexcept {
    if constexpr (Base::template is_later<V>) {
      Kind::clear_entry(out.origin + vtable);
      Kind::clear(out, table);
      return at;
    } else {
      const auto& member = Base::value_of(value);
      if constexpr (Bit >= 0) {
        if (Kind::is_absent(member)) {
          Kind::clear_entry(out.origin + vtable);
          Kind::clear(out, table);
          return at;
        }
      }
      return Kind::write_present(out, at, table, member, depth);
    }
  }

  template <class V>
  static std::uint64_t max_size(const V& value, int depth) noexcept {
    if constexpr (Base::template is_later<V>) {
      return 0;
    } else {
      const auto& member = Base::value_of(value);
      return Kind::is_absent(member) ? 0 : Kind::size_of(member, depth);
    }
  }

  static void clear(Output out, Position table) noexcept { out.store(table + Offset, std::uint32_t{0}); }

  CODEC_ALWAYS_INLINE static bool verify_known(const Verification& v, std::uint32_t table) noexcept { return Kind::verify_present(v, table + Offset); }

  static bool is_valid(const Verification& v, const VerifiedTable& t) noexcept {
    const std::int64_t slot = Base::verify_slot(v, t, 4, 4);
    return slot > 0 ? Kind::verify_present(v, static_cast<std::uint32_t>(slot)) : slot == 0 && Bit >= 0;
  }

  /// Returns the value, whether or not the member is optional.
  template <class Member>
  static const auto& present(const Member& member) noexcept {
    if constexpr (Unwrap<Member>::is_optional) {
      return *member;
    } else {
      return member;
    }
  }

  template <class T>
  static bool is_absent(const std::optional<T>& member) noexcept {
    return !member.has_value();
  }
  template <class T>
  static bool is_absent(const Boxed<T>& member) noexcept {
    return !member.has_value();
  }
  template <class T>
  static bool is_absent(const Span<const T>& member) noexcept {
    return member.empty();
  }
  static bool is_absent(std::string_view member) noexcept { return member.data() == nullptr; }
  static bool is_absent(const std::string&) noexcept { return false; }
  template <class T>
  static bool is_absent(const std::vector<T>&) noexcept {
    return false;
  }

  /// Returns whether a required value is present.
  template <class T>
  static bool has_value(const T& member) noexcept {
    if constexpr (std::is_same_v<T, std::string_view>) {
      return member.data() != nullptr;
    } else {
      return true;
    }
  }
};

/// The `Default` of a Text field whose schema declares no default. Otherwise, `text` of the `Default` is the declared default.
struct NoDefault {
  static constexpr std::string_view text{};
};

template <auto Plain, auto Direct, int Entry, int Offset, int Bit, class Default = NoDefault>
struct Text : OffsetField<Text<Plain, Direct, Entry, Offset, Bit, Default>, Plain, Direct, Entry, Offset, Bit> {
  using Base = OffsetField<Text, Plain, Direct, Entry, Offset, Bit>;

  static std::string_view get(const TableView& view) noexcept {
    return TableAccess::text(view, Entry, Offset, Default::text);
  }

  template <class Member>
  static Position write_present(Output out, Position at, Position table, const Member& member, int) noexcept {
    return write_text(out, at, table + Offset, Base::present(member));
  }

  template <class Member>
  static std::uint64_t size_of(const Member& member, int) noexcept {
    return max_text_size(Base::present(member).size());
  }

  CODEC_ALWAYS_INLINE static bool verify_present(const Verification& v, std::uint32_t slot) noexcept { return verify_text(v.bytes, slot); }

  static bool read(const TableView& view, typename Base::Owner& target, ReadBudget& budget, int) {
    std::uint32_t count;
    const std::byte* start = find_vector(TableAccess::payload(view).end, Base::slot(view), 1, count);
    if (start != nullptr && !budget.take_text(count)) {
      return false;
    }
    const std::string_view text = start == nullptr ? Default::text : std::string_view(reinterpret_cast<const char*>(start), count);
    auto& member = target.*Plain;
    if constexpr (Unwrap<typename Base::Type>::is_optional) {
      if (text.data() == nullptr) {
        member.reset();
      } else if (member.has_value()) {
        member->assign(text);
      } else {
        member.emplace(text);
      }
    } else {
      member.assign(text);
    }
    return true;
  }
};

/// A table.
template <auto Plain, int Entry, int Offset, int Bit>
struct TableField : OffsetField<TableField<Plain, Entry, Offset, Bit>, Plain, nullptr, Entry, Offset, Bit> {
  using Base = OffsetField<TableField, Plain, nullptr, Entry, Offset, Bit>;
  template <class T>
  static T value_type(const Boxed<T>*);
  using Child = decltype(value_type(static_cast<typename Base::Type*>(nullptr)));

  static auto get(const TableView& view) noexcept { return table_at<Child>(TableAccess::payload(view), Base::slot(view)); }

  static bool has_value(const Boxed<Child>& member) noexcept { return member.has_value(); }

  static Position write_present(Output out, Position at, Position table, const Boxed<Child>& member, int depth) noexcept {
    SharedVTable shared;
    return write_table(out, at, table + Offset, *member, shared, depth + 1);
  }

  static std::uint64_t size_of(const Boxed<Child>& member, int depth) noexcept {
    return table_size(*member, depth + 1);
  }

  CODEC_ALWAYS_INLINE static bool verify_present(const Verification& v, std::uint32_t slot) noexcept {
    return verify_table_at<Child>(v.bytes, slot, v.depth + 1, *v.budget);
  }

  static bool read(const TableView& view, typename Base::Owner& target, ReadBudget& budget, int depth) {
    const auto child = get(view);
    if (!child) {
      (target.*Plain).reset();
      return true;
    }
    return read_table<Child>(child, (target.*Plain).get_or_emplace(), budget, depth + 1);
  }
};

/// A vector of numbers or structs. `Alignment` is the alignment of the first element when it is written. `Root` is the root table of a nested buffer
/// in the bytes, or void.
template <auto Plain, auto Direct, int Entry, int Offset, int Bit, int Alignment, class Root = void>
struct Vector : OffsetField<Vector<Plain, Direct, Entry, Offset, Bit, Alignment, Root>, Plain, Direct, Entry, Offset, Bit> {
  using Base = OffsetField<Vector, Plain, Direct, Entry, Offset, Bit>;
  using Container = typename Unwrap<typename Base::Type>::type;
  using Element = typename Container::value_type;

  static constexpr bool uses_budget = !std::is_void_v<Root>;

  static constexpr auto alignment = static_cast<std::uint32_t>(wire::alignment_of<Element>() < 4 ? 4 : wire::alignment_of<Element>());

  static VectorView<Element> get(const TableView& view) noexcept {
    const Elements found = TableAccess::elements(view, Entry, Offset, sizeof(Element));
    return {found.start, found.count};
  }

  template <class Member>
  static Position write_present(Output out, Position at, Position table, const Member& member, int) noexcept {
    return write_vector<Element>(out, at, table + Offset, Base::present(member), Alignment);
  }

  template <class Member>
  static std::uint64_t size_of(const Member& member, int) noexcept {
    return max_vector_size(Base::present(member).size(), sizeof(Element), Alignment);
  }

  CODEC_ALWAYS_INLINE static bool verify_present(const Verification& v, std::uint32_t slot) noexcept {
    std::uint32_t count;
    const std::uint32_t start = verify_vector(v.bytes, slot, sizeof(Element), alignment, count);
    if constexpr (std::is_void_v<Root>) {
      return start != 0;
    } else {
      return start != 0 && verify_buffer<Root>({v.bytes.data + start, count}, v.depth + 1, *v.budget);
    }
  }

  static bool read(const TableView& view, typename Base::Owner& target, ReadBudget& budget, int) {
    const VectorView<Element> elements = get(view);
    auto& member = target.*Plain;
    if constexpr (Unwrap<typename Base::Type>::is_optional) {
      if (!elements.is_present()) {
        member.reset();
        return true;
      }
    } else if (!elements.is_present()) {
      member.clear();
      return true;
    }
    if (!budget.take_vector(elements.size(), sizeof(Element))) {
      return false;
    }
    Container& list = emplaced(member);
    if constexpr (std::is_same_v<Element, bool>) {
      list.resize(elements.size());
      for (std::size_t i = 0; i < elements.size(); ++i) {
        list[i] = elements[i];
      }
    } else if constexpr (wire::is_little_endian || sizeof(Element) == 1) {
      list.resize(elements.size());
      if (!elements.empty()) {
        std::memcpy(static_cast<void*>(list.data()), elements.bytes().data(), elements.size() * sizeof(Element));
      }
    } else {
      list.clear();
      list.reserve(elements.size());
      for (const Element element : elements) {
        list.push_back(element);
      }
    }
    return true;
  }

  template <class Member>
  static Container& emplaced(Member& member) {
    if constexpr (Unwrap<Member>::is_optional) {
      return member.has_value() ? *member : member.emplace();
    } else {
      return member;
    }
  }
};

/// A vector of strings.
template <auto Plain, auto Direct, int Entry, int Offset, int Bit>
struct Texts : OffsetField<Texts<Plain, Direct, Entry, Offset, Bit>, Plain, Direct, Entry, Offset, Bit> {
  using Base = OffsetField<Texts, Plain, Direct, Entry, Offset, Bit>;

  static TextVectorView get(const TableView& view) noexcept {
    const Elements found = TableAccess::elements(view, Entry, Offset, 4);
    return {TableAccess::payload(view), found.start, found.count};
  }

  template <class Member>
  static Position write_present(Output out, Position at, Position table, const Member& member, int) noexcept {
    return write_texts(out, at, table + Offset, Base::present(member));
  }

  template <class Member>
  static std::uint64_t size_of(const Member& member, int) noexcept {
    std::uint64_t size = max_vector_size(Base::present(member).size(), 4, 4);
    for (const auto& text : Base::present(member)) {
      size += max_text_size(text.size());
    }
    return size;
  }

  CODEC_ALWAYS_INLINE static bool verify_present(const Verification& v, std::uint32_t slot) noexcept {
    return verify_texts(v.bytes, slot, v.is_known_root ? nullptr : v.budget);
  }

  static bool read(const TableView& view, typename Base::Owner& target, ReadBudget& budget, int) {
    const TextVectorView texts = get(view);
    auto& member = target.*Plain;
    if constexpr (Unwrap<typename Base::Type>::is_optional) {
      if (!texts.is_present()) {
        member.reset();
        return true;
      }
      if (!member.has_value()) {
        member.emplace();
      }
    } else if (!texts.is_present()) {
      member.clear();
      return true;
    }
    if (!budget.take_vector(texts.size(), 8)) {
      return false;
    }
    std::vector<std::string>& list = const_cast<std::vector<std::string>&>(Base::present(member));
    list.resize(texts.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string_view text = texts[i];
      if (!budget.take_text(text.size())) {
        return false;
      }
      list[i].assign(text);
    }
    return true;
  }
};

/// A vector of tables.
template <auto Plain, int Entry, int Offset, int Bit>
struct Tables : OffsetField<Tables<Plain, Entry, Offset, Bit>, Plain, nullptr, Entry, Offset, Bit> {
  using Base = OffsetField<Tables, Plain, nullptr, Entry, Offset, Bit>;
  using Container = typename Unwrap<typename Base::Type>::type;
  using Child = typename Container::value_type;

  static TableVectorView<Child> get(const TableView& view) noexcept {
    const Elements found = TableAccess::elements(view, Entry, Offset, 4);
    return {TableAccess::payload(view), found.start, found.count};
  }

  template <class Member>
  static Position write_present(Output out, Position at, Position table, const Member& member, int depth) noexcept {
    const Container& values = Base::present(member);
    Position elements = 0;
    at = write_vector_head(out, at, table + Offset, values.size(), 4, 4, elements);
    SharedVTable shared;
    for (const Child& value : values) {
      if (at < 0) {
        return -1;
      }
      at = write_table(out, at, elements, value, shared, depth + 1);
      elements += 4;
    }
    return at;
  }

  template <class Member>
  static std::uint64_t size_of(const Member& member, int depth) noexcept {
    std::uint64_t size = max_vector_size(Base::present(member).size(), 4, 4);
    for (const Child& value : Base::present(member)) {
      const std::uint64_t one = table_size(value, depth + 1);
      if (one >= unwritable) {
        return unwritable;
      }
      size += one;
    }
    return size;
  }

  CODEC_ALWAYS_INLINE static bool verify_present(const Verification& v, std::uint32_t slot) noexcept {
    std::uint32_t count;
    const std::uint32_t start = verify_vector(v.bytes, slot, 4, 4, count);
    std::uint64_t known = no_place;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!verify_table_at<Child>(v.bytes, start + 4 * i, v.depth + 1, *v.budget, known)) {
        return false;
      }
    }
    return start != 0;
  }

  static bool read(const TableView& view, typename Base::Owner& target, ReadBudget& budget, int depth) {
    const TableVectorView<Child> tables = get(view);
    auto& member = target.*Plain;
    if constexpr (Unwrap<typename Base::Type>::is_optional) {
      if (!tables.is_present()) {
        member.reset();
        return true;
      }
      if (!member.has_value()) {
        member.emplace();
      }
    } else if (!tables.is_present()) {
      member.clear();
      return true;
    }
    // C# takes 8 bytes for each reference to a table. The same budget is used here. The objects are in the vector, so all are taken before it is
    // resized.
    if (!budget.take_vector(tables.size(), 8) || !budget.take_tables(tables.size(), depth + 1)) {
      return false;
    }
    Container& list = const_cast<Container&>(Base::present(member));
    list.resize(tables.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      const View<Child> table = tables[i];
      if (!table || !Table<Child>::Fields::read(table, list[i], budget, depth + 1)) {
        return false;
      }
    }
    return true;
  }
};

/// Writes the value of a union. Writes nothing if there is no value.
template <class Value>
Position write_union(Output out, Position at, Position slot, const Value& value, int depth) noexcept {
  Position next = value.has_value() ? -1 : at;
  value.visit_case([&](auto choice, const auto& chosen) {
    using Chosen = std::decay_t<decltype(chosen)>;
    (void)choice;
    if constexpr (std::is_same_v<Chosen, std::string>) {
      next = write_text(out, at, slot, chosen);
    } else if constexpr (std::is_same_v<typename decltype(choice)::Stored, Boxed<Chosen>>) {
      SharedVTable shared;
      next = write_table(out, at, slot, chosen, shared, depth + 1);
    } else {
      next = write_struct(out, at, slot, chosen);
    }
    return true;
  });
  return next;
}

template <class Value>
std::uint64_t union_size(const Value& value, int depth) noexcept {
  std::uint64_t size = 0;
  value.visit_case([&](auto choice, const auto& chosen) {
    using Chosen = std::decay_t<decltype(chosen)>;
    (void)choice;
    if constexpr (std::is_same_v<Chosen, std::string>) {
      size = max_text_size(chosen.size());
    } else if constexpr (std::is_same_v<typename decltype(choice)::Stored, Boxed<Chosen>>) {
      size = table_size(chosen, depth + 1);
    } else {
      size = sizeof(Chosen) + alignof(Chosen) + 3;
    }
    return true;
  });
  return size;
}

template <class Choice>
struct VerifyCase;

template <auto Id, class T>
struct VerifyCase<TableCase<Id, T>> {
  static constexpr bool is_struct = false;
  static bool is_valid(const Verification& v, std::uint32_t slot) noexcept { return verify_table_at<T>(v.bytes, slot, v.depth + 1, *v.budget); }
};

template <auto Id, class T>
struct VerifyCase<StructCase<Id, T>> {
  static constexpr bool is_struct = true;
  static bool is_valid(const Verification& v, std::uint32_t slot) noexcept { return verify_struct(v.bytes, slot, sizeof(T), alignof(T)); }
};

template <auto Id>
struct VerifyCase<TextCase<Id>> {
  static constexpr bool is_struct = false;
  static bool is_valid(const Verification& v, std::uint32_t slot) noexcept { return verify_text(v.bytes, slot); }
};

template <class Value>
struct VerifyUnion;

template <class Enum, class... Cases>
struct VerifyUnion<Union<Enum, Cases...>> {
  /// Verifies a value. A value of an unknown choice is valid, because it can be from a newer schema, and this program does not read it.
  static bool verify_value(const Verification& v, Enum type, std::uint32_t slot) noexcept {
    bool result = true;
    (void)((type == Cases::id && (result = VerifyCase<Cases>::is_valid(v, slot), true)) || ...);
    return result;
  }

  /// Verifies a union. A slot of 0 means that the field is missing. Like FlatBuffers' verifier, accepts a missing table or string, but no missing
  /// struct.
  static bool is_valid(const Verification& v, std::uint32_t type_slot, std::uint32_t slot) noexcept {
    if (slot == 0) {
      return type_slot == 0 || !((VerifyCase<Cases>::is_struct && v.bytes.load<Enum>(type_slot) == Cases::id) || ...);
    }
    return verify_offset(v.bytes, slot) && (type_slot == 0 || verify_value(v, v.bytes.load<Enum>(type_slot), slot));
  }

  static bool verify_all(const Verification& v, std::uint32_t type_slot, std::uint32_t slot) noexcept {
    if (type_slot == 0 || slot == 0) {
      return type_slot == slot;
    }
    std::uint32_t type_count;
    std::uint32_t count;
    const std::uint32_t types = verify_vector(v.bytes, type_slot, sizeof(Enum), sizeof(Enum) < 4 ? 4 : sizeof(Enum), type_count);
    const std::uint32_t values = verify_vector(v.bytes, slot, 4, 4, count);
    if (types == 0 || values == 0 || count != type_count || !v.budget->take_elements(count)) {
      return false;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!verify_value(v, v.bytes.load<Enum>(types + i * sizeof(Enum)), values + 4 * i)) {
        return false;
      }
    }
    return true;
  }
};

/// Reads the value of a union, and reuses the memory of the target.
template <class Value>
bool read_union(const UnionView<Value>& view, Value& target, ReadBudget& budget, int depth) {
  if (view.type() == typename Value::Type{}) {
    target.reset();
    return true;
  }
  bool is_known = false;
  const bool result = view.visit_case([&](auto choice, const auto& chosen) {
    using Choice = decltype(choice);
    using Chosen = std::decay_t<decltype(chosen)>;
    is_known = true;
    if constexpr (std::is_same_v<Chosen, std::string_view>) {
      if (chosen.data() == nullptr) {
        target.reset();
        return true;
      }
      if (!budget.take_text(chosen.size())) {
        return false;
      }
      auto* text = target.template get<Choice::id>();
      if (text == nullptr) {
        target.template set<Choice::id>(std::string(chosen));
      } else {
        text->assign(chosen);
      }
      return true;
    } else if constexpr (Unwrap<Chosen>::is_optional) {
      if (!budget.take_struct(sizeof(typename Choice::Value))) {
        return false;
      }
      if (chosen.has_value()) {
        target.template set<Choice::id>(*chosen);
      } else {
        target.reset();
      }
      return true;
    } else {
      auto* table = target.template get<Choice::id>();
      return read_table<typename Choice::Value>(chosen, table == nullptr ? target.template set<Choice::id>() : *table, budget, depth);
    }
  });
  if (!is_known) {
    target.reset();
  }
  return result;
}

/// A union, which has a field for the type, and one for the offset of the value.
template <auto Plain, int TypeEntry, int TypeOffset, int Entry, int Offset, int Bit>
struct UnionField : OffsetField<UnionField<Plain, TypeEntry, TypeOffset, Entry, Offset, Bit>, Plain, nullptr, Entry, Offset, Bit> {
  using Base = OffsetField<UnionField, Plain, nullptr, Entry, Offset, Bit>;
  using Value = typename Base::Type;
  using Enum = typename Value::Type;

  static constexpr int type_entry = TypeEntry;
  static constexpr int type_offset = TypeOffset;

  template <class Put>
  static constexpr void put_entries(const Put& put) noexcept {
    put(TypeEntry, TypeOffset);
    put(Entry, Offset);
  }

  static void clear_entry(std::byte* vtable) noexcept {
    wire::store(vtable + TypeEntry, std::uint16_t{0});
    wire::store(vtable + Entry, std::uint16_t{0});
  }

  static void clear(Output out, Position table) noexcept {
    out.store(table + Offset, std::uint32_t{0});
    out.store(table + TypeOffset, Enum{});
  }

  static Enum get_type(const TableView& view) noexcept {
    const std::byte* slot = TableAccess::slot(view, TypeEntry, TypeOffset, sizeof(Enum));
    return slot == nullptr ? Enum{} : wire::load<Enum>(slot);
  }

  static UnionView<Value> get(const TableView& view) noexcept { return {TableAccess::payload(view), get_type(view), Base::slot(view)}; }

  static bool is_absent(const Value& member) noexcept { return !member.has_value(); }
  static bool has_value(const Value& member) noexcept { return member.has_value(); }

  static Position write_present(Output out, Position at, Position table, const Value& member, int depth) noexcept {
    out.store(table + TypeOffset, member.type());
    return write_union(out, at, table + Offset, member, depth);
  }

  static std::uint64_t size_of(const Value& member, int depth) noexcept { return union_size(member, depth); }

  CODEC_ALWAYS_INLINE static bool verify_known(const Verification& v, std::uint32_t table) noexcept {
    return VerifyUnion<Value>::is_valid(v, table + TypeOffset, table + Offset);
  }

  static bool is_valid(const Verification& v, const VerifiedTable& t) noexcept {
    const std::int64_t type_slot = verify_field(v.bytes, t.table, t.vtable, t.vtable_size, TypeEntry, sizeof(Enum), sizeof(Enum));
    const std::int64_t slot = Base::verify_slot(v, t, 4, 4);
    return type_slot >= 0 && (Bit < 0 ? slot > 0 : slot >= 0) &&
           VerifyUnion<Value>::is_valid(v, static_cast<std::uint32_t>(type_slot), static_cast<std::uint32_t>(slot));
  }

  static bool read(const TableView& view, typename Base::Owner& target, ReadBudget& budget, int depth) {
    return read_union(get(view), target.*Plain, budget, depth + 1);
  }
};

/// A vector of unions, which has a vector of types and a vector of offsets.
template <auto Plain, int TypeEntry, int TypeOffset, int Entry, int Offset, int Bit>
struct Unions : OffsetField<Unions<Plain, TypeEntry, TypeOffset, Entry, Offset, Bit>, Plain, nullptr, Entry, Offset, Bit> {
  using Base = OffsetField<Unions, Plain, nullptr, Entry, Offset, Bit>;
  using Container = typename Unwrap<typename Base::Type>::type;
  using Value = typename Container::value_type;
  using Enum = typename Value::Type;

  static constexpr int type_entry = TypeEntry;
  static constexpr int type_offset = TypeOffset;

  template <class Put>
  static constexpr void put_entries(const Put& put) noexcept {
    put(TypeEntry, TypeOffset);
    put(Entry, Offset);
  }

  static void clear_entry(std::byte* vtable) noexcept {
    wire::store(vtable + TypeEntry, std::uint16_t{0});
    wire::store(vtable + Entry, std::uint16_t{0});
  }

  static void clear(Output out, Position table) noexcept {
    out.store(table + Offset, std::uint32_t{0});
    out.store(table + TypeOffset, std::uint32_t{0});
  }

  static UnionVectorView<Value> get(const TableView& view) noexcept {
    const Range payload = TableAccess::payload(view);
    const std::byte* slot = Base::slot(view);
    if (slot == nullptr) {
      return {};
    }
    std::uint32_t type_count;
    std::uint32_t count;
    const std::byte* types = find_vector(payload.end, TableAccess::slot(view, TypeEntry, TypeOffset, 4), sizeof(Enum), type_count);
    const std::byte* values = find_vector(payload.end, slot, 4, count);
    return {payload, types, values, type_count < count ? type_count : count};
  }

  template <class Member>
  static Position write_present(Output out, Position at, Position table, const Member& member, int depth) noexcept {
    const Container& values = Base::present(member);
    Position types = 0;
    Position elements = 0;
    at = write_vector_head(out, at, table + TypeOffset, values.size(), sizeof(Enum), sizeof(Enum) < 4 ? 4 : sizeof(Enum), types);
    if (at >= 0) {
      at = write_vector_head(out, at, table + Offset, values.size(), 4, 4, elements);
    }
    for (const Value& value : values) {
      if (at < 0) {
        return -1;
      }
      out.store(types, value.type());
      out.store(elements, std::uint32_t{0});
      at = write_union(out, at, elements, value, depth);
      types += static_cast<Position>(sizeof(Enum));
      elements += 4;
    }
    return at;
  }

  template <class Member>
  static std::uint64_t size_of(const Member& member, int depth) noexcept {
    const Container& values = Base::present(member);
    std::uint64_t size = max_vector_size(values.size(), 4, 4) + max_vector_size(values.size(), sizeof(Enum), sizeof(Enum) < 4 ? 4 : sizeof(Enum));
    for (const Value& value : values) {
      const std::uint64_t one = union_size(value, depth);
      if (one >= unwritable) {
        return unwritable;
      }
      size += one;
    }
    return size;
  }

  CODEC_ALWAYS_INLINE static bool verify_known(const Verification& v, std::uint32_t table) noexcept {
    return VerifyUnion<Value>::verify_all(v, table + TypeOffset, table + Offset);
  }

  static bool is_valid(const Verification& v, const VerifiedTable& t) noexcept {
    const std::int64_t type_slot = verify_field(v.bytes, t.table, t.vtable, t.vtable_size, TypeEntry, 4, 4);
    const std::int64_t slot = Base::verify_slot(v, t, 4, 4);
    return type_slot >= 0 && (Bit < 0 ? slot > 0 : slot >= 0) &&
           VerifyUnion<Value>::verify_all(v, static_cast<std::uint32_t>(type_slot), static_cast<std::uint32_t>(slot));
  }

  static bool read(const TableView& view, typename Base::Owner& target, ReadBudget& budget, int depth) {
    const UnionVectorView<Value> values = get(view);
    auto& member = target.*Plain;
    if constexpr (Unwrap<typename Base::Type>::is_optional) {
      if (!values.is_present()) {
        member.reset();
        return true;
      }
      if (!member.has_value()) {
        member.emplace();
      }
    } else if (!values.is_present()) {
      member.clear();
      return true;
    }
    // C# takes 16 bytes for each value, whose struct is another object. A value here contains its struct, so large ones are taken before the vector
    // is resized. 40 bytes are a value of a union with strings.
    constexpr std::size_t taken = sizeof(Value) > 40 ? sizeof(Value) : 16;
    if (!budget.take_vector(values.size(), taken)) {
      return false;
    }
    Container& list = const_cast<Container&>(Base::present(member));
    list.resize(values.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!read_union(values[i], list[i], budget, depth + 1)) {
        return false;
      }
    }
    return true;
  }
};

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

/// Calls `visit(field)` with a field, or with each field of a list.
template <class Field, class Visit>
void each_field(Visit& visit) {
  if constexpr (is_field_list<Field>) {
    Field::each(visit);
  } else {
    visit(Field());
  }
}

/// A list of fields of a table. It has the same operations as a field.
template <class... Fields>
struct FieldList {
  static constexpr bool uses_budget = (false || ... || Fields::uses_budget);

  template <class Visit>
  static void each([[maybe_unused]] Visit& visit) {
    (each_field<Fields>(visit), ...);
  }

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
