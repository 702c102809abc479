using System;
using BenchmarkDotNet.Attributes;
using Codec.Bench.Serializers.Peers;

namespace Codec.Bench.Serializers;

/// <summary>
/// What do the sample messages cost in other libraries' formats? Compiled only with <c>-p:Peers=true</c>, because not every registry has these
/// libraries.
/// </summary>
public class PeerSerializerBenchmarks
{
    private readonly GeneratedSerializer _generated = new();
    private readonly MemoryPackPeer _memoryPack = new();
    private readonly MessagePackPeer _messagePack = new();
    private readonly ProtobufNetPeer _protobufNet = new();
    private readonly FlatSharpPeer _flatSharp = new();
    private Func<int> _writeGenerated = null!;
    private Func<int> _writeMemoryPack = null!;
    private Func<int> _writeMessagePack = null!;
    private Func<int> _writeProtobufNet = null!;
    private Func<int> _writeFlatSharp = null!;
    private Func<double> _readGenerated = null!;
    private Func<double> _readMemoryPack = null!;
    private Func<double> _readMessagePack = null!;
    private Func<double> _readProtobufNet = null!;
    private Func<double> _readFlatSharp = null!;

    [Params(SampleMessage.Seed, SampleMessage.Move, SampleMessage.Chat, SampleMessage.Inventory, SampleMessage.Snapshot)]
    public SampleMessage Message { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _writeGenerated = _generated.Writer(Message);
        _writeMemoryPack = _memoryPack.Writer(Message);
        _writeMessagePack = _messagePack.Writer(Message);
        _writeProtobufNet = _protobufNet.Writer(Message);
        _writeFlatSharp = _flatSharp.Writer(Message);
        _readGenerated = _generated.Reader(Message);
        _readMemoryPack = _memoryPack.Reader(Message);
        _readMessagePack = _messagePack.Reader(Message);
        _readProtobufNet = _protobufNet.Reader(Message);
        _readFlatSharp = _flatSharp.Reader(Message);
        SerializerCheck.SameSums(
            Message,
            (_generated.Name, _readGenerated),
            (_memoryPack.Name, _readMemoryPack),
            (_messagePack.Name, _readMessagePack),
            (_protobufNet.Name, _readProtobufNet),
            (_flatSharp.Name, _readFlatSharp));
    }

    [Benchmark(Baseline = true)]
    public int WriteGenerated() => _writeGenerated();

    [Benchmark]
    public int WriteMemoryPack() => _writeMemoryPack();

    [Benchmark]
    public int WriteMessagePack() => _writeMessagePack();

    [Benchmark]
    public int WriteProtobufNet() => _writeProtobufNet();

    [Benchmark]
    public int WriteFlatSharp() => _writeFlatSharp();

    [Benchmark]
    public double ReadGenerated() => _readGenerated();

    [Benchmark]
    public double ReadMemoryPack() => _readMemoryPack();

    [Benchmark]
    public double ReadMessagePack() => _readMessagePack();

    [Benchmark]
    public double ReadProtobufNet() => _readProtobufNet();

    [Benchmark]
    public double ReadFlatSharp() => _readFlatSharp();
}
