#pragma once

// X11 defines these names as macros. Other headers of the library that are included here need them too.
#pragma push_macro("Bool")
#pragma push_macro("None")
#pragma push_macro("Status")
#undef Bool
#undef None
#undef Status

#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "connection_observer.hpp"
#include "detail/connect_attempt.hpp"
#include "detail/poll_connection.hpp"
#include "detail/poll_session.hpp"
#include "detail/reconnect_delays.hpp"
#include "packet_dispatcher.hpp"
#include "packet_push_decoder.hpp"
#include "poll_client_options.hpp"
#include "session.hpp"

namespace codec {

/// A client of one server for a loop, such as that of a game. It has no threads and never waits: poll() connects, sends and receives, and calls
/// handlers and events. Counterpart of Codec.Transport.PacketClient. codec/poll_client.hpp has it over the sockets of the system.
///
/// `Socket` has the four functions of TcpSocket, which return at once and do not throw. It can be created without arguments and moved, and its
/// destructor closes the connection. `Clock` has a function now() with a time point of std::chrono::steady_clock.
///
/// Not thread-safe: one thread calls all functions. Handlers, events and observers may call all of them; there, poll() only returns 0. They
/// must not destroy the client. Memory grows to the limits of the options, and to the largest packet. Packets
/// share memory, which is allocated for each flush.
///
/// The destructor sends only what the system takes at once, and the server can lose packets. To lose none, call close(), and then poll() until
/// is_closing() returns false.
template <class Socket, class Clock = std::chrono::steady_clock>
class BasicPollClient {
 public:
  using Duration = std::chrono::steady_clock::duration;
  using Time = std::chrono::steady_clock::time_point;

  /// Creates a client, which connects when connect() is called. Throws std::invalid_argument if an option is out of range.
  BasicPollClient(std::string host, std::uint16_t port, const PollClientOptions& options = {}, const PacketFormat& format = {})
      : host_(std::move(host)),
        port_(port),
        options_(options),
        decoder_(format),
        delays_(static_cast<std::uint64_t>(Clock::now().time_since_epoch().count()) ^ reinterpret_cast<std::uintptr_t>(this)) {
    options.validate();
    if (options.session) {
      session_ = std::make_shared<PollSession>(std::make_shared<const SessionSettings>(*options.session), nullptr);
      session_->detach();
    }
  }

  BasicPollClient(const BasicPollClient&) = delete;
  BasicPollClient& operator=(const BasicPollClient&) = delete;

  // Inlined into a function that has the client as a variable, the destructors of its members would make g++ 12 warn.
  CODEC_COLD ~BasicPollClient() {
    close();
    drop(closing_);
  }

  /// Sets what poll() calls when a connection was made, including its session's handshake. Packets can be sent already. Not to be called by an event.
  void on_connected(std::function<void()> event) { events_.connected = std::move(event); }

  /// Sets what poll() calls once for each connection that has ended or could not be made (ConnectFailed), after the received packets.
  /// reconnect_delay() says whether the client connects again; call close() to prevent it. If the reason is Local, or Remote without a cause, later
  /// calls of poll() still send the unsent packets. Not to be called by an event.
  void on_closed(std::function<void(const ConnectionEnd&)> event) { events_.closed = std::move(event); }

  PacketClientState state() const noexcept { return state_; }

  /// Returns the delay after which poll() connects again, or nothing if it does not. The delay begins when the connection or the attempt ended.
  std::optional<Duration> reconnect_delay() const noexcept { return delays_.current(); }

  /// Returns the number of accepted packets that were not passed to the system as a whole, including those of a connection that is being closed.
  /// Other packets can be lost, too: if a packet must not be lost, let the peer answer.
  std::uint64_t unsent_packets() const noexcept {
    return (connection_ ? connection_->unsent_packets() : 0) + (closing_ ? closing_->unsent_packets() : 0);
  }

  /// Returns whether poll() still sends the packets of a closed connection, and waits for the server's end.
  bool is_closing() const noexcept { return closing_.has_value(); }

  /// Returns the session of the last connection. Throws std::logic_error if PollClientOptions::session is not set.
  Session session() const { return Session(session_); }

  /// Starts to connect. The result is an event in a later poll(). Returns false if the client is connected, is connecting or waits to connect again.
  bool connect() {
    if (state_ != PacketClientState::Idle && state_ != PacketClientState::Closed) {
      return false;
    }
    delays_.reset();
    begin();
    return true;
  }

  /// Sends, receives, and calls the events that are due and the handlers of received packets. Returns the number of packets that were dispatched.
  ///
  /// A call ends after `max_packets`, which is at least 1, after `max_duration`, and after PollClientOptions::receive_limit bytes. The next call
  /// continues with the rest. The duration is checked after each packet, so each call makes progress.
  ///
  /// Bytes that are not a packet, a packet that the dispatcher rejects, and an end inside a packet close the connection with InvalidPacket. Earlier
  /// packets are dispatched first. If a handler throws an exception, only its packet is lost: the connection stays open, and the next call continues.
  template <class State>
  std::size_t poll(PacketDispatcher<State>& dispatcher, std::size_t max_packets = (std::numeric_limits<std::size_t>::max)(),
                   Duration max_duration = no_timeout) {
    if (is_polling_) {
      return 0;
    }
    is_polling_ = true;
    const Scope polling{is_polling_};
    raise_closed();
    advance();
    const std::size_t packets = raise_connected() ? receive(dispatcher, max_packets, max_duration) : 0;
    tick();
    raise_closed();
    return packets;
  }

  /// Accepts a message, as PacketWriter::try_write does. flush() and poll() send it, so the packets of a frame share a call of the system. Returns
  /// Closed if the client is not connected.
  template <class T, detail::IfMessage<T> = 0>
  SendStatus send(const T& message) {
    return add(detail::MessageSource{message});
  }

  /// Accepts a packet with a copy of a payload.
  SendStatus send(std::uint32_t id, ByteSpan payload) { return add(detail::PayloadSource{id, payload}); }

  /// Sends what waits, as far as the system takes it. Call it after the packets of a frame. Otherwise, the next poll() sends them.
  void flush() {
    if (connection_) {
      connection_->flush();
    }
  }

  /// Closes the connection, or stops connecting. Packets that were not dispatched are lost. Accepted packets are sent now, as far as the system takes
  /// them. Later calls of poll() send the rest and wait for the server's end, for at most `close_timeout`. An earlier connection that is still being
  /// closed ends at once. If the client only waits to connect again, no event is called. A no-op if nothing is open.
  void close() {
    if (connection_ || attempt_) {
      end({PacketCloseReason::Local}, true);
    }
    delays_.end();
    if (state_ != PacketClientState::Idle) {
      state_ = PacketClientState::Closed;
    }
  }

 private:
  using PollSession = detail::PollSession<BasicPollClient>;
  using PollResume = detail::PollResume<BasicPollClient>;
  friend PollSession;
  friend PollResume;

  struct Events {
    std::function<void()> connected;
    std::function<void(const ConnectionEnd&)> closed;
    std::deque<ConnectionEnd> ends;
    bool is_connected_due = false;
  };

  /// Clears a flag at the end of a scope, also if it ends with an exception.
  struct Scope {
    ~Scope() { flag = false; }
    bool& flag;
  };

  void begin() {
    delays_.end();
    state_ = PacketClientState::Connecting;
    attempt_.emplace(host_, port_, Clock::now());
  }

  /// Calls the event for each end. Ends that are added during an event wait for the next call.
  void raise_closed() {
    if (session_ != nullptr) {
      session_->call_ended();
    }
    for (std::size_t left = events_.ends.size(); left > 0 && !events_.ends.empty(); --left) {
      const ConnectionEnd end = std::move(events_.ends.front());
      events_.ends.pop_front();
      if (events_.closed) {
        events_.closed(end);
      }
    }
  }

  /// Calls the event for a new connection, but only after the events for earlier ends. Returns whether there is a connection to receive from.
  bool raise_connected() {
    if (events_.is_connected_due && events_.ends.empty()) {
      events_.is_connected_due = false;
      if (events_.connected) {
        events_.connected();
      }
    }
    return connection_ && !events_.is_connected_due;
  }

  static void drop(std::optional<detail::PollConnection<Socket>>& connection) {
    if (connection) {
      connection->abandon();
      connection.reset();
    }
  }

  void finish(Time now) {
    const bool has_time = options_.close_timeout == no_timeout || now - close_began_ < options_.close_timeout;
    if (closing_ && (closing_->finish() || !has_time)) {
      drop(closing_);
    }
  }

  /// Continues to close and to connect, and connects again when the delay has passed.
  void advance() {
    const Time now = Clock::now();
    finish(now);
    if (attempt_) {
      const SocketResult result = attempt_->advance(host_, port_, now, options_.connect_timeout);
      if (result.status == SocketStatus::Done) {
        decoder_.reset();
        connection_.emplace(attempt_->socket(), decoder_.format(), options_, now);
        attempt_.reset();
        if (session_ != nullptr) {
          session_ = std::make_shared<PollSession>(session_->settings(), this);
          connection_->keep(session_->may_resume() ? options_.session->resume_window : 0);
          if (continued_ != nullptr) {
            session_->resume_ = continued_->begin_attempt();
          }
          session_->start();
        } else {
          open();
        }
      } else if (result.status == SocketStatus::Failed) {
        end({PacketCloseReason::ConnectFailed, PacketError::None, 0, 0, result.error}, false);
      }
    } else if (state_ == PacketClientState::Waiting && delays_.has_passed(now)) {
      begin();
    } else if (resume_ && resume_->is_cut() && !resume_->advance(*this)) {
      lose();
    }
  }

  /// Takes the key with which the session can be continued, or none.
  void take_key(const std::optional<detail::ResumeKey>& key) {
    if (key) {
      resume_.emplace(*key);
    } else {
      resume_.reset();
      connection_->keep(0);
    }
  }

  /// Waits for another connection instead of an end, if the session can be continued.
  bool try_cut() {
    if (!resume_ || resume_->is_cut()) {
      return resume_.has_value();
    }
    connection_->cut();
    resume_->cut(*this);
    return true;
  }

  void lose() {
    session_->lose();
    ConnectionEnd lost{PacketCloseReason::Remote};
    lost.peer_text = to_string(session_->peer());
    end(std::move(lost), false);
  }

  static Time now() { return Clock::now(); }

  /// The connection was made, and the handshake has succeeded.
  void open() {
    state_ = PacketClientState::Connected;
    events_.is_connected_due = true;
  }

  /// Does what is due for the session, such as a ping.
  void tick() {
    if (session_ != nullptr && connection_ && now() >= session_->due_) {
      if (!session_->tick()) {
        end({PacketCloseReason::IdleTimeout, PacketError::None, 0, 0, std::make_error_code(std::errc::timed_out)}, false);
      }
      flush();
    }
  }

  template <class State>
  std::size_t receive(PacketDispatcher<State>& dispatcher, std::size_t max_packets, Duration max_duration) {
    const Time start = Clock::now();
    std::size_t packets = 0;
    std::size_t bytes = 0;
    bool has_time = true;
    bool waits = false;
    Packet packet;
    while (connection_ && !events_.is_connected_due && !waits && has_time && packets < max_packets && bytes < options_.receive_limit) {
      const Status status = decoder_.take(packet);
      if (status == Status::Ok) {
        packets += dispatch(dispatcher, packet) ? 1u : 0u;
        bytes += packet.raw.size();
        has_time = max_duration == no_timeout || Clock::now() - start < max_duration;
      } else if (status == Status::Invalid) {
        reject(PacketCloseReason::InvalidPacket, decoder_.error(), decoder_.position(), decoder_.buffered());
      } else {
        waits = !read();
      }
    }
    if (connection_ && !(resume_ && resume_->is_cut())) {
      connection_->flush();
      const PacketCloseReason reason = connection_->passed_deadline(
          Clock::now(), options_, options_.session ? options_.session->silence_timeout() : no_timeout, waits, decoder_.position());
      if (reason != PacketCloseReason::None && !try_cut()) {
        const bool is_late = reason == PacketCloseReason::HalfPacketTimeout;
        end({reason, is_late ? decoder_.error_at_end() : PacketError::None, is_late ? decoder_.position() : 0}, false);
      }
    }
    return packets;
  }

  /// Receives bytes. Returns false if none have arrived.
  bool read() {
    if (resume_ && resume_->is_cut()) {
      return false;
    }
    const SocketResult result = connection_->receive(decoder_.prepare(), Clock::now());
    if (result.status == SocketStatus::Done) {
      decoder_.commit(result.count);
    } else if ((result.status == SocketStatus::Ended || result.status == SocketStatus::Failed || connection_->failure()) && try_cut()) {
      return false;
    } else if (result.status == SocketStatus::Ended) {
      const PacketError error = decoder_.error_at_end();
      if (error != PacketError::None) {
        reject(PacketCloseReason::InvalidPacket, error, decoder_.position(), decoder_.buffered());
      } else {
        end({PacketCloseReason::Remote}, true);
      }
    } else if (result.status == SocketStatus::Failed || connection_->failure()) {
      const SocketResult& failed = connection_->failure() ? *connection_->failure() : result;
      end({PacketCloseReason::Remote, PacketError::None, 0, 0, failed.error}, false);
    } else {
      return false;
    }
    return true;
  }

  /// Handles a packet of the session. Returns false if it is for the dispatcher.
  bool handle(const Packet& packet, std::uint64_t position) {
    const detail::SessionStep step = session_->receive(packet);
    if (step == detail::SessionStep::Ended) {
      const SessionPeer peer = session_->peer();
      const bool is_late = peer.refusal && peer.refusal->reason == RefusalReason::HandshakeTimeout && continued_ == nullptr;
      const bool is_final = peer.refusal && (is_late || !detail::may_continue_later(peer.refusal->reason));
      ConnectionEnd left{PacketCloseReason::Remote};
      left.peer_text = to_string(peer);
      end(std::move(left), true, !is_final);
    } else if (step == detail::SessionStep::Opened) {
      events_.is_connected_due = true;
    } else if (step == detail::SessionStep::Invalid && connection_) {
      reject(PacketCloseReason::InvalidPacket, session_->error(), position, packet.raw);
    }
    return step != detail::SessionStep::Pass;
  }

  /// Returns whether the dispatcher got the packet.
  template <class State>
  bool dispatch(PacketDispatcher<State>& dispatcher, const Packet& packet) {
    const std::uint64_t position = decoder_.position() - packet.raw.size();
    if (connection_->has_rates() && !connection_->try_count(packet, Clock::now())) {
      reject(PacketCloseReason::RateLimit, PacketError::None, position, packet.raw);
      return true;
    }
    if (options_.observer != nullptr) {
      options_.observer->received(connection_->number(), packet);
    }
    if (session_ != nullptr && handle(packet, position)) {
      return false;
    }
    // A packet whose handler throws an exception was accepted, too: the server works, so the count of attempts starts again.
    const detail::ReconnectDelays before = delays_;
    delays_.reset();
    const PacketError error = dispatcher.dispatch(packet);
    if (error != PacketError::None && connection_) {
      delays_ = before;
      reject(PacketCloseReason::InvalidPacket, error, position, packet.raw,
             std::make_shared<const RejectedPacket>(dispatcher.explain(error, packet)));
    } else if (session_ != nullptr) {
      session_->end_request();
    }
    return true;
  }

  template <class Source>
  SendStatus add(const Source& source, bool is_own = false) {
    if (!connection_ || (!is_own && session_ != nullptr && !session_->is_open())) {
      return SendStatus::Closed;
    }
    SendStatus status = connection_->add(options_, source, !is_own);
    if (status == SendStatus::Dropped) {
      // The limit is for bytes that the system does not take.
      const std::uint64_t before = connection_->unsent_bytes();
      connection_->flush();
      status = connection_->unsent_bytes() < before ? connection_->add(options_, source) : status;
    }
    if (status == SendStatus::Dropped && options_.slow_peer == SlowPeerPolicy::Close) {
      end({PacketCloseReason::SendLimit}, false);
    }
    return status;
  }

  /// Ends the connection because of received bytes.
  void reject(PacketCloseReason reason, PacketError error, std::uint64_t position, ByteSpan bytes,
              std::shared_ptr<const RejectedPacket> packet = nullptr) {
    ConnectionEnd rejected{reason, error, position};
    rejected.packet = packet != nullptr || error == PacketError::None ? std::move(packet) : detail::describe_header(decoder_.format(), bytes);
    if (options_.observer != nullptr) {
      options_.observer->rejected(connection_->number(), error, bytes);
    }
    end(std::move(rejected), false);
  }

  /// Ends the connection or the attempt, and decides what follows. If `finishes`, accepted packets are still sent.
  void end(ConnectionEnd end, bool finishes, bool may_connect = true) {
    const Time now = Clock::now();
    finishes = finishes && !(resume_ && resume_->is_cut());
    if (session_ != nullptr && connection_) {
      if (finishes) {
        session_->complete_locked();
      }
      session_->detach();
    }
    resume_.reset();
    if (connection_) {
      if (finishes) {
        connection_->flush();
      }
      end.unsent_packets = connection_->unsent_packets();
      if (options_.observer != nullptr) {
        options_.observer->closed(connection_->number(), end);
      }
      if (finishes) {
        drop(closing_);
        closing_.emplace(std::move(*connection_));
        connection_.reset();
        close_began_ = now;
        finish(now);
      }
    }
    drop(connection_);
    attempt_.reset();
    events_.is_connected_due = false;
    delays_.end();
    state_ = may_connect && delays_.try_begin(options_, now) ? PacketClientState::Waiting : PacketClientState::Closed;
    events_.ends.push_back(std::move(end));
  }

  const std::string host_;
  const std::uint16_t port_;
  const PollClientOptions options_;
  PacketPushDecoder decoder_;
  detail::ReconnectDelays delays_;
  Events events_;
  std::optional<detail::ConnectAttempt<Socket>> attempt_;
  std::optional<detail::PollConnection<Socket>> connection_;
  std::optional<detail::PollConnection<Socket>> closing_;
  std::optional<PollResume> resume_;
  // What this client makes a connection for, or null.
  PollResume* continued_ = nullptr;
  std::shared_ptr<PollSession> session_;
  Time close_began_{};
  PacketClientState state_ = PacketClientState::Idle;
  bool is_polling_ = false;
};

}  // namespace codec

#pragma pop_macro("Status")
#pragma pop_macro("None")
#pragma pop_macro("Bool")
