#pragma once

#include <codec/codec.hpp>

#include "game_messages.hpp"
#include "test_packet_messages.hpp"

/// What the server and the client talk in: every packet of the schemas.
using Packets = codec::JoinedPackets<Game::GamePackets, Game::TestPacketPackets>;
