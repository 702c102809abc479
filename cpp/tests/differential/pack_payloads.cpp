// The C++ part of the differential test of packed payloads. tests/generated/blocks.hpp describes the protocol. The first payload of a block is the
// shape: its words. The second is the baseline, or empty. For both, the answer is empty. The question of a block is 0 to pack its other payloads, or 1 + the
// room for an unpacked payload to unpack them.
//   answer    u32 PacketError; None after packing, or PayloadInvalid
//             u32 size and bytes of the packed or unpacked payload; none after an error

#include <codec/packed_payload.hpp>
#include <cstdint>
#include <cstring>
#include <vector>

#include "../generated/blocks.hpp"

namespace {

using Bytes = std::vector<std::byte>;

std::vector<std::uint32_t> words;
Bytes baseline;

codec::PayloadShape shape() {
  codec::PayloadShape shape;
  shape.words = words.data();
  shape.size = words.size();
  return shape;
}

codec::PacketError run(std::uint32_t question, codec::ByteSpan bytes, Bytes& result, std::size_t& written) {
  const codec::detail::PackingScratch scratch;
  if (question == 0) {
    return codec::detail::pack(shape(), bytes, baseline, result, scratch.stack(), written) == codec::Status::Ok ? codec::PacketError::None
                                                                                                               : codec::PacketError::PayloadInvalid;
  }
  if (baseline.empty() || (!bytes.empty() && bytes[0] == codec::detail::stored_payload)) {
    return codec::unpack_payload(shape(), bytes, result, written);
  }
  codec::ByteSpan payload;
  const codec::PacketError error =
      codec::detail::PayloadWalk<false>(shape(), bytes, baseline, codec::MutableByteSpan(result), nullptr, *scratch.stack()).unpack(payload);
  written = payload.size();
  return error;
}

}  // namespace

int main() {
  return blocks::serve([](std::uint32_t question, std::uint32_t, const unsigned char* data, std::size_t size, blocks::Bytes& output) {
    if (blocks::current == 0) {
      words.resize(size / 4);
      std::memcpy(words.data(), data, words.size() * 4);
      return;
    }
    const codec::ByteSpan bytes = codec::as_bytes(data, size);
    if (blocks::current == 1) {
      baseline.assign(bytes.begin(), bytes.end());
      return;
    }
    // Exactly the room, so that a sanitizer detects a write past its end.
    Bytes result(question == 0 ? codec::max_packed_size(size) : question - 1);
    std::size_t written = 0;
    const codec::PacketError error = run(question, bytes, result, written);
    blocks::put(output, static_cast<std::uint32_t>(error));
    blocks::put(output, result.data(), written);
  });
}
