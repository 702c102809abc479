// Written by `codec gen cpp` from lobby.fbs. Do not edit.
#pragma once

#include <codec/stream.hpp>
#include "lobby_json.hpp"

namespace Lobby {

inline ::std::ostream& operator<<(::std::ostream& out, const Join& value) { return ::codec::show(out, value); }

}  // namespace Lobby
