#pragma once

#include <ostream>
#include <string>

#include "json.hpp"

namespace codec {

/// The maximum number of bytes that operator<< writes, because the text is for a log line. to_json does not truncate the JSON.
inline constexpr std::size_t largest_shown = 1024;

/// Writes the JSON of a message to a stream, truncated to `largest_shown` bytes. Include the header <schema>_stream.hpp, which has the operators.
template <class T>
std::ostream& show(std::ostream& out, const T& value) {
  std::string text = generated::json_of(value, largest_shown);
  if (text.size() > largest_shown) {
    text.resize(largest_shown - 3);
    text += "...";
  }
  return out << text;
}

}  // namespace codec
