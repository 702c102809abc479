// Verifies, reads, walks and writes arbitrary bytes as one message. answer() aborts if two functions have different results.
#include "game_messages.hpp"
#include "test_packet_messages.hpp"

#include "answers.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  answer<CODEC_FUZZ_MESSAGE>(codec::as_bytes(data, size));
  return 0;
}
