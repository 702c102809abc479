namespace Codec.Bench.Framing;

/// <summary>What do other libraries cost for the data of <see cref="PushDecodeBenchmarks"/>, in chunks of 1,460 bytes?</summary>
public abstract class PushPeer
{
    private long _expected;
    private long _sum;

    [Params(64, 1024)]
    public int Size { get; set; }

    protected byte[] Data { get; private set; } = [];

    [GlobalSetup]
    public virtual void Setup()
    {
        Data = PacketData.Create(Size);
        _expected = PacketData.HandWrittenLoop(Data);
    }

    /// <exception cref="InvalidOperationException">The packets are not those of the hand-written loop.</exception>
    [Benchmark]
    public long Push()
    {
        _sum = 0;
        for (int offset = 0; offset < Data.Length; offset += PacketData.SegmentBytes)
        {
            Read(offset, Math.Min(PacketData.SegmentBytes, Data.Length - offset));
        }

        return _sum == _expected ? _sum : throw new InvalidOperationException($"The sum is {_sum} instead of {_expected}.");
    }

    /// <summary>Decodes the packets that end in a chunk of <see cref="Data"/>, and calls <see cref="Add"/> for each.</summary>
    protected abstract void Read(int offset, int count);

    protected void Add(int id, byte first) => _sum += id + first;
}
