#include "arena.hpp"
#include "mesh_generated.h"
#include "mesh_messages.hpp"

#define VECTOR3(F, V, N) F(x) F(y) F(z)
#define TRIANGLE(F, V, N) F(v0) F(v1) F(v2) F(normal)
#define MESH(F, V, N) F(triangles)

ARENA_STRUCT(Meshes, Vector3, VECTOR3)
ARENA_STRUCT(Meshes, Triangle, TRIANGLE)
ARENA_TABLE(Meshes, Mesh, MESH)

static const bool is_added = bench::add_arena("mesh", arenas::Arena<ours::Meshes::Mesh>::load);
