#pragma once

#include <algorithm>
#include <deque>
#include <string>
#include <unordered_set>
#include <vector>

#include "../connection.hpp"
#include "proxy_header.hpp"

namespace codec::detail {

/// The socket of a Listener. The lock guards it.
class ListenerCore : public std::enable_shared_from_this<ListenerCore> {
 public:
  using Handler = AnyHandler<net::error_code, Connection>;
  using Clock = std::chrono::steady_clock;

  ListenerCore(const net::any_io_executor& executor, const net::generic::stream_protocol::endpoint& endpoint,
               std::shared_ptr<const ConnectionSettings> settings, std::size_t max_connections, std::vector<AddressNetwork> proxies)
      : settings_(std::move(settings)),
        max_connections_(max_connections),
        proxies_(std::move(proxies)),
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
    if (!proxies_.empty() && !std::exchange(is_closed_, true)) {
      net::post(strand_, [waiting = std::move(waiting_), ready = std::move(ready_), reading = std::move(reading_)]() mutable {
        for (Handler& handler : waiting) {
          handler.complete(net::error::operation_aborted, Connection());
        }
        for (const std::shared_ptr<ProxiedSocket>& proxied : reading) {
          proxied->close();
        }
      });
    }
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

  /// A connection of a proxy whose header is being read. Only the strand uses it.
  struct ProxiedSocket {
    ProxiedSocket(StreamSocket accepted, std::shared_ptr<void> taken)
        : socket(std::move(accepted)), slot(std::move(taken)), deadline(socket.get_executor()), bytes(ProxyHeader::max_length) {}

    void close() {
      close_socket(socket, false);
      deadline.cancel();
      slot.reset();
    }

    StreamSocket socket;
    std::shared_ptr<void> slot;
    net::steady_timer deadline;
    std::vector<std::byte> bytes;
    std::size_t count = 0;
  };

  template <class Accepted>
  void accept_next(Accepted accepted) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!proxies_.empty()) {
      Handler handler(std::move(accepted), strand_);
      if (is_closed_) {
        handler.complete(net::error::operation_aborted, Connection());
        return;
      }
      waiting_.push_back(std::move(handler));
      net::post(strand_, [self = shared_from_this()] { self->accept_proxied(); });
      return;
    }
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
    const std::shared_ptr<void> slot = take_slot(socket);
    return slot == nullptr ? Connection() : keep(Connection(std::move(socket), settings_, slot));
  }

  /// Counts a connection until the result is destroyed. If there are too many, resets the peer and returns null.
  std::shared_ptr<void> take_slot(StreamSocket& socket) {
    if (open_->fetch_add(1) >= max_connections_) {
      --*open_;
      close_socket(socket, true);
      return nullptr;
    }
    return std::shared_ptr<void>(this, [open = open_](void*) { --*open; });
  }

  Connection keep(Connection connection) {
    if (settings_->session && !try_keep(connection.core_->weak_from_this())) {
      connection.session().close(SessionCore::draining);
    }
    return connection;
  }

  /// Gives connections whose headers were read to waiting accepts, and accepts further connections if there are not enough. The headers are read
  /// while further connections are accepted, because a proxy that checks the server can connect and send nothing.
  void accept_proxied() {
    const std::lock_guard<std::mutex> lock(mutex_);
    while (!waiting_.empty() && !ready_.empty()) {
      waiting_.front().complete(net::error_code(), std::move(ready_.front()));
      waiting_.pop_front();
      ready_.pop_front();
    }
    if (waiting_.empty() || std::exchange(is_accepting_, true)) {
      return;
    }
    acceptor_.async_accept(net::bind_executor(strand_, [self = shared_from_this()](net::error_code error, StreamSocket socket) {
      {
        const std::lock_guard<std::mutex> guard(self->mutex_);
        self->is_accepting_ = false;
        if (self->is_closed_) {
          return;
        }
        // A peer that has reset the connection before it was accepted is ignored.
        if (error && error != net::error::connection_aborted && error != net::error::connection_reset && !self->waiting_.empty()) {
          self->waiting_.front().complete(error, Connection());
          self->waiting_.pop_front();
        }
      }
      if (!error) {
        self->start_header(std::move(socket));
      }
      self->accept_proxied();
    }));
  }

  void start_header(StreamSocket socket) {
    net::error_code ignored;
    const ConnectionCore::Address peer = to_tcp(socket.remote_endpoint(ignored));
    if (!peer || std::none_of(proxies_.begin(), proxies_.end(), [&](const AddressNetwork& network) { return network.contains(peer->address()); })) {
      close_socket(socket, true);
      return;
    }
    socket.non_blocking(true, ignored);
    const std::shared_ptr<void> slot = take_slot(socket);
    if (slot == nullptr) {
      return;
    }
    const auto proxied = std::make_shared<ProxiedSocket>(std::move(socket), slot);
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      reading_.insert(proxied);
    }
    if (const ConnectionOptions::Duration timeout = settings_->options.half_packet_timeout; timeout != no_timeout) {
      proxied->deadline.expires_after(timeout);
      proxied->deadline.async_wait(net::bind_executor(strand_, [self = shared_from_this(), proxied](net::error_code cancelled) {
        if (!cancelled) {
          self->end_header(proxied, PacketCloseReason::HalfPacketTimeout, {});
        }
      }));
    }
    wait_for_header(proxied);
  }

  void wait_for_header(const std::shared_ptr<ProxiedSocket>& proxied) {
    proxied->socket.async_wait(net::socket_base::wait_read, net::bind_executor(strand_, [self = shared_from_this(), proxied](net::error_code error) {
                                 // After an error, the deadline or close() has ended the header.
                                 if (!error) {
                                   self->read_header(proxied);
                                 }
                               }));
  }

  /// Reads what has arrived of a header, and no byte that follows it.
  void read_header(const std::shared_ptr<ProxiedSocket>& proxied) {
    const auto room = [&](std::size_t size) { return net::buffer(proxied->bytes.data() + proxied->count, size); };
    net::error_code error;
    const std::size_t size = proxied->socket.receive(room(proxied->bytes.size() - proxied->count), net::socket_base::message_peek, error);
    if (error == net::error::would_block || error == net::error::try_again) {
      wait_for_header(proxied);
      return;
    }
    ProxyHeader header;
    const Status status = error ? Status::Invalid : header.read(ByteSpan(proxied->bytes.data(), proxied->count + size));
    if (status == Status::Invalid) {
      proxied->count += size;
      end_header(proxied, PacketCloseReason::InvalidPacket, header);
      return;
    }
    // Every byte of the header is taken at once, so the next wait is for others.
    proxied->count += proxied->socket.receive(room(status == Status::Ok ? header.length - proxied->count : size), 0, error);
    if (status == Status::Ok) {
      end_header(proxied, PacketCloseReason::None, header);
    } else {
      wait_for_header(proxied);
    }
  }

  /// Creates the connection after its header was read or rejected. A peer that has ended without a byte is ignored.
  void end_header(const std::shared_ptr<ProxiedSocket>& proxied, PacketCloseReason reason, const ProxyHeader& header) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (reading_.erase(proxied) == 0) {
        return;
      }
    }
    proxied->deadline.cancel();
    if (reason == PacketCloseReason::InvalidPacket && proxied->count == 0) {
      proxied->close();
      return;
    }
    const bool has_transport = reason == PacketCloseReason::None && settings_->transport;
    std::unique_ptr<Transport> transport =
        has_transport ? settings_->transport(std::move(proxied->socket)) : std::make_unique<Transport>(std::move(proxied->socket));
    const CorePointer core = ConnectionCore::create(std::move(transport), settings_, std::move(proxied->slot), header.client);
    Connection connection = keep(Connection(core));
    if (reason != PacketCloseReason::None) {
      proxied->bytes.resize(proxied->count);
      core->reject_proxy_header(reason, std::move(proxied->bytes));
    }
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (is_closed_) {
        return;
      }
      ready_.push_back(std::move(connection));
    }
    accept_proxied();
  }

  /// Remembers a connection for leave(), and forgets destroyed connections. Returns false after leave().
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
  const std::vector<AddressNetwork> proxies_;
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

  // For connections of proxies: the waiting accepts, and the connections whose headers were read or are being read.
  std::deque<Handler> waiting_;
  std::deque<Connection> ready_;
  std::unordered_set<std::shared_ptr<ProxiedSocket>> reading_;
  bool is_accepting_ = false;
  bool is_closed_ = false;
};

}  // namespace codec::detail
