namespace Codec.Cli.Traffic;

/// <summary>Reads the packets of a file one by one, in constant memory. Not thread-safe.</summary>
internal abstract class PacketSource : IDisposable
{
    public PacketFault? Fault { get; protected set; }

    public abstract SourceStatus Read(out TracedPacket packet);

    public abstract void Dispose();
}
