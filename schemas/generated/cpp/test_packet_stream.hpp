// Written by `codec gen cpp` from test_packet.fbs. Do not edit.
#pragma once

#include <codec/stream.hpp>
#include "test_packet_json.hpp"

namespace Game {

inline ::std::ostream& operator<<(::std::ostream& out, const TestPacket& value) { return ::codec::show(out, value); }

}  // namespace Game
