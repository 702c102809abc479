#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace codec::detail {

/// Replaces the decimal separator of the locale, which can have several bytes, with a point. Returns the new length.
inline std::size_t use_point(char* text, std::size_t length) noexcept {
  std::size_t written = 0;
  bool is_in_separator = false;
  for (std::size_t i = 0; i < length; ++i) {
    const char letter = text[i];
    if ((letter >= '0' && letter <= '9') || letter == '-' || letter == '+' || letter == 'e') {
      text[written++] = letter;
      is_in_separator = false;
    } else if (!is_in_separator) {
      text[written++] = '.';
      is_in_separator = true;
    }
  }
  return written;
}

/// Writes the fewest digits that are read as the finite number, in any locale. Returns their count. For standard libraries without std::to_chars for
/// floating-point numbers: the result is the same, except that it can be another one of several numbers with as many digits.
template <class T>
std::size_t shortest_digits(char (&text)[64], T value) noexcept {
  const auto number = static_cast<double>(value);
  int decimals = 0;
  int length = std::snprintf(text, sizeof(text), "%.*e", decimals, number);
  while ((sizeof(T) == sizeof(float) ? static_cast<T>(std::strtof(text, nullptr)) : static_cast<T>(std::strtod(text, nullptr))) != value &&
         decimals + 1 < std::numeric_limits<T>::max_digits10) {
    length = std::snprintf(text, sizeof(text), "%.*e", ++decimals, number);
  }
  int exponent_at = length;
  while (text[exponent_at - 1] != 'e') {
    --exponent_at;
  }
  const long exponent = std::strtol(text + exponent_at, nullptr, 10);
  // Like std::to_chars, an exponent is only written if the text is then shorter.
  char fixed[64];
  const int fixed_length = std::snprintf(fixed, sizeof(fixed), "%.*f", exponent < decimals ? static_cast<int>(decimals - exponent) : 0, number);
  if (fixed_length > length) {
    return use_point(text, static_cast<std::size_t>(length));
  }
  for (int i = 0; i < fixed_length; ++i) {
    text[i] = fixed[i];
  }
  return use_point(text, static_cast<std::size_t>(fixed_length));
}

}  // namespace codec::detail
