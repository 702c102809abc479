using System;
using System.Buffers;
using Codec.Framing;
using Codec.Packets;
using NUnit.Framework;

namespace Codec.Tests.Contracts.Sinks;

/// <summary>A span, filled by <see cref="PacketEncoder"/>.</summary>
public sealed class SpanSink : PacketSink
{
    private readonly byte[] _bytes = new byte[300_000];
    private PacketFormat _format = PacketFormat.Default;
    private int _count;

    public override void Open(PacketFormat format) => _format = format;

    public override void Send<TPacket>(in TPacket packet)
    {
        // Enough memory, then one byte less than the packet takes.
        Assert.That(PacketEncoder.Encode(_bytes.AsSpan(_count), packet, _format, out int size), Is.EqualTo(OperationStatus.Done));
        Assert.That(PacketEncoder.Encode(new byte[size - 1], packet, _format, out int written), Is.EqualTo(OperationStatus.DestinationTooSmall));
        Assert.That(written, Is.Zero);
        _count += size;
    }

    public override byte[] Close() => _bytes.AsSpan(0, _count).ToArray();
}
