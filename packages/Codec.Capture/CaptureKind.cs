namespace Codec.Capture;

/// <summary>The format of a capture.</summary>
internal enum CaptureKind : byte
{
    Unknown,
    Pcapng,
    Pcap,
}
