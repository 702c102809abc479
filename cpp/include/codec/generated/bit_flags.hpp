#pragma once

#include <type_traits>

namespace codec {

/// Returns the number of an enum's value.
template <class Enum, class = std::enable_if_t<std::is_enum_v<Enum>>>
constexpr std::underlying_type_t<Enum> bits_of(Enum value) noexcept { return static_cast<std::underlying_type_t<Enum>>(value); }

/// Returns whether an enum of bit flags has all of the given flags.
template <class Enum, class = std::enable_if_t<std::is_enum_v<Enum>>>
constexpr bool has_flags(Enum value, Enum flags) noexcept { return (bits_of(value) & bits_of(flags)) == bits_of(flags); }

}  // namespace codec

/// Defines the operators of an enum of bit flags, in its namespace. An enum can have any name but those of its parameters.
#define CODEC_BIT_FLAGS(Enum)                                                                                                                        \
  constexpr Enum operator|(Enum codec_a, Enum codec_b) noexcept { return static_cast<Enum>(::codec::bits_of(codec_a) | ::codec::bits_of(codec_b)); } \
  constexpr Enum operator&(Enum codec_a, Enum codec_b) noexcept { return static_cast<Enum>(::codec::bits_of(codec_a) & ::codec::bits_of(codec_b)); } \
  constexpr Enum operator^(Enum codec_a, Enum codec_b) noexcept { return static_cast<Enum>(::codec::bits_of(codec_a) ^ ::codec::bits_of(codec_b)); } \
  constexpr Enum operator~(Enum codec_value) noexcept { return static_cast<Enum>(~::codec::bits_of(codec_value)); }                                  \
  constexpr Enum& operator|=(Enum& codec_a, Enum codec_b) noexcept { return codec_a = codec_a | codec_b; }                                           \
  constexpr Enum& operator&=(Enum& codec_a, Enum codec_b) noexcept { return codec_a = codec_a & codec_b; }                                           \
  constexpr Enum& operator^=(Enum& codec_a, Enum codec_b) noexcept { return codec_a = codec_a ^ codec_b; }
