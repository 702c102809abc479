#pragma once

#include <cstdint>
#include <initializer_list>

#include "detail/throw.hpp"
#include "enums.hpp"
#include "packet_traits.hpp"
#include "payload.hpp"
#include "payload_shape.hpp"

namespace codec {

/// The conditions under which a packet is accepted. By default, packets are accepted with any size, in both directions and in every connection state.
/// Counterpart of Codec.Dispatch.PacketRules.
struct PacketRules {
  /// The number of connection states. Each has one bit in `states`.
  static constexpr unsigned max_states = 32;

  /// Every connection state.
  static constexpr std::uint32_t every_state = 0xFFFFFFFF;

  /// The maximum payload size in bytes. The limit of the format applies too. For a packed packet, this is the maximum size before packing, and
  /// unlimited_payload means default_max_unpacked_size.
  std::uint32_t max_payload_size = unlimited_payload;

  /// The sides that may send the packet. At least one is required.
  PacketDirections directions = PacketDirections::Both;

  /// The connection states in which the packet is accepted. Bit n is state n, and at least one bit must be set.
  std::uint32_t states = every_state;

  /// The shape of payloads that are sent packed (codec/packed_payload.hpp), or none. A dispatcher unpacks them into memory of the thread before they
  /// are verified. Packet::raw still has the packed bytes. PacketRoutes::on sets it from the type of the packet.
  PayloadShape shape{};

  /// The number of last messages that a dispatcher keeps as baselines for the peer's DeltaSender, or 0. PacketRoutes::on sets it, too.
  std::uint32_t baselines = 0;

  /// The alignment in bytes of the payload in the receive buffer of a connection: 1, 2, 4 or 8. With 8-byte alignment, a connection moves about every
  /// second packet, which takes longer than everything else that it does with a large one. Set it to 1 for a handler that only forwards or copies
  /// payloads, or reads them with views and copies the elements of vectors. Packed payloads are not aligned, because they are unpacked elsewhere.
  std::uint32_t alignment = payload_alignment;

  /// Returns these rules for the given connection states only. Throws std::invalid_argument if a state is greater than 31.
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

/// Returns the schema's rules for the packet T: its maximum payload size, its directions, and its shape if it is packed. They allow every
/// connection state.
template <class T>
constexpr PacketRules packet_rules() noexcept {
  return {PacketTraits<T>::max_payload_size, PacketTraits<T>::directions, PacketRules::every_state, PacketTraits<T>::shape,
          PacketTraits<T>::baselines};
}

}  // namespace codec
