// Receives packets from one connection on the loopback address and reports their number. It is the peer in the C# transport tests.
//   codec_take_packets [PAUSE_AFTER]
// Prints "listening on PORT". Prints "taken N" after it has received complete packets, N in total. Packet i, from 0, must have the id 7000 and a
// payload of i in 4 bytes, little-endian, followed by bytes of i % 256. With PAUSE_AFTER, it stops reading after this number of packets, until it
// reads a line from its input. Prints "ended" at the end of the stream, even inside a packet.

#include <algorithm>
#include <asio.hpp>
#include <codec/codec.hpp>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>

namespace {

using asio::ip::tcp;

void check(const codec::Packet& packet, std::uint32_t number) {
  std::uint32_t sent = 0;
  if (packet.payload.size() >= sizeof(sent)) {
    std::memcpy(&sent, packet.payload.data(), sizeof(sent));
  }
  const bool is_whole = packet.id == 7000 && packet.payload.size() >= sizeof(sent) && sent == number &&
                        std::all_of(packet.payload.begin() + sizeof(sent), packet.payload.end(),
                                    [number](std::byte value) { return value == static_cast<std::byte>(number % 256); });
  if (!is_whole) {
    throw std::runtime_error("packet " + std::to_string(number) + " is not the one that was sent");
  }
}

void take_all(tcp::socket& socket, std::uint32_t pause_after) {
  codec::PacketPushDecoder decoder;
  std::uint32_t taken = 0;
  while (true) {
    const codec::MutableByteSpan room = decoder.prepare();
    std::error_code error;
    const std::size_t size = socket.read_some(asio::buffer(room.data(), room.size()), error);
    if (error == asio::error::eof) {
      return;
    }
    if (error) {
      throw std::system_error(error);
    }
    decoder.commit(size);
    const std::uint32_t before = taken;
    codec::Packet packet;
    codec::Status status;
    while ((status = decoder.take(packet)) == codec::Status::Ok) {
      check(packet, taken++);
    }
    if (status == codec::Status::Invalid) {
      throw std::runtime_error(std::string(to_string(decoder.error())) + " in the packet at byte " + std::to_string(decoder.position()));
    }
    if (taken != before) {
      std::cout << "taken " << taken << std::endl;
    }
    if (pause_after > 0 && taken >= pause_after) {
      pause_after = 0;
      std::string line;
      std::getline(std::cin, line);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint32_t pause_after = argc > 1 ? static_cast<std::uint32_t>(std::strtoul(argv[1], nullptr, 10)) : 0;
  try {
    asio::io_context context;
    tcp::acceptor acceptor(context, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
    std::cout << "listening on " << acceptor.local_endpoint().port() << std::endl;
    tcp::socket socket = acceptor.accept();
    take_all(socket, pause_after);
    std::cout << "ended" << std::endl;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
