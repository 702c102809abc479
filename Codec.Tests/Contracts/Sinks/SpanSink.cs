namespace Codec.Tests.Contracts.Sinks;

/// <summary>A span, filled by <see cref="PacketEncoder"/>.</summary>
public sealed class SpanSink : PacketSink
{
    private readonly byte[] _bytes = new byte[1_000_000];
    private PacketFormat _format = PacketFormat.Default;
    private int _count;

    public override bool KeepsMemory => false;

    public override void Open(PacketFormat format) => _format = format;

    public override void Send<TPacket>(in TPacket packet)
    {
        OperationStatus status = PacketEncoder.Encode(_bytes.AsSpan(_count), packet, _format, out int size);
        Accept(status, size, PacketEncoder.Encode(OneByteLess(size), packet, _format, out int written), written);
    }

    public override void Send(uint id, byte[] payload)
    {
        OperationStatus status = PacketEncoder.Encode(_bytes.AsSpan(_count), id, payload, _format, out int size);
        Accept(status, size, PacketEncoder.Encode(OneByteLess(size), id, payload, _format, out int written), written);
    }

    public override byte[] Close() => _bytes.AsSpan(0, _count).ToArray();

    private static byte[] OneByteLess(int size) => new byte[Math.Max(0, size - 1)];

    // Checks the results with enough memory, and with one byte less than the size of the packet.
    private void Accept(OperationStatus status, int size, OperationStatus statusOfLess, int writtenOfLess)
    {
        Assert.That(status, Is.EqualTo(OperationStatus.Done));
        Assert.That((statusOfLess, writtenOfLess), Is.EqualTo((OperationStatus.DestinationTooSmall, 0)));
        _count += size;
    }
}
