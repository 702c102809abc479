// With flatc's types: reads NAME.bin of each message of the schemas from a directory and checks its header, its payload's verifier and every field.
//   codec_flatc_read_packets DIRECTORY
// The exit code is the number of invalid packets.

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "catalog.hpp"
#include "../fixtures/packet_header.hpp"

namespace {

std::vector<std::uint8_t> read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("the file is missing");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void check(const Message& message, const std::vector<std::uint8_t>& packet) {
  checks::expect(packet.size() >= sizeof(PacketHeader), "the packet's length");
  // As in a server: the struct is placed over the received bytes.
  const auto* header = reinterpret_cast<const PacketHeader*>(packet.data());
  checks::expect(header->id == message.id, "the header's id");
  checks::expect(header->size == packet.size() - sizeof(PacketHeader), "the header's size");
  // The payload is copied to aligned memory, because the verifier checks the alignment of addresses.
  const std::vector<std::uint8_t> payload(packet.begin() + sizeof(PacketHeader), packet.end());
  message.check(payload.data(), payload.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: codec_flatc_read_packets DIRECTORY\n";
    return 2;
  }
  int wrong = 0;
  for (const Message& message : catalog) {
    try {
      check(message, read(std::filesystem::path(argv[1]) / (std::string(message.name) + ".bin")));
      std::cout << message.name << ": ok\n";
    } catch (const std::exception& error) {
      std::cout << message.name << ": " << error.what() << '\n';
      wrong++;
    }
  }
  return wrong;
}
