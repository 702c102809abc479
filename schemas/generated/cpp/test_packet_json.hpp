// Written by `codec gen cpp` from test_packet.fbs. Do not edit.
#pragma once

#include <codec/json.hpp>
#include "test_packet_messages.hpp"

namespace codec::generated {

template <>
struct Names<::Game::TestPacket> {
  static constexpr ::std::string_view names[] = {"msg", "number"};
};

}  // namespace codec::generated
