// Runs cases of generated C++, hand-written code and FlatBuffers. Reads requests from its standard input, one per line; Codec.Bench/Measuring/CppWorkload.cs
// writes them. A case is SIDE/WHAT-MESSAGE, such as codec/read-chat. The sides are codec, hand and flatbuffers. codec and hand also pack and unpack.
#include <sched.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "messages_side.hpp"

static std::uint64_t allocated_bytes = 0;

void* operator new(std::size_t size) {
  allocated_bytes += size;
  if (void* memory = std::malloc(size)) {
    return memory;
  }
  throw std::bad_alloc();
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

/// Repeats a case. Returns the elapsed nanoseconds and sets the result, which must be equal on each side.
double run(const std::string& name, long count, std::uint64_t& number) {
  const std::size_t slash = name.find('/');
  const std::size_t dash = name.find('-', slash);
  const std::string side = name.substr(0, slash);
  const std::string what = name.substr(slash + 1, dash - slash - 1);
  const auto* message = std::find(std::begin(bench::names), std::end(bench::names), name.substr(dash + 1));
  const bool is_ours = side != "flatbuffers";
  const bench::Side functions = is_ours ? bench::generated_side() : bench::flatbuffers_side();
  const bool is_by_hand = side == "hand";
  const auto function = what == "pack"     ? (is_by_hand ? functions.pack_by_hand : functions.pack)
                        : what == "unpack" ? (is_by_hand ? functions.unpack_by_hand : functions.unpack)
                        : is_by_hand       ? functions.write_by_hand
                        : what == "write"  ? functions.write
                        : what == "read"   ? functions.read
                                           : functions.verify;
  if (slash == std::string::npos || dash == std::string::npos || message == std::end(bench::names) || function == nullptr) {
    std::cerr << "There is no case '" << name << "'.\n";
    std::exit(1);
  }
  const double time = function(static_cast<int>(message - bench::names), static_cast<int>(count));
  number = what != "read" ? 1 : is_ours ? bench::generated_sum : bench::flatbuffers_sum;
  return time * static_cast<double>(count);
}

int serve() {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string verb, name;
    long count = 0;
    std::uint64_t number = 0;
    words >> verb;
    if (verb == "pin") {
      int core = 0;
      words >> core;
      cpu_set_t cores;
      CPU_ZERO(&cores);
      CPU_SET(core, &cores);
      std::cout << (sched_setaffinity(0, sizeof(cores), &cores) == 0 ? "pinned" : "not pinned") << std::endl;
    } else {
      words >> name >> count;
      const std::uint64_t before = allocated_bytes;
      const double time = run(name, count, number);
      if (verb == "time") {
        std::cout << static_cast<std::int64_t>(time) << ' ' << number << std::endl;
      } else {
        run(name, 0, number);
        // The allocations for finding the case do not count.
        const std::uint64_t middle = allocated_bytes;
        run(name, 0, number);
        std::cout << (middle - before) - 2 * (allocated_bytes - middle) << std::endl;
      }
    }
  }
  return 0;
}

}  // namespace

int main() { return serve(); }
