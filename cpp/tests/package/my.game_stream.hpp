// Written by `codec gen cpp` from my.game.fbs. Do not edit.
#pragma once

#include <codec/stream.hpp>
#include "my.game_json.hpp"

namespace My {

inline ::std::ostream& operator<<(::std::ostream& out, const Ping& value) { return ::codec::show(out, value); }

}  // namespace My
