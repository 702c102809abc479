extern alias packets;

using BenchmarkDotNet.Attributes;
using P = packets::Game;

namespace Codec.Bench.GeneratedCode;

/// <summary>What does it cost to read every field of a message: by hand, through the generated view, after verifying, and through flatc's accessors?</summary>
public class GeneratedReadBenchmarks
{
    private readonly byte[] _seed = PlainMessages.Payload(PlainMessages.Seed().TryWrite);
    private readonly byte[] _move = PlainMessages.Payload(PlainMessages.Move().TryWrite);
    private readonly byte[] _chat = PlainMessages.Payload(PlainMessages.Chat().TryWrite);
    private readonly byte[] _inventory = PlainMessages.Payload(PlainMessages.Inventory().TryWrite);
    private readonly byte[] _snapshot = PlainMessages.Payload(PlainMessages.Snapshot().TryWrite);

    [Benchmark]
    public double HandSeed() => HandWritten.ReadTestPacket(_seed);

    [Benchmark]
    public double Seed() => Views.ReadTestPacket(_seed);

    [Benchmark]
    public double VerifiedSeed() => P.TestPacket.Verify(_seed) ? Seed() : 0;

    [Benchmark]
    public double HandMove() => HandWritten.ReadMove(_move);

    [Benchmark]
    public double Move() => Views.ReadMove(_move);

    [Benchmark]
    public double VerifiedMove() => P.Move.Verify(_move) ? Move() : 0;

    [Benchmark]
    public double HandChat() => HandWritten.ReadChat(_chat);

    [Benchmark]
    public double Chat() => Views.ReadChat(_chat);

    [Benchmark]
    public double VerifiedChat() => P.Chat.Verify(_chat) ? Chat() : 0;

    [Benchmark]
    public double HandInventory() => HandWritten.ReadInventory(_inventory);

    [Benchmark]
    public double Inventory() => Views.ReadInventory(_inventory);

    [Benchmark]
    public double VerifiedInventory() => P.Inventory.Verify(_inventory) ? Inventory() : 0;

    [Benchmark]
    public double HandSnapshot() => HandWritten.ReadSnapshot(_snapshot);

    [Benchmark]
    public double Snapshot() => Views.ReadSnapshot(_snapshot);

    [Benchmark]
    public double VerifiedSnapshot() => P.Snapshot.Verify(_snapshot) ? Snapshot() : 0;
}
