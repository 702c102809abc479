#pragma once

#include <memory>
#include <utility>

#include "../../packet_push_decoder.hpp"

namespace codec::detail {

/// Lends receive buffers to connections while they have input. Each thread keeps one.
class SpareDecoder {
 public:
  static std::unique_ptr<PacketPushDecoder> take(const PacketFormat& format) {
    if (spare() != nullptr && spare()->format() == format) {
      return std::move(spare());
    }
    return std::make_unique<PacketPushDecoder>(format);
  }

  static void keep(std::unique_ptr<PacketPushDecoder> decoder) noexcept {
    // A buffer that a large packet has grown is not kept.
    if (decoder->capacity() <= PacketPushDecoder::default_capacity) {
      decoder->reset();
      spare() = std::move(decoder);
    } else {
      decoder.reset();
    }
  }

 private:
  static std::unique_ptr<PacketPushDecoder>& spare() noexcept {
    thread_local std::unique_ptr<PacketPushDecoder> decoder;
    return decoder;
  }
};

}  // namespace codec::detail
