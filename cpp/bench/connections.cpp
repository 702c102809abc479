// Connections (the side codec), and a hand-written loop over epoll that writes and reads blocks (the side epoll). messages.cpp runs the cases:
//   one-way-SIZE      packets from one end to the other; one thread runs both
//   ping-pong-64      a packet and its answer; each end has a thread
//   broadcast-1024    a packet to 500 peers, without the time in which they receive it
//   idle-connection   the memory that a connection keeps, beyond Asio's socket and the system
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/resource.h>

#include <array>
#include <asio.hpp>
#include <atomic>
#include <codec/asio.hpp>
#include <memory>
#include <vector>

#include "messages_side.hpp"

namespace {

using asio::ip::tcp;
using codec::Connection;

constexpr std::uint32_t packet_id = 7000;
constexpr std::size_t header_size = 4;
constexpr std::size_t block_size = 64 * 1024;

/// Returns two connected sockets, which do not block.
std::array<int, 2> connect_two() {
  asio::io_context context;
  tcp::acceptor acceptor(context, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
  tcp::socket first(context);
  first.connect(acceptor.local_endpoint());
  tcp::socket second = acceptor.accept();
  for (tcp::socket* socket : {&first, &second}) {
    socket->set_option(tcp::no_delay(true));
    socket->non_blocking(true);
  }
  return {first.release(), second.release()};
}

codec::StreamSocket socket_of(asio::io_context& context, int handle) {
  return {context, asio::generic::stream_protocol(tcp::v4().family(), 0), handle};
}

/// A hand-written connection: packets are copied one after another into a block.
class HandEnd {
 public:
  explicit HandEnd(int handle) : handle_(handle) {}

  /// Reads what has arrived, and calls `use(id, payload, size)` for each packet.
  template <class Use>
  void receive(const Use& use) {
    const ssize_t count = recv(handle_, in_.data() + received_, in_.size() - received_, 0);
    received_ += static_cast<std::size_t>(count > 0 ? count : 0);
    std::size_t start = 0;
    for (std::uint16_t header[2]; received_ - start >= header_size; start += header_size + header[0]) {
      std::memcpy(header, in_.data() + start, header_size);
      if (received_ - start - header_size < header[0]) {
        break;
      }
      use(header[1], in_.data() + start + header_size, header[0]);
    }
    std::memmove(in_.data(), in_.data() + start, received_ - start);
    received_ -= start;
  }

  bool has_room(std::size_t size) const { return out_.size() - added_ >= header_size + size; }

  void add(std::uint32_t id, const std::byte* payload, std::size_t size) {
    const std::uint16_t header[2] = {static_cast<std::uint16_t>(size), static_cast<std::uint16_t>(id)};
    std::memcpy(out_.data() + added_, header, header_size);
    std::memcpy(out_.data() + added_ + header_size, payload, size);
    added_ += header_size + size;
  }

  /// Writes what was added. Returns whether the system has taken all of it.
  bool flush() {
    const ssize_t count = sent_ == added_ ? 0 : send(handle_, out_.data() + sent_, added_ - sent_, MSG_NOSIGNAL);
    sent_ += static_cast<std::size_t>(count > 0 ? count : 0);
    if (sent_ < added_) {
      return false;
    }
    sent_ = added_ = 0;
    return true;
  }

 private:
  int handle_;
  std::size_t received_ = 0;
  std::size_t added_ = 0;
  std::size_t sent_ = 0;
  std::array<std::byte, block_size> in_;
  std::array<std::byte, block_size> out_;
};

void watch(int epoll, int operation, int handle, std::uint32_t events) {
  epoll_event event{events, {}};
  event.data.fd = handle;
  epoll_ctl(epoll, operation, handle, &event);
}

/// Two sockets, and what is left to do in a run. If the second end answers, it has a thread; only one end works at a time. Never destroyed.
struct Link {
  void start(int count) {
    left = answers ? 2 * count : count;
    to_send = answers ? 1 : count;
  }

  /// Uses a packet, and returns how many have not arrived.
  int take(const std::byte* data) {
    sum += std::to_integer<std::uint64_t>(data[0]);
    left.store(left.load(std::memory_order_relaxed) - 1, std::memory_order_relaxed);
    return left.load(std::memory_order_relaxed);
  }

  const std::vector<std::byte> payload;
  const bool answers;
  const std::array<int, 2> pair = connect_two();
  std::atomic<int> left{0};
  int to_send = 0;
  std::uint64_t sum = 0;
};

class HandLink : Link {
 public:
  HandLink(std::size_t size, bool has_answers) : Link{std::vector<std::byte>(size), has_answers} {
    watch(epolls_[0], EPOLL_CTL_ADD, pair[0], EPOLLIN);
    watch(epolls_[answers], EPOLL_CTL_ADD, pair[1], EPOLLIN);
    if (answers) {
      std::thread([this] {
        for (bench::leave_core();;) {
          step(epolls_[1]);
        }
      }).detach();
    }
  }

  double run(int count) {
    start(count);
    watch(epolls_[0], EPOLL_CTL_MOD, pair[0], EPOLLIN | EPOLLOUT);
    const auto run_all = [this] {
      while (left > 0) {
        step(epolls_[0]);
      }
    };
    return bench::time(1, run_all) / count;
  }

 private:
  void step(int epoll) {
    epoll_event events[2];
    const int count = epoll_wait(epoll, events, 2, -1);
    for (const epoll_event* event = events; event < events + count; ++event) {
      const int handle = event->data.fd;
      HandEnd& end = ends_[handle == pair[1]];
      if ((event->events & EPOLLIN) != 0) {
        end.receive([&](std::uint32_t id, const std::byte* data, std::size_t size) {
          if (take(data) > 0 && answers) {
            end.add(id, data, size);
          }
        });
      }
      for (; handle == pair[0] && to_send > 0 && end.has_room(payload.size()); --to_send) {
        end.add(packet_id, payload.data(), payload.size());
      }
      if (end.flush() && (event->events & EPOLLOUT) != 0 && to_send == 0) {
        watch(epoll, EPOLL_CTL_MOD, handle, EPOLLIN);
      }
    }
  }

  std::array<HandEnd, 2> ends_{HandEnd(pair[0]), HandEnd(pair[1])};
  const std::array<int, 2> epolls_{epoll_create1(0), epoll_create1(0)};
};

class CodecLink : Link {
 public:
  CodecLink(std::size_t size, bool has_answers) : Link{std::vector<std::byte>(size), has_answers} {
    codec::PacketRoutes<CodecLink*> routes;
    codec::PacketRules rules;
    rules.alignment = 1;
    routes.on_raw(packet_id, [](CodecLink* self, const codec::Packet& packet) { self->receive(packet); }, rules);
    for (std::size_t side : {0, 1}) {
      ends_[side] = Connection(socket_of(contexts_[answers ? side : 0], pair[side]), {});
      ends_[side].run(routes, this);
    }
    if (answers) {
      std::thread([this] {
        bench::leave_core();
        contexts_[1].run();
      }).detach();
    }
  }

  double run(int count) {
    start(count);
    asio::post(contexts_[0], [this] { send(); });
    contexts_[0].restart();
    return bench::time(1, [this] { contexts_[0].run(); }) / count;
  }

 private:
  void receive(const codec::Packet& packet) {
    const int more = take(packet.payload.data());
    if (more == 0) {
      contexts_[0].stop();
    } else if (answers) {
      ends_[static_cast<std::size_t>(more) % 2].send(packet.id, packet.payload);
    }
  }

  void send() {
    if (!try_send_all()) {
      ends_[0].async_flush([this](std::error_code) { send(); });
    }
  }

  bool try_send_all() {
    codec::PacketBatch batch = ends_[0].batch();
    while (to_send > 0) {
      --to_send;
      if (batch.send(packet_id, payload) == codec::SendStatus::AcceptedAboveLimit) {
        return false;
      }
    }
    return true;
  }

  std::array<asio::io_context, 2> contexts_{asio::io_context(1), asio::io_context(1)};
  std::array<Connection, 2> ends_;
};

/// Sockets to 500 peers, and a broadcast to them.
class HandBroadcast {
 public:
  HandBroadcast() {
    for (std::array<int, 2>& pair : pairs_) {
      pair = connect_two();
    }
    static_cast<void>(codec::encode(packet_, packet_id, payload_));
  }

  double run(int count) {
    return time(count, [this] {
      for (const std::array<int, 2>& pair : pairs_) {
        send(pair[0], packet_.data(), packet_.size(), MSG_NOSIGNAL);
      }
    });
  }

 protected:
  /// Returns the nanoseconds of a broadcast, without those in which the peers receive it.
  template <class Broadcast>
  double time(int count, const Broadcast& broadcast) const {
    double total = 0;
    std::vector<std::byte> room(2 * packet_.size());
    for (int i = 0; i < count; ++i) {
      total += bench::time(1, broadcast);
      for (const std::array<int, 2>& pair : pairs_) {
        if (recv(pair[1], room.data(), room.size(), 0) != static_cast<ssize_t>(packet_.size())) {
          std::abort();
        }
      }
    }
    return total / count;
  }

  std::vector<std::array<int, 2>> pairs_ = std::vector<std::array<int, 2>>(500);
  const std::vector<std::byte> payload_ = std::vector<std::byte>(1024);
  std::vector<std::byte> packet_ = std::vector<std::byte>(header_size + payload_.size());
};

class CodecBroadcast : HandBroadcast {
 public:
  CodecBroadcast() {
    codec::PacketRoutes<Connection> routes;
    for (const std::array<int, 2>& pair : pairs_) {
      const Connection connection(socket_of(context_, pair[0]));
      connection.run(routes, connection);
      all_.add(connection);
    }
  }

  double run(int count) {
    return time(count, [this] {
      all_.send(packet_id, payload_);
      context_.poll();
    });
  }

 private:
  asio::io_context context_{1};
  codec::Broadcast all_;
};

/// Returns the bytes that a connection keeps after it has answered a packet, beyond those of an Asio socket that waits for input.
double idle_bytes() {
  constexpr std::size_t count = 400;
  const auto used = [] { return static_cast<double>(mallinfo2().uordblks); };
  asio::io_context context(1);
  codec::PacketRoutes<Connection> routes;
  routes.on_raw(packet_id, [](const Connection& peer, const codec::Packet& packet) { peer.send(packet.id, packet.payload); });
  const auto settings = Connection::share({});
  const std::byte packet[header_size] = {std::byte{0}, std::byte{0}, std::byte{packet_id & 0xFF}, std::byte{packet_id >> 8}};
  double bytes[2] = {};
  std::vector<codec::StreamSocket> sockets;
  sockets.reserve(count);
  // What the context and the thread keep is not the connection's, so the first one is not measured.
  for (std::size_t i = 0; i <= 2 * count; ++i) {
    if (i % count == 1) {
      bytes[i / count] = used();
    }
    const std::array<int, 2> pair = connect_two();
    codec::StreamSocket socket = socket_of(context, pair[0]);
    if (i > count) {
      sockets.push_back(std::move(socket));
      sockets.back().async_wait(codec::StreamSocket::wait_read, [](std::error_code) {});
      continue;
    }
    const Connection connection(std::move(socket), settings, nullptr);
    connection.run(routes, connection);
    send(pair[1], packet, sizeof(packet), 0);
    context.poll();
  }
  return (bytes[1] - bytes[0] - (used() - bytes[1])) / count - sizeof(codec::StreamSocket);
}

template <class Work, class... Arguments>
void add(const std::string& name, Arguments... arguments) {
  const auto kept = std::make_shared<Work*>(nullptr);
  const auto run = [kept, arguments...](int count) {
    *kept = *kept != nullptr ? *kept : new Work(arguments...);
    return count == 0 ? 0.0 : (*kept)->run(count);
  };
  bench::add_case(name, {run, [] { return std::size_t{1}; }});
}

const bool is_added = [] {
  rlimit descriptors{};
  getrlimit(RLIMIT_NOFILE, &descriptors);
  descriptors.rlim_cur = descriptors.rlim_max;
  setrlimit(RLIMIT_NOFILE, &descriptors);
  for (const std::size_t size : {64, 1024}) {
    add<HandLink>("epoll/one-way-" + std::to_string(size), size, false);
    add<CodecLink>("codec/one-way-" + std::to_string(size), size, false);
  }
  add<HandLink>("epoll/ping-pong-64", std::size_t{64}, true);
  add<CodecLink>("codec/ping-pong-64", std::size_t{64}, true);
  add<HandBroadcast>("epoll/broadcast-1024");
  add<CodecBroadcast>("codec/broadcast-1024");
  bench::add_case("codec/idle-connection", {[](int) { return 1e6; }, [] { return std::size_t{1}; }, false, idle_bytes});
  return true;
}();

}  // namespace
