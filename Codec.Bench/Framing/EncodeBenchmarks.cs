namespace Codec.Bench.Framing;

/// <summary>What does it cost to put built payloads into packets through an IBufferWriter? The limit is a copy of the same bytes.</summary>
public class EncodeBenchmarks
{
    private readonly FixedBufferWriter _output = new(PacketData.TotalBytes);
    private byte[] _data = [];

    [Params(64, 1024)]
    public int Size { get; set; }

    [GlobalSetup]
    public void Setup() => _data = PacketData.Create(Size);

    /// <summary>Copies complete packets one by one through the same writer.</summary>
    [Benchmark(Baseline = true)]
    public void Copy()
    {
        IBufferWriter<byte> output = Rewound();
        for (int offset = 0; offset < _data.Length; offset += Size)
        {
            _data.AsSpan(offset, Size).CopyTo(output.GetSpan(Size));
            output.Advance(Size);
        }
    }

    [Benchmark]
    public void Codec()
    {
        IBufferWriter<byte> output = Rewound();
        for (int offset = 0, index = 0; offset < _data.Length; offset += Size, index++)
        {
            PacketEncoder.Write(output, (ushort)index, _data.AsSpan(offset + 4, Size - 4));
        }
    }

    [SuppressMessage("Performance", "CA1859", Justification = "What is measured is writing through the interface.")]
    private IBufferWriter<byte> Rewound()
    {
        _output.Rewind();
        return _output;
    }
}
