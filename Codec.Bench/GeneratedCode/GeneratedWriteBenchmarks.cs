extern alias packets;

using BenchmarkDotNet.Attributes;
using Codec.Bench.Serializers;
using P = packets::Game;

namespace Codec.Bench.GeneratedCode;

/// <summary>
/// What does it cost to write a message from its plain type: with hand-written code, with the generated code, and through the FlatBuffers runtime's
/// builder?
/// </summary>
/// <remarks>
/// As in <see cref="GeneratedReadBenchmarks"/>, all sides write messages of a few nanoseconds in a loop, and all messages differ. Each is written
/// to the same position, as into a connection's send buffer.
/// </remarks>
public class GeneratedWriteBenchmarks
{
    private readonly byte[] _buffer = new byte[65536];
    private readonly FlatBuffersSerializer _builder = new();
    private readonly P.TestPacket[] _seeds = PlainMessages.Seeds();
    private readonly P.Move[] _moves = PlainMessages.Moves();
    private readonly P.Chat[] _chats = PlainMessages.Chats();
    private readonly P.Inventory _inventory = PlainMessages.Inventory();
    private readonly P.Snapshot _snapshot = PlainMessages.Snapshot();

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public int HandSeed()
    {
        int sum = 0;
        foreach (P.TestPacket message in _seeds)
        {
            sum += HandWritten.Write(_buffer, message);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public int Seed()
    {
        int sum = 0;
        foreach (P.TestPacket message in _seeds)
        {
            message.TryWrite(_buffer, out int written);
            sum += written;
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public int BuilderSeed()
    {
        int sum = 0;
        foreach (P.TestPacket message in _seeds)
        {
            sum += _builder.WriteSeed(message);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public int HandMove()
    {
        int sum = 0;
        foreach (P.Move message in _moves)
        {
            sum += HandWritten.Write(_buffer, message);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public int Move()
    {
        int sum = 0;
        foreach (P.Move message in _moves)
        {
            message.TryWrite(_buffer, out int written);
            sum += written;
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public int BuilderMove()
    {
        int sum = 0;
        foreach (P.Move message in _moves)
        {
            sum += _builder.WriteMove(message);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public int HandChat()
    {
        int sum = 0;
        foreach (P.Chat message in _chats)
        {
            sum += HandWritten.Write(_buffer, message);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public int Chat()
    {
        int sum = 0;
        foreach (P.Chat message in _chats)
        {
            message.TryWrite(_buffer, out int written);
            sum += written;
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = PlainMessages.Count)]
    public int BuilderChat()
    {
        int sum = 0;
        foreach (P.Chat message in _chats)
        {
            sum += _builder.WriteChat(message);
        }

        return sum;
    }

    [Benchmark]
    public int HandInventory() => HandWritten.Write(_buffer, _inventory);

    [Benchmark]
    public int Inventory()
    {
        _inventory.TryWrite(_buffer, out int written);
        return written;
    }

    [Benchmark]
    public int BuilderInventory() => _builder.WriteInventory();

    [Benchmark]
    public int HandSnapshot() => HandWritten.Write(_buffer, _snapshot);

    [Benchmark]
    public int Snapshot()
    {
        _snapshot.TryWrite(_buffer, out int written);
        return written;
    }

    [Benchmark]
    public int BuilderSnapshot() => _builder.WriteSnapshot();
}
