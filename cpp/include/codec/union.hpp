#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "boxed.hpp"
#include "generated/field.hpp"
#include "vector_view.hpp"
#include "wire.hpp"

namespace codec {

/// A choice of a union: a table. `read` and `found` are for views, `copy` reads into an object, and the others are for fields.
template <auto Id, class T>
struct TableCase {
  static constexpr auto id = Id;
  static constexpr bool is_struct = false;
  using Stored = Boxed<T>;
  using Value = T;

  static auto read(generated::Range payload, const std::byte* slot) noexcept { return generated::table_at<T>(payload, slot); }
  template <class View>
  static const View* found(const View& view) noexcept { return view ? &view : nullptr; }

  static generated::Position write(generated::Output out, generated::Position at, generated::Position slot, const T& value,
                                   generated::VTables& vtables, int depth) noexcept {
    return generated::TableOperations<T>::write(out, at, slot, value, vtables, depth + 1);
  }
  static std::uint64_t size_of(const T& value, int depth) noexcept { return generated::TableOperations<T>::max_size(value, depth + 1); }
  static bool is_valid(const generated::Verification& v, std::uint64_t slot) noexcept {
    return generated::TableOperations<T>::verify_table(v.bytes, slot, v.depth + 1, *v.budget);
  }
  template <class View, class Target>
  static bool copy(const View& view, Target& target, generated::ReadBudget& budget, int depth) {
    T* table = target.template get<Id>();
    return generated::TableOperations<T>::read(view, table == nullptr ? target.template set<Id>() : *table, budget, depth);
  }
};

/// A choice of a union: a struct.
template <auto Id, class T>
struct StructCase {
  static constexpr auto id = Id;
  static constexpr bool is_struct = true;
  using Stored = T;
  using Value = T;

  static std::optional<T> read(generated::Range payload, const std::byte* slot) noexcept {
    const std::byte* place = generated::find_struct(payload.end, slot, sizeof(T));
    return place == nullptr ? std::optional<T>() : std::optional<T>(wire::load_value<T>(place));
  }
  static const T* found(const std::optional<T>& value) noexcept { return value ? &*value : nullptr; }

  static generated::Position write(generated::Output out, generated::Position at, generated::Position slot, const T& value, generated::VTables&,
                                   int) noexcept {
    return generated::write_struct(out, at, slot, value);
  }
  static std::uint64_t size_of(const T&, int) noexcept { return sizeof(T) + alignof(T) + 3; }
  static bool is_valid(const generated::Verification& v, std::uint64_t slot) noexcept {
    return generated::verify_struct(v.bytes, slot, sizeof(T), alignof(T));
  }
  template <class Target>
  static bool copy(const std::optional<T>& value, Target& target, generated::ReadBudget& budget, int) {
    if (!budget.take_struct(sizeof(T))) {
      return false;
    }
    if (value.has_value()) {
      target.template set<Id>(*value);
    } else {
      target.reset();
    }
    return true;
  }
};

/// A choice of a union: a string.
template <auto Id>
struct TextCase {
  static constexpr auto id = Id;
  static constexpr bool is_struct = false;
  using Stored = std::string;
  using Value = std::string;

  static std::string_view read(generated::Range payload, const std::byte* slot) noexcept {
    return slot == nullptr ? std::string_view() : generated::text_at(slot, generated::bytes_from(slot, payload.end), 0, {});
  }
  static const std::string_view* found(const std::string_view& text) noexcept { return text.data() == nullptr ? nullptr : &text; }

  static generated::Position write(generated::Output out, generated::Position at, generated::Position slot, std::string_view text,
                                   generated::VTables&, int) noexcept {
    return generated::write_text(out, at, slot, text);
  }
  static std::uint64_t size_of(std::string_view text, int) noexcept { return generated::max_text_size(text.size()); }
  static bool is_valid(const generated::Verification& v, std::uint64_t slot) noexcept { return generated::verify_text(v.bytes, slot); }
  template <class Target>
  static bool copy(std::string_view text, Target& target, generated::ReadBudget& budget, int) {
    if (text.data() == nullptr) {
      target.reset();
      return true;
    }
    if (!budget.take_text(text.size())) {
      return false;
    }
    std::string* stored = target.template get<Id>();
    (stored == nullptr ? target.template set<Id>() : *stored).assign(text);
    return true;
  }
};

namespace detail {

/// Returns the value of a choice, which is stored in a Boxed if it is a table.
template <class Case, class Stored>
auto* value_of(Stored& stored) noexcept {
  if constexpr (std::is_same_v<typename Case::Stored, typename Case::Value>) {
    return &stored;
  } else {
    return stored ? &*stored : nullptr;
  }
}

/// The choice with this id among the cases, and its index.
template <auto Id, class... Cases>
struct CaseOf {
  static constexpr std::size_t index = [] {
    std::size_t found = 0;
    (void)((Cases::id == Id || (++found, false)) || ...);
    return found;
  }();
  using type = std::tuple_element_t<index, std::tuple<Cases...>>;
};

}  // namespace detail

/// A value of a union, or none. `Enum` is the type of the choices. Its value 0 means that there is no value.
template <class Enum, class... Cases>
class Union {
  template <Enum Id>
  using Find = detail::CaseOf<Id, Cases...>;

 public:
  using Type = Enum;

  Union() = default;
  Union(const Union&) = default;
  Union(Union&&) = default;

  /// Replaces the value, also by one inside it. The parameter is a copy, because std::variant destroys the old value before it reads the new one.
  Union& operator=(Union other) noexcept {
    value_.swap(other.value_);
    return *this;
  }

  /// Returns the choice of the value.
  Enum type() const noexcept {
    constexpr Enum ids[] = {Enum{}, Enum{}, Cases::id...};
    return ids[value_.index() + 1];
  }

  /// Returns whether there is a value.
  bool has_value() const noexcept { return value_.index() + 1 > 1; }

  void reset() noexcept { value_.template emplace<0>(); }

  /// Returns the value if it is of this choice, or null.
  template <Enum Id>
  auto* get() noexcept {
    auto* stored = std::get_if<Find<Id>::index + 1>(&value_);
    return stored == nullptr ? nullptr : detail::value_of<typename Find<Id>::type>(*stored);
  }

  template <Enum Id>
  const auto* get() const noexcept {
    const auto* stored = std::get_if<Find<Id>::index + 1>(&value_);
    return stored == nullptr ? nullptr : detail::value_of<typename Find<Id>::type>(*stored);
  }

  /// Sets the value to one of this choice.
  template <Enum Id>
  auto& set(typename Find<Id>::type::Value value = {}) {
    return *detail::value_of<typename Find<Id>::type>(value_.template emplace<Find<Id>::index + 1>(std::move(value)));
  }

  /// Calls `use(value)` if there is a value. Returns whether there is one.
  template <class Use>
  bool visit(Use&& use) const {
    bool is_found = false;
    visit_case([&](auto, const auto& value) {
      is_found = true;
      use(value);
    });
    return is_found;
  }

  /// For generated code: calls `use(choice, value)` if there is a value.
  template <class Use>
  void visit_case(Use&& use) const { (void)((type() == Cases::id && (visit_as<Cases>(use), true)) || ...); }

 private:
  template <class Case, class Use>
  void visit_as(Use& use) const {
    if (const auto* value = get<Case::id>()) {
      use(Case(), *value);
    }
  }

  std::variant<std::monostate, typename Cases::Stored...> value_;
};

template <class Value>
class UnionView;

/// A view of a union's value in a payload that it does not own.
template <class Enum, class... Cases>
class UnionView<Union<Enum, Cases...>> {
  template <Enum Id>
  using Find = detail::CaseOf<Id, Cases...>;

 public:
  UnionView() noexcept = default;
  UnionView(generated::Range payload, Enum type, const std::byte* slot) noexcept
      : payload_(payload), slot_(slot), type_(slot == nullptr ? Enum{} : type) {}

  /// Returns the choice of the value. If the peer has a newer schema, it can be a number without a name.
  Enum type() const noexcept { return type_; }

  /// Returns whether there is a value, of a known choice or not.
  bool has_value() const noexcept { return type_ != Enum{}; }

  /// Returns the value if it is of this choice: a view of a table, an optional struct, or a string. Otherwise, returns an empty one.
  template <Enum Id>
  auto get() const noexcept { return Find<Id>::type::read(payload_, type_ == Id ? slot_ : nullptr); }

  /// Calls `use(value)` with the value: a view of a table, a struct or a `std::string_view`. Returns false, without a call, if the value is missing,
  /// outside the payload, or of an unknown choice.
  template <class Use>
  bool visit(Use&& use) const {
    bool is_found = false;
    visit_case([&](auto choice, const auto& value) {
      if (const auto* found = decltype(choice)::found(value)) {
        is_found = true;
        use(*found);
      }
    });
    return is_found;
  }

  /// For generated code: calls `use(choice, value)` if the value is of a known choice.
  template <class Use>
  void visit_case(Use&& use) const { (void)((type_ == Cases::id && (use(Cases(), get<Cases::id>()), true)) || ...); }

 private:
  generated::Range payload_{};
  const std::byte* slot_ = nullptr;
  Enum type_{};
};

namespace generated {

/// Reads a union's value: its type, and the offset at the same index of another vector.
template <class Value>
struct UnionReader {
  using value_type = UnionView<Value>;
  static constexpr std::size_t size = 4;

  value_type read(const std::byte* place) const noexcept {
    using Type = typename Value::Type;
    return {payload, wire::load<Type>(types + (place - values) / 4 * static_cast<std::ptrdiff_t>(sizeof(Type))), place};
  }

  Range payload{};
  const std::byte* types = nullptr;
  const std::byte* values = nullptr;
};

}  // namespace generated

/// A vector of a union's values.
template <class Value>
using UnionVectorView = ElementsView<generated::UnionReader<Value>>;

}  // namespace codec
