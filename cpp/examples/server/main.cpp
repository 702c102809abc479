// A packet server on the loopback address, for testing clients.
//   codec_server [echo|fanout] [PORT [SECONDS]]
// Prints "listening on PORT" when it listens. Without a port, or with 0, the system chooses one. SECONDS (by default 10) is the time within which the
// rest of a partially received packet must arrive. Ends on SIGINT or SIGTERM.

#include <chrono>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>

#include "server.hpp"

namespace {

// Returns the argument at `index` if it is a number up to `limit`, `otherwise` if there is no argument, and -1 if it is not such a number.
long number(int argc, char** argv, int index, long limit, long otherwise) {
  if (argc <= index) {
    return otherwise;
  }
  char* end = nullptr;
  const long value = std::strtol(argv[index], &end, 10);
  return *end != '\0' || value > limit ? -1 : value;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "echo";
  const long port = number(argc, argv, 2, 65535, 0);
  const long seconds = number(argc, argv, 3, 3600, 10);
  if (argc > 4 || (mode != "echo" && mode != "fanout") || port < 0 || seconds < 1) {
    std::cerr << "usage: codec_server [echo|fanout] [PORT [SECONDS]]\n";
    return 2;
  }
  try {
    asio::io_context context(1);
    const Server::Mode server_mode = mode == "echo" ? Server::Mode::Echo : Server::Mode::Fanout;
    Server server(context, server_mode, static_cast<std::uint16_t>(port), std::chrono::seconds(seconds));
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
