namespace Codec.Bench.Serializers;

/// <summary>The schema compiler's code: written in place, read through a view.</summary>
public sealed class GeneratedSerializer : IGameSerializer
{
    private readonly byte[] _buffer = new byte[SerializerBuffer.Size];

    public string Name => Report.Markdown.GeneratedPacket;

    public bool CanVerify => true;

    public Func<int> Writer(SampleMessage message) => message switch
    {
        SampleMessage.Seed => Writer<SeedCode>(),
        SampleMessage.Move => Writer<MoveCode>(),
        SampleMessage.Chat => Writer<ChatCode>(),
        SampleMessage.Inventory => Writer<InventoryCode>(),
        _ => Writer<SnapshotCode>(),
    };

    public Func<double> Reader(SampleMessage message) => Reader(message, Payload(message));

    public Func<bool> Verifier(SampleMessage message)
    {
        byte[] payload = Payload(message);
        return message switch
        {
            SampleMessage.Seed => () => SeedCode.Verify(payload),
            SampleMessage.Move => () => MoveCode.Verify(payload),
            SampleMessage.Chat => () => ChatCode.Verify(payload),
            SampleMessage.Inventory => () => InventoryCode.Verify(payload),
            _ => () => SnapshotCode.Verify(payload),
        };
    }

    /// <summary>Returns a function that reads a payload of the message.</summary>
    internal static Func<double> Reader(SampleMessage message, byte[] payload) => message switch
    {
        SampleMessage.Seed => () => SeedCode.Read(payload),
        SampleMessage.Move => () => MoveCode.Read(payload),
        SampleMessage.Chat => () => ChatCode.Read(payload),
        SampleMessage.Inventory => () => InventoryCode.Read(payload),
        _ => () => SnapshotCode.Read(payload),
    };

    /// <summary>Returns the start of the buffer.</summary>
    internal ReadOnlySpan<byte> Written(int count) => _buffer.AsSpan(0, count);

    /// <summary>Returns the payload of the message.</summary>
    internal byte[] Payload(SampleMessage message) => Written(Writer(message)()).ToArray();

    private Func<int> Writer<TCode>()
        where TCode : struct, IMessageCode<TCode>
    {
        TCode message = TCode.Sample;
        return () => message.Write(_buffer);
    }
}
