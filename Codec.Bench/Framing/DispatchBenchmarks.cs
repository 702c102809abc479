extern alias packets;

using packets::Game;

namespace Codec.Bench.Framing;

/// <summary>What do framing and dispatch add to a hand-written loop? The handler reads two fields.</summary>
[SuppressMessage("Design", "CA1001", Justification = "GlobalCleanup disposes the dispatcher.")]
public class DispatchBenchmarks
{
    private const int Count = 1_000;
    private const int HeaderSize = 4;
    private const int MoveId = 2;
    private const int ChatId = 4;
    private const int InventoryId = 5;
    private byte[] _data = [];
    private PacketDispatcher<DispatchBenchmarks>? _dispatcher;
    private double _sum;

    /// <summary>The messages: from a flat table of 44 bytes, over one with strings, to 100 nested tables with strings and vectors.</summary>
    [Params(nameof(Move), nameof(Chat), nameof(Inventory))]
    public string Message { get; set; } = nameof(Move);

    [GlobalSetup]
    public void Setup()
    {
        ArrayBufferWriter<byte> output = new();
        for (int i = 0; i < Count; i++)
        {
            _ = Message switch
            {
                nameof(Move) => PacketEncoder.Write(output, PlainMessages.Move()),
                nameof(Chat) => PacketEncoder.Write(output, PlainMessages.Chat()),
                _ => PacketEncoder.Write(output, PlainMessages.Inventory()),
            };
        }

        _data = output.WrittenSpan.ToArray();
        PacketRoutes<DispatchBenchmarks> routes = new PacketRoutes<DispatchBenchmarks>()
            .AddMove<DispatchBenchmarks>(static (state, move) => Take(state, move))
            .AddChat<DispatchBenchmarks>(static (state, chat) => Take(state, chat))
            .AddInventory<DispatchBenchmarks>(static (state, inventory) => Take(state, inventory));
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
            if (size > data.Length - offset - HeaderSize
                || !TakePayload(BinaryPrimitives.ReadUInt16LittleEndian(data.AsSpan(offset + 2)), data.AsSpan(offset + HeaderSize, size)))
            {
                break;
            }

            offset += HeaderSize + size;
        }

        return offset == data.Length ? _sum : throw new InvalidOperationException("A packet was rejected.");
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public double DecodeVerifyDispatch()
    {
        int offset = 0;
        while (PacketDecoder.Decode(_data.AsSpan(offset), out Packet packet, out int consumed, out _) == OperationStatus.Done
            && _dispatcher!.Dispatch(packet) == PacketError.None)
        {
            offset += consumed;
        }

        return offset == _data.Length ? _sum : throw new InvalidOperationException("A packet was rejected.");
    }

    private static void Take(DispatchBenchmarks state, Move.View move) => state._sum += move.Entity + move.Time;

    private static void Take(DispatchBenchmarks state, Chat.View chat) => state._sum += (uint)chat.Channel + (ulong)chat.TextUtf8.Length;

    private static void Take(DispatchBenchmarks state, Inventory.View inventory) => state._sum += inventory.Owner + (ulong)inventory.Items.Count;

    private bool TakePayload(int id, ReadOnlySpan<byte> payload)
    {
        switch (id)
        {
            case MoveId when Move.View.TryCreateVerified(payload, out Move.View move):
                Take(this, move);
                return true;
            case ChatId when Chat.View.TryCreateVerified(payload, out Chat.View chat):
                Take(this, chat);
                return true;
            case InventoryId when Inventory.View.TryCreateVerified(payload, out Inventory.View inventory):
                Take(this, inventory);
                return true;
            default:
                return false;
        }
    }
}
