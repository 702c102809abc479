using BenchmarkDotNet.Attributes;
using Codec.Bench.Serializers;
using Google.FlatBuffers;

namespace Codec.Bench.GeneratedCode;

/// <summary>What does it cost to read every field of a message: by hand, through the generated view, after verifying, and through flatc's accessors?</summary>
public class GeneratedReadBenchmarks
{
    private readonly byte[] _seed = PlainMessages.Payload(PlainMessages.Seed().TryWrite);
    private readonly byte[] _move = PlainMessages.Payload(PlainMessages.Move().TryWrite);
    private readonly byte[] _chat = PlainMessages.Payload(PlainMessages.Chat().TryWrite);
    private readonly byte[] _inventory = PlainMessages.Payload(PlainMessages.Inventory().TryWrite);
    private readonly byte[] _snapshot = PlainMessages.Payload(PlainMessages.Snapshot().TryWrite);
    private readonly ByteBuffer _builtSeed = new FlatBuffersSerializer().Payload(SampleMessage.Seed);
    private readonly ByteBuffer _builtMove = new FlatBuffersSerializer().Payload(SampleMessage.Move);
    private readonly ByteBuffer _builtChat = new FlatBuffersSerializer().Payload(SampleMessage.Chat);
    private readonly ByteBuffer _builtInventory = new FlatBuffersSerializer().Payload(SampleMessage.Inventory);
    private readonly ByteBuffer _builtSnapshot = new FlatBuffersSerializer().Payload(SampleMessage.Snapshot);

    [Benchmark]
    public double HandSeed() => HandWritten.ReadTestPacket(_seed);

    [Benchmark]
    public double Seed() => Views.ReadTestPacket(_seed);

    [Benchmark]
    public double AccessorsSeed() => FlatBuffersSerializer.ReadSeed(_builtSeed);

    [Benchmark]
    public double VerifiedSeed() => Views.VerifyAndReadTestPacket(_seed);

    [Benchmark]
    public double HandMove() => HandWritten.ReadMove(_move);

    [Benchmark]
    public double Move() => Views.ReadMove(_move);

    [Benchmark]
    public double AccessorsMove() => FlatBuffersSerializer.ReadMove(_builtMove);

    [Benchmark]
    public double VerifiedMove() => Views.VerifyAndReadMove(_move);

    [Benchmark]
    public double HandChat() => HandWritten.ReadChat(_chat);

    [Benchmark]
    public double Chat() => Views.ReadChat(_chat);

    [Benchmark]
    public double AccessorsChat() => FlatBuffersSerializer.ReadChat(_builtChat);

    [Benchmark]
    public double VerifiedChat() => Views.VerifyAndReadChat(_chat);

    [Benchmark]
    public double HandInventory() => HandWritten.ReadInventory(_inventory);

    [Benchmark]
    public double Inventory() => Views.ReadInventory(_inventory);

    [Benchmark]
    public double AccessorsInventory() => FlatBuffersSerializer.ReadInventory(_builtInventory);

    [Benchmark]
    public double VerifiedInventory() => Views.VerifyAndReadInventory(_inventory);

    [Benchmark]
    public double HandSnapshot() => HandWritten.ReadSnapshot(_snapshot);

    [Benchmark]
    public double Snapshot() => Views.ReadSnapshot(_snapshot);

    [Benchmark]
    public double AccessorsSnapshot() => FlatBuffersSerializer.ReadSnapshot(_builtSnapshot);

    [Benchmark]
    public double VerifiedSnapshot() => Views.VerifyAndReadSnapshot(_snapshot);
}
