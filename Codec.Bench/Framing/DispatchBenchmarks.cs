using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using BenchmarkDotNet.Attributes;
using Codec.Dispatch;
using Codec.Framing;
using Codec.Packets;
using Game;
using Game.Samples;
using Google.FlatBuffers;

namespace Codec.Bench.Framing;

/// <summary>What do framing and dispatch add to a hand-written loop? The handler reads two fields.</summary>
[MemoryDiagnoser]
[SuppressMessage("Design", "CA1001", Justification = "GlobalCleanup disposes the dispatcher.")]
public class DispatchBenchmarks
{
    private const int Count = 1_000;
    private const int HeaderSize = 4;
    private const int MoveId = 2;
    private const int SpawnId = 3;
    private const int InventoryId = 5;
    private static readonly VerifyTableAction VerifyMove = MoveVerify.Verify;
    private static readonly VerifyTableAction VerifySpawn = SpawnVerify.Verify;
    private static readonly VerifyTableAction VerifyInventory = InventoryVerify.Verify;
    private readonly ByteBuffer _buffer = new(Array.Empty<byte>());
    private readonly Verifier _verifier = new();
    private byte[] _data = [];
    private PacketDispatcher<DispatchBenchmarks>? _dispatcher;
    private double _sum;

    /// <summary>The messages: from a flat table of 44 bytes, over one with a string, to 100 nested tables with strings and vectors.</summary>
    [Params(nameof(Move), nameof(Spawn), nameof(Inventory))]
    public string Message { get; set; } = nameof(Move);

    [GlobalSetup]
    public void Setup()
    {
        FlatBufferBuilder builder = new(256);
        uint id;
        switch (Message)
        {
            case nameof(Move):
                GameMessages.BuildMove(builder);
                id = MoveId;
                break;
            case nameof(Spawn):
                GameMessages.BuildSpawn(builder);
                id = SpawnId;
                break;
            default:
                GameMessages.BuildInventory(builder);
                id = InventoryId;
                break;
        }

        byte[] payload = builder.SizedByteArray();
        ArrayBufferWriter<byte> output = new();
        for (int i = 0; i < Count; i++)
        {
            PacketEncoder.Write(output, id, payload);
        }

        _data = output.WrittenSpan.ToArray();
        PacketRoutes<DispatchBenchmarks> routes = new PacketRoutes<DispatchBenchmarks>()
            .AddFlatBuffer<Move>(MoveId, VerifyMove, static (DispatchBenchmarks state, in Move move) => Take(state, move))
            .AddFlatBuffer<Spawn>(SpawnId, VerifySpawn, static (DispatchBenchmarks state, in Spawn spawn) => Take(state, spawn))
            .AddFlatBuffer<Inventory>(InventoryId, VerifyInventory, static (DispatchBenchmarks state, in Inventory inventory) => Take(state, inventory));
        _dispatcher = new PacketDispatcher<DispatchBenchmarks>(routes, this, PacketDirections.ToServer);
    }

    [GlobalCleanup]
    public void Cleanup() => _dispatcher!.Dispose();

    /// <summary>A loop that reads the headers, and a switch that verifies the payloads and calls the handlers.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Count)]
    public double HandWritten()
    {
        byte[] data = _data;
        int offset = 0;
        while (data.Length - offset >= HeaderSize)
        {
            int size = BinaryPrimitives.ReadUInt16LittleEndian(data.AsSpan(offset));
            if (size > data.Length - offset - HeaderSize || !TakePayload(BinaryPrimitives.ReadUInt16LittleEndian(data.AsSpan(offset + 2)), offset + HeaderSize, size))
            {
                break;
            }

            offset += HeaderSize + size;
        }

        return offset == data.Length ? _sum : throw new InvalidOperationException("A packet was rejected.");
    }

    /// <summary>The code that a user of the library writes.</summary>
    [Benchmark(OperationsPerInvoke = Count)]
    public double DecodeVerifyDispatch()
    {
        int offset = 0;
        while (PacketDecoder.Decode(new ArraySegment<byte>(_data, offset, _data.Length - offset), PacketFormat.Default, out Packet packet, out int consumed, out _) == OperationStatus.Done
            && _dispatcher!.Dispatch(packet) == PacketError.None)
        {
            offset += consumed;
        }

        return offset == _data.Length ? _sum : throw new InvalidOperationException("A packet was rejected.");
    }

    private static void Take(DispatchBenchmarks state, in Move move) => state._sum += move.Entity + move.Time;

    private static void Take(DispatchBenchmarks state, in Spawn spawn) => state._sum += spawn.Entity + spawn.Health;

    private static void Take(DispatchBenchmarks state, in Inventory inventory) => state._sum += inventory.Owner + (ulong)inventory.ItemsLength;

    private bool TakePayload(int id, int offset, int size)
    {
        switch (id)
        {
            case MoveId when IsVerified(offset, size, VerifyMove):
                Take(this, Move.GetRootAsMove(_buffer));
                return true;
            case SpawnId when IsVerified(offset, size, VerifySpawn):
                Take(this, Spawn.GetRootAsSpawn(_buffer));
                return true;
            case InventoryId when IsVerified(offset, size, VerifyInventory):
                Take(this, Inventory.GetRootAsInventory(_buffer));
                return true;
            default:
                return false;
        }
    }

    private bool IsVerified(int offset, int size, VerifyTableAction verify)
    {
        _buffer.Reset(new ArraySegment<byte>(_data, offset, size));
        _verifier.Buf = _buffer;
        return _verifier.VerifyBuffer(null, false, verify);
    }
}
