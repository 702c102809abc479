// The C++ ends of the links of eng/Codec.Soak, on the loopback address. Prints "listening on PORT STRICT_PORT", and accepts clients there;
// connections to the second port have deadlines. Each line of its input makes it connect to a server as the client of a link, with a Connection or a
// PollClient:
//   connection|poll PORT LINK PACKETS ANSWERS MAX_PAYLOAD ENDS_LAST SEND_LIMIT FAULT SEED CLOSE_AT
// The fault is a LinkFault of C#. The client closes its connection after CLOSE_AT bytes, or never if that is 0. For each end that is over, it prints
//   client|server LINK received N accepted N unsent N closed 0|1 REASON completed|truncated|failed
// or `wrong` and an explanation instead of the last word. The program exits at the end of its input. SoakPacket.cs describes the packets.

#include <algorithm>
#include <asio.hpp>
#include <chrono>
#include <codec/asio.hpp>
#include <codec/poll_client.hpp>
#include <cstdint>
#include <cstring>
#include <iostream>
#include <memory>
#include <mutex>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using codec::Connection;
using codec::ConnectionEnd;
using codec::PacketCloseReason;
using std::chrono::milliseconds;

constexpr std::uint32_t to_server_id = 7000;
constexpr std::uint32_t to_client_id = 7001;
constexpr std::uint32_t small_payload = 300;

// The values of LinkFault that concern an end.
enum Fault { bursts = 3, stalled_reader = 5, cancelled_waits = 6, half_open = 9 };

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

/// What a client's end does, apart from its packets.
struct Plan {
  std::size_t send_limit = 0;
  int fault = 0;
  std::uint32_t seed = 0;
  std::uint64_t close_at = 0;
};

/// The account of an end: the packets that it has accepted for sending, and those that it has received.
struct Account {
  /// Returns the payload of the next packet to send.
  std::vector<std::byte> next_payload() const {
    Numbers numbers = link;
    numbers.index = accepted;
    std::vector<std::byte> payload(payload_size(numbers, send_id()), static_cast<std::byte>(numbers.link + numbers.index));
    std::memcpy(payload.data(), &numbers, sizeof(numbers));
    return payload;
  }

  std::uint32_t send_id() const { return is_client ? to_server_id : to_client_id; }

  /// Counts a received packet. The first one names the link of a server. Returns false if it is not the expected packet.
  bool take(const codec::Packet& packet) {
    Numbers numbers;
    if (packet.payload.size() >= sizeof(numbers)) {
      std::memcpy(&numbers, packet.payload.data(), sizeof(numbers));
    }
    if (!is_client && received == 0) {
      link = numbers;
      to_send = numbers.answers;
    }
    const auto filling = static_cast<std::byte>(numbers.link + numbers.index);
    const bool is_expected =
        packet.id == (is_client ? to_client_id : to_server_id) && numbers.index == received && numbers.link == link.link && numbers.link != 0 &&
        packet.payload.size() == payload_size(numbers, packet.id) &&
        std::all_of(packet.payload.begin() + sizeof(numbers), packet.payload.end(), [&](std::byte value) { return value == filling; });
    if (is_expected) {
      ++received;
    } else {
      wrong = "wrong: packet " + std::to_string(received) + " is not the one that was sent";
    }
    return is_expected;
  }

  void print(const ConnectionEnd& end) const {
    static std::mutex mutex;
    const std::lock_guard<std::mutex> only_one(mutex);
    std::cout << (is_client ? "client " : "server ") << link.link << " received " << received << " accepted " << accepted << " unsent "
              << end.unsent_packets << " closed " << has_closed << ' ' << to_string(end.reason) << ' ' << (wrong.empty() ? ended : wrong)
              << std::endl;
  }

  /// Records how the packets of the peer have ended.
  void finish(const ConnectionEnd& end, bool is_completed) {
    const bool is_truncated = end.error == codec::PacketError::HeaderTruncated || end.error == codec::PacketError::PayloadTruncated;
    ended = is_completed ? "completed" : is_truncated && end.reason == PacketCloseReason::InvalidPacket ? "truncated" : "failed";
    if (end.reason == PacketCloseReason::InvalidPacket && !is_truncated && wrong.empty()) {
      wrong = "wrong: " + to_string(end);
    }
  }

  bool is_client = false;
  Numbers link;
  std::uint32_t to_send = 0;
  std::uint32_t accepted = 0;
  std::uint32_t received = 0;
  bool has_closed = false;
  std::string ended = "open";
  std::string wrong;
};

void set_deadlines(codec::ConnectionOptions& options) {
  options.idle_timeout = options.half_packet_timeout = options.close_timeout = std::chrono::seconds(1);
}

/// An end over a connection. It sends and receives at the same time, on the strand of the connection.
class ConnectionSession : public std::enable_shared_from_this<ConnectionSession> {
 public:
  ConnectionSession(const Connection& connection, const Account& account, const Plan& plan)
      : connection_(connection),
        account_(account),
        plan_(plan),
        random_(plan.seed),
        pause_(connection.get_executor()),
        timer_(connection.get_executor()) {}

  void start() {
    asio::post(connection_.get_executor(), [self = shared_from_this()] {
      self->receive();
      if (self->account_.is_client) {
        self->send();
      }
      if (self->plan_.fault == cancelled_waits) {
        self->cancel_often();
      }
    });
  }

 private:
  using Pointer = std::shared_ptr<ConnectionSession>;

  void receive() {
    codec::PacketRoutes<Pointer> routes;
    routes.on_default([](const Pointer& self, const codec::Packet& packet) { self->take(packet); });
    connection_.run(routes, shared_from_this(), [](const Pointer& self, const ConnectionEnd& end) { self->on_end(end); });
  }

  void take(const codec::Packet& packet) {
    const bool is_first = account_.received == 0;
    if (!account_.take(packet)) {
      connection_.close();
    } else if (is_first && !account_.is_client) {
      send();
    } else if (plan_.fault == stalled_reader && account_.received == 1 + plan_.seed % 50) {
      connection_.cancel_receive();
    }
  }

  void on_end(const ConnectionEnd& end) {
    if (end.reason == PacketCloseReason::None && end.cause) {
      // The receive was cancelled, and not the connection.
      after(pause_, plan_.fault == stalled_reader ? 300 + plan_.seed % 700 : 0, [](ConnectionSession& self) { self.receive(); });
      return;
    }
    account_.finish(end, end.reason == PacketCloseReason::None);
    has_received_ = true;
    if (!account_.is_client && account_.received == 0) {
      has_sent_ = true;
    } else if (waits_for_end_) {
      connection_.complete();
      has_sent_ = true;
    }
    close();
  }

  /// Sends until the connection has enough, and continues when it has sent that.
  void send() {
    while (account_.accepted < account_.to_send) {
      if (plan_.close_at > 0 && sent_bytes_ > plan_.close_at) {
        account_.has_closed = true;
        connection_.close();
        break;
      }
      if (plan_.fault == bursts && random_() % 250 == 0) {
        after(timer_, static_cast<std::uint32_t>(random_() % 30), [](ConnectionSession& self) { self.send_one_and_more(); });
        return;
      }
      if (!send_one()) {
        return;
      }
    }
    has_sent_ = account_.is_client || account_.link.ends_last == 0 || has_received_;
    waits_for_end_ = !has_sent_;
    if (has_sent_ && !account_.has_closed) {
      connection_.complete();
    }
    close();
  }

  void send_one_and_more() {
    if (send_one()) {
      send();
    }
  }

  /// Sends a packet. Returns false if sending continues later, or not at all.
  bool send_one() {
    const std::vector<std::byte> payload = account_.next_payload();
    const codec::SendStatus status = connection_.send(account_.send_id(), payload);
    if (!is_accepted(status)) {
      has_sent_ = true;
      close();
      return false;
    }
    ++account_.accepted;
    sent_bytes_ += 4 + payload.size();
    if (status == codec::SendStatus::AcceptedAboveLimit && plan_.close_at == 0) {
      connection_.async_flush([self = shared_from_this()](std::error_code) { self->send(); });
      return false;
    }
    return true;
  }

  void cancel_often() {
    after(timer_, 1 + plan_.seed % 10, [](ConnectionSession& self) {
      if (!self.has_received_) {
        self.connection_.cancel_receive();
        self.cancel_often();
      }
    });
  }

  template <class Function>
  void after(asio::steady_timer& timer, std::uint32_t duration, Function function) {
    timer.expires_after(milliseconds(duration));
    timer.async_wait([self = shared_from_this(), function](std::error_code error) {
      if (!error) {
        function(*self);
      }
    });
  }

  /// Closes the connection and prints the account, after both directions have ended.
  void close() {
    if (has_received_ && has_sent_) {
      connection_.async_close([self = shared_from_this()](std::error_code) { self->account_.print(self->connection_.end()); });
    }
  }

  const Connection connection_;
  Account account_;
  const Plan plan_;
  std::mt19937 random_;
  asio::steady_timer pause_;
  // For the bursts, or for the cancellations.
  asio::steady_timer timer_;
  std::uint64_t sent_bytes_ = 0;
  bool has_received_ = false;
  bool has_sent_ = false;
  bool waits_for_end_ = false;
};

/// Runs the client's end with a PollClient, in frames of 5 ms.
void run_poll_client(std::uint16_t port, Account account, const Plan& plan) {
  codec::PollClientOptions options;
  options.send_limit = plan.send_limit;
  codec::PollClient client("127.0.0.1", port, options);
  codec::PacketRoutes<Account> routes;
  routes.on_default([&client](Account& self, const codec::Packet& packet) {
    if (!self.take(packet)) {
      client.close();
    }
  });
  codec::PacketDispatcher<Account> dispatcher(routes, account, codec::PacketDirections::ToClient);
  ConnectionEnd ended;
  client.on_closed([&](const ConnectionEnd& end) {
    account.finish(end, end.reason == PacketCloseReason::Local || (end.reason == PacketCloseReason::Remote && !end.cause));
    ended = end;
  });
  client.connect();
  while (client.state() != codec::PacketClientState::Closed || client.is_closing() || account.ended == "open") {
    client.poll(dispatcher, 500, milliseconds(2));
    const bool is_connected = client.state() == codec::PacketClientState::Connected;
    while (is_connected && account.accepted < account.to_send && is_accepted(client.send(account.send_id(), account.next_payload()))) {
      ++account.accepted;
    }
    client.flush();
    if (is_connected && account.accepted == account.to_send && account.received == account.link.answers) {
      client.close();
    }
    std::this_thread::sleep_for(milliseconds(5));
  }
  // After a close by the client, what the system has not taken at once was sent by later calls.
  ended.unsent_packets = ended.reason == PacketCloseReason::Local ? 0 : ended.unsent_packets;
  account.print(ended);
}

void connect(asio::io_context& context, const std::string& command) {
  std::istringstream words(command);
  std::string kind;
  std::string port;
  Account account;
  Plan plan;
  account.is_client = true;
  words >> kind >> port >> account.link.link >> account.to_send >> account.link.answers >> account.link.max_payload >> account.link.ends_last >>
      plan.send_limit >> plan.fault >> plan.seed >> plan.close_at;
  if (kind == "poll") {
    std::thread([=] { run_poll_client(static_cast<std::uint16_t>(std::stoi(port)), account, plan); }).detach();
    return;
  }
  codec::ConnectionSettings settings;
  settings.options.send_limit = plan.send_limit;
  if (plan.fault == half_open) {
    set_deadlines(settings.options);
  }
  if (plan.close_at > 0) {
    settings.options.close_timeout = milliseconds(0);
  }
  codec::async_connect(context.get_executor(), "127.0.0.1", port, settings, [account, plan](std::error_code error, const Connection& connection) {
    if (error) {
      Account failed = account;
      failed.wrong = "wrong: " + error.message();
      failed.print({});
    } else {
      std::make_shared<ConnectionSession>(connection, account, plan)->start();
    }
  });
}

}  // namespace

int main() {
  asio::io_context context;
  const asio::ip::tcp::endpoint endpoint(asio::ip::address_v4::loopback(), 0);
  codec::ConnectionSettings settings;
  codec::Listener listener(context, endpoint, settings);
  set_deadlines(settings.options);
  codec::Listener strict(context, endpoint, settings);
  const auto accept = [](const Connection& connection) { std::make_shared<ConnectionSession>(connection, Account(), Plan())->start(); };
  listener.serve(accept);
  strict.serve(accept);
  std::cout << "listening on " << listener.port() << ' ' << strict.port() << std::endl;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&context] { context.run(); });
  }
  std::string command;
  while (std::getline(std::cin, command)) {
    connect(context, command);
  }
  // The threads still use objects that main owns.
  std::_Exit(0);
}
