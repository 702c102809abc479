#include <codec/codec.hpp>
#include <cstddef>
#include <iostream>
#include <vector>

int main() {
  std::vector<std::byte> memory(100);
  codec::PacketWriter writer(memory);
  codec::PacketPushDecoder decoder;
  codec::Packet packet;
  if (writer.try_write(300, codec::as_bytes("abc", 3)) != codec::Status::Ok) {
    return 1;
  }
  decoder.append(writer.written());
  if (decoder.take(packet) != codec::Status::Ok) {
    return 1;
  }
  std::cout << "packet " << packet.id << ", " << packet.payload.size() << " bytes\n";
  return 0;
}
