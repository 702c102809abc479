#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>

#include "../connection.hpp"
#include "any_handler.hpp"
#include "net.hpp"

namespace codec::detail {

/// The socket of a Listener. The lock guards it.
class ListenerCore : public std::enable_shared_from_this<ListenerCore> {
 public:
  using Handler = AnyHandler<net::error_code, Connection>;

  ListenerCore(const net::any_io_executor& executor, const net::generic::stream_protocol::endpoint& endpoint,
               std::shared_ptr<const ConnectionSettings> settings, std::size_t max_connections)
      : settings_(std::move(settings)), max_connections_(max_connections), acceptor_(executor), pause_(executor) {
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

  /// Accepts one connection.
  template <class Accepted>
  static void accept(const std::shared_ptr<ListenerCore>& core, Accepted accepted) {
    auto handler = std::make_shared<Handler>(std::move(accepted), core->acceptor_.get_executor());
    core->accept_next([handler](net::error_code error, Connection connection) { handler->complete(error, std::move(connection)); });
  }

  /// Accepts connections until the listener is closed.
  template <class OnConnection, class OnError>
  static void serve(const std::shared_ptr<ListenerCore>& core, OnConnection on_connection, OnError on_error) {
    serve_next(core, std::make_shared<std::pair<OnConnection, OnError>>(std::move(on_connection), std::move(on_error)));
  }

 private:
  // The pause before the next try if connections cannot be accepted, usually because no file descriptors are left. It is long enough that the tries
  // take little time, and too short for a connecting user to notice.
  static constexpr std::chrono::milliseconds pause{100};

  template <class Callbacks>
  static void serve_next(const std::shared_ptr<ListenerCore>& core, std::shared_ptr<Callbacks> callbacks) {
    core->accept_next([core, callbacks](net::error_code error, Connection connection) {
      if (error == net::error::operation_aborted || error == net::error::bad_descriptor) {
        return;
      }
      if (!error) {
        // If the callback throws, the next connection is accepted all the same.
        core->then([core, callbacks] { serve_next(core, callbacks); });
        callbacks->first(std::move(connection));
        return;
      }
      // The connection is still in the system's queue, so that a try at once would fail again.
      core->retry([core, callbacks] { serve_next(core, callbacks); });
      callbacks->second(error);
    });
  }

  template <class Function>
  void then(Function function) {
    net::post(acceptor_.get_executor(), std::move(function));
  }

  template <class Function>
  void retry(Function function) {
    const std::lock_guard<std::mutex> lock(mutex_);
    pause_.expires_after(pause);
    pause_.async_wait([function = std::move(function)](net::error_code cancelled) {
      if (!cancelled) {
        function();
      }
    });
  }

  template <class Accepted>
  void accept_next(Accepted accepted) {
    const std::lock_guard<std::mutex> lock(mutex_);
    acceptor_.async_accept([self = shared_from_this(), accepted = std::move(accepted)](net::error_code error, StreamSocket socket) mutable {
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
    });
  }

  /// Creates the connection of a socket. If there are too many, resets the peer at once: in the system's queue, it would get no answer.
  Connection open(StreamSocket socket) {
    if (open_->fetch_add(1) >= max_connections_) {
      --*open_;
      close_socket(socket, true);
      return {};
    }
    const std::shared_ptr<void> slot(nullptr, [open = open_](void*) { --*open; });
    return Connection(std::move(socket), settings_, slot);
  }

  const std::shared_ptr<const ConnectionSettings> settings_;
  const std::size_t max_connections_;
  const std::shared_ptr<std::atomic<std::size_t>> open_ = std::make_shared<std::atomic<std::size_t>>(0);
  std::mutex mutex_;
  net::basic_socket_acceptor<net::generic::stream_protocol, net::any_io_executor> acceptor_;
  net::steady_timer pause_;
  net::generic::stream_protocol::endpoint local_;
};

}  // namespace codec::detail
