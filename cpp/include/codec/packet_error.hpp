#pragma once

#include <cstdint>

namespace codec {

/// Why bytes are not an acceptable packet. The C# counterpart, Codec.Packets.PacketError, uses the same names and numbers.
enum class PacketError : std::uint8_t {
  /// Nothing is wrong.
  None = 0,
  /// The bytes end inside a header.
  HeaderTruncated = 1,
  /// The bytes end before the payload that the header's Size announces.
  PayloadTruncated = 2,
  /// Bytes follow the packet where exactly one packet was expected.
  TrailingBytes = 3,
  /// Size counts the header, and is smaller than it.
  SizeTooSmall = 4,
  /// Size announces a larger payload than the format or the packet's type accepts.
  PayloadTooLarge = 5,
  /// The header's Id is not the one that was asked for.
  UnexpectedId = 6,
  /// Nothing is registered for the header's Id.
  UnknownId = 7,
  /// The header's Id is known, but not allowed in this direction or state of the connection.
  IdNotAllowed = 8,
  /// The payload was refused by its verifier.
  PayloadInvalid = 9,
};

/// The enumerator's name, for logs.
constexpr const char* to_string(PacketError error) noexcept {
  switch (error) {
    case PacketError::None: return "None";
    case PacketError::HeaderTruncated: return "HeaderTruncated";
    case PacketError::PayloadTruncated: return "PayloadTruncated";
    case PacketError::TrailingBytes: return "TrailingBytes";
    case PacketError::SizeTooSmall: return "SizeTooSmall";
    case PacketError::PayloadTooLarge: return "PayloadTooLarge";
    case PacketError::UnexpectedId: return "UnexpectedId";
    case PacketError::UnknownId: return "UnknownId";
    case PacketError::IdNotAllowed: return "IdNotAllowed";
    case PacketError::PayloadInvalid: return "PayloadInvalid";
  }
  return "?";
}

}  // namespace codec
