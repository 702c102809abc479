namespace Codec.Cli.Traffic;

/// <summary>The kind of a file, detected by its first bytes.</summary>
internal enum SourceKind
{
    Other,

    /// <summary>A capture: pcapng or pcap.</summary>
    Capture,

    Gzip,

    Zip,
}
