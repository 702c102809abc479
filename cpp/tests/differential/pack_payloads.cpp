// The C++ part of the differential test of packed payloads. Packs or unpacks the given bytes, and writes the result.
//
// Reads requests from stdin and writes one answer for each to stdout, in order, until stdin ends. All integers are unsigned and little-endian.
//   request   u32 bytes that follow the limit
//             u32 0 to pack the bytes, or 1 + the largest unpacked payload to unpack them
//             the bytes
//   answer    u32 bytes that follow the error
//             u32 PacketError; None after packing
//             the packed or unpacked bytes; none after an error
// Answers are flushed before the program waits for input, so that requests can be sent one at a time or in large groups.
// Exit codes: 0 at the end of input; 2 if a request is malformed; 3 if the scalar code had a different result.

#include <codec/packed_payload.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <vector>

namespace {

using Bytes = std::vector<std::byte>;

[[noreturn]] void fail(int code, const char* what) {
  std::fprintf(stderr, "%s\n", what);
  std::exit(code);
}

bool read(std::byte* destination, std::size_t size) {
  std::cin.read(reinterpret_cast<char*>(destination), static_cast<std::streamsize>(size));
  if (std::cin.gcount() != 0 && static_cast<std::size_t>(std::cin.gcount()) != size) {
    fail(2, "The request is too short.");
  }
  return static_cast<std::size_t>(std::cin.gcount()) == size;
}

std::uint32_t number(const std::byte* bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value |= std::to_integer<std::uint32_t>(bytes[i]) << (8 * i);
  }
  return value;
}

void write(std::size_t value) {
  for (std::size_t i = 0; i < 4; ++i) {
    std::cout.put(static_cast<char>((value >> (8 * i)) & 0xFF));
  }
}

void answer(codec::PacketError error, const std::byte* bytes, std::size_t size) {
  write(size);
  write(static_cast<std::size_t>(error));
  std::cout.write(reinterpret_cast<const char*>(bytes), static_cast<std::streamsize>(size));
}

void pack(const Bytes& payload) {
  Bytes packed(codec::max_packed_size(payload.size()));
  std::size_t written = 0;
  if (codec::pack_payload(payload, packed, written) != codec::Status::Ok) {
    fail(3, "A payload does not fit the largest packed size.");
  }
  const std::size_t prefix = packed[0] == std::byte{0} ? 0 : codec::detail::packed_prefix_size(payload.size());
  if (prefix != 0) {
    Bytes scalar(written);
    const std::size_t size =
        codec::detail::pack_words_with<codec::detail::ScalarWordBytes>(payload.data(), payload.size(), scalar.data() + prefix, written - prefix);
    if (size != written - prefix || std::memcmp(scalar.data() + prefix, packed.data() + prefix, size) != 0) {
      fail(3, "The scalar code packs other bytes.");
    }
  }
  answer(codec::PacketError::None, packed.data(), written);
}

void unpack(const Bytes& packed, std::size_t limit) {
  Bytes payload(limit);
  std::size_t written = 0;
  const codec::PacketError error = codec::unpack_payload(packed, payload, written);
  std::size_t size = 0;
  if (codec::try_unpacked_size(packed, size) && size <= limit && packed[0] != std::byte{0}) {
    Bytes scalar(size);
    const std::size_t prefix = codec::detail::packed_prefix_size(size);
    const codec::PacketError scalar_error =
        codec::detail::unpack_words_with<codec::detail::ScalarWordBytes>(packed.data() + prefix, packed.size() - prefix, scalar.data(), size);
    if (scalar_error != error || (written != 0 && std::memcmp(scalar.data(), payload.data(), written) != 0)) {
      fail(3, "The scalar code unpacks other bytes.");
    }
  }
  answer(error, payload.data(), written);
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  std::byte head[8];
  Bytes bytes;
  while (read(head, sizeof head)) {
    bytes.resize(number(head));
    if (!bytes.empty() && !read(bytes.data(), bytes.size())) {
      fail(2, "The request is too short.");
    }
    const std::uint32_t limit = number(head + 4);
    if (limit == 0) {
      pack(bytes);
    } else {
      unpack(bytes, limit - 1);
    }
    if (std::cin.rdbuf()->in_avail() <= 0) {
      std::cout.flush();
    }
  }
  std::cout.flush();
  return 0;
}
