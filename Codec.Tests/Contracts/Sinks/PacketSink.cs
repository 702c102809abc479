namespace Codec.Tests.Contracts.Sinks;

/// <summary>The base class of the targets of packets in <see cref="PacketSinkContract{TSink}"/>.</summary>
public abstract class PacketSink : IDisposable
{
    /// <summary>Gets whether the sink owns the memory that a message is written to. The message must then not call the sink while it is written.</summary>
    public virtual bool KeepsMemory => true;

    /// <summary>Prepares the sink for packets of a format.</summary>
    public abstract void Open(PacketFormat format);

    public abstract void Send<TPacket>(in TPacket packet)
        where TPacket : IPacket;

    public abstract void Send(uint id, byte[] payload);

    /// <summary>Returns the bytes of everything that was sent.</summary>
    public abstract byte[] Close();

    public virtual void Dispose() => GC.SuppressFinalize(this);
}
