using System;
using BenchmarkDotNet.Attributes;

namespace Codec.Bench.Serializers;

/// <summary>What do the sample messages that are flat structs cost as struct payloads?</summary>
public class StructSerializerBenchmarks
{
    private readonly GeneratedSerializer _generated = new();
    private readonly StructSerializer _struct = new();
    private Func<int> _writeGenerated = null!;
    private Func<int> _writeStruct = null!;
    private Func<double> _readGenerated = null!;
    private Func<double> _readStruct = null!;

    [Params(SampleMessage.Move, SampleMessage.Snapshot)]
    public SampleMessage Message { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _writeGenerated = _generated.Writer(Message);
        _writeStruct = _struct.Writer(Message);
        _readGenerated = _generated.Reader(Message);
        _readStruct = _struct.Reader(Message);
        SerializerCheck.SameSums(
            Message,
            (_generated.Name, _readGenerated),
            (_struct.Name, _readStruct));
    }

    [Benchmark(Baseline = true)]
    public int WriteGenerated() => _writeGenerated();

    [Benchmark]
    public int WriteStruct() => _writeStruct();

    [Benchmark]
    public double ReadGenerated() => _readGenerated();

    [Benchmark]
    public double ReadStruct() => _readStruct();
}
