#include "arena.hpp"
#include "mk48_generated.h"
#include "mk48_messages.hpp"
#include "mk48_optional_generated.h"
#include "mk48_optional_messages.hpp"

#define POSITION(F, V, N) F(x) F(y)
#define MOTION(F, V, N) F(altitude) F(angle) F(position) F(velocity)
#define ORDERS(F, V, N) F(angle) F(submerge) F(velocity)
#define CHUNK(F, V, N) F(x) F(y)
#define CONTACT(F, V, N) F(damage) F(entity_id) F(entity_type) F(orders) F(player_id) F(reloads) F(motion) F(turret_angles)
#define TERRAIN(F, V, N) F(chunk) F(data)
#define UPDATE(F, V, N) V(contacts) F(score) F(world_radius) V(terrain)
#define BATCH(F, V, N) V(updates)

ARENA_STRUCT(Naval, Position, POSITION)
ARENA_STRUCT(Naval, Motion, MOTION)
ARENA_STRUCT(Naval, Orders, ORDERS)
ARENA_STRUCT(Naval, Chunk, CHUNK)
ARENA_TABLE(Naval, Contact, CONTACT)
ARENA_TABLE(Naval, Terrain, TERRAIN)
ARENA_TABLE(Naval, Update, UPDATE)
ARENA_TABLE(Naval, Batch, BATCH)
ARENA_TABLE(NavalOptional, Contact, CONTACT)
ARENA_TABLE(NavalOptional, Update, UPDATE)
ARENA_TABLE(NavalOptional, Batch, BATCH)

static const bool is_added = bench::add_arena("mk48", arenas::Arena<ours::Naval::Batch, true>::load) &&
                             bench::add_arena("mk48_optional", arenas::Arena<ours::NavalOptional::Batch>::load);
