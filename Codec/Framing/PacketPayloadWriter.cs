using System;
using Codec.Packets;

namespace Codec.Framing;

/// <summary>Writes the payload of an <see cref="IPacket"/>. Stateless and thread-safe.</summary>
internal sealed class PacketPayloadWriter<TPacket> : IPayloadWriter<TPacket>
    where TPacket : IPacket
{
    internal static readonly PacketPayloadWriter<TPacket> Instance = new();

    public int GetMaxSize(in TPacket message) => message.GetMaxByteCount();

    public int Write(in TPacket message, Span<byte> destination)
    {
        if (!message.TryWrite(destination, out int written))
        {
            Throw.ChangedWhileWriting(typeof(TPacket).FullName!);
        }

        return written;
    }
}
