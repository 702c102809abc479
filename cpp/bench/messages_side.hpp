#pragma once

#include <sched.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <thread>

// The declarations that the sides of the comparison share.
namespace bench {

inline constexpr int message_count = 5;
inline constexpr const char* names[message_count] = {"seed", "move", "chat", "inventory", "snapshot"};

/// Prevents the compiler from hoisting or removing the measured code.
template <class T>
T* opaque(T* pointer) {
  asm volatile("" : "+r"(pointer) : : "memory");
  return pointer;
}

/// Returns the nanoseconds per repetition.
template <class Action>
double time(int count, Action action) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i) {
    action();
  }
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() / count;
}

/// Moves the calling thread to the cores that are not measured.
inline void leave_core() {
  cpu_set_t others;
  CPU_ZERO(&others);
  for (unsigned core = 0; core + 1 < std::thread::hardware_concurrency(); ++core) {
    CPU_SET(core, &others);
  }
  sched_setaffinity(0, sizeof(others), &others);
}

/// Returns the bits of a number, for a checksum. A conversion to an integer differs between C++ and C#.
inline std::uint64_t bits_of(double real) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &real, sizeof(bits));
  return bits;
}

/// A way to write and read the messages. What it cannot do is null.
struct Side {
  using Case = double (*)(int message, int count);

  std::string name;
  /// The name and the version of the library, or an empty text if it is none.
  std::string library;
  /// Returns the number of bytes of the payload that `write` writes.
  std::size_t (*size)(int message);
  Case write;
  Case read;
  Case verify = nullptr;
  Case pack = nullptr;
  Case unpack = nullptr;
};

/// Returns the name of a library with its version.
inline std::string library(const std::string& name, int major, int minor, int revision) {
  return name + ' ' + std::to_string(major) + '.' + std::to_string(minor) + '.' + std::to_string(revision);
}

/// Adds a side to the program. Each side is a separate file, which calls this before main. Returns true.
bool add(const Side& side);

/// What the program can repeat. Without a function, it cannot.
struct Case {
  /// Returns the nanoseconds per repetition.
  std::function<double(int count)> run;
  std::function<std::size_t()> size;
  /// Whether a run sets the last sum.
  bool is_read = false;
  /// Returns the bytes that a repetition keeps, instead of those that it allocates.
  std::function<double()> kept_bytes = nullptr;
};

/// Adds a case of a loaded arena, named SIDE/WHAT-ARENA.
void add_case(const std::string& name, Case added);

/// Loads the data of an arena from a folder, checks that each side reads the sum unless it is 0, and adds the cases. Throws a std::string.
using LoadArena = void (*)(const std::string& name, const std::string& folder, std::uint64_t sum);

/// Adds sides of an arena to the program. Each file in arenas calls this before main. Returns true.
bool add_arena(const std::string& name, LoadArena load);

/// The sum of all fields in the last read, which must be the same on each side.
inline std::uint64_t last_sum = 0;

/// A payload. If it is small, rounds alternate between copies, so that the compiler cannot compute a
/// result once for all rounds.
struct Payloads {
  static constexpr std::size_t copies = 64;
  static constexpr std::size_t large = 1024;

  const std::byte* data;
  std::size_t size;
  std::size_t stride;

  const std::byte* at(std::size_t round) const noexcept { return data + (size < large ? (round & (copies - 1)) * stride : 0); }
};

/// Copies a payload. The copies are kept.
Payloads copies_of(const std::byte* payload, std::size_t size);

/// Returns what generated code wrote.
Payloads payloads_of(int message);

}  // namespace bench
