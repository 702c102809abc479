using Codec.Bench.Serializers;
using Codec.Payloads;

namespace Codec.Bench.Packing;

/// <summary>What does it cost to pack a payload and to unpack it, against a plain loop over its bytes?</summary>
public class PackingBenchmarks
{
    private const int Word = 8;

    private byte[] _payload = [];
    private byte[] _padded = [];
    private byte[] _packed = [];
    private byte[] _words = [];
    private byte[] _destination = [];

    [Params(SampleMessage.Snapshot, SampleMessage.Inventory, SampleMessage.Move)]
    public SampleMessage Message { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _payload = new GeneratedSerializer().Payload(Message);
        _padded = new byte[(_payload.Length + Word - 1) / Word * Word];
        _payload.CopyTo(_padded, 0);
        _destination = new byte[2 * _padded.Length];
        _packed = _destination.AsSpan(0, Pack()).ToArray();

        // The bytes after the size are the words. The plain loop reads one byte beyond them.
        int prefix = _packed.Length - PackPlain();
        _words = new byte[_packed.Length - prefix + 1];
        _packed.AsSpan(prefix).CopyTo(_words);

        bool isPacked = _packed.AsSpan(prefix).SequenceEqual(_destination.AsSpan(0, PackPlain()));
        int unpacked = UnpackPlain();
        if (!isPacked || !_destination.AsSpan(0, unpacked).SequenceEqual(_padded) || Unpack() != _payload.Length)
        {
            throw new InvalidOperationException($"The plain loop packs the {Message} message differently.");
        }
    }

    [Benchmark(Baseline = true)]
    public int PackPlain() => PlainPacking.Pack(_padded, _destination);

    [Benchmark]
    public int Pack()
    {
        PackedPayload.Pack(_payload, _destination, out int written);
        return written;
    }

    [Benchmark]
    public int UnpackPlain() => PlainPacking.Unpack(_words, _destination);

    [Benchmark]
    public int Unpack()
    {
        PackedPayload.Unpack(_packed, _destination, out int written);
        return written;
    }
}
