#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "detail/throw.hpp"
#include "enums.hpp"
#include "packet.hpp"
#include "packet_traits.hpp"
#include "payload.hpp"

namespace codec {

/// The ids that are allowed in some state of a connection.
using PacketIdSet = std::bitset<65536>;

/// Handlers that are registered by id at run time. `State` is what each handler is given beside its packet: the connection, a session.
/// Register first, then dispatch from any number of threads at once.
template <class State>
class PacketDispatcher {
 public:
  /// `arriving` is the direction of the packets that will be dispatched: a server passes ToServer, a client ToClient. With Both, a packet is
  /// accepted that either side may send. Throws std::invalid_argument if it is None or no enumerator.
  explicit PacketDispatcher(PacketDirections arriving) : arriving_(arriving) {
    if (!is_direction(arriving)) {
      detail::no_direction(static_cast<std::uint64_t>(arriving));
    }
  }

  /// Registers `handler(State&, const T&, const Packet&)` for T's id. Its payload was verified by then, and is aligned or copied as dispatch()
  /// in codec/packet_dispatch.hpp says. Throws std::invalid_argument where the id has a handler already.
  template <class T, class Handler>
  PacketDispatcher& on(Handler handler) {
    return add(packet_info<T>(), [handler = std::move(handler)](State& state, const Packet& packet) mutable {
      return detail::use_payload<T>(packet.payload, [&](const T& payload) { handler(state, payload, packet); });
    });
  }

  /// Registers `handler(State&, const Packet&)` for packets whose payload nobody verifies. Throws std::invalid_argument where the id is above
  /// 65535 or has a handler already.
  template <class Handler>
  PacketDispatcher& on_raw(std::uint32_t id, Handler handler, std::uint32_t max_payload_size = unlimited_payload) {
    if (id > 0xFFFF) {
      detail::id_out_of_range(id);
    }
    const PacketInfo info{id, {}, PayloadKind::Raw, PacketDirections::Both, max_payload_size};
    return add(info, [handler = std::move(handler)](State& state, const Packet& packet) mutable {
      handler(state, packet);
      return PacketError::None;
    });
  }

  /// Calls the packet's handler. None once it ran; otherwise it did not: UnknownId, IdNotAllowed, PayloadTooLarge (by the packet type's own
  /// limit) or PayloadInvalid, judged in this order. Throws only what the handler throws.
  PacketError dispatch(State& state, const Packet& packet) const { return dispatch(state, packet, nullptr); }

  /// The same, where only the ids in `allowed` may come now.
  PacketError dispatch(State& state, const Packet& packet, const PacketIdSet& allowed) const { return dispatch(state, packet, &allowed); }

 private:
  struct Entry {
    PacketInfo info;
    std::function<PacketError(State&, const Packet&)> handle;
  };

  // Ids come in runs: a page of 256 is made when its first id is registered, and a lookup is two loads.
  using Page = std::array<std::unique_ptr<Entry>, 256>;

  template <class Handle>
  PacketDispatcher& add(const PacketInfo& info, Handle handle) {
    std::unique_ptr<Page>& page = pages_[info.id >> 8];
    if (page == nullptr) {
      page = std::make_unique<Page>();
    }
    std::unique_ptr<Entry>& entry = (*page)[info.id & 0xFF];
    if (entry != nullptr) {
      detail::duplicate_id(info.id);
    }
    entry = std::make_unique<Entry>(Entry{info, std::move(handle)});
    return *this;
  }

  PacketError dispatch(State& state, const Packet& packet, const PacketIdSet* allowed) const {
    const Page* page = packet.id <= 0xFFFF ? pages_[packet.id >> 8].get() : nullptr;
    const Entry* entry = page == nullptr ? nullptr : (*page)[packet.id & 0xFF].get();
    if (entry == nullptr) {
      return PacketError::UnknownId;
    }
    if (!allows(entry->info.directions, arriving_) || (allowed != nullptr && !allowed->test(packet.id))) {
      return PacketError::IdNotAllowed;
    }
    if (packet.payload.size() > entry->info.max_payload_size) {
      return PacketError::PayloadTooLarge;
    }
    return entry->handle(state, packet);
  }

  PacketDirections arriving_;
  std::array<std::unique_ptr<Page>, 256> pages_;
};

}  // namespace codec
