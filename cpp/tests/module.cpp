#include "module.hpp"

Game::ChatView view_in_module(codec::ByteSpan payload) { return codec::verified_view<Game::Chat>(payload); }
