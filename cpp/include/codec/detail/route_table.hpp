#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "../enums.hpp"
#include "../packet.hpp"
#include "../packet_rules.hpp"
#include "../payload_shape.hpp"
#include "throw.hpp"

namespace codec::detail {

/// Returns one bit for each side and connection state: 0 to 31 for packets to the server, and 32 to 63 for packets to the client.
constexpr std::uint64_t accepted_bits(PacketDirections directions, std::uint32_t states) noexcept {
  const auto bits = static_cast<unsigned>(directions);
  const std::uint64_t to_server = (bits & static_cast<unsigned>(PacketDirections::ToServer)) != 0 ? states : 0;
  const std::uint64_t to_client = (bits & static_cast<unsigned>(PacketDirections::ToClient)) != 0 ? states : 0;
  return to_server | to_client << PacketRules::max_states;
}

/// A handler, and which packets it accepts. Without a handler, `accepted` is 0.
template <class State>
struct Route {
  std::uint64_t accepted = 0;
  PacketError (*call)(const void* handler, State& state, const Packet& packet) = nullptr;
  const void* handler = nullptr;
  std::uint32_t max_payload_size = 0;
  // If it is not 0, the dispatcher unpacks the payload.
  std::uint16_t baselines = 0;
  // The bits of the payload's address that must be 0.
  std::uint16_t unaligned = 0;
};

/// What is known of the packets of a handler. Seldom needed, so it is not in Route.
struct RouteFacts {
  std::string_view name;
  std::uint32_t limit = unlimited_payload;
  std::string_view (*find_invalid_field)(const Packet& packet) = nullptr;
  PayloadShape shape{};
};

/// The routes of a PacketRoutes, which its dispatchers share.
template <class State>
class RouteTable {
 public:
  RouteTable() { pages_.fill(&unused_); }

  RouteTable(const RouteTable&) = delete;
  RouteTable& operator=(const RouteTable&) = delete;

  /// Adds `handle(State&, const Packet&)`, which returns a PacketError.
  template <class Handle>
  void add(std::uint32_t id, const PacketRules& rules, Handle handle) {
    validate(rules);
    Route<State>& slot = id <= 0xFFFF ? narrow_slot(id) : wide_.try_emplace(id, default_).first->second;
    if (slot.handler != default_.handler) {
      duplicate_id(id);
    }
    slot = own(rules, std::move(handle));
  }

  template <class Handle>
  void add_default(const PacketRules& rules, Handle handle) {
    validate(rules);
    if (rules.baselines != 0) {
      default_with_baselines();
    }
    if (default_.handler != nullptr) {
      duplicate_default();
    }
    default_ = own(rules, std::move(handle));
    std::replace_if(unused_.begin(), unused_.end(), has_no_handler, default_);
    for (const std::unique_ptr<Page>& page : used_) {
      std::replace_if(page->begin(), page->end(), has_no_handler, default_);
    }
  }

  /// Returns the route of the id, or the default route. If there is neither, the route accepts nothing.
  const Route<State>& find(std::uint32_t id) const noexcept { return id <= 0xFFFF ? (*pages_[id >> 8])[id & 0xFF] : find_wide(id); }

  /// Adds what is known of the packets of the newest handler.
  void describe(const RouteFacts& facts) { facts_.emplace(handlers_.back().get(), facts); }

  /// Returns what is known of the packets of a handler.
  RouteFacts facts(const Route<State>& route) const {
    const auto place = facts_.find(route.handler);
    RouteFacts unknown;
    unknown.limit = route.handler != nullptr ? route.max_payload_size : unlimited_payload;
    return place != facts_.end() ? place->second : unknown;
  }

  /// Makes the table immutable. Thread-safe.
  void set_in_use() noexcept { is_in_use_.store(true, std::memory_order_relaxed); }

 private:
  // Ids are usually consecutive. The routes of 256 ids are in one page of 8 KB, so that a lookup takes two loads. Pages without handlers are shared.
  // Larger ids are few and far apart.
  using Page = std::array<Route<State>, 256>;

  static bool has_no_handler(const Route<State>& route) noexcept { return route.handler == nullptr; }

  void validate(const PacketRules& rules) const {
    if (!is_direction(rules.directions)) {
      no_direction(static_cast<std::uint64_t>(rules.directions));
    }
    if (rules.states == 0) {
      no_states();
    }
    if (rules.alignment == 0 || rules.alignment > payload_alignment || (rules.alignment & (rules.alignment - 1)) != 0) {
      no_alignment(rules.alignment);
    }
    if (is_in_use_.load(std::memory_order_relaxed)) {
      routes_in_use();
    }
  }

  template <class Handle>
  Route<State> own(const PacketRules& rules, Handle handle) {
    const auto call = [](const void* handler, State& state, const Packet& packet) { return (*static_cast<const Handle*>(handler))(state, packet); };
    handlers_.push_back(std::make_shared<const Handle>(std::move(handle)));
    return {accepted_bits(rules.directions, rules.states), call, handlers_.back().get(), rules.max_payload_size,
            static_cast<std::uint16_t>((std::min)(rules.baselines, std::uint32_t{255})), static_cast<std::uint16_t>(rules.alignment - 1)};
  }

  Route<State>& narrow_slot(std::uint32_t id) {
    Page*& page = pages_[id >> 8];
    if (page == &unused_) {
      used_.push_back(std::make_unique<Page>(unused_));
      page = used_.back().get();
    }
    return (*page)[id & 0xFF];
  }

  const Route<State>& find_wide(std::uint32_t id) const noexcept {
    const auto place = wide_.find(id);
    return place != wide_.end() ? place->second : default_;
  }

  std::array<Page*, 256> pages_;
  Page unused_{};
  std::vector<std::unique_ptr<Page>> used_;
  std::unordered_map<std::uint32_t, Route<State>> wide_;
  Route<State> default_;
  std::vector<std::shared_ptr<const void>> handlers_;
  std::unordered_map<const void*, RouteFacts> facts_;
  std::atomic<bool> is_in_use_{false};
};

}  // namespace codec::detail
