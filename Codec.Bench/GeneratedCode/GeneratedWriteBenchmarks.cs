extern alias packets;

using BenchmarkDotNet.Attributes;
using Codec.Bench.Serializers;
using P = packets::Game;

namespace Codec.Bench.GeneratedCode;

/// <summary>What does it cost to write a message from its plain type: by hand, as the schema compiler generates it, and through the FlatBuffers runtime's builder?</summary>
public class GeneratedWriteBenchmarks
{
    private readonly byte[] _buffer = new byte[65536];
    private readonly FlatBuffersSerializer _builder = new();
    private readonly P.TestPacket _seed = PlainMessages.Seed();
    private readonly P.Move _move = PlainMessages.Move();
    private readonly P.Chat _chat = PlainMessages.Chat();
    private readonly P.Inventory _inventory = PlainMessages.Inventory();
    private readonly P.Snapshot _snapshot = PlainMessages.Snapshot();

    [Benchmark]
    public int HandSeed() => HandWritten.Write(_buffer, _seed);

    [Benchmark]
    public int Seed()
    {
        _seed.TryWrite(_buffer, out int written);
        return written;
    }

    [Benchmark]
    public int BuilderSeed() => _builder.WriteSeed();

    [Benchmark]
    public int HandMove() => HandWritten.Write(_buffer, _move);

    [Benchmark]
    public int Move()
    {
        _move.TryWrite(_buffer, out int written);
        return written;
    }

    [Benchmark]
    public int BuilderMove() => _builder.WriteMove();

    [Benchmark]
    public int HandChat() => HandWritten.Write(_buffer, _chat);

    [Benchmark]
    public int Chat()
    {
        _chat.TryWrite(_buffer, out int written);
        return written;
    }

    [Benchmark]
    public int BuilderChat() => _builder.WriteChat();

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
