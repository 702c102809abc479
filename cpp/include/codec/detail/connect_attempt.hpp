#pragma once

#include <cstddef>
#include <string>
#include <system_error>

#include "../socket_result.hpp"
#include "polled_duration.hpp"

namespace codec::detail {

/// One attempt of a poll client to connect: each address of the host is tried.
template <class Socket>
class ConnectAttempt {
 public:
  using Time = std::chrono::steady_clock::time_point;

  ConnectAttempt(const std::string& host, std::uint16_t port, Time now) {
    duration_.has_reached(now, true, 0, no_timeout);
    begin(host, port, now);
  }

  /// Returns Done if the connection was made, WouldBlock if it can still be made, and otherwise Failed with the error of the last address.
  SocketResult advance(const std::string& host, std::uint16_t port, Time now, ConnectionOptions::Duration timeout) {
    if (last_.status == SocketStatus::WouldBlock) {
      last_ = socket_.send({});
    }
    if (last_.status != SocketStatus::Done && duration_.has_reached(now, true, 0, timeout)) {
      return {SocketStatus::Failed, 0, std::make_error_code(std::errc::timed_out)};
    }
    // An address that does not answer has an equal share of the time, but at least a second.
    const auto share = timeout / static_cast<std::ptrdiff_t>((std::max)(addresses_, std::size_t{1}));
    bool is_slow =
        last_.status == SocketStatus::WouldBlock && now - began_ >= (std::max)(share, ConnectionOptions::Duration(std::chrono::seconds(1)));
    while (next_ < addresses_ && (is_slow || last_.status == SocketStatus::Failed)) {
      begin(host, port, now);
      is_slow = false;
    }
    return last_;
  }

  /// Returns the connected socket.
  Socket&& socket() noexcept { return std::move(socket_); }

 private:
  void begin(const std::string& host, std::uint16_t port, Time now) {
    last_ = socket_.connect(host.c_str(), port, next_++);
    addresses_ = last_.count;
    began_ = now;
  }

  Socket socket_;
  SocketResult last_;
  PolledDuration duration_;
  Time began_{};
  // The number of the next address, and that of all.
  std::size_t next_ = 0;
  std::size_t addresses_ = 0;
};

}  // namespace codec::detail
