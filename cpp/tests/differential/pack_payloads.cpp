// The C++ part of the differential test of packed payloads. tests/generated/blocks.hpp describes the protocol. The question of a block is 0 to pack its
// payloads, or 1 + the largest unpacked payload to unpack them.
//   answer    u32 PacketError; None after packing
//             u32 size and bytes of the packed or unpacked payload; none after an error
// Exit code 3: the scalar code had a different result.

#include <codec/packed_payload.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "../generated/blocks.hpp"

namespace {

using Bytes = std::vector<std::byte>;

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "%s\n", what);
  std::exit(3);
}

void put(codec::PacketError error, const Bytes& bytes, std::size_t size, blocks::Bytes& output) {
  blocks::put(output, static_cast<std::uint32_t>(error));
  blocks::put(output, bytes.data(), size);
}

void pack(codec::ByteSpan payload, blocks::Bytes& output) {
  Bytes packed(codec::max_packed_size(payload.size()));
  std::size_t written = 0;
  if (codec::pack_payload(payload, packed, written) != codec::Status::Ok) {
    fail("A payload does not fit the largest packed size.");
  }
  const std::size_t prefix = packed[0] == std::byte{0} ? 0 : codec::detail::packed_prefix_size(payload.size());
  if (prefix != 0) {
    Bytes scalar(written);
    const std::size_t size =
        codec::detail::pack_words_with<codec::detail::ScalarWordBytes>(payload.data(), payload.size(), scalar.data() + prefix, written - prefix);
    if (size != written - prefix || std::memcmp(scalar.data() + prefix, packed.data() + prefix, size) != 0) {
      fail("The scalar code packs other bytes.");
    }
  }
  put(codec::PacketError::None, packed, written, output);
}

void unpack(codec::ByteSpan packed, std::size_t limit, blocks::Bytes& output) {
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
      fail("The scalar code unpacks other bytes.");
    }
  }
  put(error, payload, written, output);
}

}  // namespace

int main() {
  return blocks::serve([](std::uint32_t question, std::uint32_t, const unsigned char* data, std::size_t size, blocks::Bytes& output) {
    if (question == 0) {
      pack(codec::as_bytes(data, size), output);
    } else {
      unpack(codec::as_bytes(data, size), question - 1, output);
    }
  });
}
