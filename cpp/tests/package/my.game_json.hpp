// Written by `codec gen cpp` from my.game.fbs. Do not edit.
#pragma once

#include <codec/json.hpp>
#include "my.game_messages.hpp"

namespace codec::generated {

template <>
struct Names<::My::Ping> {
  static constexpr ::std::string_view names[] = {"number"};
};

}  // namespace codec::generated
