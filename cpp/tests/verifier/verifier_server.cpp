// Reports whether the verifier of the FlatBuffers C++ library accepts a buffer, until the input ends.
//   request:  root (u32, one of the roots below), length (u32), the buffer's bytes
//   response: one byte, 1 if the verifier accepts the buffer, 0 if it rejects it
// Numbers are little-endian. Several requests may be sent before their answers are read; answers are flushed when no request is waiting.

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <iterator>
#include <vector>

#include "coverage_generated.h"
#include "game_generated.h"
#include "keywords_generated.h"
#include "test_packet_generated.h"

namespace {

using Verify = bool (*)(flatbuffers::Verifier&);

template <typename T>
bool any_identifier(flatbuffers::Verifier& verifier) {
  return verifier.VerifyBuffer<T>(nullptr);
}

bool everything(flatbuffers::Verifier& verifier) { return Coverage::VerifyEverythingBuffer(verifier); }
bool everything_size_prefixed(flatbuffers::Verifier& verifier) { return Coverage::VerifySizePrefixedEverythingBuffer(verifier); }

// The order is that of the C# enumeration VerifiedRoot.
const Verify roots[] = {
    everything,
    everything_size_prefixed,
    any_identifier<Coverage::Keywords::Words>,
    any_identifier<Coverage::UnionVector>,
    any_identifier<Game::TestPacket>,
    any_identifier<Game::Login>,
    any_identifier<Game::Move>,
    any_identifier<Game::Spawn>,
    any_identifier<Game::Chat>,
    any_identifier<Game::Inventory>,
    any_identifier<Game::Snapshot>,
};

// The largest accepted length. The tests send at most a few hundred kilobytes.
constexpr std::uint32_t max_length = 64u << 20;

struct Request {
  std::uint32_t root;
  std::uint32_t length;
};

class Input {
 public:
  bool read(void* destination, std::size_t size, std::vector<char>& answers) {
    auto* target = static_cast<char*>(destination);
    while (size > 0) {
      if (begin_ == end_ && !fill(answers)) return false;
      const std::size_t n = std::min(size, end_ - begin_);
      std::memcpy(target, buffer_.data() + begin_, n);
      begin_ += n;
      target += n;
      size -= n;
    }
    return true;
  }

 private:
  bool fill(std::vector<char>& answers) {
    flush(answers);
    const ssize_t n = ::read(STDIN_FILENO, buffer_.data(), buffer_.size());
    if (n <= 0) return false;
    begin_ = 0;
    end_ = static_cast<std::size_t>(n);
    return true;
  }

  static void flush(std::vector<char>& answers) {
    std::fwrite(answers.data(), 1, answers.size(), stdout);
    std::fflush(stdout);
    answers.clear();
  }

  std::vector<char> buffer_ = std::vector<char>(1 << 16);
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace

int main() {
  Input input;
  Request request;
  std::vector<char> answers;
  // operator new aligns the bytes for every type.
  std::vector<std::uint8_t> bytes;
  while (input.read(&request, sizeof request, answers)) {
    if (request.root >= std::size(roots) || request.length > max_length) {
      std::cerr << "bad request: root " << request.root << ", " << request.length << " bytes\n";
      return 1;
    }
    bytes.resize(request.length);
    if (!input.read(bytes.data(), request.length, answers)) return 1;
    flatbuffers::Verifier verifier(bytes.data(), bytes.size());
    answers.push_back(roots[request.root](verifier) ? 1 : 0);
  }
  return 0;
}
