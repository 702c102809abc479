// Compares generated C++ with FlatBuffers' builder, accessors and verifier, and its writers with hand-written code.
//   codec_bench_messages [ROUNDS]
// prints medians in nanoseconds per round, and the ratios that have budgets. Rounds alternate between the sides. The exit code is 1 if a budget is
// exceeded.
//   codec_bench_messages serve
// reads requests from its standard input, one per line, like flatbuffers_side.cpp. A case is SIDE/WHAT-MESSAGE, such as codec/read-chat. The sides
// are codec, hand and flatbuffers. codec and hand also pack and unpack. Codec.Bench/Messages has the same cases for generated C#.
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

double median(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct Pair {
  double ours;
  double theirs;
  double ratio() const { return ours / theirs; }
};

Pair compare(int message, int repeats, double (*ours)(int, int), double (*theirs)(int, int)) {
  std::vector<double> left, right;
  for (int i = 0; i < repeats; ++i) {
    left.push_back(ours(message, bench::rounds[message]));
    right.push_back(theirs(message, bench::rounds[message]));
  }
  return {median(left), median(right)};
}

int failures = 0;

void print(int message, const char* what, const char* theirs, const Pair& pair, double limit) {
  const bool is_met = pair.ratio() <= limit;
  failures += is_met ? 0 : 1;
  std::printf("%-10s %-7s %9.1f ns  %-12s %9.1f ns  %5.2fx  limit %4.2fx  %s\n", bench::names[message], what, pair.ours, theirs, pair.theirs, pair.ratio(),
              limit, is_met ? "ok" : "EXCEEDED");
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 2 && std::strcmp(arguments[1], "serve") == 0) {
    return serve();
  }
  const int repeats = count > 1 ? std::atoi(arguments[1]) : 101;
  const bench::Side ours = bench::generated_side();
  const bench::Side theirs = bench::flatbuffers_side();
  for (int message = 0; message < bench::message_count; ++message) {
    // Seed, chat and inventory must be four times as fast as the builder.
    const bool is_table = message != 1 && message != 4;
    print(message, "write", "by hand", compare(message, repeats, ours.write, ours.write_by_hand), 1.15);
    print(message, "write", "FlatBuffers", compare(message, repeats, ours.write, theirs.write), is_table ? 0.25 : 1);
    print(message, "read", "FlatBuffers", compare(message, repeats, ours.read, theirs.read), 1);
    if (bench::generated_sum != bench::flatbuffers_sum) {
      std::printf("%s: the sides read different values\n", bench::names[message]);
      return 1;
    }
    print(message, "verify", "FlatBuffers", compare(message, repeats, ours.verify, theirs.verify), 0.7);
  }
  return failures == 0 ? 0 : 1;
}
