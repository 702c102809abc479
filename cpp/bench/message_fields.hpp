#pragma once

#include "game_generated.h"
#include "test_packet_generated.h"

#include "arenas/fields.hpp"
#include "sample_messages.hpp"

#define VEC3(F, V, N) F(x) F(y) F(z)
#define QUAT(F, V, N) F(x) F(y) F(z) F(w)
#define ENTITY_STATE(F, V, N) F(entity) F(position) F(rotation) F(health) F(flags)
#define ITEM(F, V, N) F(id) F(count) F(name) F(modifiers)
#define TEST_PACKET(F, V, N) F(msg) F(number)
#define MOVE(F, V, N) F(entity) F(position) F(rotation) F(velocity) F(time)
#define CHAT(F, V, N) F(channel) F(sender) F(text)
#define INVENTORY(F, V, N) F(owner) V(items)
#define SNAPSHOT(F, V, N) F(tick) F(entities)

ARENA_STRUCT(Game, Vec3, VEC3)
ARENA_STRUCT(Game, Quat, QUAT)
ARENA_STRUCT(Game, EntityState, ENTITY_STATE)
ARENA_TABLE(Game, Item, ITEM)
ARENA_TABLE(Game, TestPacket, TEST_PACKET)
ARENA_TABLE(Game, Move, MOVE)
ARENA_TABLE(Game, Chat, CHAT)
ARENA_TABLE(Game, Inventory, INVENTORY)
ARENA_TABLE(Game, Snapshot, SNAPSHOT)
