extern alias packets;

using System;
using System.Runtime.CompilerServices;
using Codec.Bench.GeneratedCode;
using Codec.Payloads;
using P = packets::Game;

namespace Codec.Bench.Serializers;

/// <summary>What the schema compiler writes, packed: written to memory that is kept and packed from there; unpacked to such memory, and read in place.</summary>
public sealed class PackedSerializer : IGameSerializer
{
    // As in GeneratedSerializer.
    private const MethodImplOptions NotInTheCaller = MethodImplOptions.NoInlining;

    private readonly byte[] _scratch = new byte[SerializerBuffer.Size];
    private readonly byte[] _buffer = new byte[SerializerBuffer.Size];
    private readonly P.TestPacket _seed = PlainMessages.Seed();
    private readonly P.Move _move = PlainMessages.Move();
    private readonly P.Chat _chat = PlainMessages.Chat();
    private readonly P.Inventory _inventory = PlainMessages.Inventory();
    private readonly P.Snapshot _snapshot = PlainMessages.Snapshot();

    /// <inheritdoc/>
    public string Name => "Codec, packed";

    /// <inheritdoc/>
    public Func<int> Writer(SampleMessage message) => message switch
    {
        SampleMessage.Seed => () => _seed.TryWrite(_scratch, out int written) ? Pack(written) : -1,
        SampleMessage.Move => () => _move.TryWrite(_scratch, out int written) ? Pack(written) : -1,
        SampleMessage.Chat => () => _chat.TryWrite(_scratch, out int written) ? Pack(written) : -1,
        SampleMessage.Inventory => () => _inventory.TryWrite(_scratch, out int written) ? Pack(written) : -1,
        _ => () => _snapshot.TryWrite(_scratch, out int written) ? Pack(written) : -1,
    };

    /// <inheritdoc/>
    public Func<double> Reader(SampleMessage message)
    {
        byte[] packed = _buffer.AsSpan(0, Writer(message)()).ToArray();
        return message switch
        {
            SampleMessage.Seed => [MethodImpl(NotInTheCaller)] () => Views.ReadTestPacket(Unpack(packed)),
            SampleMessage.Move => [MethodImpl(NotInTheCaller)] () => Views.ReadMove(Unpack(packed)),
            SampleMessage.Chat => [MethodImpl(NotInTheCaller)] () => Views.ReadChat(Unpack(packed)),
            SampleMessage.Inventory => [MethodImpl(NotInTheCaller)] () => Views.ReadInventory(Unpack(packed)),
            _ => [MethodImpl(NotInTheCaller)] () => Views.ReadSnapshot(Unpack(packed)),
        };
    }

    private int Pack(int size)
    {
        PackedPayload.Pack(_scratch.AsSpan(0, size), _buffer, out int written);
        return written;
    }

    private ReadOnlySpan<byte> Unpack(byte[] packed)
    {
        PackedPayload.Unpack(packed, _scratch, out int written);
        return _scratch.AsSpan(0, written);
    }
}
