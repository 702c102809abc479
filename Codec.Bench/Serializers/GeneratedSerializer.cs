namespace Codec.Bench.Serializers;

/// <summary>The schema compiler's code: written in place, read through a view.</summary>
public sealed partial class GeneratedSerializer
{
    internal const string RowName = "generated packet";

    // The largest payload is that of the snapshot, with 18,028 bytes.
    private readonly byte[] _buffer = new byte[32 * 1024];
    private readonly P.TestPacket _seed = PlainMessages.Seed();
    private readonly P.Move _move = PlainMessages.Move();
    private readonly P.Chat _chat = PlainMessages.Chat();
    private readonly P.Inventory _inventory = PlainMessages.Inventory();
    private readonly P.Snapshot _snapshot = PlainMessages.Snapshot();

    public string Name => RowName;
    public bool CanVerify => true;

    public Func<int> Writer(SampleMessage message) => message switch
    {
        SampleMessage.Seed => () => _seed.TryWrite(_buffer, out int written) ? written : 0,
        SampleMessage.Move => () => _move.TryWrite(_buffer, out int written) ? written : 0,
        SampleMessage.Chat => () => _chat.TryWrite(_buffer, out int written) ? written : 0,
        SampleMessage.Inventory => () => _inventory.TryWrite(_buffer, out int written) ? written : 0,
        _ => () => _snapshot.TryWrite(_buffer, out int written) ? written : 0,
    };

    public Func<double> Reader(SampleMessage message) => Reader(message, Payload(message));

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

    internal static Func<double> Reader(SampleMessage message, byte[] payload) => message switch
    {
        SampleMessage.Seed => () => P.TestPacket.View.TryCreate(payload, out P.TestPacket.View view) ? Sum(view) : double.NaN,
        SampleMessage.Move => () => P.Move.View.TryCreate(payload, out P.Move.View view) ? Sum(view) : double.NaN,
        SampleMessage.Chat => () => P.Chat.View.TryCreate(payload, out P.Chat.View view) ? Sum(view) : double.NaN,
        SampleMessage.Inventory => () => P.Inventory.View.TryCreate(payload, out P.Inventory.View view) ? Sum(view) : double.NaN,
        _ => () => P.Snapshot.View.TryCreate(payload, out P.Snapshot.View view) ? Sum(view) : double.NaN,
    };

    internal ReadOnlySpan<byte> Written(int count) => _buffer.AsSpan(0, count);

    internal byte[] Payload(SampleMessage message) => Written(Writer(message)()).ToArray();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static double Sum(P.TestPacket.View view) => view.Number + FieldSum.Of(view.MsgUtf8);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static double Sum(P.Move.View view) =>
        view.Entity + view.Time + FieldSum.Of(view.Position.GetValueOrDefault()) + FieldSum.Of(view.Rotation.GetValueOrDefault())
            + FieldSum.Of(view.Velocity.GetValueOrDefault());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static double Sum(P.Chat.View view) => (byte)view.Channel + FieldSum.Of(view.SenderUtf8) + FieldSum.Of(view.TextUtf8);

    private static double Sum(P.Inventory.View view)
    {
        double sum = view.Owner;
        long whole = 0;
        foreach (P.Item.View item in view.Items)
        {
            whole += item.Id + item.Count + FieldSum.Of(item.NameUtf8);
            foreach (short modifier in item.Modifiers)
            {
                whole += modifier;
            }
        }

        return sum + whole;
    }

    private static double Sum(P.Snapshot.View view) => FieldSum.Of(view.Tick, view.Entities);
}
