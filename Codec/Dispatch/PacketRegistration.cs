namespace Codec.Dispatch;

/// <summary>What is registered for one id.</summary>
internal struct PacketRegistration<TState>
{
    internal PacketRoute<TState>? Route;
    internal int MaxPayloadSize;

    /// <summary>The connection states in which each side may send it: bits 0 to 31 for the client, 32 to 63 for the server.</summary>
    internal ulong Allowed;
}
