extern alias packets;

using System;
using System.Runtime.CompilerServices;
using Codec.Bench.GeneratedCode;
using P = packets::Game;

namespace Codec.Bench.Serializers;

/// <summary>The code of the schema compiler: writes its data types, and reads through its views.</summary>
public sealed class GeneratedSerializer : IGameSerializer
{
    private readonly byte[] _buffer = new byte[SerializerBuffer.Size];
    private readonly P.TestPacket _seed = PlainMessages.Seed();
    private readonly P.Move _move = PlainMessages.Move();
    private readonly P.Chat _chat = PlainMessages.Chat();
    private readonly P.Inventory _inventory = PlainMessages.Inventory();
    private readonly P.Snapshot _snapshot = PlainMessages.Snapshot();

    /// <inheritdoc/>
    public string Name => "Codec, generated";

    /// <inheritdoc/>
    public Func<int> Writer(SampleMessage message) => message switch
    {
        SampleMessage.Seed => () => _seed.TryWrite(_buffer, out int written) ? written : -1,
        SampleMessage.Move => () => _move.TryWrite(_buffer, out int written) ? written : -1,
        SampleMessage.Chat => () => _chat.TryWrite(_buffer, out int written) ? written : -1,
        SampleMessage.Inventory => () => _inventory.TryWrite(_buffer, out int written) ? written : -1,
        _ => () => _snapshot.TryWrite(_buffer, out int written) ? written : -1,
    };

    /// <inheritdoc/>
    public Func<double> Reader(SampleMessage message) => Reader(message, Payload(message));

    /// <summary>Returns a function that reads every field of a payload.</summary>
    internal static Func<double> Reader(SampleMessage message, byte[] payload) => message switch
    {
        SampleMessage.Seed => [MethodImpl(SerializerCall.NotInTheCaller)] () => Views.ReadTestPacket(payload),
        SampleMessage.Move => [MethodImpl(SerializerCall.NotInTheCaller)] () => Views.ReadMove(payload),
        SampleMessage.Chat => [MethodImpl(SerializerCall.NotInTheCaller)] () => Views.ReadChat(payload),
        SampleMessage.Inventory => [MethodImpl(SerializerCall.NotInTheCaller)] () => Views.ReadInventory(payload),
        _ => [MethodImpl(SerializerCall.NotInTheCaller)] () => Views.ReadSnapshot(payload),
    };

    /// <summary>Returns the bytes that were written last.</summary>
    internal ReadOnlySpan<byte> Written(int count) => _buffer.AsSpan(0, count);

    /// <summary>Returns a copy of the output of <see cref="Writer"/>.</summary>
    internal byte[] Payload(SampleMessage message) => Written(Writer(message)()).ToArray();

    /// <summary>Returns a function that verifies the output of <see cref="Writer"/>.</summary>
    public Func<bool> Verifier(SampleMessage message)
    {
        byte[] payload = Payload(message);
        return message switch
        {
            SampleMessage.Seed => () => P.TestPacket.Verify(payload),
            SampleMessage.Move => () => P.Move.Verify(payload),
            SampleMessage.Chat => () => P.Chat.Verify(payload),
            SampleMessage.Inventory => () => P.Inventory.Verify(payload),
            _ => () => P.Snapshot.Verify(payload),
        };
    }
}
