#pragma once

#include <deque>
#include <functional>
#include <random>

#include "../../detail/reconnect_delays.hpp"
#include "../../detail/session_core.hpp"
#include "connection_core.hpp"

namespace codec::detail {

/// How the session of a connection continues after a cut: what it keeps, and the transport that follows. The receiver and the queue of the connection
/// see one stream. Members that end in _locked require the lock of the connection. All are called on the connection's strand, unless their comment
/// says otherwise.
class Resumption {
 public:
  /// Makes another connection of a client, which gives its transport to the one that was cut. Always calls on_attempt_ended().
  using Connect = std::function<void(const CorePointer& cut, const sessions::Resume& resume)>;

  Resumption(ConnectionCore& core, SessionCore& session)
      : core_(core), session_(session), kept_(session.settings()->resume_window + most_extra), delays_(core.number_) {}

  /// Ends a connection whose peer has refused or left the session.
  static void finish_by_peer(ConnectionCore& core, const SessionPeer& peer) {
    {
      const std::lock_guard<std::mutex> lock(core.mutex_);
      core.details_locked().peer_text = to_string(peer);
    }
    core.finish(PacketCloseReason::Remote);
  }

  /// Creates the key of a server's session. The session can be continued after the client's first acknowledgment.
  std::vector<std::uint8_t> create_key_locked() {
    std::random_device random;
    std::vector<std::uint8_t> key(sizeof(key_));
    std::generate(key.begin(), key.end(), [&random] { return static_cast<std::uint8_t>(random() & 0xFF); });
    key_ = wire::load_value<ResumeKey>(reinterpret_cast<const std::byte*>(key.data()));
    core_.service_->add_key(key_, core_.weak_from_this());
    return key;
  }

  /// Takes the key from the server. Without one, or if nothing makes connections, a cut ends the session.
  void take_key_locked(const std::optional<ResumeKey>& key) {
    if (key && connect_) {
      key_ = *key;
      state_ = State::On;
    } else {
      turn_off_locked();
    }
  }

  void set_connect(Connect connect) { connect_ = std::move(connect); }

  bool is_on_locked() const noexcept { return state_ == State::On; }
  bool is_cut() const noexcept { return is_cut_; }
  bool has_peer_completed() const noexcept { return session_.has_peer_completed(); }

  /// Returns whether the peer can have received so much.
  bool acknowledge_locked(std::uint64_t count) {
    if (state_ == State::Off) {
      return true;
    }
    state_ = State::On;
    kept_.acknowledge(count);
    core_.post_flush_locked();
    return count <= kept_.end() + (core_.is_writing_ ? core_.queue_.unsent_bytes() : 0);
  }

  /// Adds what can be written now.
  void gather_locked(GatheredBuffers& buffers) const {
    if (!prelude_.empty()) {
      buffers.add(prelude_.front().data() + prelude_sent_, prelude_.front().size() - prelude_sent_);
      return;
    }
    // Not std::uint64_t, because the cast below would be a warning if that is std::size_t.
    unsigned long long left = room_locked();
    core_.queue_.gather(GatheredBuffers::capacity, [&](const std::byte* data, std::size_t size) {
      const std::size_t count = left < size ? static_cast<std::size_t>(left) : size;
      if (count > 0) {
        buffers.add(data, count);
      }
      left -= count;
    });
  }

  /// Keeps the written bytes. Returns how many of them are the queue's.
  std::size_t consume_locked(std::size_t size) {
    if (!prelude_.empty()) {
      prelude_sent_ += size;
      if (prelude_sent_ == prelude_.front().size()) {
        prelude_.pop_front();
        prelude_sent_ = 0;
      }
      return 0;
    }
    std::size_t left = state_ != State::Off ? size : 0;
    core_.queue_.gather(GatheredBuffers::capacity, [&](const std::byte* data, std::size_t count) {
      const std::size_t kept = (std::min)(left, count);
      kept_.add({data, kept});
      left -= kept;
    });
    return size;
  }

  /// Returns whether bytes of an earlier transport, or of the handshake, must be written first.
  bool has_prelude_locked() const noexcept { return !prelude_.empty(); }

  /// Keeps nothing from now on: a cut ends the session.
  void turn_off_locked() {
    state_ = State::Off;
    kept_ = KeptBytes(0);
    core_.service_->remove_key(key_);
  }

  /// The connection is being closed, or was.
  void stop() {
    const std::lock_guard<std::mutex> lock(core_.mutex_);
    turn_off_locked();
    is_cut_ = false;
    next_.reset();
    connect_ = nullptr;
  }

  /// Ends the transport, after which the session waits for another one. Returns false if the session cannot be continued.
  bool try_cut() {
    {
      const std::lock_guard<std::mutex> lock(core_.mutex_);
      if (state_ != State::On || core_.is_closed_ || core_.is_closing_) {
        return false;
      }
      if (std::exchange(is_cut_, true)) {
        return true;
      }
      core_.is_open_ = false;
      close_socket(core_.io_->transport->socket(), false);
    }
    first_.clear();
    core_.has_more_ = false;
    core_.deadlines_.reset();
    delays_.reset();
    core_.set_timer(session_.settings()->resume_timeout);
    try_connect();
    return true;
  }

  /// The connection of an attempt has ended. The attempt has failed, unless the connection has given its transport.
  void on_attempt_ended(std::uint32_t attempt, net::error_code error) {
    if (!is_cut_ || next_ != nullptr || attempt != attempt_) {
      return;
    }
    if (error.category() == session_category() && !may_continue_later(static_cast<RefusalReason>(error.value()))) {
      lose();
      return;
    }
    delays_.try_begin(resume_delays(), std::chrono::steady_clock::now());
    const auto timer = std::make_shared<ConnectionCore::Io::Timer>(core_.io_->strand());
    timer->expires_after(*delays_.current());
    timer->async_wait([this, timer, self = core_.shared_from_this()](net::error_code) { try_connect(); });
  }

  /// Ends a session that cannot be continued.
  void lose() {
    session_.lose();
    finish_by_peer(core_, session_.peer());
  }

  /// Records an attempt of a client. Returns whether the attempt is the newest, and the session can be continued. Any thread may call it.
  bool try_begin(const sessions::Resume& resume) {
    const std::lock_guard<std::mutex> lock(core_.mutex_);
    if (state_ != State::On || resume.attempt <= attempt_) {
      return false;
    }
    attempt_ = resume.attempt;
    // Bytes being written are kept after the write, so the peer can have received more than is kept.
    return kept_.can_continue((std::min)(resume.received, kept_.end()));
  }

  /// Takes the transport of the newest attempt, whose peer has received a number of bytes. `first` are the bytes that followed the handshake.
  void take(std::unique_ptr<Transport> transport, const sessions::Resume& resume, std::vector<std::byte> first) {
    if (const std::lock_guard<std::mutex> lock(core_.mutex_); resume.attempt != attempt_) {
      return;
    }
    if (!is_cut_ && session_.settings()->is_server) {
      tell_replaced();
    }
    if (try_cut()) {
      next_ = std::move(transport);
      next_count_ = resume.received;
      first_ = std::move(first);
      try_continue();
    }
  }

  /// Continues over the next transport, when the operations of the one before have ended.
  void try_continue() {
    if (!is_cut_ || next_ == nullptr || core_.is_reading_) {
      return;
    }
    {
      const std::lock_guard<std::mutex> lock(core_.mutex_);
      if (core_.is_writing_) {
        return;
      }
      if (kept_.can_continue(next_count_)) {
        kept_.acknowledge(next_count_);
        core_.io_->transport = std::move(next_);
        prelude_.clear();
        prelude_sent_ = 0;
        if (session_.settings()->is_server) {
          prelude_.push_back(encode(sessions::Welcome{{}, {}, {}, core_.received_}));
        }
        if (const ByteSpan lacking = kept_.last(kept_.size()); !lacking.empty()) {
          prelude_.emplace_back(lacking.begin(), lacking.end());
        }
        is_cut_ = false;
        core_.is_open_ = true;
      }
    }
    if (is_cut_) {
      lose();
      return;
    }
    core_.io_->timer.cancel();
    core_.is_timer_set_ = false;
    core_.flush();
    core_.receive();
  }

  bool has_first() const noexcept { return !first_.empty(); }

  std::size_t take_first(MutableByteSpan room) { return detail::take_first(first_, room); }

 private:
  enum class State : std::uint8_t { Opening, On, Off };

  // How much more than the window is kept before the session is lost: more than a side usually sends while it does not read acknowledgments.
  static constexpr std::size_t most_extra = 1024 * 1024;

  /// Returns how many bytes may be written until the peer acknowledges some: any number if this side does not read, because it would miss the
  /// acknowledgment. Bytes up to this side's last acknowledgment never wait. Otherwise, each side could wait for the other.
  std::uint64_t room_locked() const noexcept {
    if (state_ != State::On || !core_.may_take()) {
      return (std::numeric_limits<std::uint64_t>::max)();
    }
    const std::uint64_t window = session_.settings()->resume_window;
    const std::uint64_t unsent = (std::max)(session_.acknowledgment_end_locked(), core_.queue_.written_bytes()) - core_.queue_.written_bytes();
    return (std::max)(window > kept_.size() ? window - kept_.size() : 0, unsent);
  }

  void try_connect() {
    if (is_cut_ && next_ == nullptr && connect_) {
      connect_(core_.shared_from_this(), {key_[0], key_[1], core_.received_, ++attempt_, 0});
    }
  }

  template <class T>
  std::vector<std::byte> encode(const T& message) const {
    const std::vector<std::byte> payload = SessionCore::payload_of(message);
    const SharedPacket packet = SharedPacket::encode(PayloadSource{session_.id_of<T>(), payload}, core_.format());
    return {packet.bytes.begin(), packet.bytes.end()};
  }

  /// Tells the peer that another client continues the session, unless something is being written.
  void tell_replaced() {
    {
      const std::lock_guard<std::mutex> lock(core_.mutex_);
      if (core_.is_writing_ || core_.queue_.unsent_bytes() > 0 || has_prelude_locked()) {
        return;
      }
      prelude_.push_back(encode(sessions::Leave{SessionCore::replaced, "Another client has continued the session."}));
    }
    core_.flush();
  }

  ConnectionCore& core_;
  SessionCore& session_;
  Connect connect_;
  KeptBytes kept_;
  ResumeKey key_{};
  std::uint32_t attempt_ = 0;
  State state_ = State::Opening;
  bool is_cut_ = false;

  std::unique_ptr<Transport> next_;
  std::uint64_t next_count_ = 0;
  // What is written before the queue over a new transport: the end of the handshake, and what the peer lacks. In two writes, so that the client can
  // continue even if the record of TLS with the second one is cut.
  std::deque<std::vector<std::byte>> prelude_;
  // How many bytes of the first part were written.
  std::size_t prelude_sent_ = 0;
  // What has arrived after the handshake of a new transport.
  std::vector<std::byte> first_;
  ReconnectDelays delays_;
};

}  // namespace codec::detail
