#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>

// The declarations that both halves of the comparison share. Each half is a separate file, because the types of flatc and of codec have the same
// names.
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

/// Returns the bits of a number, for a checksum. A conversion to an integer differs between C++ and C#.
inline std::uint64_t bits_of(double real) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &real, sizeof(bits));
  return bits;
}

struct Side {
  double (*write)(int message, int count);
  double (*write_by_hand)(int message, int count);
  double (*read)(int message, int count);
  double (*verify)(int message, int count);
  double (*pack)(int message, int count);
  double (*unpack)(int message, int count);
  double (*pack_by_hand)(int message, int count);
  double (*unpack_by_hand)(int message, int count);
};

Side generated_side();
Side flatbuffers_side();

/// The payload of a message that generated code wrote. For a small payload, rounds alternate between copies, so that the compiler cannot compute a
/// result once for all rounds.
struct Payloads {
  static constexpr std::size_t copies = 64;
  static constexpr std::size_t large = 1024;

  const std::byte* data;
  std::size_t size;
  std::size_t stride;

  const std::byte* at(std::size_t round) const noexcept { return data + (size < large ? (round & (copies - 1)) * stride : 0); }
};

Payloads payloads_of(int message);

/// The results of the last reads, which must be equal.
extern std::uint64_t generated_sum;
extern std::uint64_t flatbuffers_sum;

}  // namespace bench
