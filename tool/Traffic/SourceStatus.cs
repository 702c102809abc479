namespace Codec.Cli.Traffic;

internal enum SourceStatus
{
    Packet,

    /// <summary>Bytes that are not a packet. The source's fault has the reason. Reading can continue.</summary>
    Fault,

    End,
}
