#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "walk.hpp"

// A program that answers for payloads: argv[1] has, for each, the number of the root, the size and the bytes; argv[2] gets whether it is valid,
// whether it can be read, and the payload that is written of what was read. With CODEC_ANSWER_JSON, its JSON too.

struct Answer {
  bool is_valid = false;
  bool is_read = false;
  std::vector<std::byte> written;
  std::string json;
};

inline void require(bool holds, const char* what) {
  if (!holds) {
    std::fprintf(stderr, "%s\n", what);
    std::abort();
  }
}

/// Everything that can be done with a payload that nobody has verified.
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
#if defined(CODEC_ANSWER_JSON)
    answer.json = codec::to_json(value);
#endif
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

template <class... Roots>
Answer answer(std::uint32_t root, codec::ByteSpan payload) {
  using Function = Answer (*)(codec::ByteSpan);
  static constexpr Function functions[] = {&answer<Roots>...};
  require(root < sizeof...(Roots), "there is no such root");
  return functions[root](payload);
}

template <class... Roots>
int answer_all(char** argv) {
  std::FILE* in = std::fopen(argv[1], "rb");
  std::FILE* out = std::fopen(argv[2], "wb");
  std::byte bytes[8];
  bool is_odd = false;
  while (std::fread(bytes, 1, 8, in) == 8) {
    const std::uint32_t head[2] = {codec::wire::load<std::uint32_t>(bytes), codec::wire::load<std::uint32_t>(bytes + 4)};
    // Exactly as large as the payload, so that a sanitizer sees a byte too far; every other one at an odd address.
    is_odd = !is_odd;
    auto* memory = static_cast<std::byte*>(std::malloc(head[1] + 1u));
    std::byte* data = is_odd ? memory + 1 : memory;
    require(std::fread(data, 1, head[1], in) == head[1], "the file is too short");
    const Answer answer_ = answer<Roots...>(head[0], {data, head[1]});
    std::free(memory);
    std::fputc(answer_.is_valid, out);
    std::fputc(answer_.is_read, out);
    codec::wire::store(bytes, static_cast<std::uint32_t>(answer_.written.size()));
    std::fwrite(bytes, 1, 4, out);
    if (!answer_.written.empty()) {
      std::fwrite(answer_.written.data(), 1, answer_.written.size(), out);
    }
#if defined(CODEC_ANSWER_JSON)
    codec::wire::store(bytes, static_cast<std::uint32_t>(answer_.json.size()));
    std::fwrite(bytes, 1, 4, out);
    std::fwrite(answer_.json.data(), 1, answer_.json.size(), out);
#endif
  }
  return std::fclose(out);
}
