using System;
using BenchmarkDotNet.Attributes;

namespace Codec.Bench.Serializers;

/// <summary>
/// What do the sample messages cost with the FlatBuffers runtime that this program was built with? The baseline is the same with each runtime, so the
/// results can be compared.
/// </summary>
public class FlatBuffersSerializerBenchmarks
{
    private readonly GeneratedSerializer _generated = new();
    private readonly FlatBuffersSerializer _flatBuffers = new();
    private Func<int> _writeGenerated = null!;
    private Func<int> _writeFlatBuffers = null!;
    private Func<double> _readGenerated = null!;
    private Func<double> _readFlatBuffers = null!;
    private Func<bool> _verifyGenerated = null!;
    private Func<bool> _verifyFlatBuffers = null!;

    [Params(SampleMessage.Seed, SampleMessage.Move, SampleMessage.Chat, SampleMessage.Inventory, SampleMessage.Snapshot)]
    public SampleMessage Message { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _writeGenerated = _generated.Writer(Message);
        _writeFlatBuffers = _flatBuffers.Writer(Message);
        _readGenerated = _generated.Reader(Message);
        _readFlatBuffers = _flatBuffers.Reader(Message);
        _verifyGenerated = _generated.Verifier(Message);
        _verifyFlatBuffers = _flatBuffers.Verifier(Message);
        SerializerCheck.SameSums(
            Message,
            (_generated.Name, _readGenerated),
            (_flatBuffers.Name, _readFlatBuffers));
        SerializerCheck.Accepted(Message, _verifyGenerated, _verifyFlatBuffers);
    }

    [Benchmark(Baseline = true)]
    public int WriteGenerated() => _writeGenerated();

    [Benchmark]
    public int WriteFlatBuffers() => _writeFlatBuffers();

    [Benchmark]
    public double ReadGenerated() => _readGenerated();

    [Benchmark]
    public double ReadFlatBuffers() => _readFlatBuffers();

    [Benchmark]
    public bool VerifyGenerated() => _verifyGenerated();

    [Benchmark]
    public bool VerifyFlatBuffers() => _verifyFlatBuffers();
}
