#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "../../connection_end.hpp"
#include "../../connection_observer.hpp"
#include "../../detail/attributes.hpp"
#include "../../detail/kept_bytes.hpp"
#include "../../detail/polled_duration.hpp"
#include "../../detail/receive_rates.hpp"
#include "../../detail/send_queue.hpp"
#include "../../packet_push_decoder.hpp"
#include "../settings.hpp"
#include "any_handler.hpp"
#include "net.hpp"
#include "transport.hpp"

namespace codec::detail {

/// The open connections of an execution context. When the context is destroyed, the service releases what user code has passed to them. Otherwise, a
/// handler that owns a handle of its connection would keep the connection, and so itself, alive.
class ConnectionService : public net::execution_context::service {
 public:
  using key_type = ConnectionService;

  static inline net::execution_context::id id;

  explicit ConnectionService(net::execution_context& context) : service(context) {}

  /// Notes, finds and forgets the session of a server that has a key.
  void add_key(const ResumeKey& session_key, std::weak_ptr<ConnectionCore> core) {
    const std::lock_guard<std::mutex> lock(mutex_);
    keys_[session_key] = std::move(core);
  }

  CorePointer find(const ResumeKey& session_key) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = keys_.find(session_key);
    return found != keys_.end() ? found->second.lock() : nullptr;
  }

  void remove_key(const ResumeKey& session_key) noexcept {
    const std::lock_guard<std::mutex> lock(mutex_);
    keys_.erase(session_key);
  }

  void add(ConnectionCore& core) {
    const std::lock_guard<std::mutex> lock(mutex_);
    connections_.insert(&core);
  }

  void remove(ConnectionCore& core) noexcept {
    const std::lock_guard<std::mutex> lock(mutex_);
    connections_.erase(&core);
  }

 private:
  void shutdown() noexcept override;

  std::mutex mutex_;
  std::unordered_set<ConnectionCore*> connections_;
  std::map<ResumeKey, std::weak_ptr<ConnectionCore>> keys_;
};

/// What a connection sends first if it was made to continue another connection's session.
struct ResumeRequest {
  CorePointer lost;
  ::Codec::Sessions::Resume message{};
};

/// Connections of an execution context that have something to write. One handler starts their writes, which takes less time than one for each.
class FlushGroup {
 public:
  ~FlushGroup() { post(); }

  void add(CorePointer core, const ConnectionService* service) {
    if (service != service_ || cores_.size() == most) {
      post();
    }
    service_ = service;
    cores_.reserve(most);
    cores_.push_back(std::move(core));
  }

 private:
  // Other threads of the context take the next groups.
  static constexpr std::size_t most = 64;

  void post();

  const ConnectionService* service_ = nullptr;
  std::vector<CorePointer> cores_;
};

class LiveSession;
class Receiver;
class Resumption;

/// A connection. User code holds it by a handle (Connection), and pending operations hold it by itself.
///
/// The lock guards what senders share: the queue, the waiters and the lifetime. Everything else belongs to the strand, on which the transport, the
/// receivers and the timer are called. The lock is not held during these calls, except for Transport::close and for an observer's sent().
class ConnectionCore : public std::enable_shared_from_this<ConnectionCore> {
 public:
  using SettingsPointer = std::shared_ptr<const ConnectionSettings>;

  using Address = std::optional<net::ip::tcp::endpoint>;

  /// Creates a connection over a transport. `slot` is released when the connection is closed. `client` is the client of a proxy, which is the peer.
  static CorePointer create(std::unique_ptr<Transport> transport, SettingsPointer settings, std::shared_ptr<void> slot, const Address& client = {},
                            ResumeRequest resume = {});

  /// Closes a connection that does not begin with a valid header of the PROXY protocol. Any thread may call it.
  void reject_proxy_header(PacketCloseReason reason, std::vector<std::byte> bytes);

  ~ConnectionCore();

  // Members that any thread may call.
  template <class Source>
  SendStatus send(const Source& source);
  /// Locks the connection. Until end_batch(), the thread calls send_locked() only.
  void begin_batch() { mutex_.lock(); }
  template <class Source>
  SendStatus send_locked(const Source& source) {
    return accepts_ ? accept_locked(source) : SendStatus::Closed;
  }
  CODEC_ALWAYS_INLINE SendStatus send_locked(const PayloadSource& source) {
    const bool is_added = accepts_ && queue_.try_add(source, format(), settings_->options);
    return CODEC_LIKELY(is_added) ? SendStatus::Accepted : send_rare(source);
  }
  void end_batch();
  /// Sends a packet of a broadcast. Sets `service` if the caller must start the write with a FlushGroup.
  template <class Shared>
  SendStatus send(const Shared& packet, const ConnectionService*& service);
  void wait_for_room(SendStatus status, AnyHandler<net::error_code> handler);
  void wait_for_flush(AnyHandler<net::error_code> handler);
  void complete(AnyHandler<net::error_code> handler);
  void close(AnyHandler<net::error_code> handler);
  void start_receiving(std::unique_ptr<Receiver> receiver);
  void cancel_receiving();

  ConnectionEnd end() const;
  std::uint64_t unsent_bytes() const;
  std::uint64_t number() const noexcept { return number_; }
  const ConnectionSettings& settings() const noexcept { return *settings_; }
  const PacketFormat& format() const noexcept { return settings_->format; }
  const Address& remote_endpoint() const noexcept { return remote_; }
  net::any_io_executor executor();

  /// Releases everything that user code has passed to the connection. The execution context is being destroyed.
  void shut_down() noexcept;

  // What a transport calls, on the strand.
  template <class Function>
  auto bind(Function function) {
    return net::bind_executor(io_->strand(), std::move(function));
  }
  template <class Function>
  void dispatch(Function function) {
    net::dispatch(io_->strand(), std::move(function));
  }
  void on_opened(net::error_code error);
  void on_readable(net::error_code error);
  MutableByteSpan prepare();
  void on_read(net::error_code error, std::size_t size);
  void on_written(net::error_code error, std::size_t size);
  void on_output_ended(net::error_code error);

  /// Takes the next packet for the receiver, which passes the error of the previous packet. Returns false if there is none, or the receiver must
  /// stop.
  bool next(Packet& packet, PacketError error);

  /// Aligns the payload of the packet that next() has returned.
  void align(Packet& packet) noexcept { decoder_->align(packet); }

 private:
  using Clock = std::chrono::steady_clock;
  friend class LiveSession;
  friend class Resumption;

  /// What depends on services of the execution context, and is destroyed with it.
  struct Io {
    explicit Io(std::unique_ptr<Transport> owned) : transport(std::move(owned)), timer(net::make_strand(transport->socket().get_executor())) {}

    /// The executor of the timer is the connection's strand.
    Strand strand() noexcept { return timer.get_executor(); }

    using Timer = net::basic_waitable_timer<Clock, net::wait_traits<Clock>, Strand>;

    std::unique_ptr<Transport> transport;
    Timer timer;
    std::unique_ptr<Timer> session_timer;
  };

  /// The deadlines of a connection that waits.
  struct Deadlines {
    PolledDuration half_packet;
    PolledDuration silence;
    PolledDuration stuck_write;
  };

  struct Waiter {
    // The number of written bytes that ends the wait, or until_closed or until_output_ended.
    std::uint64_t target;
    AnyHandler<net::error_code> handler;
  };
  friend class FlushGroup;
  static constexpr std::uint64_t until_closed = (std::numeric_limits<std::uint64_t>::max)();
  static constexpr std::uint64_t until_output_ended = until_closed - 1;

  // A half packet of at most this size is moved out of the receive buffer while the connection waits, so that slow peers cost little memory.
  static constexpr std::size_t longest_rest = 4096;

  // A connection that always has input gives way to others after this many reads of a full buffer.
  static constexpr int most_reads = 4;

  ConnectionCore(std::unique_ptr<Transport> transport, SettingsPointer settings, std::shared_ptr<void> slot, const Address& client);

  // Sending: impl_sending.hpp. Members that end in _locked require the lock.
  template <class Source, class... Limited>
  SendStatus accept_locked(const Source& source, Limited... is_limited);
  SendStatus send_rare(const PayloadSource& source);
  SendStatus drop_locked();
  void post_flush_locked();
  void note_end_locked(PacketCloseReason side) noexcept;
  void wait_locked(std::uint64_t target, AnyHandler<net::error_code> handler);
  std::vector<Waiter> take_reached_locked(std::uint64_t written);
  void release(std::vector<Waiter> waiters, net::error_code error);
  void gather_locked(GatheredBuffers& buffers) const;
  void flush();
  void flush_on_any_thread();
  std::vector<Waiter> consume_locked(std::size_t size);
  void end_output();

  // Receiving: impl_receiving.hpp.
  void receive();
  bool receive_buffered();
  bool read_more(int reads);
  std::size_t read_some(net::error_code& error);
  bool is_for_receiver(Packet& packet);
  void reject_taken(PacketError error, const Packet& packet);
  void reject(PacketError error, std::uint64_t position, ByteSpan bytes, std::shared_ptr<const RejectedPacket> packet = nullptr);
  void end_receiver(const ConnectionEnd& end);
  void start_reading();
  void wait_to_read();
  void start_discarding();
  void release_decoder();
  std::uint64_t position() const noexcept { return position_base_ + (decoder_ != nullptr ? decoder_->position() : 0); }
  bool may_take() const noexcept { return receiver_ != nullptr && may_receive_ && !is_paused_; }
  bool waits() const noexcept { return is_reading_ && receiver_ != nullptr; }
  std::size_t buffered_bytes() const noexcept { return decoder_ != nullptr ? decoder_->buffered_bytes() : rest_.size(); }

  // Closing: impl_closing.hpp.
  ConnectionEnd& details_locked() { return details_ != nullptr ? *details_ : *(details_ = std::make_unique<ConnectionEnd>()); }
  void close_locked();
  Resumption* resumption() const noexcept;
  /// Returns whether the session waits for another transport, because this one has failed.
  bool try_cut();
  void start_closing();
  void finish_or_discard();
  void finish(PacketCloseReason reason, net::error_code cause = {}, PacketError error = PacketError::None, std::uint64_t position = 0,
              std::shared_ptr<const RejectedPacket> packet = nullptr);
  void set_timer(Clock::duration duration);
  void arm_deadlines();
  void on_timer();
  void check_deadlines();

  const std::uint64_t number_ = next_connection_number();
  const SettingsPointer settings_;
  // The client of a proxy, or the peer's address when the connection was created. Empty if the socket is not a TCP socket or the peer had reset it.
  Address remote_;
  ConnectionService* service_;

  mutable std::mutex mutex_;
  std::optional<Io> io_;
  SendQueue queue_;
  std::vector<Waiter> waiters_;
  // How the connection has ended. Few ends have more than a reason and a cause.
  net::error_code cause_;
  std::unique_ptr<ConnectionEnd> details_;
  std::shared_ptr<void> slot_;
  PacketCloseReason reason_ = PacketCloseReason::None;
  PacketCloseReason ended_first_ = PacketCloseReason::None;
  bool accepts_ = true;
  bool is_flush_posted_ = false;
  bool is_writing_ = false;
  bool is_completing_ = false;
  bool has_ended_output_ = false;
  bool is_close_requested_ = false;
  bool is_open_ = false;

  // Written with the lock held, and also read without it, on the strand.
  std::atomic<bool> is_closed_{false};
  std::atomic<bool> may_receive_{true};
  // Whether the peer must wait, because it does not read what this side sends.
  std::atomic<bool> is_paused_{false};

  bool is_ending_output_ = false;
  bool is_closing_ = false;
  bool has_peer_ended_ = false;
  bool is_reading_ = false;
  bool is_write_waiting_ = false;
  bool is_in_loop_ = false;
  bool inspects_ = false;
  bool has_more_ = false;
  bool is_timer_set_ = false;
  bool is_discarding_ = false;
  std::size_t prepared_ = 0;
  std::unique_ptr<Receiver> receiver_;
  std::unique_ptr<PacketPushDecoder> decoder_;
  std::vector<std::byte> rest_;
  std::uint64_t position_base_ = 0;
  // Written on the strand, and read by any thread that leaves a session.
  std::atomic<std::uint64_t> received_{0};
  std::unique_ptr<ReceiveRates> rates_;
  std::unique_ptr<Deadlines> deadlines_;
  std::unique_ptr<LiveSession> session_;
};

}  // namespace codec::detail

#include "impl_closing.hpp"
#include "impl_receiving.hpp"
#include "impl_sending.hpp"
#include "receiver.hpp"
