// Written by `codec gen cpp` from packed.fbs. Do not edit.
#pragma once

#include <codec/json.hpp>
#include "packed_messages.hpp"
#include "game_json.hpp"

namespace codec::generated {

template <>
struct Names<::Game::Packed::Grid> {
  static constexpr ::std::string_view names[] = {"origin", "cells"};
};

template <>
struct Names<::Game::Packed::TestPacket> {
  static constexpr ::std::string_view names[] = {"msg", "number"};
};

template <>
struct Names<::Game::Packed::Move> {
  static constexpr ::std::string_view names[] = {"entity", "position", "rotation", "velocity", "time"};
};

template <>
struct Names<::Game::Packed::Spawn> {
  static constexpr ::std::string_view names[] = {"entity", "kind", "name", "position", "rotation", "health", "flags", "owner"};
};

template <>
struct Names<::Game::Packed::Inventory> {
  static constexpr ::std::string_view names[] = {"owner", "items"};
};

template <>
struct Names<::Game::Packed::Snapshot> {
  static constexpr ::std::string_view names[] = {"tick", "entities"};
};

}  // namespace codec::generated
