using System;
using BenchmarkDotNet.Attributes;

namespace Codec.Bench.Serializers;

/// <summary>What does it cost to write, to read and to verify the sample messages with generated code and with widely used serializers?</summary>
public class SerializerBenchmarks : IDisposable
{
    private readonly GeneratedSerializer _generated = new();
    private readonly PackedSerializer _packed = new();
    private readonly FlatBuffersSerializer _flatBuffers = new();
    private readonly ProtobufSerializer _protobuf = new();
    private readonly JsonTextSerializer _json = new();
    private readonly NewtonsoftSerializer _newtonsoft = new();
    private Func<int> _writeGenerated = null!;
    private Func<int> _writePacked = null!;
    private Func<int> _writeFlatBuffers = null!;
    private Func<int> _writeProtobuf = null!;
    private Func<int> _writeJson = null!;
    private Func<int> _writeNewtonsoft = null!;
    private Func<double> _readGenerated = null!;
    private Func<double> _readPacked = null!;
    private Func<double> _readFlatBuffers = null!;
    private Func<double> _readProtobuf = null!;
    private Func<double> _readJson = null!;
    private Func<double> _readNewtonsoft = null!;
    private Func<bool> _verifyGenerated = null!;
    private Func<bool> _verifyFlatBuffers = null!;

    [Params(SampleMessage.Seed, SampleMessage.Move, SampleMessage.Chat, SampleMessage.Inventory, SampleMessage.Snapshot)]
    public SampleMessage Message { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _writeGenerated = _generated.Writer(Message);
        _writePacked = _packed.Writer(Message);
        _writeFlatBuffers = _flatBuffers.Writer(Message);
        _writeProtobuf = _protobuf.Writer(Message);
        _writeJson = _json.Writer(Message);
        _writeNewtonsoft = _newtonsoft.Writer(Message);
        _readGenerated = _generated.Reader(Message);
        _readPacked = _packed.Reader(Message);
        _readFlatBuffers = _flatBuffers.Reader(Message);
        _readProtobuf = _protobuf.Reader(Message);
        _readJson = _json.Reader(Message);
        _readNewtonsoft = _newtonsoft.Reader(Message);
        _verifyGenerated = _generated.Verifier(Message);
        _verifyFlatBuffers = _flatBuffers.Verifier(Message);
        SerializerCheck.SameSums(
            Message,
            (_generated.Name, _readGenerated),
            (_packed.Name, _readPacked),
            (_flatBuffers.Name, _readFlatBuffers),
            (_protobuf.Name, _readProtobuf),
            (_json.Name, _readJson),
            (_newtonsoft.Name, _readNewtonsoft));
        SerializerCheck.Accepted(Message, _verifyGenerated, _verifyFlatBuffers);
    }

    [Benchmark(Baseline = true)]
    public int WriteGenerated() => _writeGenerated();

    [Benchmark]
    public int WritePacked() => _writePacked();

    [Benchmark]
    public int WriteFlatBuffers() => _writeFlatBuffers();

    [Benchmark]
    public int WriteProtobuf() => _writeProtobuf();

    [Benchmark]
    public int WriteJson() => _writeJson();

    [Benchmark]
    public int WriteNewtonsoft() => _writeNewtonsoft();

    [Benchmark]
    public double ReadGenerated() => _readGenerated();

    [Benchmark]
    public double ReadPacked() => _readPacked();

    [Benchmark]
    public double ReadFlatBuffers() => _readFlatBuffers();

    [Benchmark]
    public double ReadProtobuf() => _readProtobuf();

    [Benchmark]
    public double ReadJson() => _readJson();

    [Benchmark]
    public double ReadNewtonsoft() => _readNewtonsoft();

    [Benchmark]
    public bool VerifyGenerated() => _verifyGenerated();

    [Benchmark]
    public bool VerifyFlatBuffers() => _verifyFlatBuffers();

    [GlobalCleanup]
    public void Dispose()
    {
        _json.Dispose();
        _newtonsoft.Dispose();
        GC.SuppressFinalize(this);
    }
}
