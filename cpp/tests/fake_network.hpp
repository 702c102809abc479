#pragma once

#include <codec/basic_poll_client.hpp>
#include <limits>
#include <system_error>

#include "testing.hpp"

/// A connection of a poll client to a server that the test plays.
struct FakeLink {
  // The address, from 0, and whether the server has answered.
  std::size_t address = 0;
  bool is_connected = true;
  // What the system has received, and what follows it.
  std::vector<std::byte> arrived;
  bool has_peer_ended = false;
  std::error_code failure;
  // The number of bytes that the system still takes.
  std::size_t room = (std::numeric_limits<std::size_t>::max)();
  std::error_code send_failure;
  // What the client has done.
  std::vector<std::byte> sent;
  bool has_ended = false;
  bool is_reset = false;
  bool is_closed = false;
};

/// The network and the clock of a test.
struct FakeNetwork {
  std::vector<std::shared_ptr<FakeLink>> links;
  std::size_t addresses = 1;
  std::function<void(FakeLink&)> prepare = [](FakeLink&) {};
  std::chrono::steady_clock::time_point now{std::chrono::hours(1)};

  static FakeNetwork& current() {
    static FakeNetwork network;
    return network;
  }
};

struct FakeClock {
  static std::chrono::steady_clock::time_point now() { return FakeNetwork::current().now; }
};

class FakeSocket {
 public:
  FakeSocket() = default;
  FakeSocket(FakeSocket&&) = default;
  ~FakeSocket() { close(); }

  codec::SocketResult connect(const char*, std::uint16_t, std::size_t address) {
    close();
    FakeNetwork& network = FakeNetwork::current();
    link_ = network.links.emplace_back(std::make_shared<FakeLink>());
    link_->address = address;
    network.prepare(*link_);
    return {link_->failure ? codec::SocketStatus::Failed : codec::SocketStatus::WouldBlock, network.addresses, link_->failure};
  }

  codec::SocketResult send(codec::ByteSpan bytes) {
    if (!link_->is_connected) {
      return {link_->failure ? codec::SocketStatus::Failed : codec::SocketStatus::WouldBlock, 0, link_->failure};
    }
    if (link_->send_failure) {
      return {codec::SocketStatus::Failed, 0, link_->send_failure};
    }
    const std::size_t count = (std::min)(bytes.size(), link_->room);
    link_->sent.insert(link_->sent.end(), bytes.begin(), bytes.begin() + count);
    link_->room -= count;
    return {count > 0 || bytes.empty() ? codec::SocketStatus::Done : codec::SocketStatus::WouldBlock, count};
  }

  codec::SocketResult receive(codec::MutableByteSpan room) {
    const std::size_t count = (std::min)(room.size(), link_->arrived.size());
    if (count == 0) {
      return {link_->failure          ? codec::SocketStatus::Failed
              : link_->has_peer_ended ? codec::SocketStatus::Ended
                                      : codec::SocketStatus::WouldBlock,
              0, link_->failure};
    }
    std::copy_n(link_->arrived.begin(), count, room.begin());
    link_->arrived.erase(link_->arrived.begin(), link_->arrived.begin() + static_cast<std::ptrdiff_t>(count));
    return {codec::SocketStatus::Done, count};
  }

  void end(bool resets) { (resets ? link_->is_reset : link_->has_ended) = true; }

 private:
  void close() {
    if (link_ != nullptr) {
      link_->is_closed = true;
    }
  }

  std::shared_ptr<FakeLink> link_;
};
