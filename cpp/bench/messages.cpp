// Runs cases of generated C++, hand-written code and other libraries. Reads requests from its standard input, one per line;
// Codec.Bench/Measuring/CppWorkload.cs writes them. A case is SIDE/WHAT-MESSAGE, such as codec/read-chat. The sides codec and hand are in
// messages_generated.cpp, and each other side is in messages_SIDE.cpp. The cases of an arena exist after its data were loaded. The cases of
// connections are in connections.cpp and crowd.cpp.
#include <sched.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
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

std::vector<std::string>& libraries() {
  static std::vector<std::string> all;
  return all;
}

std::map<std::string, bench::Case>& cases() {
  static std::map<std::string, bench::Case> all;
  return all;
}

std::multimap<std::string, bench::LoadArena>& arenas() {
  static std::multimap<std::string, bench::LoadArena> all;
  return all;
}

/// Returns the case of a name. If the program does not have it, the function is null.
bench::Case find(const std::string& name) {
  const auto found = cases().find(name);
  return found == cases().end() ? bench::Case{} : found->second;
}

/// Loads an arena. Returns "loaded", or what is wrong.
std::string load(const std::string& name, const std::string& folder, std::uint64_t sum) {
  if (arenas().count(name) == 0) {
    return "There is no arena '" + name + "'.";
  }
  try {
    for (auto [first, last] = arenas().equal_range(name); first != last; ++first) {
      first->second(name, folder, sum);
    }
    return "loaded";
  } catch (const std::string& difference) {
    return difference;
  }
}

/// Repeats a case. Returns the elapsed nanoseconds and sets the result, which must be equal on each side.
double run(const std::string& name, long count, std::uint64_t& number) {
  const bench::Case found = find(name);
  if (found.run == nullptr) {
    std::cerr << "There is no case '" << name << "'.\n";
    std::exit(1);
  }
  const double time = found.run(static_cast<int>(count));
  number = found.is_read ? bench::last_sum : 1;
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
    } else if (verb == "libraries") {
      std::cout << CODEC_BENCH_COMPILER;
      for (const std::string& library : libraries()) {
        std::cout << ", " << library;
      }
      std::cout << std::endl;
    } else if (verb == "size") {
      words >> name;
      const bench::Case found = find(name);
      std::cout << (found.run == nullptr ? 0 : found.size()) << std::endl;
    } else if (verb == "load") {
      words >> name >> number >> std::ws;
      std::string folder;
      std::getline(words, folder);
      std::cout << load(name, folder, number) << std::endl;
    } else {
      words >> name >> count;
      if (const bench::Case kept = find(name); verb == "bytes" && kept.kept_bytes != nullptr) {
        std::cout << kept.kept_bytes() * static_cast<double>(count) << std::endl;
        continue;
      }
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

bool bench::add(const Side& side) {
  if (!side.library.empty()) {
    libraries().push_back(side.library);
  }
  const std::pair<const char*, Side::Case> works[] = {
      {"write", side.write}, {"read", side.read}, {"verify", side.verify}, {"pack", side.pack}, {"unpack", side.unpack}};
  for (const auto& [work, run] : works) {
    for (int message = 0; message < message_count && run != nullptr; ++message) {
      add_case(side.name + '/' + work + '-' + names[message], {[run = run, message](int count) { return run(message, count); },
                                                               [size = side.size, message] { return size(message); }, run == side.read});
    }
  }
  return true;
}

void bench::add_case(const std::string& name, Case added) { cases()[name] = std::move(added); }

bool bench::add_arena(const std::string& name, LoadArena load) {
  arenas().emplace(name, load);
  return true;
}

bench::Payloads bench::copies_of(const std::byte* payload, std::size_t size) {
  const std::size_t stride = (size + 63) & ~std::size_t{63};
  auto* data = static_cast<std::byte*>(std::calloc(Payloads::copies, stride));
  for (std::size_t i = 0; i < Payloads::copies; ++i) {
    std::memcpy(data + i * stride, payload, size);
  }
  return {data, size, stride};
}

int main() { return serve(); }
