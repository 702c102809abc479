#include <filesystem>
#include <fstream>

#include "peers.hpp"

namespace {

using namespace peers;
using codec::Connection;
using codec::Listener;
using codec::PacketCloseReason;
using codec::PacketError;
using codec::Status;
using codec::detail::ProxyHeader;

const tcp::endpoint any_port(asio::ip::address_v4::loopback(), 0);
const std::string line = "PROXY TCP4 192.0.2.1 192.0.2.2 3867 7777\r\n";

/// Returns the bytes of a header in schemas/golden/proxy_headers.txt, which says how they are written.
std::string header_of(std::string text) {
  if (text[0] != '+') {
    std::replace(text.begin(), text.end(), '~', '\r');
    std::replace(text.begin(), text.end(), '$', '\n');
    return text;
  }
  std::string header("\r\n\r\n\0\r\nQUIT\n", 12);
  for (std::size_t i = 1; i < text.size(); i += 2) {
    header += static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16));
  }
  return header;
}

codec::ByteSpan bytes_of(const std::string& text, std::size_t size) { return {reinterpret_cast<const std::byte*>(text.data()), size}; }

/// Reads a header, and each part of it, which must wait. Returns the address.
std::string read_header(const std::string& text) {
  ProxyHeader header;
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_EQ(header.read(bytes_of(text, size)), Status::NeedMoreData) << size;
  }
  const std::string longer = text + "\n";
  EXPECT_EQ(header.read(bytes_of(longer, longer.size())), Status::Ok);
  EXPECT_EQ(header.length, text.size());
  return codec::detail::to_text(header.client);
}

Listener listen(Threads& threads, codec::ConnectionSettings settings = {}) { return {threads.context, any_port, settings, 10, {"127.0.0.0/8"}}; }

tcp::socket connect_raw(asio::io_context& context, const Listener& listener, const std::string& start) {
  tcp::socket socket(context);
  socket.connect({asio::ip::address_v4::loopback(), listener.port()});
  asio::write(socket, asio::buffer(start));
  return socket;
}

TEST(ProxyHeader, StatesTheClientOrIsInvalid) {
  std::ifstream file(std::filesystem::path(CODEC_GOLDEN) / "proxy_headers.txt");
  int rows = 0;
  for (std::string row; std::getline(file, row);) {
    const std::size_t tab = row.find('\t');
    if (tab == std::string::npos) {
      continue;
    }
    ++rows;
    const std::string client = row.substr(0, tab);
    std::string header = header_of(row.substr(tab + 1));
    if (client == "invalid") {
      EXPECT_EQ(ProxyHeader().read(bytes_of(header, header.size())), Status::Invalid) << row;
      continue;
    }
    if (row[tab + 1] == '+') {
      header.resize(16 + std::size_t{256} * static_cast<unsigned char>(header[14]) + static_cast<unsigned char>(header[15]));
    }
    EXPECT_EQ(read_header(header), client == "none" ? "" : client) << row;
  }
  EXPECT_GT(rows, 40);
}

TEST(ProxyHeader, OfALineIsRejectedAfter107Bytes) {
  const std::string start = "PROXY UNKNOWN ";
  EXPECT_EQ(read_header(start + std::string(91, 'x') + "\r\n"), "");
  const std::string endless = start + std::string(93, 'x');
  EXPECT_EQ(ProxyHeader().read(bytes_of(endless, endless.size())), Status::Invalid);
}

TEST(ProxiedListener, TakesAHeaderInPartsAndNothingBehindIt) {
  Threads threads;
  Listener listener = listen(threads);
  const std::vector<std::byte> packet = peers::packet(7, 4, 3);
  const std::string bytes = line + std::string(reinterpret_cast<const char*>(packet.data()), packet.size());
  for (std::size_t first = 0; first <= bytes.size(); ++first) {
    std::future<Connection> accepting = listener.async_accept(asio::use_future);
    tcp::socket proxy = connect_raw(threads.context, listener, bytes.substr(0, first));
    asio::write(proxy, asio::buffer(bytes.substr(first)));
    const Connection accepted = get(std::move(accepting));
    EXPECT_EQ(accepted.remote_address(), "192.0.2.1:3867");
    EXPECT_EQ(number_of(get(accepted.async_receive(asio::use_future)).value()), 3u);
  }
}

TEST(ProxiedListener, IsNotDelayedByASilentProxyWhichIsClosedWithIt) {
  Threads threads;
  Listener listener = listen(threads);
  tcp::socket silent = connect_raw(threads.context, listener, "");
  tcp::socket half = connect_raw(threads.context, listener, "PROXY ");
  connect_raw(threads.context, listener, "").close();
  std::promise<std::string> address;
  listener.serve([&](const Connection& connection) { address.set_value(connection.remote_address()); });
  tcp::socket proxy = connect_raw(threads.context, listener, header_of("+20000000"));
  EXPECT_EQ(get(address.get_future()), "127.0.0.1:" + std::to_string(proxy.local_endpoint().port()));
  listener.close();
  std::error_code error;
  char byte = 0;
  EXPECT_EQ(silent.read_some(asio::buffer(&byte, 1), error) + half.read_some(asio::buffer(&byte, 1), error), 0u);
  EXPECT_THROW(get(listener.async_accept(asio::use_future)), std::system_error);
  threads.stop();
}

TEST(ProxiedListener, ClosesAnInvalidOrLateHeaderWithOneReason) {
  Threads threads;
  codec::ConnectionSettings settings;
  settings.options.half_packet_timeout = 50ms;
  Listener listener = listen(threads, settings);
  tcp::socket invalid = connect_raw(threads.context, listener, "GET / HTTP/1.1\r\n");
  const codec::ConnectionEnd end = get(receive_all(get(listener.async_accept(asio::use_future)))).end;
  EXPECT_EQ(end.reason, PacketCloseReason::InvalidPacket);
  EXPECT_EQ(to_string(end), "The peer sent an invalid packet. The connection does not begin with a valid header of the PROXY protocol.");
  tcp::socket late = connect_raw(threads.context, listener, "PROXY ");
  const codec::ConnectionEnd late_end = get(receive_all(get(listener.async_accept(asio::use_future)))).end;
  EXPECT_EQ(late_end.reason, PacketCloseReason::HalfPacketTimeout);
  EXPECT_EQ(late_end.error, PacketError::ProxyHeaderInvalid);
}

TEST(ProxiedListener, ResetsAPeerThatIsNoProxy) {
  Threads threads;
  Listener listener(threads.context, any_port, {}, 10, {"10.0.0.0/8", "127.0.0.2", "::1"});
  std::future<Connection> accepting = listener.async_accept(asio::use_future);
  tcp::socket peer(threads.context);
  std::error_code error;
  peer.connect({asio::ip::address_v4::loopback(), listener.port()}, error);
  char byte = 0;
  peer.read_some(asio::buffer(&byte, 1), error);
  EXPECT_EQ(error, asio::error::connection_reset);
  listener.close();
  EXPECT_THROW(get(std::move(accepting)), std::system_error);
}

TEST(ProxiedListener, RejectsWhatIsNoNetwork) {
  Threads threads;
  for (const char* network : {"", "name", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8/8", "::/129"}) {
    EXPECT_THROW(Listener(threads.context, any_port, {}, 10, {network}), std::invalid_argument) << network;
  }
  const codec::detail::AddressNetwork mapped("127.1.2.3/8");
  EXPECT_TRUE(mapped.contains(asio::ip::make_address("::ffff:127.0.0.1")));
  EXPECT_FALSE(mapped.contains(asio::ip::make_address("128.0.0.1")));
  EXPECT_FALSE(codec::detail::AddressNetwork("::/0").contains(asio::ip::make_address("127.0.0.1")));
}

}  // namespace
