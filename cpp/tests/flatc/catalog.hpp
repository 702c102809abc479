#pragma once

#include <cstdint>

#include "checks.hpp"
#include "messages.hpp"

// All messages: the file name, the packet id, and the functions that build and check the message.
struct Message {
  const char* name;
  std::uint16_t id;
  void (*build)(messages::Builder&);
  void (*check)(const std::uint8_t* payload, std::size_t size);
};

inline const Message catalog[] = {
    {"test_packet", 65534, messages::build_test_packet, checks::check_test_packet},
    {"login", 1, messages::build_login, checks::check_login},
    {"move", 2, messages::build_move, checks::check_move},
    {"spawn", 3, messages::build_spawn, checks::check_spawn},
    {"chat", 4, messages::build_chat, checks::check_chat},
    {"inventory", 5, messages::build_inventory, checks::check_inventory},
    {"snapshot", 6, messages::build_snapshot, checks::check_snapshot},
    {"snapshot_large", 6, messages::build_large_snapshot, checks::check_large_snapshot},
};
