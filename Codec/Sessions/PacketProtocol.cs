namespace Codec.Sessions;

/// <summary>
/// The hashes of a schema for each direction, which are in <c>Codec.Schemas.Protocol</c>. Peers with equal hashes have the same packets.
/// </summary>
/// <param name="ToServer">The hash of the packets that a client may send, with everything that they refer to.</param>
/// <param name="ToClient">The hash of the packets that a server may send, with everything that they refer to.</param>
public readonly record struct PacketProtocol(ulong ToServer, ulong ToClient);
