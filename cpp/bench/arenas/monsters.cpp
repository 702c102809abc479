#include "arena.hpp"
#include "monsters_generated.h"
#include "monsters_messages.hpp"

#define VEC3(F, V, N) F(x) F(y) F(z)
#define WEAPON(F, V, N) F(name) F(damage)
#define MONSTER(F, V, N) F(pos) F(mana) F(hp) F(name) F(inventory) F(color) V(weapons) N(equipped) F(path)
#define MONSTERS(F, V, N) V(data)

ARENA_STRUCT(Bestiary, Vec3, VEC3)
ARENA_TABLE(Bestiary, Weapon, WEAPON)
ARENA_TABLE(Bestiary, Monster, MONSTER)
ARENA_TABLE(Bestiary, Monsters, MONSTERS)

static const bool is_added = bench::add_arena("monsters", arenas::Arena<ours::Bestiary::Monsters, true>::load);
