extern alias packets;

using BenchmarkDotNet.Attributes;
using Game.Samples;
using Google.FlatBuffers;
using P = packets::Game;

namespace Codec.Bench.GeneratedCode;

/// <summary>What does it cost to write a message from its plain type: by hand, as the schema compiler generates it, and through the FlatBuffers runtime's builder?</summary>
public class GeneratedWriteBenchmarks
{
    private readonly byte[] _buffer = new byte[65536];
    private readonly FlatBufferBuilder _builder = new(65536);
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
    public int BuilderSeed()
    {
        _builder.Clear();
        GameMessages.BuildTestPacket(_builder);
        return _builder.Offset;
    }

    [Benchmark]
    public int HandMove() => HandWritten.Write(_buffer, _move);

    [Benchmark]
    public int Move()
    {
        _move.TryWrite(_buffer, out int written);
        return written;
    }

    [Benchmark]
    public int BuilderMove()
    {
        _builder.Clear();
        GameMessages.BuildMove(_builder);
        return _builder.Offset;
    }

    [Benchmark]
    public int HandChat() => HandWritten.Write(_buffer, _chat);

    [Benchmark]
    public int Chat()
    {
        _chat.TryWrite(_buffer, out int written);
        return written;
    }

    [Benchmark]
    public int BuilderChat()
    {
        _builder.Clear();
        GameMessages.BuildChat(_builder);
        return _builder.Offset;
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
    public int BuilderInventory()
    {
        _builder.Clear();
        GameMessages.BuildInventory(_builder);
        return _builder.Offset;
    }

    [Benchmark]
    public int HandSnapshot() => HandWritten.Write(_buffer, _snapshot);

    [Benchmark]
    public int Snapshot()
    {
        _snapshot.TryWrite(_buffer, out int written);
        return written;
    }

    [Benchmark]
    public int BuilderSnapshot()
    {
        _builder.Clear();
        GameMessages.BuildSnapshot(_builder, 500);
        return _builder.Offset;
    }
}
