namespace Codec.Payloads;

/// <summary>A message that a sender or a receiver of differences keeps as a baseline.</summary>
internal sealed class DeltaEntry
{
    /// <summary>Gets or sets the number of the message; 0 for none.</summary>
    internal int Number { get; set; }

    /// <summary>Gets or sets the mark of the message, which differs from that of other messages with the same number.</summary>
    internal ushort Mark { get; set; }

    /// <summary>Gets or sets the payload. It lives as long as a connection, so its memory is not that of a caller's pool.</summary>
    internal PayloadBytes Payload { get; set; } = new(ArrayPool<byte>.Shared);
}
