using System;
using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using BenchmarkDotNet.Attributes;
using Codec.Dispatch;
using Codec.Framing;
using Codec.Packets;
using Game;
using Game.Samples;
using Google.FlatBuffers;

namespace Codec.Bench.Framing;

/// <summary>What do framing and dispatch add to verifying each payload? The handler reads two fields.</summary>
[MemoryDiagnoser]
[SuppressMessage("Design", "CA1001", Justification = "GlobalCleanup disposes the dispatcher.")]
public class DispatchBenchmarks
{
    private const int Count = 1_000;
    private readonly ByteBuffer _buffer = new(Array.Empty<byte>());
    private readonly Verifier _verifier = new();
    private byte[] _data = [];
    private int _packetSize;
    private PacketDispatcher<DispatchBenchmarks>? _dispatcher;
    private VerifyTableAction _verify = MoveVerify.Verify;
    private double _sum;

    /// <summary>From a flat table of 44 bytes over one with a string to 100 nested tables with strings and vectors.</summary>
    [Params(nameof(Move), nameof(Spawn), nameof(Inventory))]
    public string Message { get; set; } = nameof(Move);

    [GlobalSetup]
    public void Setup()
    {
        FlatBufferBuilder builder = new(256);
        switch (Message)
        {
            case nameof(Move):
                GameMessages.BuildMove(builder);
                _verify = MoveVerify.Verify;
                break;
            case nameof(Spawn):
                GameMessages.BuildSpawn(builder);
                _verify = SpawnVerify.Verify;
                break;
            default:
                GameMessages.BuildInventory(builder);
                _verify = InventoryVerify.Verify;
                break;
        }

        byte[] payload = builder.SizedByteArray();
        ArrayBufferWriter<byte> output = new();
        for (int i = 0; i < Count; i++)
        {
            _packetSize = PacketEncoder.Write(output, 2, payload);
        }

        _data = output.WrittenSpan.ToArray();
        PacketRoutes<DispatchBenchmarks> routes = new();
        switch (Message)
        {
            case nameof(Move):
                routes.AddFlatBuffer<Move>(2, _verify, static (DispatchBenchmarks state, in Move move) => state._sum += move.Entity + move.Time);
                break;
            case nameof(Spawn):
                routes.AddFlatBuffer<Spawn>(2, _verify, static (DispatchBenchmarks state, in Spawn spawn) => state._sum += spawn.Entity + spawn.Health);
                break;
            default:
                routes.AddFlatBuffer<Inventory>(2, _verify, static (DispatchBenchmarks state, in Inventory inventory) => state._sum += inventory.Owner + (ulong)inventory.ItemsLength);
                break;
        }

        _dispatcher = new PacketDispatcher<DispatchBenchmarks>(routes, this, PacketDirections.ToServer);
    }

    [GlobalCleanup]
    public void Cleanup() => _dispatcher!.Dispose();

    /// <summary>The verifier alone, at places that are known.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Count)]
    public int VerifyAlone()
    {
        int accepted = 0;
        for (int offset = 0; offset < _data.Length; offset += _packetSize)
        {
            _buffer.Reset(new ArraySegment<byte>(_data, offset + 4, _packetSize - 4));
            _verifier.Buf = _buffer;
            accepted += _verifier.VerifyBuffer(null, false, _verify) ? 1 : 0;
        }

        return accepted;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public double DecodeVerifyDispatch()
    {
        _dispatcher!.DispatchAll(new ArraySegment<byte>(_data), PacketFormat.Default, out int consumed);
        return consumed == _data.Length ? _sum : throw new InvalidOperationException("A packet was refused.");
    }

    /// <summary>The same for who decodes each packet by hand.</summary>
    [Benchmark(OperationsPerInvoke = Count)]
    public double DecodeVerifyDispatchOneByOne()
    {
        int offset = 0;
        while (PacketDecoder.Decode(new ArraySegment<byte>(_data, offset, _data.Length - offset), PacketFormat.Default, out Packet packet, out int consumed, out _) == OperationStatus.Done)
        {
            if (_dispatcher!.Dispatch(packet) != PacketError.None)
            {
                break;
            }

            offset += consumed;
        }

        return _sum;
    }
}
