// A server of packets on the loopback address, to try clients against.
//   codec_server [echo|fanout] [PORT]
// Prints "listening on PORT" once it does; without a port, or with 0, the system chooses one. Ends on SIGINT or SIGTERM.

#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>

#include "server.hpp"

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "echo";
  char* end = nullptr;
  const long port = argc > 2 ? std::strtol(argv[2], &end, 10) : 0;
  if (argc > 3 || (mode != "echo" && mode != "fanout") || (end != nullptr && *end != '\0') || port < 0 || port > 65535) {
    std::cerr << "usage: codec_server [echo|fanout] [PORT]\n";
    return 2;
  }
  try {
    asio::io_context context(1);
    Server server(context, mode == "echo" ? Server::Mode::Echo : Server::Mode::Fanout, static_cast<std::uint16_t>(port));
    asio::signal_set signals(context, SIGINT, SIGTERM);
    signals.async_wait([&](std::error_code, int) { context.stop(); });
    std::cout << "listening on " << server.port() << std::endl;
    context.run();
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
