namespace Codec.Cli.Traffic;

/// <summary>Reads the packets of a file one by one, in constant memory. Not thread-safe.</summary>
internal abstract class PacketSource : IDisposable
{
    /// <summary>Gets the error, after <see cref="SourceStatus.Fault"/>.</summary>
    public PacketFault? Fault { get; protected set; }

    /// <summary>Reads the next packet.</summary>
    /// <param name="packet">The packet. Valid until the next call.</param>
    public abstract SourceStatus Read(out TracedPacket packet);

    public abstract void Dispose();
}
