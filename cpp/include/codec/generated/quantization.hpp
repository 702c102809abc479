#pragma once

#include <array>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "../boxed.hpp"
#include "../detail/quantizer.hpp"
#include "../union.hpp"
#include "../wire.hpp"
#include "bytes.hpp"
#include "layout.hpp"

// Rounds quantized fields of objects. Generated code has Table<T>::quantize or wire::Struct<T>::quantize for each type that has or contains one.
namespace codec::generated {

template <class T, class = void>
inline constexpr bool is_quantized_table = false;
template <class T>
inline constexpr bool is_quantized_table<T, std::void_t<decltype(Table<T>::quantize(std::declval<T&>(), 1))>> = true;

template <class T, class = void>
inline constexpr bool is_quantized_struct = false;
template <class T>
inline constexpr bool is_quantized_struct<T, std::void_t<decltype(wire::Struct<T>::quantize(std::declval<T&>()))>> = true;

/// Rounds what a value contains, except tables that are nested too deep to be written.
template <class T>
void quantize_nested([[maybe_unused]] T& value, [[maybe_unused]] int depth) noexcept {
  if constexpr (is_quantized_table<T>) {
    if (depth <= TableDefaults::max_depth) Table<T>::quantize(value, depth);
  } else if constexpr (is_quantized_struct<T>) {
    wire::Struct<T>::quantize(value);
  }
}

/// Calls `use` with the value, or with each value inside a vector, an array or an optional value.
template <class T, class Use>
void for_each_value(T& value, const Use& use) { use(value); }
template <class T, class Use>
void for_each_value(std::optional<T>& value, const Use& use) {
  if (value) for_each_value(*value, use);
}
template <class T, class Use>
void for_each_value(Boxed<T>& value, const Use& use) {
  if (value) use(*value);
}
template <class T, class Use>
void for_each_value(std::vector<T>& values, const Use& use) {
  for (T& value : values) for_each_value(value, use);
}
template <class T, std::size_t Count, class Use>
void for_each_value(std::array<T, Count>& values, const Use& use) {
  for (T& value : values) use(value);
}
template <class Enum, class... Cases, class Use>
void for_each_value(Union<Enum, Cases...>& value, const Use& use) {
  // The union is not const, so neither is its value.
  value.visit_case([&use](auto, const auto& chosen) { use(const_cast<std::remove_const_t<std::remove_reference_t<decltype(chosen)>>&>(chosen)); });
}

/// Rounds the values of a field that contains quantized fields.
template <class T>
void quantize_field(T& field, int depth) noexcept { for_each_value(field, [depth](auto& value) { quantize_nested(value, depth); }); }

/// Rounds the values of a quantized field. A value that is refused stays as it is.
template <class T>
void quantize_field(T& field, const detail::Quantizer& quantizer) noexcept {
  for_each_value(field, [&quantizer](auto& value) {
    using Value = std::remove_reference_t<decltype(value)>;
    std::uint64_t code = 0;
    if constexpr (std::is_arithmetic_v<Value>) {
      if (quantizer.encode(static_cast<double>(value), code)) value = static_cast<Value>(quantizer.decode(code));
    } else {
      float* parts[4] = {};
      std::size_t count = 0;
      wire::Struct<Value>::fields(value, [&](float& part) { parts[count++] = &part; });
      if (count == 3 && quantizer.encode(*parts[0], *parts[1], *parts[2], code)) {
        quantizer.decode(code, *parts[0], *parts[1], *parts[2]);
      } else if (count == 4 && quantizer.encode(*parts[0], *parts[1], *parts[2], *parts[3], code)) {
        quantizer.decode(code, *parts[0], *parts[1], *parts[2], *parts[3]);
      }
    }
  });
}

}  // namespace codec::generated

namespace codec {

/// Rounds the quantized fields of a table or struct, and of all that it contains, to the values that the receiver of a packed payload gets. T has or
/// contains a quantized field.
template <class T>
void quantize(T& value) noexcept {
  static_assert(generated::is_quantized_table<T> || generated::is_quantized_struct<T>, "The type has no quantized field.");
  generated::quantize_nested(value, 1);
}

}  // namespace codec
