namespace Codec.Cli.Traffic;

/// <summary>What reading on in a source gave.</summary>
internal enum SourceStatus
{
    /// <summary>A packet.</summary>
    Packet,

    /// <summary>Bytes that are no packet; the source's fault says why. Reading may go on.</summary>
    Fault,

    /// <summary>The end.</summary>
    End,
}
