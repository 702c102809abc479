using System;
using System.Linq;
using BenchmarkDotNet.Attributes;
using Codec.Bench.Serializers;
using Google.FlatBuffers;

namespace Codec.Bench.GeneratedCode;

/// <summary>What does it cost to read every field of a message: by hand, through the generated view, after verifying, and through flatc's accessors?</summary>
/// <remarks>
/// A small message takes a few nanoseconds, and calling the benchmark, keeping its result and the measuring loop take two more on either side, which pulls
/// each ratio towards 1. So the small ones are read in a loop on all sides: many payloads that all differ, each in memory of its own, as a
/// server gets them, and nothing that the compiler could work out once for all of them. The large ones need no loop.
/// </remarks>
public class GeneratedReadBenchmarks
{
    private readonly byte[][] _seeds = [.. PlainMessages.Seeds().Select(message => PlainMessages.Payload(message.TryWrite))];
    private readonly byte[][] _moves = [.. PlainMessages.Moves().Select(message => PlainMessages.Payload(message.TryWrite))];
    private readonly byte[][] _chats = [.. PlainMessages.Chats().Select(message => PlainMessages.Payload(message.TryWrite))];
    private readonly byte[] _inventory = PlainMessages.Payload(PlainMessages.Inventory().TryWrite);
    private readonly byte[] _snapshot = PlainMessages.Payload(PlainMessages.Snapshot().TryWrite);
    private readonly ByteBuffer[] _builtSeeds;
    private readonly ByteBuffer[] _builtMoves;
    private readonly ByteBuffer[] _builtChats;
    private readonly ByteBuffer _builtInventory = new FlatBuffersSerializer().Payload(SampleMessage.Inventory);
    private readonly ByteBuffer _builtSnapshot = new FlatBuffersSerializer().Payload(SampleMessage.Snapshot);

    public GeneratedReadBenchmarks()
    {
        FlatBuffersSerializer builder = new();
        _builtSeeds = [.. PlainMessages.Seeds().Select(message => builder.Payload(() => builder.WriteSeed(message)))];
        _builtMoves = [.. PlainMessages.Moves().Select(message => builder.Payload(() => builder.WriteMove(message)))];
        _builtChats = [.. PlainMessages.Chats().Select(message => builder.Payload(() => builder.WriteChat(message)))];
    }

    /// <exception cref="InvalidOperationException">The sides do not read the same.</exception>
    [GlobalSetup]
    public void Setup()
    {
        SerializerCheck.SameSums(SampleMessage.Seed, ("code by hand", HandSeed), ("the view", Seed), ("flatc's code", AccessorsSeed), ("the verified view", VerifiedSeed));
        SerializerCheck.SameSums(SampleMessage.Move, ("code by hand", HandMove), ("the view", Move), ("flatc's code", AccessorsMove), ("the verified view", VerifiedMove));
        SerializerCheck.SameSums(SampleMessage.Chat, ("code by hand", HandChat), ("the view", Chat), ("flatc's code", AccessorsChat), ("the verified view", VerifiedChat));
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public double HandSeed()
    {
        double sum = 0;
        foreach (byte[] payload in _seeds)
        {
            sum += HandWritten.ReadTestPacket(payload);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public double Seed()
    {
        double sum = 0;
        foreach (byte[] payload in _seeds)
        {
            sum += Views.ReadTestPacket(payload);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public double AccessorsSeed()
    {
        double sum = 0;
        foreach (ByteBuffer payload in _builtSeeds)
        {
            sum += FlatBuffersSerializer.ReadSeed(payload);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public double VerifiedSeed()
    {
        double sum = 0;
        foreach (byte[] payload in _seeds)
        {
            sum += Views.VerifyAndReadTestPacket(payload);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public double HandMove()
    {
        double sum = 0;
        foreach (byte[] payload in _moves)
        {
            sum += HandWritten.ReadMove(payload);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public double Move()
    {
        double sum = 0;
        foreach (byte[] payload in _moves)
        {
            sum += Views.ReadMove(payload);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public double AccessorsMove()
    {
        double sum = 0;
        foreach (ByteBuffer payload in _builtMoves)
        {
            sum += FlatBuffersSerializer.ReadMove(payload);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public double VerifiedMove()
    {
        double sum = 0;
        foreach (byte[] payload in _moves)
        {
            sum += Views.VerifyAndReadMove(payload);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public double HandChat()
    {
        double sum = 0;
        foreach (byte[] payload in _chats)
        {
            sum += HandWritten.ReadChat(payload);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public double Chat()
    {
        double sum = 0;
        foreach (byte[] payload in _chats)
        {
            sum += Views.ReadChat(payload);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public double AccessorsChat()
    {
        double sum = 0;
        foreach (ByteBuffer payload in _builtChats)
        {
            sum += FlatBuffersSerializer.ReadChat(payload);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public double VerifiedChat()
    {
        double sum = 0;
        foreach (byte[] payload in _chats)
        {
            sum += Views.VerifyAndReadChat(payload);
        }

        return sum;
    }

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
