// The case codec/crowd-10000: a server holds 10,000 connections, and sends 18 KB at 20 Hz to 500 of them with a Broadcast. The clients are another
// process, and only read. A repetition is a second, and its time is the processor time of the server. What was sent and received is printed to the
// standard error. To run it for ten seconds, after a budget has built the program, enter
//   time codec/crowd-10000 10
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <asio.hpp>
#include <atomic>
#include <codec/asio.hpp>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <new>
#include <vector>

#include "messages_side.hpp"

namespace {

using asio::ip::tcp;
using codec::Connection;

constexpr int connections = 10'000;
constexpr std::size_t receivers = 500;
constexpr std::size_t payload_size = 18 * 1024;
constexpr int ticks_per_second = 20;
constexpr std::chrono::milliseconds tick{1000 / ticks_per_second};

/// Connects, and counts what arrives, until the server ends.
[[noreturn]] void run_clients(const tcp::endpoint& server, std::atomic<std::uint64_t>& received) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  bench::leave_core();
  asio::io_context context;
  const int epoll = epoll_create1(0);
  for (int i = 0; i < connections; ++i) {
    tcp::socket socket(context);
    socket.connect(server);
    epoll_event event{EPOLLIN, {}};
    event.data.fd = socket.release();
    epoll_ctl(epoll, EPOLL_CTL_ADD, event.data.fd, &event);
  }
  std::vector<std::byte> room(256 * 1024);
  std::array<epoll_event, 512> events;
  while (true) {
    const int count = epoll_wait(epoll, events.data(), static_cast<int>(events.size()), -1);
    for (int i = 0; i < count; ++i) {
      const ssize_t size = recv(events[static_cast<std::size_t>(i)].data.fd, room.data(), room.size(), MSG_DONTWAIT);
      received += static_cast<std::uint64_t>(size > 0 ? size : 0);
    }
  }
}

double processor_time() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

class Crowd {
 public:
  Crowd() {
    rlimit descriptors{};
    getrlimit(RLIMIT_NOFILE, &descriptors);
    if (descriptors.rlim_cur < connections + 100) {
      std::cerr << "A process may have only " << descriptors.rlim_cur << " descriptors; ulimit -Hn raises this limit.\n";
      std::exit(1);
    }
    routes_.on_default([](const Connection&, const codec::Packet&) {});
    if (fork() == 0) {
      run_clients({asio::ip::address_v4::loopback(), listener_.port()}, received_);
    }
    listener_.serve([this](const Connection& connection) {
      connection.run(routes_, connection);
      if (++accepted_ % (connections / receivers) == 0) {
        players_.add(connection);
      }
    });
    while (accepted_ < connections) {
      context_.run_one();
    }
  }

  /// Returns the processor time of a second.
  double run(int seconds) {
    ticks_ = seconds * ticks_per_second;
    const std::uint64_t before = received_;
    const double start = processor_time();
    latest_ = {};
    timer_.expires_after(tick);
    wait();
    context_.restart();
    context_.run();
    const std::uint64_t sent = static_cast<std::uint64_t>(seconds * ticks_per_second) * receivers * (4 + payload_size);
    for (int i = 0; i < 1000 && received_ - before < sent; ++i) {
      context_.restart();
      context_.run_for(std::chrono::milliseconds(1));
    }
    const double time = (processor_time() - start) / seconds;
    std::cerr << accepted_ << " connections; " << sent << " bytes sent to " << players_.size() << ", " << received_ - before << " received; "
              << time / 1e7 << " % of a core; the latest tick " << std::chrono::duration<double, std::milli>(latest_).count() << " ms late\n";
    return time;
  }

 private:
  void wait() {
    timer_.async_wait([this](std::error_code) {
      latest_ = (std::max)(latest_, std::chrono::steady_clock::now() - timer_.expiry());
      players_.send(7000, payload_);
      timer_.expires_at(timer_.expiry() + tick);
      if (--ticks_ > 0) {
        wait();
      } else {
        context_.stop();
      }
    });
  }

  std::atomic<std::uint64_t>& received_ =
      *new (mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) std::atomic<std::uint64_t>(0);
  asio::io_context context_{1};
  codec::Listener listener_{context_, tcp::endpoint(asio::ip::address_v4::loopback(), 0), {}, connections};
  codec::PacketRoutes<Connection> routes_;
  codec::Broadcast players_;
  asio::steady_timer timer_{context_};
  const std::vector<std::byte> payload_ = std::vector<std::byte>(payload_size);
  std::chrono::steady_clock::duration latest_{};
  int accepted_ = 0;
  int ticks_ = 0;
};

const bool is_added = [] {
  const auto run = [](int seconds) {
    static Crowd crowd;
    return seconds == 0 ? 0.0 : crowd.run(seconds);
  };
  bench::add_case("codec/crowd-10000", {run, [] { return payload_size; }});
  return true;
}();

}  // namespace
