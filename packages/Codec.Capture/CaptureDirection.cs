namespace Codec.Capture;

/// <summary>The direction of a captured packet, seen from the machine that captured it. The numbers are pcapng's (epb_flags, bits 0 and 1).</summary>
public enum CaptureDirection : byte
{
    /// <summary>The capture does not state a direction.</summary>
    Unknown = 0,

    /// <summary>Received.</summary>
    Inbound = 1,

    /// <summary>Sent.</summary>
    Outbound = 2,
}
