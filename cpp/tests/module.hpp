#pragma once

#include "game_messages.hpp"

/// Returns a view of a payload from another module.
[[gnu::visibility("default")]] Game::ChatView view_in_module(codec::ByteSpan payload);
