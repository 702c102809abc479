namespace Codec.Bench.Framing;

/// <summary>What does it cost to decode packets from one span? The limit is a hand-written loop with pointers.</summary>
public class SpanDecodeBenchmarks
{
    private byte[] _data = [];

    [Params(64, 1024)]
    public int Size { get; set; }

    [GlobalSetup]
    public void Setup() => _data = PacketData.Create(Size);

    [Benchmark(Baseline = true)]
    public long HandWritten() => PacketData.HandWrittenLoop(_data);

    [Benchmark]
    public long Codec()
    {
        long sum = 0;
        ReadOnlySpan<byte> rest = _data;
        while (PacketDecoder.Decode(rest, PacketFormat.Default, out Packet packet, out int consumed, out _) == OperationStatus.Done)
        {
            sum += packet.Id + packet.Payload[0];
            rest = rest.Slice(consumed);
        }

        return sum;
    }
}
