// Written by `codec gen cpp` from game.fbs. Do not edit.
#pragma once

#include <codec/stream.hpp>
#include "game_json.hpp"

namespace Game {

inline ::std::ostream& operator<<(::std::ostream& out, EntityKind value) { return ::codec::show(out, value); }
inline ::std::ostream& operator<<(::std::ostream& out, EntityFlags value) { return ::codec::show(out, value); }
inline ::std::ostream& operator<<(::std::ostream& out, ChatChannel value) { return ::codec::show(out, value); }
inline ::std::ostream& operator<<(::std::ostream& out, const Vec3& value) { return ::codec::show(out, value); }
inline ::std::ostream& operator<<(::std::ostream& out, const Quat& value) { return ::codec::show(out, value); }
inline ::std::ostream& operator<<(::std::ostream& out, const EntityState& value) { return ::codec::show(out, value); }
inline ::std::ostream& operator<<(::std::ostream& out, const Login& value) { return ::codec::show(out, value); }
inline ::std::ostream& operator<<(::std::ostream& out, const Move& value) { return ::codec::show(out, value); }
inline ::std::ostream& operator<<(::std::ostream& out, const Spawn& value) { return ::codec::show(out, value); }
inline ::std::ostream& operator<<(::std::ostream& out, const Chat& value) { return ::codec::show(out, value); }
inline ::std::ostream& operator<<(::std::ostream& out, const Item& value) { return ::codec::show(out, value); }
inline ::std::ostream& operator<<(::std::ostream& out, const Inventory& value) { return ::codec::show(out, value); }
inline ::std::ostream& operator<<(::std::ostream& out, const Snapshot& value) { return ::codec::show(out, value); }

}  // namespace Game
