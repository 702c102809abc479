#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "../connection.hpp"

namespace codec::detail {

/// The socket of a Listener. The lock guards it.
class ListenerCore : public std::enable_shared_from_this<ListenerCore> {
 public:
  using Handler = AnyHandler<net::error_code, Connection>;
  using Clock = std::chrono::steady_clock;

  ListenerCore(const net::any_io_executor& executor, const net::generic::stream_protocol::endpoint& endpoint,
               std::shared_ptr<const ConnectionSettings> settings, std::size_t max_connections)
      : settings_(std::move(settings)),
        max_connections_(max_connections),
        acceptor_(executor),
        pause_(executor),
        strand_(net::make_strand(executor)) {
    acceptor_.open(endpoint.protocol());
    if (to_tcp(endpoint)) {
      acceptor_.set_option(net::socket_base::reuse_address(true));
      if (endpoint.protocol().family() == net::ip::tcp::v6().family()) {
        acceptor_.set_option(net::ip::v6_only(false));
      }
    }
    acceptor_.bind(endpoint);
    acceptor_.listen(net::socket_base::max_listen_connections);
    local_ = acceptor_.local_endpoint();
  }

  net::any_io_executor executor() const { return strand_; }

  std::uint16_t port() const {
    const std::optional<net::ip::tcp::endpoint> address = to_tcp(local_);
    return address ? address->port() : std::uint16_t{0};
  }

  void close() noexcept {
    const std::lock_guard<std::mutex> lock(mutex_);
    net::error_code ignored;
    acceptor_.close(ignored);
    pause_.cancel();
  }

  /// Stops listening, and lets the sessions of the open connections leave.
  void leave(const std::string& text) {
    close();
    const std::lock_guard<std::mutex> lock(mutex_);
    is_draining_ = true;
    for (const std::weak_ptr<ConnectionCore>& session : open_sessions_) {
      if (const CorePointer connection = session.lock()) {
        LiveSession::of(connection)->leave(SessionCore::draining, text);
      }
    }
  }

  /// Waits until every connection is closed, or until the deadline after the start.
  void wait_until_closed(ConnectionOptions::Duration deadline, Clock::time_point start, AnyHandler<net::error_code> handler) {
    const bool is_late = Clock::now() - start >= deadline;
    if (is_late || *open_ == 0) {
      handler.complete(is_late ? net::error::make_error_code(net::error::timed_out) : net::error_code());
      return;
    }
    const auto timer = std::make_shared<net::steady_timer>(strand_, closing_check);
    timer->async_wait([self = shared_from_this(), timer, deadline, start, waiting = std::move(handler)](net::error_code) mutable {
      self->wait_until_closed(deadline, start, std::move(waiting));
    });
  }

  /// Accepts one connection.
  template <class Accepted>
  void accept(Accepted accepted) {
    accept_next([handler = Handler(std::move(accepted), acceptor_.get_executor())](net::error_code error, Connection connection) mutable {
      handler.complete(error, std::move(connection));
    });
  }

  /// Accepts connections until the listener is closed. `callbacks` is a shared pair of functions, for a connection and for an error.
  template <class Callbacks>
  void serve(std::shared_ptr<Callbacks> callbacks) {
    accept_next([self = shared_from_this(), callbacks](net::error_code error, Connection connection) {
      if (error == net::error::operation_aborted || error == net::error::bad_descriptor) {
        return;
      }
      // Before the callback, which may throw. After an error, the connection is still in the system's queue, so that a try at once would fail again.
      self->serve_after(error ? pause : std::chrono::milliseconds(0), callbacks);
      if (error) {
        callbacks->second(error);
      } else if (!self->settings_->session) {
        callbacks->first(std::move(connection));
      } else {
        connection.session().async_open(net::bind_executor(self->strand_, [callbacks, connection](net::error_code refused) mutable {
          if (!refused) {
            callbacks->first(std::move(connection));
          }
        }));
      }
    });
  }

 private:
  // The pause before the next try if connections cannot be accepted, usually because no file descriptors are left. It is long enough that the tries
  // take little time, and too short for a connecting user to notice.
  static constexpr std::chrono::milliseconds pause{100};

  // The pause between the checks whether all connections are closed, which take little time.
  static constexpr std::chrono::milliseconds closing_check{10};

  template <class Callbacks>
  void serve_after(std::chrono::milliseconds delay, std::shared_ptr<Callbacks> callbacks) {
    const std::lock_guard<std::mutex> lock(mutex_);
    pause_.expires_after(delay);
    pause_.async_wait([self = shared_from_this(), callbacks](net::error_code cancelled) {
      if (!cancelled) {
        self->serve(callbacks);
      }
    });
  }

  template <class Accepted>
  void accept_next(Accepted accepted) {
    const std::lock_guard<std::mutex> lock(mutex_);
    auto take = [self = shared_from_this(), accepted = std::move(accepted)](net::error_code error, StreamSocket socket) mutable {
      if (error == net::error::connection_aborted || error == net::error::connection_reset) {
        // The peer has reset the connection before it was accepted.
        self->accept_next(std::move(accepted));
      } else if (error) {
        accepted(error, Connection());
      } else if (Connection connection = self->open(std::move(socket))) {
        accepted(error, std::move(connection));
      } else {
        self->accept_next(std::move(accepted));
      }
    };
    acceptor_.async_accept(net::bind_executor(strand_, std::move(take)));
  }

  /// Creates the connection of a socket. If there are too many, resets the peer at once: in the system's queue, it would get no answer.
  Connection open(StreamSocket socket) {
    if (open_->fetch_add(1) >= max_connections_) {
      --*open_;
      close_socket(socket, true);
      return {};
    }
    const std::shared_ptr<void> slot(nullptr, [open = open_](void*) { --*open; });
    Connection connection(std::move(socket), settings_, slot);
    if (settings_->session && !try_keep(connection.core_->weak_from_this())) {
      connection.session().close(SessionCore::draining);
    }
    return connection;
  }

  /// Keeps in mind a connection for leave(), and forgets those that do not exist any more. Returns false after leave().
  bool try_keep(const std::weak_ptr<ConnectionCore>& connection) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (open_sessions_.size() >= max_kept_) {
      const auto end = std::remove_if(open_sessions_.begin(), open_sessions_.end(), [](const auto& kept) { return kept.expired(); });
      open_sessions_.erase(end, open_sessions_.end());
      max_kept_ = (std::max)(max_kept_, open_sessions_.size() * 2);
    }
    open_sessions_.push_back(connection);
    return !is_draining_;
  }

  const std::shared_ptr<const ConnectionSettings> settings_;
  const std::size_t max_connections_;
  const std::shared_ptr<std::atomic<std::size_t>> open_ = std::make_shared<std::atomic<std::size_t>>(0);
  std::mutex mutex_;
  net::basic_socket_acceptor<net::generic::stream_protocol, net::any_io_executor> acceptor_;
  net::steady_timer pause_;
  // The callbacks come one after another.
  net::any_io_executor strand_;
  net::generic::stream_protocol::endpoint local_;
  std::vector<std::weak_ptr<ConnectionCore>> open_sessions_;
  std::size_t max_kept_ = 64;
  bool is_draining_ = false;
};

}  // namespace codec::detail
