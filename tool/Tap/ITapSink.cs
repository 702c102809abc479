namespace Codec.Cli.Tap;

/// <summary>Shows what a tap reports. Thread-safe.</summary>
internal interface ITapSink
{
    /// <summary>Gets the number of packets and other lines that are not shown because they arrived too fast.</summary>
    long NotPrinted { get; }

    /// <summary>Shows a packet, bytes that are not a packet, or an event. Forwarding waits for this call.</summary>
    void Add(TapLine line, ReadOnlySpan<byte> bytes = default);
}
