#pragma once

#include "receiver.hpp"
#include "resumption.hpp"

namespace codec::detail {

/// The session of a connection over Asio, which owns it.
class LiveSession final : public SessionCore {
 public:
  /// No other thread has the connection yet.
  LiveSession(ConnectionCore& core, ResumeRequest request)
      : SessionCore({core.settings_, &*core.settings_->session}, &core.mutex_), core_(core), lost_(std::move(request.lost)) {
    resume_ = request.message;
    core.io_->session_timer = std::make_unique<ConnectionCore::Io::Timer>(core.io_->strand());
    core.accepts_ = false;
    if (may_resume() && lost_ == nullptr) {
      resumption_ = std::make_unique<Resumption>(core_, *this);
    }
  }

  /// Returns the session of a connection, or null. The pointer keeps the connection's memory, but not the connection open.
  static std::shared_ptr<LiveSession> of(const CorePointer& core) { return {core, core->session_.get()}; }

  // Called on the strand.

  /// Returns what continues the session after a cut, or null.
  Resumption* resumption() const noexcept { return resumption_.get(); }

  /// Handles a packet, unless it is for the receiver. Sets the error if it is rejected.
  bool handle(const Packet& packet, PacketError& packet_error) {
    const SessionStep step = receive(packet);
    if (step == SessionStep::Opened) {
      lost_ != nullptr ? give_transport() : end_handshake();
    } else if (step == SessionStep::Invalid) {
      packet_error = error();
    } else if (step == SessionStep::Ended) {
      Resumption::finish_by_peer(core_, peer());
    }
    return step != SessionStep::Pass;
  }

  /// Ends the receiver that waits for the handshake, if the handshake is over. The next receiver gets the packets that follow.
  void end_handshake() {
    if (!is_opening() && core_.receiver_ != nullptr && core_.receiver_->is_handshake()) {
      core_.end_receiver({});
    }
  }

  /// Returns why the session is not open.
  net::error_code open_error() {
    if (is_open() || is_opening()) {
      return is_open() ? net::error_code() : net::error_code(net::error::operation_aborted);
    }
    if (const std::optional<SessionRefusal> refusal = peer().refusal) {
      return make_error_code(refusal->reason);
    }
    const Guard guard = lock();
    const PacketCloseReason open = core_.is_completing_ ? PacketCloseReason::Local : PacketCloseReason::Remote;
    return make_error_code(core_.reason_ != PacketCloseReason::None ? core_.reason_ : open);
  }

  /// The connection is being closed, or was.
  void stop() {
    core_.io_->session_timer->cancel();
    end();
    if (resumption_ != nullptr) {
      resumption_->stop();
    }
  }

  /// The execution context is being destroyed. Returns what waits for answers. Requires the lock.
  std::vector<AskPointer> shut_down_locked() noexcept {
    lost_ = nullptr;
    resumption_.reset();
    return release_locked();
  }

 private:
  Time now() const override { return std::chrono::steady_clock::now(); }

  void ask_user(const SessionPeer& client) override {
    const auto decider = [this, core = core_.shared_from_this()](const SessionRefusal& refusal, const std::vector<std::uint8_t>& token) {
      const Guard guard = lock();
      post_locked([this, refusal, token] {
        decide(refusal, token);
        end_handshake();
      });
    };
    settings()->accept(SessionHello(client, to_text(core_.remote_), decider));
  }

  bool try_continue(const sessions::Resume& resume) override {
    const CorePointer lost = core_.service_->find({resume.low, resume.high});
    const bool is_ours = lost != nullptr && lost->settings_ == core_.settings_ && core_.decoder_->buffered_bytes() == 0;
    lost_ = is_ours && lost->session_->resumption_->try_begin(resume) ? lost : nullptr;
    return lost_ != nullptr;
  }

  /// Gives the transport to the connection that was cut. If an operation has not ended, the client must try again.
  void give_transport() {
    const CorePointer lost = std::move(lost_);
    const ByteSpan first = core_.decoder_->buffered();
    std::unique_ptr<Transport> transport = std::make_unique<Transport>(StreamSocket(core_.io_->transport->socket().get_executor()));
    Guard guard = lock();
    const bool is_busy = core_.is_writing_ || core_.is_reading_;
    std::swap(transport, is_busy ? transport : core_.io_->transport);
    guard.unlock();
    if (const std::lock_guard<std::mutex> other(lost->mutex_); lost->io_ && !is_busy) {
      net::post(lost->io_->strand(),
                [lost, given = std::move(transport), resume = resume_, rest = std::vector<std::byte>(first.begin(), first.end())]() mutable {
                  if (Resumption* resumption = lost->session_->resumption()) {
                    resumption->take(std::move(given), resume, std::move(rest));
                  }
                });
    }
    core_.finish(PacketCloseReason::Local);
  }

  SendStatus send(const AnySource& packet, bool is_own) override {
    if (core_.is_closed_ || core_.is_completing_) {
      return SendStatus::Closed;
    }
    const SendStatus status = core_.accept_locked(packet, !is_own);
    core_.post_flush_locked();
    return status;
  }

  SentBytes sent_bytes() const override { return core_.queue_.sent_bytes(); }
  std::vector<std::uint8_t> create_key() override { return resumption_->create_key_locked(); }
  void take_key(const std::optional<ResumeKey>& key) override { resumption_->take_key_locked(key); }
  bool acknowledge(std::uint64_t count) override { return resumption_->acknowledge_locked(count); }
  std::optional<std::uint64_t> received_bytes() const override {
    return resumption_ != nullptr && resumption_->is_on_locked() ? std::optional(core_.received_.load()) : std::nullopt;
  }
  void opened() override { core_.accepts_ = !core_.is_completing_ && !core_.is_closed_; }
  void close() override { core_.close_locked(); }

  void wait_until(Time time) override {
    post_locked([this, time] { set_timer(time); });
  }

  void ask_ended(AskPointer ask, AnswerStatus status) override {
    post_locked([ended = std::move(ask), status] { ended->end(status, 0); });
  }

  template <class Function>
  void post_locked(Function function) {
    if (core_.io_) {
      net::post(core_.io_->strand(), [core = core_.shared_from_this(), function = std::move(function)]() mutable { function(); });
    }
  }

  void set_timer(Time time) {
    // After the end, nothing is due, and the wait would keep the connection.
    if (!is_open() && !is_opening()) {
      return;
    }
    core_.io_->session_timer->expires_at(time);
    core_.io_->session_timer->async_wait([this, core = core_.shared_from_this()](net::error_code error) {
      if (!error && !core_.is_closed_ && !tick()) {
        core_.flush();
        core_.finish(PacketCloseReason::IdleTimeout, net::error::timed_out);
      }
    });
  }

  ConnectionCore& core_;
  // The connection whose session this one was made to continue.
  CorePointer lost_;
  std::unique_ptr<Resumption> resumption_;
};

/// What receives while the handshake waits.
class HandshakeReceiver final : public Receiver {
 public:
  HandshakeReceiver(std::shared_ptr<LiveSession> session, AnyHandler<net::error_code> handler)
      : session_(std::move(session)), handler_(std::move(handler)) {}

  bool is_handshake() const noexcept override { return true; }
  bool take(ConnectionCore& core) override {
    Packet packet;
    return core.next(packet, PacketError::None) && core.next(packet, PacketError::IdNotAllowed);
  }
  void end(const ConnectionEnd&) override { handler_.complete(session_->open_error()); }

 private:
  const std::shared_ptr<LiveSession> session_;
  AnyHandler<net::error_code> handler_;
};

}  // namespace codec::detail
