#pragma once

#include <codec/codec.hpp>

#include "game_packets.hpp"
#include "test_packet_packets.hpp"

/// What the server and the client talk in: every packet of the schemas.
using Packets = codec::JoinedPackets<Game::GamePackets, Game::TestPacketPackets>;
