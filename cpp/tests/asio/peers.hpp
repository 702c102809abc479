#pragma once

#include <future>
#include <thread>

#include "../testing.hpp"

// After a header of the standard library: Asio 1.22 looks for std::aligned_alloc before it includes one, and allocates in another way without it.
#include <asio.hpp>
#include <codec/asio.hpp>

/// What the tests of connections share: an io_context with threads, and peers that do as they like.
namespace peers {

using namespace std::chrono_literals;
using asio::ip::tcp;

// A test that waits longer fails.
constexpr std::chrono::seconds limit{30};

/// Runs a context on threads until it is destroyed.
class Threads {
 public:
  explicit Threads(int count = 2) : work_(context.get_executor()) {
    for (int i = 0; i < count; ++i) {
      threads_.emplace_back([this] { context.run(); });
    }
  }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() { stop(); }

  void stop() {
    context.stop();
    for (std::thread& thread : threads_) {
      thread.join();
    }
    threads_.clear();
  }

  asio::io_context context;

 private:
  asio::executor_work_guard<asio::io_context::executor_type> work_;
  std::vector<std::thread> threads_;
};

template <class T>
T get(std::future<T> future) {
  if (future.wait_for(limit) != std::future_status::ready) {
    throw std::runtime_error("nothing happened in time");
  }
  return future.get();
}

/// Waits until a condition holds.
template <class Condition>
::testing::AssertionResult becomes_true(const Condition& condition) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) {
      return ::testing::AssertionFailure() << "the condition did not hold in time";
    }
    std::this_thread::sleep_for(1ms);
  }
  return ::testing::AssertionSuccess();
}

/// Two connected TCP sockets: one for a connection, and one that the test uses directly, without a context that runs.
struct Pair {
  explicit Pair(asio::io_context& context) : socket(context), raw(raw_context) {
    tcp::acceptor acceptor(context, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
    raw.connect(acceptor.local_endpoint());
    socket = acceptor.accept();
  }

  /// Limits the bytes that the system keeps, so that a peer that does not read is noticed soon.
  void shrink() {
    socket.set_option(asio::socket_base::send_buffer_size(4096));
    raw.set_option(asio::socket_base::receive_buffer_size(4096));
  }

  asio::io_context raw_context;
  tcp::socket socket;
  tcp::socket raw;
};

/// Returns a packet with an id, and a payload of `size` bytes that starts with `number`.
inline std::vector<std::byte> packet(std::uint32_t id, std::size_t size, std::uint32_t number = 0) {
  std::vector<std::byte> payload((std::max)(size, sizeof(number)));
  std::memcpy(payload.data(), &number, sizeof(number));
  payload.resize(size);
  std::vector<std::byte> bytes(size + codec::PacketFormat::largest_header_size);
  const codec::EncodeResult encoded = codec::encode(bytes, id, payload);
  bytes.resize(encoded.packet.size());
  return bytes;
}

inline std::vector<std::byte> payload(std::size_t size, std::uint32_t number = 0) {
  std::vector<std::byte> whole = packet(0, size, number);
  return {whole.begin() + 4, whole.end()};
}

inline std::uint32_t number_of(const codec::Packet& packet) {
  std::uint32_t number = 0;
  if (packet.payload.size() >= sizeof(number)) {
    std::memcpy(&number, packet.payload.data(), sizeof(number));
  }
  return number;
}

inline void write(tcp::socket& raw, const std::vector<std::byte>& bytes) { asio::write(raw, asio::buffer(bytes)); }

/// Reads a number of packets, or all, and returns the number of whole packets. `error` is eof, or the error that ended the stream.
template <class Handler>
std::size_t read_packets(tcp::socket& raw, std::error_code& error, const Handler& handle, std::size_t count = SIZE_MAX) {
  codec::PacketPushDecoder decoder;
  std::size_t packets = 0;
  codec::Packet packet;
  while (packets < count) {
    const codec::MutableByteSpan room = decoder.prepare();
    const std::size_t size = raw.read_some(asio::buffer(room.data(), room.size()), error);
    if (error) {
      break;
    }
    decoder.commit(size);
    while (decoder.take(packet) == codec::Status::Ok) {
      ++packets;
      handle(packet);
    }
  }
  return packets;
}

inline std::size_t read_all(tcp::socket& raw, std::error_code& error) {
  return read_packets(raw, error, [](const codec::Packet&) {});
}

/// The state of a receive that records what it gets.
struct Record {
  codec::Connection connection;
  std::shared_ptr<std::vector<std::uint32_t>> numbers = std::make_shared<std::vector<std::uint32_t>>();
};

/// Receives every packet, and returns the end and the numbers of the packets.
struct Received {
  codec::ConnectionEnd end;
  std::vector<std::uint32_t> numbers;
};

inline std::future<Received> receive_all(const codec::Connection& connection) {
  codec::PacketRoutes<Record> routes;
  routes.on_default([](Record& record, const codec::Packet& packet) { record.numbers->push_back(number_of(packet)); });
  auto promise = std::make_shared<std::promise<Received>>();
  std::future<Received> future = promise->get_future();
  connection.run(routes, Record{}, [promise](Record& record, const codec::ConnectionEnd& end) { promise->set_value({end, *record.numbers}); });
  return future;
}

}  // namespace peers
