#include "game_messages.hpp"
#include "test_packet_messages.hpp"

#include "answers.hpp"

int main() { return answer_all<Game::TestPacket, Game::Login, Game::Move, Game::Spawn, Game::Chat, Game::Inventory, Game::Snapshot>(); }
