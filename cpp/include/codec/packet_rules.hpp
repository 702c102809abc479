#pragma once

#include <cstdint>
#include <initializer_list>

#include "detail/throw.hpp"
#include "enums.hpp"
#include "packet_traits.hpp"

namespace codec {

/// The conditions under which a packet is accepted. The defaults accept it at any size, in both directions and in every connection state. Counterpart of
/// Codec.Dispatch.PacketRules.
struct PacketRules {
  /// The number of connection states: one bit each in `states`.
  static constexpr unsigned max_states = 32;

  /// Every connection state.
  static constexpr std::uint32_t every_state = 0xFFFFFFFF;

  /// The largest payload, in bytes. The format's own limit applies too. If the packet is packed, the largest unpacked payload; unlimited_payload then
  /// stands for default_max_unpacked_size.
  std::uint32_t max_payload_size = unlimited_payload;

  /// The sides that may send the packet, at least one.
  PacketDirections directions = PacketDirections::Both;

  /// The connection states in which the packet may arrive, at least one: bit n for state n.
  std::uint32_t states = every_state;

  /// Whether payloads travel packed (codec/packed_payload.hpp). A dispatcher unpacks them before they are verified, into memory of the thread. The raw
  /// bytes of the handler's Packet are then still the packed ones.
  bool is_packed = false;

  /// Returns the same rules for these connection states only. Throws std::invalid_argument if a number is above 31.
  constexpr PacketRules in_states(std::initializer_list<unsigned> numbers) const {
    PacketRules rules = *this;
    rules.states = 0;
    for (unsigned number : numbers) {
      if (number >= max_states) {
        detail::state_out_of_range(number, max_states - 1);
      }
      rules.states |= std::uint32_t{1} << number;
    }
    return rules;
  }
};

/// Returns the rules of the schema for the packet T: its largest payload, its directions, and whether it is packed, in every connection state.
template <class T>
constexpr PacketRules packet_rules() noexcept {
  return {PacketTraits<T>::max_payload_size, PacketTraits<T>::directions, PacketRules::every_state, detail::is_packed<T>};
}

}  // namespace codec
