// With flatc's types: writes each message of the schemas as a packet, NAME.bin, into a directory.
//   codec_flatc_write_packets DIRECTORY

#include <filesystem>
#include <fstream>
#include <iostream>

#include "catalog.hpp"
#include "../fixtures/packet_header.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: codec_flatc_write_packets DIRECTORY\n";
    return 2;
  }
  try {
    const std::filesystem::path directory = argv[1];
    std::filesystem::create_directories(directory);
    for (const Message& message : catalog) {
      messages::Builder builder;
      message.build(builder);
      const auto packet = make_packet(message.id, builder.GetBufferPointer(), builder.GetSize());
      std::ofstream file(directory / (std::string(message.name) + ".bin"), std::ios::binary);
      file.exceptions(std::ios::badbit | std::ios::failbit);
      file.write(reinterpret_cast<const char*>(packet.data()), static_cast<std::streamsize>(packet.size()));
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
