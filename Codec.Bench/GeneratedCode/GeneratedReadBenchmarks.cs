using System;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using BenchmarkDotNet.Attributes;
using Codec.Bench.Serializers;
using Google.FlatBuffers;

namespace Codec.Bench.GeneratedCode;

/// <summary>
/// What does it cost to read every field of a message: with hand-written code, through the generated view, through the view after verification, and
/// through flatc's accessors?
/// </summary>
/// <remarks>
/// A small message takes a few nanoseconds. The call of the benchmark, its result and the measuring loop take two more on each side, which moves each
/// ratio towards 1. All sides therefore read small messages in a loop: many different payloads, each in its own memory, as a server receives them, so
/// that the compiler cannot compute anything once for all of them. The result of each payload is stored separately: with a running sum, each message
/// would wait for the previous one, and on the sides that contain a call, the JIT would keep the sum in memory. Large messages need no loop.
/// </remarks>
public class GeneratedReadBenchmarks
{
    private readonly double[] _sums = new double[PlainMessages.Count];
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

    /// <exception cref="InvalidOperationException">The sides read different values.</exception>
    [GlobalSetup]
    public void Setup()
    {
        CheckSame(HandSeed, Seed, AccessorsSeed, VerifiedSeed);
        CheckSame(HandMove, Move, AccessorsMove, VerifiedMove);
        CheckSame(HandChat, Chat, AccessorsChat, VerifiedChat);
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public void HandSeed()
    {
        ref double sums = ref MemoryMarshal.GetArrayDataReference(_sums);
        byte[][] payloads = _seeds;
        for (int i = 0; i < payloads.Length; i++)
        {
            Unsafe.Add(ref sums, i) = HandWritten.ReadTestPacket(payloads[i]);
        }
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public void Seed()
    {
        ref double sums = ref MemoryMarshal.GetArrayDataReference(_sums);
        byte[][] payloads = _seeds;
        for (int i = 0; i < payloads.Length; i++)
        {
            Unsafe.Add(ref sums, i) = Views.ReadTestPacket(payloads[i]);
        }
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public void AccessorsSeed()
    {
        ref double sums = ref MemoryMarshal.GetArrayDataReference(_sums);
        ByteBuffer[] payloads = _builtSeeds;
        for (int i = 0; i < payloads.Length; i++)
        {
            Unsafe.Add(ref sums, i) = FlatBuffersSerializer.ReadSeed(payloads[i]);
        }
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public void VerifiedSeed()
    {
        ref double sums = ref MemoryMarshal.GetArrayDataReference(_sums);
        byte[][] payloads = _seeds;
        for (int i = 0; i < payloads.Length; i++)
        {
            Unsafe.Add(ref sums, i) = Views.VerifyAndReadTestPacket(payloads[i]);
        }
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public void HandMove()
    {
        ref double sums = ref MemoryMarshal.GetArrayDataReference(_sums);
        byte[][] payloads = _moves;
        for (int i = 0; i < payloads.Length; i++)
        {
            Unsafe.Add(ref sums, i) = HandWritten.ReadMove(payloads[i]);
        }
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public void Move()
    {
        ref double sums = ref MemoryMarshal.GetArrayDataReference(_sums);
        byte[][] payloads = _moves;
        for (int i = 0; i < payloads.Length; i++)
        {
            Unsafe.Add(ref sums, i) = Views.ReadMove(payloads[i]);
        }
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public void AccessorsMove()
    {
        ref double sums = ref MemoryMarshal.GetArrayDataReference(_sums);
        ByteBuffer[] payloads = _builtMoves;
        for (int i = 0; i < payloads.Length; i++)
        {
            Unsafe.Add(ref sums, i) = FlatBuffersSerializer.ReadMove(payloads[i]);
        }
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public void VerifiedMove()
    {
        ref double sums = ref MemoryMarshal.GetArrayDataReference(_sums);
        byte[][] payloads = _moves;
        for (int i = 0; i < payloads.Length; i++)
        {
            Unsafe.Add(ref sums, i) = Views.VerifyAndReadMove(payloads[i]);
        }
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public void HandChat()
    {
        ref double sums = ref MemoryMarshal.GetArrayDataReference(_sums);
        byte[][] payloads = _chats;
        for (int i = 0; i < payloads.Length; i++)
        {
            Unsafe.Add(ref sums, i) = HandWritten.ReadChat(payloads[i]);
        }
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public void Chat()
    {
        ref double sums = ref MemoryMarshal.GetArrayDataReference(_sums);
        byte[][] payloads = _chats;
        for (int i = 0; i < payloads.Length; i++)
        {
            Unsafe.Add(ref sums, i) = Views.ReadChat(payloads[i]);
        }
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public void AccessorsChat()
    {
        ref double sums = ref MemoryMarshal.GetArrayDataReference(_sums);
        ByteBuffer[] payloads = _builtChats;
        for (int i = 0; i < payloads.Length; i++)
        {
            Unsafe.Add(ref sums, i) = FlatBuffersSerializer.ReadChat(payloads[i]);
        }
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public void VerifiedChat()
    {
        ref double sums = ref MemoryMarshal.GetArrayDataReference(_sums);
        byte[][] payloads = _chats;
        for (int i = 0; i < payloads.Length; i++)
        {
            Unsafe.Add(ref sums, i) = Views.VerifyAndReadChat(payloads[i]);
        }
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

    private void CheckSame(params Action[] sides)
    {
        double[]? expected = null;
        foreach (Action side in sides)
        {
            Array.Fill(_sums, double.NaN);
            side();
            expected ??= [.. _sums];
            if (Array.Exists(_sums, double.IsNaN) || !_sums.AsSpan().SequenceEqual(expected))
            {
                throw new InvalidOperationException($"{side.Method.Name} does not read what {sides[0].Method.Name} reads.");
            }
        }
    }
}
