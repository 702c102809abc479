#pragma once

#include <mutex>

#include "../answer.hpp"
#include "../session_settings.hpp"
#include "kept_bytes.hpp"
#include "send_queue.hpp"

namespace codec::detail {

namespace sessions = ::Codec::Sessions;

/// What a session needs of its connection, and how it sends its packets.
class SessionChannel {
 public:
  using Time = std::chrono::steady_clock::time_point;

  virtual ~SessionChannel() = default;

  const std::shared_ptr<const SessionSettings>& settings() const noexcept { return settings_; }

  /// Returns whether this side continues sessions after a cut.
  bool may_resume() const noexcept { return settings_->resume_timeout != no_timeout && settings_->protocol; }

  template <class T>
  std::uint32_t id_of() const noexcept {
    return settings_->first_id + number_of<T>;
  }

  template <class T>
  static std::vector<std::byte> payload_of(const T& message) {
    std::vector<std::byte> payload(max_size(message));
    payload.resize(write(message, payload));
    return payload;
  }

 protected:
  using Guard = std::unique_lock<std::mutex>;
  static constexpr Time never = (Time::max)();

  /// The offset of a packet's id from the first one of the session.
  template <class T>
  static constexpr std::uint32_t number_of = PacketTraits<T>::id - PacketTraits<sessions::Hello>::id;

  /// `mutex` is the lock of the connection, or null if one thread calls everything.
  SessionChannel(std::shared_ptr<const SessionSettings> settings, std::mutex* mutex) : settings_(std::move(settings)), mutex_(mutex) {}

  Guard lock() { return mutex_ != nullptr ? Guard(*mutex_) : Guard(); }

  virtual Time now() const = 0;

  Time time_after(std::chrono::steady_clock::duration duration) const {
    const Time time = now();
    return duration < never - time ? time + duration : never;
  }

  /// For a server, called without the lock: calls SessionSettings::accept, whose decision is passed to SessionCore::decide().
  virtual void ask_user(const SessionPeer&) {}

  /// For a server, called without the lock: a client continues an earlier session over this connection. Returns false if it cannot.
  virtual bool try_continue(const sessions::Resume&) { return false; }

  // Called with the lock held.

  /// Sends a packet. If it is for the session's own work, no limit applies.
  virtual SendStatus send(const AnySource& packet, bool is_own) = 0;
  /// Returns how much of the connection's packets was accepted and written.
  virtual SentBytes sent_bytes() const = 0;
  /// Lets the user send.
  virtual void opened() = 0;
  /// Returns the key with which the client can continue the session, or nothing.
  virtual std::vector<std::uint8_t> create_key() { return {}; }
  /// The server has sent the key with which this side can continue the session. Without a key, the session cannot be continued.
  virtual void take_key(const std::optional<ResumeKey>&) {}
  /// The peer has received this number of bytes. Returns false if that is impossible.
  virtual bool acknowledge(std::uint64_t) { return false; }
  /// Returns how many bytes this side has received, or nothing if the session cannot be continued.
  virtual std::optional<std::uint64_t> received_bytes() const { return std::nullopt; }
  /// Closes the connection after the accepted packets.
  virtual void close() = 0;
  /// Makes the connection call SessionCore::tick() at this time, which is earlier than the one before.
  virtual void wait_until(Time) {}
  /// A request has ended without an answer. AskHandler::end() must be called later, on the strand.
  virtual void ask_ended(AskPointer ask, AnswerStatus status) = 0;

  template <class T>
  SendStatus send_struct(const T& message, bool is_own) {
    std::byte payload[sizeof(T)];
    wire::store_value(payload, message);
    return send(AnySource(PayloadSource{id_of<T>(), ByteSpan(payload, sizeof(T))}), is_own);
  }

  template <class T>
  void send_table(const T& message) {
    const std::vector<std::byte> payload = payload_of(message);
    send(AnySource(PayloadSource{id_of<T>(), payload}), true);
  }

  /// Sends a packet after its prefix. If the packet is not accepted, a second prefix withdraws the first.
  template <class T>
  SendStatus send_after(T prefix, const AnySource& packet) {
    SendStatus status = send_struct(prefix, false);
    if (is_accepted(status)) {
      status = send(packet, false);
      if (!is_accepted(status)) {
        prefix.number = 0;
        send_struct(prefix, true);
      }
    }
    return status;
  }

 private:
  const std::shared_ptr<const SessionSettings> settings_;
  std::mutex* const mutex_;
};

}  // namespace codec::detail
