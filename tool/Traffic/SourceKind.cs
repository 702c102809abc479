namespace Codec.Cli.Traffic;

/// <summary>The kind of a file, detected by its first bytes.</summary>
internal enum SourceKind
{
    /// <summary>An unknown kind.</summary>
    Other,

    /// <summary>A capture: pcapng or pcap.</summary>
    Capture,

    Gzip,

    Zip,
}
