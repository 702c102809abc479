#include "arena.hpp"
#include "savedata_generated.h"
#include "savedata_messages.hpp"

#define ABILITIES(F, V, N) F(walk_speed) F(fly_speed) F(may_fly) F(flying) F(invulnerable) F(may_build) F(instabuild)
#define VECTOR2F(F, V, N) F(x) F(y)
#define VECTOR3D(F, V, N) F(x) F(y) F(z)
#define UUID(F, V, N) F(x0) F(x1) F(x2) F(x3)
#define ITEM(F, V, N) F(count) F(slot) F(id)
#define ENTITY(F, V, N)                                                                                                                      \
  F(id)                                                                                                                                      \
  F(pos)                                                                                                                                     \
  F(motion) F(rotation) F(fall_distance) F(fire) F(air) F(on_ground) F(no_gravity) F(invulnerable) F(portal_cooldown) F(uuid) F(custom_name) \
      F(custom_name_visible) F(silent) F(glowing)
#define RECIPE_BOOK(F, V, N)                                                                                                                   \
  F(recipes)                                                                                                                                   \
  F(to_be_displayed)                                                                                                                           \
  F(is_filtering_craftable) F(is_gui_open) F(is_furnace_filtering_craftable) F(is_furnace_gui_open) F(is_blasting_furnace_filtering_craftable) \
      F(is_blasting_furnace_gui_open) F(is_smoker_filtering_craftable) F(is_smoker_gui_open)
#define VEHICLE(F, V, N) F(uuid) N(entity)
#define PLAYER(F, V, N)                                                                                                                           \
  F(game_type)                                                                                                                                    \
  F(previous_game_type)                                                                                                                           \
  F(score) F(dimension) F(selected_item_slot) N(selected_item) F(spawn_dimension) F(spawn_x) F(spawn_y) F(spawn_z) F(spawn_forced) F(sleep_timer) \
      F(food_exhaustion_level) F(food_saturation_level) F(food_tick_timer) F(xp_level) F(xp_p) F(xp_total) F(xp_seed) V(inventory) V(ender_items) \
          F(abilities) F(entered_nether_position) N(root_vehicle) N(shoulder_entity_left) N(shoulder_entity_right) F(seen_credits) N(recipe_book)
#define PLAYERS(F, V, N) V(all)

ARENA_STRUCT(Savedata, Abilities, ABILITIES)
ARENA_STRUCT(Savedata, Vector2f, VECTOR2F)
ARENA_STRUCT(Savedata, Vector3d, VECTOR3D)
ARENA_STRUCT(Savedata, Uuid, UUID)
ARENA_TABLE(Savedata, Item, ITEM)
ARENA_TABLE(Savedata, Entity, ENTITY)
ARENA_TABLE(Savedata, RecipeBook, RECIPE_BOOK)
ARENA_TABLE(Savedata, Vehicle, VEHICLE)
ARENA_TABLE(Savedata, Player, PLAYER)
ARENA_TABLE(Savedata, Players, PLAYERS)

static const bool is_added = bench::add_arena("savedata", arenas::Arena<ours::Savedata::Players>::load);
