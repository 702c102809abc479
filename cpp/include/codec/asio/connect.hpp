#pragma once

#include <string>

#include "connection.hpp"

namespace codec {

namespace detail {

/// An attempt to connect. Its handlers run on a strand.
class TcpConnectAttempt : public std::enable_shared_from_this<TcpConnectAttempt> {
 public:
  TcpConnectAttempt(const net::any_io_executor& executor, std::shared_ptr<const ConnectionSettings> settings,
                    AnyHandler<net::error_code, Connection> handler, ResumeRequest resume = {})
      : settings_(std::move(settings)),
        resume_(std::move(resume)),
        strand_(net::make_strand(executor)),
        resolver_(executor),
        socket_(executor),
        deadline_(executor),
        handler_(std::move(handler)) {}

  void start(const std::string& host, const std::string& service) {
    host_ = host;
    service_ = service;
    if (settings_->options.connect_timeout != no_timeout) {
      deadline_.expires_after(settings_->options.connect_timeout);
      deadline_.async_wait(net::bind_executor(strand_, [self = shared_from_this()](net::error_code cancelled) {
        if (!cancelled) {
          self->end(net::error::timed_out);
        }
      }));
    }
    resolver_.async_resolve(
        host, service, net::bind_executor(strand_, [self = shared_from_this()](net::error_code error, const Addresses& addresses) {
          if (error || self->has_ended_) {
            self->end(error);
            return;
          }
          net::async_connect(self->socket_, addresses,
                             net::bind_executor(self->strand_, [self](net::error_code failed, const net::ip::tcp::endpoint&) { self->end(failed); }));
        }));
  }

 private:
  using Addresses = net::ip::tcp::resolver::results_type;

  void end(net::error_code error) {
    if (std::exchange(has_ended_, true)) {
      return;
    }
    deadline_.cancel();
    resolver_.cancel();
    if (error) {
      net::error_code ignored;
      socket_.close(ignored);
      handler_.complete(error, Connection());
      return;
    }
    const bool is_first = resume_.lost == nullptr;
    const Connection connection(std::move(socket_), settings_, nullptr, std::move(resume_));
    if (!settings_->session) {
      handler_.complete(error, connection);
      return;
    }
    if (Resumption* resumption = is_first ? LiveSession::of(connection.core_)->resumption() : nullptr) {
      resumption->set_connect([executor = strand_.get_inner_executor(), settings = settings_, host = host_,
                               service = service_](const CorePointer& cut, const sessions::Resume& resume) {
        const auto on_end = [cut, attempt = resume.attempt](net::error_code failed, const Connection&) {
          LiveSession::of(cut)->resumption()->on_attempt_ended(attempt, failed);
        };
        AnyHandler<net::error_code, Connection> handler(on_end, cut->executor());
        std::make_shared<TcpConnectAttempt>(executor, settings, std::move(handler), ResumeRequest{cut, resume})->start(host, service);
      });
    }
    connection.session().async_open(
        [self = shared_from_this(), connection](net::error_code refused) { self->handler_.complete(refused, connection); });
  }

  const std::shared_ptr<const ConnectionSettings> settings_;
  ResumeRequest resume_;
  std::string host_;
  std::string service_;
  Strand strand_;
  net::ip::tcp::resolver resolver_;
  net::ip::tcp::socket socket_;
  net::steady_timer deadline_;
  AnyHandler<net::error_code, Connection> handler_;
  bool has_ended_ = false;
};

}  // namespace detail

/// Connects over TCP to the first address of a host that accepts, within ConnectionOptions::connect_timeout. `service` is a port or its
/// name. Completes with `void(error_code, Connection)`, such as the error timed_out. If the settings have a transport, its handshake takes
/// place afterwards; a failure closes the connection with PacketCloseReason::ConnectFailed. If the settings have a session, this completes after the
/// session's handshake. If that fails, the result is the error of ConnectionSession::async_open() and the closed connection, whose session has the
/// server's text. Throws std::invalid_argument if an option is out of range.
template <class Token>
auto async_connect(const net::any_io_executor& executor, const std::string& host, const std::string& service, ConnectionSettings settings,
                   Token&& token) {
  std::shared_ptr<const ConnectionSettings> shared = Connection::share(std::move(settings));
  return net::async_initiate<Token, void(net::error_code, Connection)>(
      [executor, host, service, shared](auto handler) {
        detail::AnyHandler<net::error_code, Connection> any(std::move(handler), executor);
        std::make_shared<detail::TcpConnectAttempt>(executor, shared, std::move(any))->start(host, service);
      },
      token);
}

}  // namespace codec
