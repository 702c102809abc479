#pragma once

namespace codec {

/// Combines function objects into one, for the values of a union or the packets of a list. Overload resolution selects the function for a type.
template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace codec
