using System;
using BenchmarkDotNet.Attributes;

namespace Codec.Bench.Serializers;

/// <summary>What do the sample messages cost to write and to read, in what the schema compiler writes and in the serializers of the field?</summary>
public class SerializerBenchmarks : IDisposable
{
    private readonly GeneratedSerializer _generated = new();
    private readonly ProtobufSerializer _protobuf = new();
    private readonly JsonTextSerializer _json = new();
    private Func<int> _writeGenerated = null!;
    private Func<int> _writeProtobuf = null!;
    private Func<int> _writeJson = null!;
    private Func<double> _readGenerated = null!;
    private Func<double> _readProtobuf = null!;
    private Func<double> _readJson = null!;

    [Params(SampleMessage.Seed, SampleMessage.Move, SampleMessage.Chat, SampleMessage.Inventory, SampleMessage.Snapshot)]
    public SampleMessage Message { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _writeGenerated = _generated.Writer(Message);
        _writeProtobuf = _protobuf.Writer(Message);
        _writeJson = _json.Writer(Message);
        _readGenerated = _generated.Reader(Message);
        _readProtobuf = _protobuf.Reader(Message);
        _readJson = _json.Reader(Message);
        double sum = _readGenerated();
        if (_readProtobuf() != sum || _readJson() != sum)
        {
            throw new InvalidOperationException($"The serializers read {sum}, {_readProtobuf()} and {_readJson()} from the same {Message} message.");
        }
    }

    [Benchmark(Baseline = true)]
    public int WriteGenerated() => _writeGenerated();

    [Benchmark]
    public int WriteProtobuf() => _writeProtobuf();

    [Benchmark]
    public int WriteJson() => _writeJson();

    [Benchmark]
    public double ReadGenerated() => _readGenerated();

    [Benchmark]
    public double ReadProtobuf() => _readProtobuf();

    [Benchmark]
    public double ReadJson() => _readJson();

    [GlobalCleanup]
    public void Dispose()
    {
        _json.Dispose();
        GC.SuppressFinalize(this);
    }
}
