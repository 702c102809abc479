#include "arena.hpp"
#include "log_generated.h"
#include "log_messages.hpp"

#define ADDRESS(F, V, N) F(x0) F(x1) F(x2) F(x3)
#define LINE(F, V, N) F(address) F(identity) F(userid) F(date) F(request) F(code) F(bytes)
#define LINES(F, V, N) V(all)

ARENA_STRUCT(WebLog, Address, ADDRESS)
ARENA_TABLE(WebLog, Line, LINE)
ARENA_TABLE(WebLog, Lines, LINES)

static const bool is_added = bench::add_arena("log", arenas::Arena<ours::WebLog::Lines>::load);
