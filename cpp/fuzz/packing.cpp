// Unpacks arbitrary bytes as one of several messages, and as the difference to what other bytes unpack to. Aborts if an accepted message cannot be packed
// and unpacked again.
#include <algorithm>
#include <codec/codec.hpp>
#include <codec/message.hpp>
#include <codec/packed_payload.hpp>
#include <cstdlib>
#include <vector>

#include "packed_messages.hpp"

namespace {

using Bytes = std::vector<std::byte>;

void require(bool is_true) {
  if (!is_true) {
    std::abort();
  }
}

template <class T>
bool unpack(codec::ByteSpan packed, codec::ByteSpan baseline, Bytes& payload) {
  const std::size_t limit = codec::detail::limit_of(codec::PacketTraits<T>::max_payload_size);
  codec::detail::PackingScratch scratch(codec::detail::max_unpacked_size(limit));
  codec::ByteSpan unpacked;
  const bool is_unpacked = codec::detail::unpack_payload(codec::PacketTraits<T>::shape, packed, baseline, limit, scratch, unpacked) == codec::PacketError::None;
  payload.assign(unpacked.begin(), unpacked.end());
  return is_unpacked && codec::verify<T>(payload);
}

template <class T>
Bytes pack(const Bytes& payload, codec::ByteSpan baseline) {
  Bytes packed(codec::max_packed_size(payload.size()));
  codec::detail::PackingScratch scratch;
  std::size_t size = 0;
  require(codec::detail::pack_delta(codec::PacketTraits<T>::shape, payload, baseline, packed, scratch.stack(), size) == codec::Status::Ok);
  packed.resize(size);
  return packed;
}

template <class T>
bool run(codec::ByteSpan packed, codec::ByteSpan baseline, Bytes& payload) {
  if (!unpack<T>(packed, baseline, payload)) {
    return false;
  }
  Bytes again;
  require(unpack<T>(pack<T>(payload, baseline), baseline, again));
  return true;
}

template <class T>
void run(codec::ByteSpan bytes) {
  if (bytes.empty()) {
    return;
  }
  // The first byte is the size of the difference, which is last.
  const std::size_t size = (std::min)(std::to_integer<std::size_t>(bytes[0]), bytes.size() - 1);
  Bytes baseline;
  Bytes payload;
  if (run<T>(bytes.subspan(1, bytes.size() - 1 - size), {}, baseline)) {
    run<T>(bytes.subspan(bytes.size() - size), baseline, payload);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 0) {
    const codec::ByteSpan bytes = codec::as_bytes(data + 1, size - 1);
    switch (data[0] % 6) {
      case 0: run<Game::Packed::Scene>(bytes); break;
      case 1: run<Game::Packed::Inventory>(bytes); break;
      case 2: run<Game::Packed::Snapshot>(bytes); break;
      case 3: run<Game::Packed::Spawn>(bytes); break;
      case 4: run<Game::Packed::Move>(bytes); break;
      default: run<Game::Packed::Chat>(bytes); break;
    }
  }
  return 0;
}
