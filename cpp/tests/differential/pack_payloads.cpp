// The C++ part of the differential test of packed payloads. tests/generated/blocks.hpp describes the protocol. The first payload of a block is the
// shape: its words, for which the answer is empty. The question of a block is 0 to pack its payloads, or 1 + the room for an unpacked payload to
// unpack them.
//   answer    u32 PacketError; None after packing, or PayloadInvalid
//             u32 size and bytes of the packed or unpacked payload; none after an error

#include <codec/packed_payload.hpp>
#include <cstdint>
#include <cstring>
#include <vector>

#include "../generated/blocks.hpp"

namespace {

std::vector<std::uint32_t> words;

codec::PayloadShape shape() {
  codec::PayloadShape shape;
  shape.words = words.data();
  shape.size = words.size();
  return shape;
}

}  // namespace

int main() {
  return blocks::serve([](std::uint32_t question, std::uint32_t, const unsigned char* data, std::size_t size, blocks::Bytes& output) {
    if (blocks::current == 0) {
      words.resize(size / 4);
      std::memcpy(words.data(), data, words.size() * 4);
      return;
    }
    // Exactly the room, so that a sanitizer detects a write past its end.
    const std::size_t room = question == 0 ? codec::max_packed_size(size) : question - 1;
    std::vector<std::byte> result(room);
    std::size_t written = 0;
    codec::PacketError error = codec::PacketError::None;
    if (question != 0) {
      error = codec::unpack_payload(shape(), codec::as_bytes(data, size), result, written);
    } else if (codec::pack_payload(shape(), codec::as_bytes(data, size), result, written) != codec::Status::Ok) {
      error = codec::PacketError::PayloadInvalid;
    }
    blocks::put(output, static_cast<std::uint32_t>(error));
    blocks::put(output, result.data(), written);
  });
}
