#pragma once

#include <codec/codec.hpp>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

/// The streams of the tests, and their expected results.
namespace streams {

struct OwnedPacket {
  std::uint32_t id = 0;
  std::vector<std::byte> payload;

  friend bool operator==(const OwnedPacket& left, const OwnedPacket& right) { return left.id == right.id && left.payload == right.payload; }
};

/// The result of decoding a whole stream.
struct Outcome {
  std::vector<OwnedPacket> packets;
  codec::PacketError error = codec::PacketError::None;
  std::uint64_t position = 0;

  friend bool operator==(const Outcome& left, const Outcome& right) {
    return left.packets == right.packets && left.error == right.error && left.position == right.position;
  }
};

/// Formats that differ in every property of a format, with a limit that streams can exceed.
inline std::vector<codec::PacketFormat> formats(std::uint32_t max_payload_size) {
  std::vector<codec::PacketFormat> all;
  for (auto counts : {codec::PacketSizeCounts::Payload, codec::PacketSizeCounts::WholePacket}) {
    for (std::size_t size_width : {2u, 4u}) {
      for (std::size_t id_width : {2u, 4u}) {
        for (auto field_order : {codec::PacketFieldOrder::SizeFirst, codec::PacketFieldOrder::IdFirst}) {
          for (auto byte_order : {codec::PacketByteOrder::LittleEndian, codec::PacketByteOrder::BigEndian}) {
            all.emplace_back(counts, size_width, id_width, field_order, byte_order, max_payload_size);
          }
        }
      }
    }
  }
  return all;
}

inline void append(std::vector<std::byte>& stream, const OwnedPacket& packet, const codec::PacketFormat& format) {
  std::byte header[codec::PacketFormat::largest_header_size];
  format.write_header(header, packet.id, static_cast<std::uint32_t>(packet.payload.size()));
  stream.insert(stream.end(), header, header + format.header_size());
  stream.insert(stream.end(), packet.payload.begin(), packet.payload.end());
}

inline OwnedPacket random_packet(std::mt19937_64& random, std::size_t max_payload_size) {
  OwnedPacket packet;
  packet.id = static_cast<std::uint32_t>(random() & 0xFFFF);
  packet.payload.resize(random() % (max_payload_size + 1));
  for (std::byte& value : packet.payload) {
    value = static_cast<std::byte>(random() & 0xFF);
  }
  return packet;
}

inline void drain(codec::PacketPushDecoder& decoder, Outcome& outcome) {
  codec::Packet packet;
  while (decoder.take(packet) == codec::Status::Ok) {
    outcome.packets.push_back({packet.id, {packet.payload.begin(), packet.payload.end()}});
  }
}

/// Decodes the stream in pieces that end at `cuts`, in ascending order, and at the end of the stream.
inline Outcome decode(codec::ByteSpan stream, const std::vector<std::size_t>& cuts, codec::PacketPushDecoder& decoder) {
  Outcome outcome;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= cuts.size(); ++i) {
    const std::size_t end = i < cuts.size() ? cuts[i] : stream.size();
    while (start < end && decoder.error() == codec::PacketError::None) {
      start += decoder.append(stream.subspan(start, end - start));
      drain(decoder, outcome);
    }
  }
  outcome.error = decoder.error_at_end();
  outcome.position = decoder.position();
  return outcome;
}

/// Returns the expected result of a stream, which is decoded by the function for one packet in contiguous memory.
inline Outcome reference(codec::ByteSpan stream, const codec::PacketFormat& format) {
  Outcome outcome;
  while (true) {
    const codec::DecodeResult result = codec::decode(stream, format);
    if (result.status != codec::Status::Ok) {
      outcome.error = stream.empty() ? codec::PacketError::None : result.error;
      return outcome;
    }
    outcome.packets.push_back({result.packet.id, {result.packet.payload.begin(), result.packet.payload.end()}});
    outcome.position += result.consumed;
    stream = stream.subspan(result.consumed);
  }
}

}  // namespace streams
