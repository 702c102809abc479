#include <gtest/gtest.h>

#include <codec/codec.hpp>

namespace {

using namespace codec;

/// The state of a server's connection, as in typical user code. It must compile with the strict warnings.
struct Connection {
  int socket;
  PacketFormat format;
  PacketPushDecoder decoder;
  DatagramBuffer datagrams;
  Packet packet;
  DecodeResult result;
  ByteSpan bytes;
};

TEST(Aggregates, AreInitializedFromEmptyBraces) {
  const Connection empty{};
  EXPECT_EQ(empty.decoder.capacity(), PacketPushDecoder::default_capacity);
  const Connection connection = {3, {}, {}, {}, {}, {}, {}};
  EXPECT_EQ(connection.socket, 3);
  EXPECT_EQ(connection.decoder.format(), PacketFormat());
  EXPECT_EQ(connection.decoder.buffered_bytes(), 0u);
}

}  // namespace
