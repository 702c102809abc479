#pragma once

#include <flatbuffers/flatbuffers.h>

#include <codec/generated_code.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "../messages_side.hpp"

// The fields of an arena's types, which a macro lists once. From the list, the compiler makes what a programmer would write for each type and
// library. `ours` has the types of the schema compiler, and the global namespace has those of flatc.
namespace arenas {

using Builder = flatbuffers::FlatBufferBuilder;

/// What the lists describe. T is a type of either compiler.
template <class T>
struct Type;

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_optional<codec::Boxed<T>> = true;

template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;

template <class T>
inline constexpr bool is_number = std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, codec::Bool>;

template <class T, class = void>
inline constexpr bool has_elements = false;
template <class T>
inline constexpr bool has_elements<T, std::void_t<decltype(std::declval<const T&>().begin())>> = true;

template <class T, class = void>
inline constexpr bool has_span = false;
template <class T>
inline constexpr bool has_span<T, std::void_t<decltype(std::declval<const T&>().span())>> = true;

/// Returns the sum of all fields: of a number, its value or its bits; of a string, its length and its first byte.
template <class T>
inline std::uint64_t sum(const T& value) {
  if constexpr (std::is_same_v<T, codec::Bool>) {
    return value ? 1 : 0;
  } else if constexpr (std::is_same_v<T, float>) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
  } else if constexpr (std::is_same_v<T, double>) {
    return bench::bits_of(value);
  } else if constexpr (is_number<T>) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  } else if constexpr (std::is_pointer_v<T>) {
    return value == nullptr ? 0 : sum(*value);
  } else if constexpr (is_optional<T>) {
    return value ? sum(*value) : 0;
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    const std::string_view text(value);
    return text.empty() ? 0 : text.size() + static_cast<unsigned char>(text[0]);
  } else if constexpr (std::is_same_v<T, flatbuffers::String>) {
    return value.size() == 0 ? 0 : value.size() + value.Data()[0];
  } else if constexpr (has_span<T>) {
    return sum(value.span());
  } else if constexpr (has_elements<T>) {
    std::uint64_t total = 0;
    for (const auto& element : value) {
      total += sum(element);
    }
    return total;
  } else if constexpr (std::is_base_of_v<codec::TableView, T>) {
    return value ? Type<typename T::codec_plain>::sum_of_calls(value) : 0;
  } else {
    return Type<T>::sum(value);
  }
}

/// An argument of flatc's functions that take another enum, or a pointer to another struct of the same layout.
template <class T>
struct Argument {
  const T* value;

  template <class To>
  operator To() const {
    if constexpr (std::is_pointer_v<To>) {
      return reinterpret_cast<To>(value);
    } else {
      return static_cast<To>(*value);
    }
  }
};

/// An argument of flatc's functions for a number that may be missing.
template <class T>
struct OptionalArgument {
  const std::optional<T>& value;

  template <class To>
  operator flatbuffers::Optional<To>() const { return value ? flatbuffers::Optional<To>(static_cast<To>(*value)) : flatbuffers::nullopt; }
};

template <class T>
inline auto built(Builder& builder, const T& value);

/// Writes a vector. Its elements are ours, and have the layout of flatc's.
template <class T>
inline auto built_vector(Builder& builder, const std::vector<T>& values) {
  if constexpr (std::is_same_v<T, codec::Bool>) {
    return builder.CreateVector(reinterpret_cast<const std::uint8_t*>(values.data()), values.size());
  } else if constexpr (is_number<T>) {
    return builder.CreateVector(values.data(), values.size());
  } else if constexpr (std::is_same_v<T, std::string>) {
    return builder.CreateVectorOfStrings(values);
  } else if constexpr (Type<T>::is_struct) {
    return builder.CreateVectorOfStructs(reinterpret_cast<const typename Type<T>::Flat*>(values.data()), values.size());
  } else {
    static std::vector<flatbuffers::Offset<typename Type<T>::Flat>> offsets;
    offsets.clear();
    for (const T& value : values) {
      offsets.push_back(Type<T>::build(builder, value));
    }
    return builder.CreateVector(offsets);
  }
}

template <class T>
inline auto built_optional(Builder& builder, const T& value) {
  using Element = std::decay_t<decltype(*value)>;
  if constexpr (is_number<Element>) {
    return OptionalArgument<Element>{value};
  } else {
    using Result = decltype(built(builder, *value));
    return value ? built(builder, *value) : Result{};
  }
}

/// Writes a string, a vector or a table, and returns its offset. Returns any other value as an argument.
template <class T>
inline auto built(Builder& builder, const T& value) {
  if constexpr (is_number<T>) {
    return Argument<T>{&value};
  } else if constexpr (std::is_same_v<T, std::string>) {
    return builder.CreateString(value);
  } else if constexpr (is_vector<T>) {
    return built_vector(builder, value);
  } else if constexpr (is_optional<T>) {
    return built_optional(builder, value);
  } else if constexpr (Type<T>::is_struct) {
    return Argument<T>{&value};
  } else {
    return Type<T>::build(builder, value);
  }
}

/// Sets a value of the writer from values. It does not own a string or a vector.
template <class To, class From>
inline void set(To& to, const From& from) {
  if constexpr (is_vector<From>) {
    to = To(from.data(), from.size());
  } else if constexpr (std::is_assignable_v<To&, const From&>) {
    to = from;
  } else if (from) {
    set(to, *from);
  }
}

/// Writes a table from values. `start` takes the values and returns the writer of the table.
template <class T, class Start>
inline void write_values(const T& value, Start start) {
  codec::Values<T> values;
  Type<T>::fill(values, value);
  Type<T>::write_nested(start(values), value);
}

template <class T, class Start>
inline void write_vector(const T& values, Start start) {
  if constexpr (is_optional<T>) {
    if (values) {
      write_vector(*values, start);
    }
  } else {
    auto tables = start(values.size());
    for (const auto& value : values) {
      write_values(value, [&](const auto& fields) { return tables.add(fields); });
    }
  }
}

#define ARENA_NOTHING(name)
#define ARENA_MEMBER(name) +arenas::sum(value.name)
#define ARENA_CALL(name) +arenas::sum(value.name())
#define ARENA_VISIT(name) visit(value.name);
#define ARENA_ARGUMENT(name) , arenas::built(builder, value.name)
#define ARENA_FILL(name) arenas::set(values.name, value.name);
#define ARENA_VECTOR(name) arenas::write_vector(value.name, [&](std::size_t size) { return writer.start_##name(size); });
#define ARENA_TABLE_FIELD(name)                                                                         \
  if (value.name) {                                                                                     \
    arenas::write_values(*value.name, [&](const auto& fields) { return writer.write_##name(fields); }); \
  }

// A list has three arguments: what to make of a field, of a vector of tables, and of a table.
#define ARENA_COMMON(space, name, FIELDS)                                                                                 \
  using Flat = ::space::name;                                                                                             \
  static std::uint64_t sum(const ours::space::name& value) { return 0 FIELDS(ARENA_MEMBER, ARENA_MEMBER, ARENA_MEMBER); } \
  template <class View>                                                                                                   \
  static std::uint64_t sum_of_calls(const View& value) {                                                                  \
    return 0 FIELDS(ARENA_CALL, ARENA_CALL, ARENA_CALL);                                                                  \
  }                                                                                                                       \
  template <class T, class Visit>                                                                                         \
  [[gnu::always_inline]] static void each(T& value, Visit&& visit) {                                                      \
    FIELDS(ARENA_VISIT, ARENA_VISIT, ARENA_VISIT)                                                                         \
  }

/// The sum of a type of another compiler, whose functions have the names of the fields.
#define ARENA_SUM(type, space, name)                                                                       \
  template <>                                                                                              \
  struct arenas::Type<type> {                                                                              \
    static std::uint64_t sum(const type& value) { return Type<ours::space::name>::sum_of_calls(value); } \
  };

#define ARENA_STRUCT(space, name, FIELDS)   \
  template <>                               \
  struct arenas::Type<ours::space::name> {  \
    static constexpr bool is_struct = true; \
    ARENA_COMMON(space, name, FIELDS)       \
  };                                        \
  ARENA_SUM(::space::name, space, name)

#define ARENA_TABLE(space, name, FIELDS)                                                                               \
  template <>                                                                                                          \
  struct arenas::Type<ours::space::name> {                                                                             \
    static constexpr bool is_struct = false;                                                                           \
    ARENA_COMMON(space, name, FIELDS)                                                                                  \
    static flatbuffers::Offset<Flat> build(arenas::Builder& builder, const ours::space::name& value) {                 \
      return ::space::Create##name(builder FIELDS(ARENA_ARGUMENT, ARENA_ARGUMENT, ARENA_ARGUMENT));                    \
    }                                                                                                                  \
    template <class Values>                                                                                            \
    static void fill([[maybe_unused]] Values& values, [[maybe_unused]] const ours::space::name& value) {               \
      FIELDS(ARENA_FILL, ARENA_NOTHING, ARENA_NOTHING)                                                                 \
    }                                                                                                                  \
    template <class Writer>                                                                                            \
    static void write_nested([[maybe_unused]] const Writer& writer, [[maybe_unused]] const ours::space::name& value) { \
      FIELDS(ARENA_NOTHING, ARENA_VECTOR, ARENA_TABLE_FIELD)                                                           \
    }                                                                                                                  \
  };                                                                                                                   \
  ARENA_SUM(::space::name, space, name)

}  // namespace arenas
