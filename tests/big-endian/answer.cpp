#define CODEC_ANSWER_JSON
#include "game_json.hpp"
#include "test_packet_json.hpp"

#include "answers.hpp"

int main() { return answer_all<Game::TestPacket, Game::Login, Game::Move, Game::Spawn, Game::Chat, Game::Inventory, Game::Snapshot>(); }
