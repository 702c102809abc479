using Codec.Payloads;

namespace Codec.Generated;

/// <summary>A message that was sent to receivers: its number, 0 for none; its mark, which differs from that of other senders; and its payload.</summary>
internal readonly record struct SentDelta(int Number, ushort Mark, DeltaPayload? Payload)
{
    /// <summary>Returns the message after this one.</summary>
    internal SentDelta Next(DeltaPayload payload) => Number switch
    {
        0 => new SentDelta(1, (ushort)Guid.NewGuid().GetHashCode(), payload),
        DeltaBaselines.LastNumber => new SentDelta(1, (ushort)(Mark + 1), payload),
        _ => new SentDelta(Number + 1, Mark, payload),
    };
}
