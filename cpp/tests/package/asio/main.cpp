#include <asio.hpp>
#include <codec/asio.hpp>
#include <iostream>
#include <string>

// A server and a client in one program: the client sends a packet, and the server prints it.
int main() {
  asio::io_context context(1);
  codec::PacketRoutes<codec::Connection> routes;
  routes.on_raw(300, [&context](const codec::Connection&, const codec::Packet& packet) {
    std::cout << "packet " << packet.id << ", " << packet.payload.size() << " bytes\n";
    context.stop();
  });
  codec::Listener listener(context, asio::ip::tcp::endpoint(asio::ip::address_v4::loopback(), 0));
  listener.serve([&routes](const codec::Connection& connection) { connection.run(routes, connection); });
  codec::Connection client;
  codec::async_connect(context.get_executor(), "127.0.0.1", std::to_string(listener.port()), {},
                       [&client](std::error_code, const codec::Connection& connection) {
                         client = connection;
                         const std::byte payload[3] = {};
                         client.send(300, payload);
                       });
  context.run();
}
