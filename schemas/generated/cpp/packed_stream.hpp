// Written by `codec gen cpp` from packed.fbs. Do not edit.
#pragma once

#include <codec/stream.hpp>
#include "packed_json.hpp"
#include "game_stream.hpp"

namespace Game::Packed {

inline ::std::ostream& operator<<(::std::ostream& out, const Grid& value) { return ::codec::show(out, value); }
inline ::std::ostream& operator<<(::std::ostream& out, const TestPacket& value) { return ::codec::show(out, value); }
inline ::std::ostream& operator<<(::std::ostream& out, const Move& value) { return ::codec::show(out, value); }
inline ::std::ostream& operator<<(::std::ostream& out, const Spawn& value) { return ::codec::show(out, value); }
inline ::std::ostream& operator<<(::std::ostream& out, const Inventory& value) { return ::codec::show(out, value); }
inline ::std::ostream& operator<<(::std::ostream& out, const Snapshot& value) { return ::codec::show(out, value); }

}  // namespace Game::Packed
