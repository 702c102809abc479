using Codec.Framing;

namespace Codec.Dispatch;

/// <summary>Handles a packet whose header and limits were validated, but whose payload was not verified.</summary>
/// <typeparam name="TState">The handler's state.</typeparam>
/// <param name="state">The state that the dispatcher was created with.</param>
/// <param name="packet">The packet; valid during the call.</param>
public delegate void RawPacketHandler<in TState>(TState state, in Packet packet);
