#pragma once

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

// A program that reads blocks of payloads from stdin, and writes the answers to each block, until stdin ends. All integers are unsigned and
// little-endian.
//   block   u32 question, u32 root, u32 number of payloads, u32 bytes of the rest; for each payload u32 size and the bytes
//   answer  u32 bytes of the rest; the answers to the payloads, in order
// If the program is aborted, it prints the index of the payload in the block.
namespace blocks {

using Bytes = std::vector<unsigned char>;

inline volatile std::uint32_t current = 0;

template <class T>
void put(Bytes& output, T value) {
  const std::size_t size = output.size();
  output.resize(size + sizeof(T));
  std::memcpy(output.data() + size, &value, sizeof(T));
}

inline void put(Bytes& output, const void* data, std::size_t size) {
  put(output, static_cast<std::uint32_t>(size));
  output.insert(output.end(), static_cast<const unsigned char*>(data), static_cast<const unsigned char*>(data) + size);
}

inline void report(int signal) {
  std::fprintf(stderr, "signal %d at payload %u of the block\n", signal, current);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// Calls `answer(question, root, data, size, output)` for each payload.
template <class Answer>
int serve(Answer answer) {
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE}) {
    std::signal(signal, report);
  }
  std::uint32_t head[4];
  Bytes block;
  Bytes output;
  while (std::fread(head, 1, sizeof(head), stdin) == sizeof(head)) {
    block.resize(head[3]);
    if (!block.empty() && std::fread(block.data(), 1, block.size(), stdin) != block.size()) {
      return 2;
    }
    output.assign(4, 0);
    const unsigned char* at = block.data();
    for (current = 0; current < head[2]; current = current + 1) {
      std::uint32_t size;
      std::memcpy(&size, at, 4);
      // The copy has exactly the size of the payload, so that a sanitizer detects a read past its end. Every second one has an odd address.
      const std::size_t shift = current % 2;
      auto* memory = static_cast<unsigned char*>(std::malloc(size + shift));
      if (size != 0) {
        std::memcpy(memory + shift, at + 4, size);
      }
      answer(head[0], head[1], memory + shift, static_cast<std::size_t>(size), output);
      std::free(memory);
      at += 4 + size;
    }
    const auto size = static_cast<std::uint32_t>(output.size() - 4);
    std::memcpy(output.data(), &size, 4);
    if (std::fwrite(output.data(), 1, output.size(), stdout) != output.size() || std::fflush(stdout) != 0) {
      return 3;
    }
  }
  return 0;
}

}  // namespace blocks

#if defined(__SANITIZE_ADDRESS__)
// Turns errors that a sanitizer detects into a signal, so that the payload is reported.
extern "C" inline const char* __asan_default_options() { return "abort_on_error=1:handle_abort=0"; }
extern "C" inline const char* __ubsan_default_options() { return "abort_on_error=1:print_stacktrace=1"; }
#endif
