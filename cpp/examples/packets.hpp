#pragma once

#include <codec/codec.hpp>

#include "game_messages.hpp"
#include "test_packet_messages.hpp"

/// The packets between the server and the client: all packets of the schemas.
using Packets = codec::JoinedPackets<Game::GamePackets, Game::TestPacketPackets>;
