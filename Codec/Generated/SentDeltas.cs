namespace Codec.Generated;

/// <summary>The last message of each id that a connection has accepted: the baseline of the next. Requires the connection's lock.</summary>
internal sealed class SentDeltas
{
    private readonly Dictionary<uint, SentDelta> _last = [];
    private SentDelta _written;

    /// <summary>Returns the size of the packet's payload in bytes.</summary>
    internal int GetSize(DeltaPayload payload) => payload.GetSize(Last(payload.Id).Payload);

    /// <summary>Writes the payload of a packet.</summary>
    internal bool TryWrite(DeltaPayload payload, Span<byte> destination, out int written)
    {
        SentDelta last = Last(payload.Id);
        _written = last.Next(payload);
        return payload.TryWrite(_written, last, destination, out written);
    }

    /// <summary>Keeps the message that was just written, because its packet was accepted.</summary>
    internal void Accept()
    {
        DeltaPayload payload = _written.Payload!;
        Last(payload.Id).Payload?.Release();
        payload.Keep();
        _last[payload.Id] = _written;
    }

    internal void Release()
    {
        foreach (SentDelta sent in _last.Values)
        {
            sent.Payload!.Release();
        }

        _last.Clear();
    }

    private SentDelta Last(uint id) => _last.TryGetValue(id, out SentDelta last) ? last : default;
}
