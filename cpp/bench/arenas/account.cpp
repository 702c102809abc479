#include "account_generated.h"
#include "account_messages.hpp"
#include "arena.hpp"

#define ORDER(F, V, N) F(id) F(symbol) F(side) F(type) F(price) F(volume)
#define BALANCE(F, V, N) F(currency) F(amount)
#define ACCOUNT(F, V, N) F(id) F(name) F(state) N(wallet) N(asset) V(orders)

ARENA_TABLE(Trading, Order, ORDER)
ARENA_TABLE(Trading, Balance, BALANCE)
ARENA_TABLE(Trading, Account, ACCOUNT)

static const bool is_added = bench::add_arena("account", arenas::Arena<ours::Trading::Account>::load);
