#pragma once

#include <type_traits>

/// Defines the operators of an enum of bit flags, in its namespace. An enum can have any name but those of its parameters.
#define CODEC_BIT_FLAGS(Enum)                                                                                               \
  constexpr Enum operator|(Enum codec_left, Enum codec_right) noexcept {                                                    \
    using codec_bits = ::std::underlying_type_t<Enum>;                                                                      \
    return static_cast<Enum>(static_cast<codec_bits>(codec_left) | static_cast<codec_bits>(codec_right));                   \
  }                                                                                                                         \
  constexpr Enum operator&(Enum codec_left, Enum codec_right) noexcept {                                                    \
    using codec_bits = ::std::underlying_type_t<Enum>;                                                                      \
    return static_cast<Enum>(static_cast<codec_bits>(codec_left) & static_cast<codec_bits>(codec_right));                   \
  }                                                                                                                         \
  constexpr Enum operator^(Enum codec_left, Enum codec_right) noexcept {                                                    \
    using codec_bits = ::std::underlying_type_t<Enum>;                                                                      \
    return static_cast<Enum>(static_cast<codec_bits>(codec_left) ^ static_cast<codec_bits>(codec_right));                   \
  }                                                                                                                         \
  constexpr Enum operator~(Enum codec_value) noexcept {                                                                     \
    using codec_bits = ::std::underlying_type_t<Enum>;                                                                      \
    return static_cast<Enum>(~static_cast<codec_bits>(codec_value));                                                        \
  }                                                                                                                         \
  constexpr Enum& operator|=(Enum& codec_left, Enum codec_right) noexcept { return codec_left = codec_left | codec_right; } \
  constexpr Enum& operator&=(Enum& codec_left, Enum codec_right) noexcept { return codec_left = codec_left & codec_right; } \
  constexpr Enum& operator^=(Enum& codec_left, Enum codec_right) noexcept { return codec_left = codec_left ^ codec_right; }

namespace codec {

/// Returns whether an enum of bit flags has all of the given flags.
template <class Enum, class = std::enable_if_t<std::is_enum_v<Enum>>>
constexpr bool has_flags(Enum value, Enum flags) noexcept {
  using Bits = std::underlying_type_t<Enum>;
  return (static_cast<Bits>(value) & static_cast<Bits>(flags)) == static_cast<Bits>(flags);
}

}  // namespace codec
