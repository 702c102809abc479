using Codec.Packets;

namespace Codec.Generated;

/// <summary>A packet with the difference to the last message of its id that a connection has accepted.</summary>
internal readonly struct DeltaPacket(DeltaPayload payload, SentDeltas sent) : IPacket
{
    public uint Id => payload.Id;

    public int GetMaxByteCount() => sent.GetSize(payload);

    public bool TryWrite(Span<byte> destination, out int written) => sent.TryWrite(payload, destination, out written);

    /// <summary>Whether a connection sends messages of a type as differences.</summary>
    internal static class From<TPacket>
    {
        internal static readonly bool IsPossible = typeof(IDeltaPacket).IsAssignableFrom(typeof(TPacket));
    }
}
