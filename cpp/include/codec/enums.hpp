#pragma once

#include <cstdint>

// The enumerations of the library. Except for Status, SendStatus, SlowPeerPolicy and PayloadKind, they have the names and values of the C# enumerations.
namespace codec {

/// The result of a step.
enum class Status : std::uint8_t {
  /// The step is complete.
  Ok = 0,
  /// The bytes so far are valid, but the packet is incomplete.
  NeedMoreData = 1,
  /// The destination is too small for the packet. No packet was added to it.
  BufferTooSmall = 2,
  /// The bytes are not an acceptable packet, or the packet cannot be encoded. A PacketError contains the reason.
  Invalid = 3,
};

/// The reason why bytes are not an accepted packet. The C# counterpart, Codec.Packets.PacketError, uses the same names and numbers.
enum class PacketError : std::uint8_t {
  None = 0,
  /// The bytes end inside a header.
  HeaderTruncated = 1,
  /// The bytes end before the end of the payload that Size declares.
  PayloadTruncated = 2,
  /// Bytes follow the packet, although exactly one packet was expected.
  TrailingBytes = 3,
  /// Size includes the header, but is smaller than the header.
  SizeTooSmall = 4,
  /// The payload is larger than the format or the packet's type accepts. For a packed payload, this is its unpacked size.
  PayloadTooLarge = 5,
  /// The id is not the expected one.
  UnexpectedId = 6,
  /// The id has no handler.
  UnknownId = 7,
  /// The id is known, but not allowed in this direction or connection state, or the format cannot encode it.
  IdNotAllowed = 8,
  /// The verifier rejected the payload.
  PayloadInvalid = 9,
  /// A packed payload has bytes that no sender writes, or is of another shape.
  PackedInvalid = 10,
  /// A packed payload ends inside a value.
  PackedTruncated = 11,
  /// The message to which a difference refers was not received, or is no longer kept.
  BaselineMissing = 12,
  /// A difference refers to a message of another sender.
  BaselineMismatch = 13,
  /// The connection of a proxy does not begin with a valid header of the PROXY protocol.
  ProxyHeaderInvalid = 14,
};

/// Returns the enumerator's name, for logs.
constexpr const char* to_string(PacketError error) noexcept {
  constexpr const char* names[] = {"None", "HeaderTruncated", "PayloadTruncated", "TrailingBytes", "SizeTooSmall", "PayloadTooLarge", "UnexpectedId",
                                   "UnknownId", "IdNotAllowed", "PayloadInvalid", "PackedInvalid", "PackedTruncated", "BaselineMissing",
                                   "BaselineMismatch", "ProxyHeaderInvalid"};
  return error <= PacketError::ProxyHeaderInvalid ? names[static_cast<int>(error)] : "?";
}

/// Specifies which bytes the size field of a header counts.
enum class PacketSizeCounts : std::uint8_t {
  /// The bytes that follow the header.
  Payload = 0,
  /// The header and the bytes that follow it.
  WholePacket = 1,
};

/// The order of the fields of a header.
enum class PacketFieldOrder : std::uint8_t {
  SizeFirst = 0,
  IdFirst = 1,
};

/// The order of the bytes in a header's fields. It does not apply to payloads.
enum class PacketByteOrder : std::uint8_t {
  LittleEndian = 0,
  BigEndian = 1,
};

/// The layout of a payload, which determines how it is verified.
enum class PayloadKind : std::uint8_t {
  /// A FlatBuffers buffer whose root is a table.
  FlatBuffers = 0,
  /// The bytes of one trivially copyable struct, and nothing else.
  Struct = 1,
};

/// Specifies the receivers of a packet: a client sends packets to the server, and a server sends packets to the client.
enum class PacketDirections : std::uint8_t {
  None = 0,
  ToServer = 1,
  ToClient = 2,
  Both = 3,
};

/// The handling of packets whose id has no handler. A default handler replaces the policy.
enum class UnknownPacketPolicy : std::uint8_t {
  /// The packet is an error, so that the connection is closed.
  Close = 0,
  /// The packet is skipped.
  Ignore = 1,
};

/// The side that ended a connection, and the reason.
enum class PacketCloseReason : std::uint8_t {
  /// The connection is open, or open only for receiving after this side completed it.
  None = 0,
  /// This side closed the connection, or completed it before the peer ended it.
  Local = 1,
  /// The peer ended or reset the connection.
  Remote = 2,
  /// The peer began a packet and did not complete it in time.
  HalfPacketTimeout = 3,
  /// The peer sent nothing for too long while a receive waited, or did not take what this side wrote for too long.
  IdleTimeout = 4,
  /// The peer sent bytes that are not a packet, or a packet that was rejected.
  InvalidPacket = 5,
  /// The connection could not be made, or not in time. Over TLS, this includes the handshake.
  ConnectFailed = 6,
  /// The peer sent more packets or bytes in a second than the options allow.
  RateLimit = 7,
  /// Too many bytes waited for a peer that reads slowly, under SlowPeerPolicy::Close. C# has no such policy.
  SendLimit = 8,
};

/// Returns the enumerator's name, for logs.
constexpr const char* to_string(PacketCloseReason reason) noexcept {
  constexpr const char* names[] = {"None", "Local", "Remote", "HalfPacketTimeout", "IdleTimeout", "InvalidPacket", "ConnectFailed", "RateLimit", "SendLimit"};
  return reason <= PacketCloseReason::SendLimit ? names[static_cast<int>(reason)] : "?";
}

/// What a connection does with a packet while ConnectionOptions::send_limit bytes wait to be sent.
enum class SlowPeerPolicy : std::uint8_t {
  /// The packet is accepted, and its sender should wait. Meanwhile, the connection does not receive, so that the peer must wait too.
  Wait = 0,
  /// The packet is not accepted.
  DropNewest = 1,
  /// The packet is not accepted, and the connection is closed with PacketCloseReason::SendLimit.
  Close = 2,
};

/// What became of a packet that was passed to a connection.
enum class SendStatus : std::uint8_t {
  /// The packet was accepted. It is sent unless the connection fails.
  Accepted = 0,
  /// The packet was accepted, and at least ConnectionOptions::send_limit bytes wait: wait before the next packet is sent.
  AcceptedAboveLimit = 1,
  /// The packet was not accepted, because too many bytes wait.
  Dropped = 2,
  /// The packet was not accepted, because the connection is closed, or this side completed it.
  Closed = 3,
  /// The packet was not accepted, because it cannot be encoded: an id or a payload that exceeds a limit, or a missing required field.
  Invalid = 4,
};

/// Returns whether the connection has accepted the packet.
constexpr bool is_accepted(SendStatus status) noexcept { return status <= SendStatus::AcceptedAboveLimit; }

/// Returns whether `directions` is ToServer, ToClient or Both.
constexpr bool is_direction(PacketDirections directions) noexcept {
  return directions >= PacketDirections::ToServer && directions <= PacketDirections::Both;
}

/// The state of a poll client.
enum class PacketClientState : std::uint8_t {
  /// The client was created, and connect() was not called.
  Idle = 0,
  /// A connection is being made.
  Connecting = 1,
  /// The client is connected.
  Connected = 2,
  /// The connection was lost or could not be made. The client connects again after a delay.
  Waiting = 3,
  /// The connection is closed, and no other follows. connect() can be called again.
  Closed = 4,
};

/// The direction of a captured packet, seen from the machine that captured it.
enum class CaptureDirection : std::uint8_t {
  /// The capture does not state a direction.
  Unknown = 0,
  /// Received.
  Inbound = 1,
  /// Sent.
  Outbound = 2,
};

}  // namespace codec
