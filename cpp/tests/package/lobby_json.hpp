// Written by `codec gen cpp` from lobby.fbs. Do not edit.
#pragma once

#include <codec/json.hpp>
#include "lobby_messages.hpp"

namespace codec::generated {

template <>
struct Names<::Lobby::Join> {
  static constexpr ::std::string_view names[] = {"user", "room"};
};

}  // namespace codec::generated
