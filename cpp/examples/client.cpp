// Sends packets of all messages of the schemas, in random order, with random sizes and split at random positions, and checks the received packets.
//   codec_client echo PORT [COUNT [SEED]]    every packet must come back, equal and in order
//   codec_client send PORT [COUNT [SEED]]    only sends
//   codec_client receive PORT [COUNT [SEED]] prints "ready" once connected, and must receive what `send` with the same seed sends
// Prints "COUNT packets, N bytes" and the seed; the exit code is 0 if every packet was the expected one.

#include <algorithm>
#include <asio.hpp>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "game_messages.hpp"
#include "random_messages.hpp"
#include "test_packet_messages.hpp"

namespace {

using asio::ip::tcp;

std::uint64_t send_all(tcp::socket& socket, std::uint64_t count, std::uint64_t seed) {
  RandomMessages messages(seed);
  std::mt19937_64 random(seed + 1);
  std::vector<std::byte> pending;
  std::uint64_t bytes = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const codec::ByteSpan packet = messages.next();
    bytes += packet.size();
    pending.insert(pending.end(), packet.begin(), packet.end());
    // The rest is sent with the next write, so that packets are split at random positions.
    const std::size_t size = i + 1 == count ? pending.size() : random() % (pending.size() + 1);
    asio::write(socket, asio::buffer(pending.data(), size));
    pending.erase(pending.begin(), pending.begin() + static_cast<std::ptrdiff_t>(size));
  }
  socket.shutdown(tcp::socket::shutdown_send);
  return bytes;
}

std::uint64_t receive_all(tcp::socket& socket, std::uint64_t count, std::uint64_t seed) {
  RandomMessages messages(seed);
  codec::PacketPushDecoder decoder;
  std::uint64_t received = 0;
  codec::PacketRoutes<std::uint64_t> routes;
  const auto count_packet = [](std::uint64_t& number, const auto&) { ++number; };
  routes.on_each<Game::GamePackets>(count_packet).on_each<Game::TestPacketPackets>(count_packet);
  codec::PacketDispatcher<std::uint64_t> dispatcher(routes, received, codec::PacketDirections::ToClient);
  while (received < count) {
    const codec::MutableByteSpan room = decoder.prepare();
    decoder.commit(socket.read_some(asio::buffer(room.data(), room.size())));
    codec::Packet packet;
    codec::Status status;
    while ((status = decoder.take(packet)) == codec::Status::Ok) {
      const codec::ByteSpan expected = messages.next();
      if (received == count || packet.raw.size() != expected.size() || std::memcmp(packet.raw.data(), expected.data(), expected.size()) != 0) {
        throw std::runtime_error("packet " + std::to_string(received) + " is not the one that was sent");
      }
      const codec::PacketError error = dispatcher.dispatch(packet);
      if (error != codec::PacketError::None) {
        throw std::runtime_error("packet " + std::to_string(received) + ": " + to_string(error));
      }
    }
    if (status == codec::Status::Invalid) {
      throw std::runtime_error(std::string(to_string(decoder.error())) + " in the packet at byte " + std::to_string(decoder.position()));
    }
  }
  return decoder.position();
}

std::uint64_t echo(tcp::socket& socket, std::uint64_t count, std::uint64_t seed) {
  std::exception_ptr failure;
  std::thread sender([&] {
    try {
      send_all(socket, count, seed);
    } catch (...) {
      failure = std::current_exception();
    }
  });
  std::uint64_t bytes = 0;
  try {
    bytes = receive_all(socket, count, seed);
  } catch (...) {
    // Without this, the sender could wait forever for a reader.
    std::error_code ignored;
    socket.shutdown(tcp::socket::shutdown_both, ignored);
    sender.join();
    throw;
  }
  sender.join();
  if (failure) {
    std::rethrow_exception(failure);
  }
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (argc < 3 || argc > 5 || (mode != "echo" && mode != "send" && mode != "receive")) {
    std::cerr << "usage: codec_client echo|send|receive PORT [COUNT [SEED]]\n";
    return 2;
  }
  const std::uint64_t count = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 10000;
  const std::uint64_t seed = argc > 4 ? std::strtoull(argv[4], nullptr, 10) : std::random_device()();
  try {
    asio::io_context context;
    tcp::socket socket(context);
    socket.connect({asio::ip::address_v4::loopback(), static_cast<std::uint16_t>(std::strtoul(argv[2], nullptr, 10))});
    socket.set_option(tcp::no_delay(true));
    if (mode == "receive") {
      std::cout << "ready" << std::endl;
    }
    const std::uint64_t bytes = mode == "echo"   ? echo(socket, count, seed)
                                : mode == "send" ? send_all(socket, count, seed)
                                                 : receive_all(socket, count, seed);
    std::cout << count << " packets, " << bytes << " bytes, seed " << seed << '\n';
  } catch (const std::exception& error) {
    std::cerr << error.what() << " (seed " << seed << ")\n";
    return 1;
  }
  return 0;
}
