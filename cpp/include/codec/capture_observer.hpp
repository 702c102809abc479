#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "capture_writer.hpp"
#include "connection_observer.hpp"

namespace codec {

/// Captures the packets that connections receive and send. Set it as ConnectionOptions::observer; one observer can serve any number of connections. A
/// packet that a dispatcher rejects is captured, too; bytes that are not a packet are not captured. Thread-safe. Connections wait while the writer
/// writes its buffer to the file. An error of the capture does not affect them. Counterpart of Codec.Capture.CaptureObserver.
class CaptureObserver final : public ConnectionObserver {
 public:
  /// Creates the file, as CaptureWriter does. The path is passed to fopen.
  explicit CaptureObserver(std::string path, const CaptureWriterOptions& options = {}) noexcept : writer_(std::move(path), options) {}

  /// Returns the writer, which has the error and the counts of the capture. Its close() ends the capture. The connections stay open.
  CaptureWriter& writer() noexcept { return writer_; }

  void received(std::uint64_t connection, const Packet& packet) noexcept override { append(connection, packet, CaptureDirection::Inbound); }
  void sent(std::uint64_t connection, const Packet& packet) noexcept override { append(connection, packet, CaptureDirection::Outbound); }

 private:
  void append(std::uint64_t connection, const Packet& packet, CaptureDirection direction) noexcept {
    writer_.append(packet.raw, direction, static_cast<std::uint32_t>(connection & 0xFFFFFFFF));
  }

  CaptureWriter writer_;
};

}  // namespace codec
