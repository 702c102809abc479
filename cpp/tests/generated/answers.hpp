#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "blocks.hpp"
#include "walk.hpp"

// A program that returns results for payloads. blocks.hpp describes the protocol. There are two questions:
//   0 views     u64 hash of all values in the view; its lowest bit is set if the payload is valid
//   1 objects   u8 whether it is valid, u8 whether it can be read, u32 size and bytes of the payload that is written from the object

struct Answer {
  bool is_valid = false;
  bool is_read = false;
  std::vector<std::byte> written;
};

inline void require(bool holds, const char* what) {
  if (!holds) {
    std::fprintf(stderr, "%s\n", what);
    std::abort();
  }
}

/// Calls all functions that accept a payload that was not verified, and compares their results.
template <class T>
Answer answer(codec::ByteSpan payload) {
  Answer answer;
  answer.is_valid = codec::verify<T>(payload);
  Walk walk;
  const auto view = codec::view<T>(payload);
  walk(view);
  require(static_cast<bool>(codec::verified_view<T>(payload)) == answer.is_valid, "verified_view differs from verify");
  static T reused;
  T value;
  answer.is_read = codec::read_into(value, payload);
  require(codec::read_into(reused, view) == answer.is_read, "read_into differs with memory that is used again");
  require(!answer.is_valid || answer.is_read || payload.size() > 1000, "a valid payload cannot be read");
  if (answer.is_read) {
    const std::size_t most = codec::max_size(value);
    std::vector<std::byte> memory(most, std::byte{0xCD});
    const std::size_t size = codec::write(value, memory);
    require(size <= most, "max_size is too small");
    memory.resize(size);
    answer.written = memory;
    std::vector<std::byte> same(size);
    require(codec::write(reused, same) == size && same == memory, "an object that is used again is written otherwise");
    require(size == 0 || codec::write(value, {memory.data(), size - 1}) == 0, "more was written than there was room for");
    require(!answer.is_valid || size > 0, "what was read of a valid payload cannot be written");
    require(!answer.is_valid || codec::verify<T>(same), "what was written is invalid");
    if (answer.is_valid) {
      Walk again;
      again(codec::view<T>(codec::ByteSpan(same)));
      require(codec::read_into(reused, codec::ByteSpan(same)), "what was written cannot be read");
    }
  }
  return answer;
}

/// Verifies the payload. Reads its view even if it is not valid.
template <class T>
std::uint64_t answer_view(codec::ByteSpan payload) {
  const bool is_valid = codec::verify<T>(payload);
  require(static_cast<bool>(codec::verified_view<T>(payload)) == is_valid, "verified_view differs from verify");
  Walk walk;
  walk(codec::view<T>(payload));
  return (walk.hash() & ~std::uint64_t{1}) | (is_valid ? 1u : 0u);
}

template <class T>
void answer_question(std::uint32_t question, codec::ByteSpan payload, blocks::Bytes& output) {
  if (question == 0) {
    blocks::put(output, answer_view<T>(payload));
    return;
  }
  const Answer all = answer<T>(payload);
  blocks::put(output, static_cast<unsigned char>(all.is_valid));
  blocks::put(output, static_cast<unsigned char>(all.is_read));
  blocks::put(output, all.written.data(), all.written.size());
}

template <class... Roots>
int answer_all() {
  using Function = void (*)(std::uint32_t, codec::ByteSpan, blocks::Bytes&);
  static constexpr Function functions[] = {&answer_question<Roots>...};
  return blocks::serve([](std::uint32_t question, std::uint32_t root, const unsigned char* data, std::size_t size, blocks::Bytes& output) {
    require(root < sizeof...(Roots), "there is no such root");
    functions[root](question, codec::as_bytes(data, size), output);
  });
}
