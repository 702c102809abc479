namespace Codec.Cli.Traffic;

/// <summary>What the first bytes of a file say.</summary>
internal enum SourceKind
{
    /// <summary>None of the others.</summary>
    Other,

    /// <summary>A capture: pcapng or pcap.</summary>
    Capture,

    /// <summary>A file that gzip compressed.</summary>
    Gzip,

    /// <summary>A zip archive.</summary>
    Zip,
}
