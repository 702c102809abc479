#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "../span.hpp"
#include "../wire.hpp"
#include "bytes.hpp"
#include "layout.hpp"
#include "table_view.hpp"
#include "verifier.hpp"
#include "writer.hpp"

// What all kinds of fields have in common. A kind, such as Text<D>, has the operations on fields with the description D.
namespace codec::generated {

/// The base of a field's description in generated code. `Plain` is its member of the plain type, and `Values` its member of the values that a writer
/// takes (nullptr for tables and unions). `Entry` and `Offset` are the offsets in bytes of its entry in the vtable and of the field in the table.
/// `Bit` is its bit in a table's shape: its id, but at most 63, or -1 if the field is always written. A description may have more:
///   static constexpr int type_entry, type_offset;  for a union, the same offsets of its type
///   static constexpr T missing;                    the default of a number or a string, if the schema declares one that is not zero
///   static constexpr int alignment;                for a vector, the alignment of the first element when it is written, if it is not 4
///   using Root;                                    for a nested buffer in a vector of bytes, the root table
template <auto Plain, auto Values, int Entry, int Offset, int Bit = -1>
struct Field {
  static constexpr auto plain = Plain;
  static constexpr auto values = Values;
  static constexpr std::nullptr_t missing = nullptr;
  static constexpr int entry = Entry, offset = Offset, bit = Bit;
  static constexpr int alignment = 4;
  using Root = void;
};

template <class Member>
struct MemberOf;

template <class Class, class T>
struct MemberOf<T Class::*const> {
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
struct TableOperations;

/// The state of the verification of one table. The budget is null if no field of a known root uses it.
struct Verification {
  Bytes bytes;
  VerifyBudget* budget;
  int depth;
  bool is_known_root;
};

template <class T>
inline constexpr bool is_span = false;

template <class T>
inline constexpr bool is_span<Span<T>> = true;

template <class T, class = void>
inline constexpr bool can_be_absent = false;

template <class T>
inline constexpr bool can_be_absent<T, std::void_t<decltype(std::declval<const T&>().has_value())>> = true;

/// Returns whether the field of a value is omitted. A std::string or std::vector that is not optional is written even if it is empty.
template <class T>
bool is_absent([[maybe_unused]] const T& value) noexcept {
  if constexpr (can_be_absent<T>) {
    return !value.has_value();
  } else if constexpr (is_span<T>) {
    return value.empty();
  } else if constexpr (std::is_same_v<T, std::string_view>) {
    return value.data() == nullptr;
  } else {
    return false;
  }
}

/// Returns the value of a member, which is optional or not.
template <class Member>
const auto& present(const Member& member) noexcept {
  if constexpr (Unwrap<Member>::is_optional) {
    return *member;
  } else {
    return member;
  }
}

/// Returns the string or the vector of a member, to assign to it. If the field is missing, clears the member and returns null.
template <class Member>
typename Unwrap<Member>::type* open_member(Member& member, bool is_present) {
  if constexpr (Unwrap<Member>::is_optional) {
    if (!is_present) {
      member.reset();
      return nullptr;
    }
    return member.has_value() ? &*member : &member.emplace();
  } else {
    if (!is_present) {
      member.clear();
      return nullptr;
    }
    return &member;
  }
}

/// Assigns a string. One of equal length is copied in place, without a call.
CODEC_ALWAYS_INLINE void assign_text(std::string& target, std::string_view text) {
  if (target.size() == text.size()) {
    copy_bytes(reinterpret_cast<std::byte*>(target.data()), text.data(), text.size());
  } else {
    target.assign(text);
  }
}

/// Reads each element of a vector into an element of the member with `read(source, target)`. `size` is what an element takes of the budget, in bytes.
template <class Elements, class Member, class Read>
bool read_elements(const Elements& elements, Member& member, ReadBudget& budget, std::size_t size, Read read) {
  auto* list = open_member(member, elements.is_present());
  if (list == nullptr) {
    return true;
  }
  if (!budget.take_vector(elements.size(), size)) {
    return false;
  }
  list->resize(elements.size());
  for (std::size_t i = 0; i < list->size(); ++i) {
    if (!read(elements[i], (*list)[i])) {
      return false;
    }
  }
  return true;
}

/// Returns the maximum size of a vector of offsets, and of the objects to which they refer. `size_of(element)` is the maximum size of one object.
template <class Elements, class SizeOf>
std::uint64_t elements_size(const Elements& elements, SizeOf size_of) noexcept {
  std::uint64_t size = max_vector_size(elements.size(), 4, 4);
  for (const auto& element : elements) {
    const std::uint64_t one = size_of(element);
    if (one >= unwritable) {
      return unwritable;
    }
    size += one;
  }
  return size;
}

/// Returns the name of a field, which the type of its description has: `Table<T>::sender_field`.
template <class D>
std::string_view field_name() noexcept {
#if defined(_MSC_VER) && !defined(__clang__)
  std::string_view text = __FUNCSIG__;
#else
  std::string_view text = __PRETTY_FUNCTION__;
#endif
  text = text.substr(0, text.rfind("_field"));
  return text.substr(text.rfind(':') + 1);
}

template <class D>
struct FieldBase {
  using Owner = typename MemberOf<decltype(D::plain)>::Owner;
  using Type = typename MemberOf<decltype(D::plain)>::Type;
  using Value = typename Unwrap<Type>::type;

  /// Whether the field can refer to tables, which are not in the values that a writer takes.
  static constexpr bool is_nested = std::is_null_pointer_v<decltype(D::values)>;
  /// Whether verifying the field in a known root uses the budget.
  static constexpr bool uses_budget = is_nested;

  /// Whether the field is written after the table by a separate call.
  template <class V>
  static constexpr bool is_later = is_nested && !std::is_same_v<V, Owner>;

  template <class V>
  static const auto& value_of(const V& value) noexcept {
    if constexpr (std::is_same_v<V, Owner>) {
      return value.*D::plain;
    } else {
      return value.*D::values;
    }
  }

  template <class T>
  static constexpr T missing() noexcept {
    if constexpr (std::is_null_pointer_v<decltype(D::missing)>) {
      return T{};
    } else {
      return D::missing;
    }
  }

  template <class Put>
  static constexpr void put_entries(const Put& put) noexcept { put(D::entry, D::offset); }

  /// Returns the name of the field if it is not valid, or an empty text. `Kind` is the type of the field.
  template <class Kind>
  static std::string_view find_invalid(const Verification& v, const VerifiedTable& t) noexcept {
    return Kind::is_valid(v, t) ? std::string_view() : field_name<D>();
  }

  template <class V>
  static std::uint64_t shape(const V& value) noexcept {
    if constexpr (D::bit < 0) {
      return 0;
    } else if constexpr (is_later<V>) {
      return std::uint64_t{1} << untracked_bit;
    } else {
      return is_absent(value_of(value)) ? std::uint64_t{1} << D::bit : 0;
    }
  }
};

/// The base of fields with an offset. `Kind` has the operations write_present, size_of and verify_present.
template <class Kind, class D>
struct OffsetField : FieldBase<D> {
  using Base = FieldBase<D>;

  static const std::byte* slot(const TableView& view) noexcept { return TableAccess::slot(view, D::entry, D::offset, 4); }

  template <class V>
  static void store(std::byte*, std::byte*, const V&) noexcept {}

  /// Returns whether the value is present, if it is required. An empty Span is written as an empty vector.
  template <class V>
  static bool is_writable(const V& value) noexcept {
    if constexpr (Base::template is_later<V> || D::bit >= 0) {
      return true;
    } else {
      const auto& member = Base::value_of(value);
      return is_span<std::decay_t<decltype(member)>> || !is_absent(member);
    }
  }

  template <class V>
  static Position write(Output out, Position at, Position table, Position vtable, const V& value, VTables& vtables, int depth) noexcept {
    if constexpr (Base::template is_later<V>) {
      Kind::omit(out, table, vtable);
      return at;
    } else {
      const auto& member = Base::value_of(value);
      if constexpr (D::bit >= 0) {
        if (is_absent(member)) {
          Kind::omit(out, table, vtable);
          return at;
        }
      }
      return Kind::write_present(out, at, table, present(member), vtables, depth);
    }
  }

  template <class V>
  static std::uint64_t max_size(const V& value, int depth) noexcept {
    if constexpr (Base::template is_later<V>) {
      return 0;
    } else {
      const auto& member = Base::value_of(value);
      return is_absent(member) ? 0 : Kind::size_of(present(member), depth);
    }
  }

  /// Clears a field that is missing, or is written later. A required field has its entry in the vtable before it is written.
  static void omit(Output out, Position table, [[maybe_unused]] Position vtable) noexcept {
    if constexpr (D::bit >= 0) {
      out.store(vtable + D::entry, std::uint16_t{0});
    }
    out.store(table + D::offset, std::uint32_t{0});
  }

  CODEC_ALWAYS_INLINE static bool verify_known(const Verification& v, std::uint64_t table) noexcept {
    return Kind::verify_present(v, table + D::offset);
  }

  static bool is_valid(const Verification& v, const VerifiedTable& t) noexcept {
    const std::int64_t slot = verify_field(v.bytes, t, D::entry, 4, 4);
    return slot > 0 ? Kind::verify_present(v, static_cast<std::uint64_t>(slot)) : slot == 0 && D::bit >= 0;
  }
};

}  // namespace codec::generated
