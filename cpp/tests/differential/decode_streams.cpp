// The C++ part of the differential test of the decoders. Reads streams of bytes, decodes each in the given pieces, and writes the result.
//
// Reads requests from stdin and writes one answer for each to stdout, in order, until stdin ends. All integers are unsigned and little-endian.
//   request   u32 bytes of the rest of the request
//             u8  what Size counts (0 payload, 1 whole packet), u8 width of Size, u8 width of Id, u8 field order (0 Size first, 1 Id first),
//             u8  byte order (0 little, 1 big), 3 zero bytes
//             u32 largest payload, u32 the decoder's initial capacity
//             u32 number of cuts, u32 each: offsets into the stream, in ascending order; the end of the stream is an implicit cut
//             the stream, to the end of the request
//   answer    u32 bytes of the rest of the answer
//             u8  PacketError at the end of the stream, 3 zero bytes
//             u64 offset of the invalid packet, or of the end of the last valid one
//             u32 number of packets; for each: u32 id, u32 payload size, payload
// Answers are flushed before the program waits for input, so that requests can be sent one at a time or in large groups.
// Exit codes: 0 at the end of input; 2 if a request is malformed; 3 if a payload was not aligned or its packet was not contiguous.

#include <algorithm>
#include <codec/codec.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <vector>

namespace {

using Bytes = std::vector<std::byte>;

[[noreturn]] void fail(int code, const char* what) {
  std::fprintf(stderr, "%s\n", what);
  std::exit(code);
}

/// Reads integers from the start of a request.
class Reader {
 public:
  explicit Reader(codec::ByteSpan bytes) : bytes_(bytes) {}

  std::uint32_t number(std::size_t width) {
    if (bytes_.size() < width) {
      fail(2, "The request is too short.");
    }
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < width; ++i) {
      value |= std::to_integer<std::uint32_t>(bytes_[i]) << (8 * i);
    }
    bytes_ = bytes_.subspan(width);
    return value;
  }

  codec::ByteSpan rest() const { return bytes_; }

 private:
  codec::ByteSpan bytes_;
};

void put(Bytes& answer, std::uint64_t value, std::size_t width) {
  for (std::size_t i = 0; i < width; ++i) {
    answer.push_back(static_cast<std::byte>((value >> (8 * i)) & 0xFF));
  }
}

void set(Bytes& answer, std::size_t offset, std::uint64_t value, std::size_t width) {
  for (std::size_t i = 0; i < width; ++i) {
    answer[offset + i] = static_cast<std::byte>((value >> (8 * i)) & 0xFF);
  }
}

codec::PacketFormat read_format(Reader& request) {
  const auto counts = static_cast<codec::PacketSizeCounts>(request.number(1));
  const std::uint32_t size_width = request.number(1);
  const std::uint32_t id_width = request.number(1);
  const auto field_order = static_cast<codec::PacketFieldOrder>(request.number(1));
  const auto byte_order = static_cast<codec::PacketByteOrder>(request.number(1));
  request.number(3);
  return {counts, size_width, id_width, field_order, byte_order, request.number(4)};
}

std::uint32_t take_all(codec::PacketPushDecoder& decoder, Bytes& answer) {
  std::uint32_t count = 0;
  codec::Packet packet;
  while (decoder.take(packet) == codec::Status::Ok) {
    const auto address = reinterpret_cast<std::uintptr_t>(packet.payload.data());
    if (address % codec::payload_alignment != 0 || packet.raw.data() + decoder.format().header_size() != packet.payload.data() ||
        packet.raw.size() != decoder.format().header_size() + packet.payload.size()) {
      fail(3, "A payload is not aligned, or not behind its header.");
    }
    put(answer, packet.id, 4);
    put(answer, packet.payload.size(), 4);
    answer.insert(answer.end(), packet.payload.begin(), packet.payload.end());
    ++count;
  }
  return count;
}

void answer_request(codec::ByteSpan bytes, Bytes& output) {
  Reader request(bytes);
  const codec::PacketFormat format = read_format(request);
  const std::uint32_t capacity = request.number(4);
  const std::uint32_t cut_count = request.number(4);
  if (cut_count > request.rest().size() / 4) {
    fail(2, "The request has fewer cuts than it says.");
  }
  std::vector<std::size_t> cuts(cut_count);
  for (std::size_t& cut : cuts) {
    cut = request.number(4);
  }
  const codec::ByteSpan stream = request.rest();
  cuts.push_back(stream.size());

  const std::size_t answer = output.size();
  output.resize(answer + 20);
  codec::PacketPushDecoder decoder(format, capacity);
  std::uint32_t count = 0;
  std::size_t start = 0;
  bool in_place = false;
  for (std::size_t end : cuts) {
    if (end < start || end > stream.size()) {
      fail(2, "The cuts do not ascend, or are past the end of the stream.");
    }
    // Alternates between receiving into the decoder's buffer and appending.
    in_place = !in_place;
    while (start < end && decoder.error() == codec::PacketError::None) {
      const codec::ByteSpan piece = stream.subspan(start, end - start);
      if (in_place) {
        const codec::MutableByteSpan room = decoder.prepare();
        const std::size_t size = std::min(room.size(), piece.size());
        std::memcpy(room.data(), piece.data(), size);
        decoder.commit(size);
        start += size;
      } else {
        start += decoder.append(piece);
      }
      count += take_all(decoder, output);
    }
    start = end;
  }
  const codec::PacketError error = decoder.error_at_end();
  set(output, answer, output.size() - answer - 4, 4);
  set(output, answer + 4, static_cast<std::uint64_t>(error), 4);
  set(output, answer + 8, decoder.position(), 8);
  set(output, answer + 16, count, 4);
}

void flush(Bytes& output) {
  std::fwrite(output.data(), 1, output.size(), stdout);
  std::fflush(stdout);
  output.clear();
}

}  // namespace

int main() {
  Bytes input;
  Bytes output;
  std::size_t read = 0;
  std::vector<char> block(1 << 16);
  std::vector<char> buffer(block.size());
  std::ios::sync_with_stdio(false);
  std::cin.rdbuf()->pubsetbuf(buffer.data(), static_cast<std::streamsize>(buffer.size()));
  try {
    while (true) {
      while (input.size() - read >= 4) {
        const codec::ByteSpan all = codec::ByteSpan(input).subspan(read);
        const std::size_t size = Reader(all).number(4);
        if (all.size() - 4 < size) {
          break;
        }
        answer_request(all.subspan(4, size), output);
        read += 4 + size;
      }
      input.erase(input.begin(), input.begin() + static_cast<std::ptrdiff_t>(read));
      read = 0;
      flush(output);
      // Waits for one byte, and then reads all available bytes.
      std::cin.read(block.data(), 1);
      const std::streamsize more = std::cin ? 1 + std::cin.readsome(block.data() + 1, static_cast<std::streamsize>(block.size()) - 1) : 0;
      if (more == 0) {
        return input.empty() ? 0 : (fail(2, "The input ends inside a request."), 2);
      }
      const auto* bytes = reinterpret_cast<const std::byte*>(block.data());
      input.insert(input.end(), bytes, bytes + more);
    }
  } catch (const std::invalid_argument& error) {
    fail(2, error.what());
  }
}
