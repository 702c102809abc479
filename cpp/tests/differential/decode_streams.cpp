// The C++ part of the differential test of the decoders. It decodes streams of bytes in the given pieces. tests/generated/blocks.hpp describes the
// protocol. All integers are unsigned and little-endian.
//   payload   u8  what Size counts (0 payload, 1 whole packet), u8 width of Size, u8 width of Id, u8 field order (0 Size first, 1 Id first),
//             u32 byte order (0 little, 1 big), u32 largest payload, u32 the decoder's initial capacity
//             u32 number of cuts, u32 each: offsets into the stream, in ascending order; the end of the stream is an implicit cut
//             the stream, to the end
//   answer    u32 PacketError at the end of the stream
//             u64 offset of the invalid packet, or of the end of the last valid one
//             u32 number of packets; for each: u32 id, u32 payload size, payload
// The exit code is 4 if a payload was not aligned or its packet was not contiguous.

#include <algorithm>
#include <codec/codec.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "../generated/blocks.hpp"

namespace {

template <class T>
T take(const unsigned char*& at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  at += sizeof(T);
  return value;
}

codec::PacketFormat take_format(const unsigned char*& at) {
  const auto counts = static_cast<codec::PacketSizeCounts>(take<std::uint8_t>(at));
  const std::uint32_t size_width = take<std::uint8_t>(at);
  const std::uint32_t id_width = take<std::uint8_t>(at);
  const auto field_order = static_cast<codec::PacketFieldOrder>(take<std::uint8_t>(at));
  const auto byte_order = static_cast<codec::PacketByteOrder>(take<std::uint32_t>(at));
  return {counts, size_width, id_width, field_order, byte_order, take<std::uint32_t>(at)};
}

std::uint32_t take_all(codec::PacketPushDecoder& decoder, blocks::Bytes& packets) {
  std::uint32_t count = 0;
  codec::Packet packet;
  while (decoder.take(packet) == codec::Status::Ok) {
    const auto address = reinterpret_cast<std::uintptr_t>(packet.payload.data());
    if (address % codec::payload_alignment != 0 || packet.raw.data() + decoder.format().header_size() != packet.payload.data() ||
        packet.raw.size() != decoder.format().header_size() + packet.payload.size()) {
      std::fprintf(stderr, "A payload is not aligned, or not behind its header.\n");
      std::exit(4);
    }
    blocks::put(packets, packet.id);
    blocks::put(packets, packet.payload.data(), packet.payload.size());
    ++count;
  }
  return count;
}

void decode(const unsigned char* at, const unsigned char* end, blocks::Bytes& output) {
  const codec::PacketFormat format = take_format(at);
  const auto capacity = take<std::uint32_t>(at);
  std::vector<std::size_t> cuts(take<std::uint32_t>(at));
  for (std::size_t& cut : cuts) {
    cut = take<std::uint32_t>(at);
  }
  const codec::ByteSpan stream = codec::as_bytes(at, static_cast<std::size_t>(end - at));
  cuts.push_back(stream.size());

  codec::PacketPushDecoder decoder(format, capacity);
  blocks::Bytes packets;
  std::uint32_t count = 0;
  std::size_t start = 0;
  bool in_place = false;
  for (const std::size_t cut : cuts) {
    // Alternates between receiving into the decoder's buffer and appending.
    in_place = !in_place;
    while (start < cut && decoder.error() == codec::PacketError::None) {
      const codec::ByteSpan piece = stream.subspan(start, cut - start);
      if (in_place) {
        const codec::MutableByteSpan room = decoder.prepare();
        const std::size_t size = std::min(room.size(), piece.size());
        std::memcpy(room.data(), piece.data(), size);
        decoder.commit(size);
        start += size;
      } else {
        start += decoder.append(piece);
      }
      count += take_all(decoder, packets);
    }
    start = cut;
  }
  blocks::put(output, static_cast<std::uint32_t>(decoder.error_at_end()));
  blocks::put(output, static_cast<std::uint64_t>(decoder.position()));
  blocks::put(output, count);
  output.insert(output.end(), packets.begin(), packets.end());
}

}  // namespace

int main() {
  return blocks::serve([](std::uint32_t, std::uint32_t, const unsigned char* data, std::size_t size, blocks::Bytes& output) {
    decode(data, data + size, output);
  });
}
