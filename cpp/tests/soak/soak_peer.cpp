// The C++ ends of the links of tests/soak, on the loopback address. Prints "listening on PORT", and accepts clients there. Each line of its input
//   PORT LINK PACKETS ANSWERS MAX_PAYLOAD ENDS_LAST
// makes it connect to a server as the client of a link. For each connection that has ended, it prints one line:
//   client|server LINK received N accepted N unsent N completed|truncated|failed
// or `wrong` and a reason instead of the last word. Accepted is the number of packets whose write started, and unsent is the number of those that
// the system did not accept completely. The program exits at the end of its input. tests/Codec.Soak/SoakPacket.cs describes the packets.

#include <algorithm>
#include <asio.hpp>
#include <codec/codec.hpp>
#include <cstdint>
#include <cstring>
#include <iostream>
#include <mutex>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using asio::ip::tcp;

constexpr std::uint32_t to_server_id = 7000;
constexpr std::uint32_t to_client_id = 7001;
constexpr std::uint32_t small_payload = 300;

struct Numbers {
  std::uint32_t index = 0;
  std::uint32_t link = 0;
  std::uint32_t answers = 0;
  std::uint32_t max_payload = 0;
  std::uint32_t ends_last = 0;
};

std::uint32_t payload_size(const Numbers& numbers, std::uint32_t id) {
  std::uint32_t hash = numbers.link * 0x9E3779B1u + (numbers.index + 1) * 0xC2B2AE35u + id;
  hash = (hash ^ (hash >> 15)) * 0x2C1B3C6Du;
  hash ^= hash >> 12;
  const std::uint32_t limit = hash % 64 == 0 ? numbers.max_payload : std::min(numbers.max_payload, small_payload);
  const auto smallest = static_cast<std::uint32_t>(sizeof(Numbers));
  return smallest + (hash >> 6) % (limit - smallest + 1);
}

std::byte filling(const Numbers& numbers) { return static_cast<std::byte>(numbers.link + numbers.index); }

/// One end of a link: sends its packets on another thread, and receives those of the peer.
class Session {
 public:
  /// Creates the client end of a link.
  Session(tcp::socket socket, const Numbers& link, std::uint32_t packets) : socket_(std::move(socket)), is_client_(true), link_(link), to_send_(packets) {}

  /// Creates the server end of the link that the first packet specifies.
  explicit Session(tcp::socket socket) : socket_(std::move(socket)) {}

  std::string run() {
    std::error_code ignored;
    socket_.set_option(tcp::no_delay(true), ignored);
    if (is_client_) {
      sender_.emplace([this] { send_all(); });
    }
    std::string end = receive_all();
    if (end == "completed" && !is_client_ && link_ && link_->ends_last != 0) {
      sender_->join();
      sender_.reset();
      socket_.shutdown(tcp::socket::shutdown_send, ignored);
    } else if (end != "completed") {
      // Without this, the sender could wait forever for a reader.
      socket_.shutdown(tcp::socket::shutdown_both, ignored);
    }
    if (sender_) {
      sender_->join();
    }
    std::ostringstream line;
    line << (is_client_ ? "client " : "server ") << (link_ ? link_->link : 0) << " received " << received_ << " accepted " << accepted_ << " unsent "
         << accepted_ - sent_ << ' ' << end;
    return line.str();
  }

 private:
  void send_all() {
    std::mt19937 random(link_->link);
    std::vector<std::byte> memory(codec::PacketFormat().max_packet_size());
    std::vector<std::byte> payload(memory.size());
    std::vector<std::byte> block;
    std::vector<std::size_t> ends;
    Numbers numbers = *link_;
    for (numbers.index = 0; numbers.index < to_send_; ++numbers.index) {
      const std::uint32_t id = is_client_ ? to_server_id : to_client_id;
      const std::size_t size = payload_size(numbers, id);
      std::memcpy(payload.data(), &numbers, sizeof(numbers));
      std::fill(payload.begin() + sizeof(numbers), payload.begin() + static_cast<std::ptrdiff_t>(size), filling(numbers));
      const codec::ByteSpan packet = codec::encode(memory, id, codec::ByteSpan(payload.data(), size)).packet;
      block.insert(block.end(), packet.begin(), packet.end());
      ends.push_back(block.size());
      if (random() % 16 != 0 && numbers.index + 1 != to_send_) {
        continue;
      }
      accepted_ += static_cast<std::uint32_t>(ends.size());
      std::error_code error;
      const std::size_t written = asio::write(socket_, asio::buffer(block), error);
      sent_ += static_cast<std::uint32_t>(std::upper_bound(ends.begin(), ends.end(), written) - ends.begin());
      if (error) {
        return;
      }
      block.clear();
      ends.clear();
    }
    if (is_client_ || link_->ends_last == 0) {
      std::error_code ignored;
      socket_.shutdown(tcp::socket::shutdown_send, ignored);
    }
  }

  std::string receive_all() {
    codec::PacketPushDecoder decoder;
    while (true) {
      const codec::MutableByteSpan room = decoder.prepare();
      std::error_code error;
      const std::size_t size = socket_.read_some(asio::buffer(room.data(), room.size()), error);
      if (error == asio::error::eof) {
        return decoder.error_at_end() == codec::PacketError::None ? "completed" : "truncated";
      }
      if (error) {
        return "failed";
      }
      decoder.commit(size);
      codec::Packet packet;
      codec::Status status;
      while ((status = decoder.take(packet)) == codec::Status::Ok) {
        if (!take(packet)) {
          return "wrong: packet " + std::to_string(received_) + " is not the one that was sent";
        }
      }
      if (status == codec::Status::Invalid) {
        return std::string("wrong: ") + to_string(decoder.error());
      }
    }
  }

  bool take(const codec::Packet& packet) {
    Numbers numbers;
    if (packet.payload.size() < sizeof(numbers)) {
      return false;
    }
    std::memcpy(&numbers, packet.payload.data(), sizeof(numbers));
    if (!link_) {
      link_ = numbers;
      to_send_ = numbers.answers;
      sender_.emplace([this] { send_all(); });
    }
    if (packet.id != (is_client_ ? to_client_id : to_server_id) || numbers.index != received_ || numbers.link != link_->link ||
        packet.payload.size() != payload_size(numbers, packet.id) ||
        !std::all_of(packet.payload.begin() + sizeof(numbers), packet.payload.end(), [&](std::byte value) { return value == filling(numbers); })) {
      return false;
    }
    ++received_;
    return true;
  }

  tcp::socket socket_;
  bool is_client_ = false;
  std::optional<Numbers> link_;
  std::uint32_t to_send_ = 0;
  std::uint32_t received_ = 0;
  std::optional<std::thread> sender_;
  // The sender thread owns this until it has been joined.
  std::uint32_t accepted_ = 0;
  std::uint32_t sent_ = 0;
};

void print(const std::string& line) {
  static std::mutex mutex;
  const std::lock_guard<std::mutex> only_one(mutex);
  std::cout << line << std::endl;
}

// The socket is closed before the line is printed.
void run(std::unique_ptr<Session> session) {
  std::thread([session = std::move(session)]() mutable {
    const std::string line = session->run();
    session.reset();
    print(line);
  }).detach();
}

void accept_all(asio::io_context& context, tcp::acceptor& acceptor) {
  while (true) {
    std::error_code error;
    tcp::socket socket(context);
    acceptor.accept(socket, error);
    if (error) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      continue;
    }
    run(std::make_unique<Session>(std::move(socket)));
  }
}

void connect(asio::io_context& context, const std::string& command) {
  std::istringstream words(command);
  std::uint16_t port = 0;
  std::uint32_t packets = 0;
  Numbers link;
  words >> port >> link.link >> packets >> link.answers >> link.max_payload >> link.ends_last;
  tcp::socket socket(context);
  std::error_code error;
  socket.connect({asio::ip::address_v4::loopback(), port}, error);
  if (error) {
    print("client " + std::to_string(link.link) + " received 0 accepted 0 unsent 0 wrong: " + error.message());
    return;
  }
  run(std::make_unique<Session>(std::move(socket), link, packets));
}

}  // namespace

int main() {
  asio::io_context context;
  tcp::acceptor acceptor(context, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
  print("listening on " + std::to_string(acceptor.local_endpoint().port()));
  std::thread([&] { accept_all(context, acceptor); }).detach();
  std::string command;
  while (std::getline(std::cin, command)) {
    connect(context, command);
  }
  // The threads still use objects that main owns.
  std::_Exit(0);
}
