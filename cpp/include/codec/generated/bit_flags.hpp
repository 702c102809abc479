#pragma once

#include <type_traits>

/// Defines the operators of an enum of bit flags, in its namespace.
#define CODEC_BIT_FLAGS(Enum)                                                                                          \
  constexpr Enum operator|(Enum left, Enum right) noexcept {                                                           \
    using Bits = ::std::underlying_type_t<Enum>;                                                                       \
    return static_cast<Enum>(static_cast<Bits>(static_cast<Bits>(left) | static_cast<Bits>(right)));                   \
  }                                                                                                                    \
  constexpr Enum operator&(Enum left, Enum right) noexcept {                                                           \
    using Bits = ::std::underlying_type_t<Enum>;                                                                       \
    return static_cast<Enum>(static_cast<Bits>(static_cast<Bits>(left) & static_cast<Bits>(right)));                   \
  }                                                                                                                    \
  constexpr Enum operator^(Enum left, Enum right) noexcept {                                                           \
    using Bits = ::std::underlying_type_t<Enum>;                                                                       \
    return static_cast<Enum>(static_cast<Bits>(static_cast<Bits>(left) ^ static_cast<Bits>(right)));                   \
  }                                                                                                                    \
  constexpr Enum operator~(Enum value) noexcept {                                                                      \
    using Bits = ::std::underlying_type_t<Enum>;                                                                       \
    return static_cast<Enum>(static_cast<Bits>(~static_cast<Bits>(value)));                                            \
  }                                                                                                                    \
  constexpr Enum& operator|=(Enum& left, Enum right) noexcept { return left = left | right; }                          \
  constexpr Enum& operator&=(Enum& left, Enum right) noexcept { return left = left & right; }                          \
  constexpr Enum& operator^=(Enum& left, Enum right) noexcept { return left = left ^ right; }

namespace codec {

/// Returns whether an enum of bit flags has all of the given flags.
template <class Enum, class = std::enable_if_t<std::is_enum_v<Enum>>>
constexpr bool has_flags(Enum value, Enum flags) noexcept {
  using Bits = std::underlying_type_t<Enum>;
  return (static_cast<Bits>(value) & static_cast<Bits>(flags)) == static_cast<Bits>(flags);
}

}  // namespace codec
