#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "../enums.hpp"
#include "../packet.hpp"
#include "../packet_rules.hpp"
#include "packing_scratch.hpp"
#include "throw.hpp"

namespace codec::detail {

template <class State>
struct Route {
  PacketRules rules;
  std::function<PacketError(State&, const Packet&)> handle;
};

/// The routes of a PacketRoutes. Its dispatchers share them.
template <class State>
class RouteTable {
 public:
  void add(std::uint32_t id, Route<State> route) {
    validate(route.rules);
    if (is_in_use()) {
      routes_in_use();
    }
    std::unique_ptr<Route<State>>& slot = id <= 0xFFFF ? narrow_slot(id) : wide_slot(id);
    if (slot != nullptr) {
      duplicate_id(id);
    }
    slot = std::make_unique<Route<State>>(unpacking(std::move(route)));
  }

  void add_default(Route<State> route) {
    validate(route.rules);
    if (is_in_use()) {
      routes_in_use();
    }
    if (default_ != nullptr) {
      duplicate_default();
    }
    default_ = std::make_unique<Route<State>>(unpacking(std::move(route)));
  }

  /// Returns the route of the id, the default route, or null.
  const Route<State>* find(std::uint32_t id) const noexcept {
    const Route<State>* found = nullptr;
    if (id <= 0xFFFF) {
      const Page* page = pages_[id >> 8].get();
      found = page == nullptr ? nullptr : (*page)[id & 0xFF].get();
    } else if (const auto place = lower_bound(wide_, id); place != wide_.end() && place->first == id) {
      found = place->second.get();
    }
    return found == nullptr ? default_.get() : found;
  }

  /// Makes the table immutable. Thread-safe.
  void set_in_use() noexcept { is_in_use_.store(true, std::memory_order_relaxed); }

 private:
  // Ids are usually consecutive. A page of 256 ids is created when the first of them is registered, and a lookup takes two loads.
  using Page = std::array<std::unique_ptr<Route<State>>, 256>;

  // 4-byte ids are few and far apart. They are sorted, and found by binary search.
  using Wide = std::vector<std::pair<std::uint32_t, std::unique_ptr<Route<State>>>>;

  template <class Entries>
  static auto lower_bound(Entries& entries, std::uint32_t id) noexcept {
    return std::lower_bound(entries.begin(), entries.end(), id, [](const auto& entry, std::uint32_t wanted) { return entry.first < wanted; });
  }

  static void validate(const PacketRules& rules) {
    if (!is_direction(rules.directions)) {
      no_direction(static_cast<std::uint64_t>(rules.directions));
    }
    if (rules.states == 0) {
      no_states();
    }
  }

  /// Lets the route of a packed packet unpack payloads. The limit then applies to the unpacked payload.
  static Route<State> unpacking(Route<State> route) {
    if (route.rules.is_packed) {
      const std::uint32_t limit = route.rules.max_payload_size == unlimited_payload ? default_max_unpacked_size : route.rules.max_payload_size;
      route.rules.max_payload_size = unlimited_payload;
      route.handle = [limit, handle = std::move(route.handle)](State& state, const Packet& packet) {
        return use_unpacked(packet, limit, [&](const Packet& unpacked) { return handle(state, unpacked); });
      };
    }
    return route;
  }

  bool is_in_use() const noexcept { return is_in_use_.load(std::memory_order_relaxed); }

  std::unique_ptr<Route<State>>& narrow_slot(std::uint32_t id) {
    std::unique_ptr<Page>& page = pages_[id >> 8];
    if (page == nullptr) {
      page = std::make_unique<Page>();
    }
    return (*page)[id & 0xFF];
  }

  std::unique_ptr<Route<State>>& wide_slot(std::uint32_t id) {
    auto place = lower_bound(wide_, id);
    if (place == wide_.end() || place->first != id) {
      place = wide_.emplace(place, id, nullptr);
    }
    return place->second;
  }

  std::array<std::unique_ptr<Page>, 256> pages_;
  Wide wide_;
  std::unique_ptr<Route<State>> default_;
  std::atomic<bool> is_in_use_{false};
};

}  // namespace codec::detail
