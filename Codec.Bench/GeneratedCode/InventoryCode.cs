using Codec.Bench.Serializers;
using Google.FlatBuffers;

namespace Codec.Bench.GeneratedCode;

/// <summary>The message of 100 nested tables.</summary>
public readonly struct InventoryCode(P.Inventory message) : IMessageCode<InventoryCode>
{
    private static readonly InventoryCode Shared = Sample;

    public static InventoryCode Sample => new(PlainMessages.Inventory());

    public static InventoryCode Make(int index) => Shared;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Write(byte[] buffer)
    {
        message.TryWrite(buffer, out int written);
        return written;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int HandWrite(byte[] buffer) => HandWritten.Write(buffer, message);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BuilderWrite(FlatBuffersSerializer builder) => builder.Write(message);

    public static double Read(ReadOnlySpan<byte> payload) => P.Inventory.View.TryCreate(payload, out P.Inventory.View view) ? Sum(view) : double.NaN;

    public static double VerifiedRead(ReadOnlySpan<byte> payload) =>
        P.Inventory.View.TryCreateVerified(payload, out P.Inventory.View view) ? Sum(view) : double.NaN;

    public static double HandRead(ReadOnlySpan<byte> payload) => HandWritten.ReadInventory(payload);

    public static double AccessorsRead(ByteBuffer payload) => FlatBuffersSerializer.ReadInventory(payload);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Verify(byte[] payload) => P.Inventory.Verify(payload);

    private static double Sum(P.Inventory.View view)
    {
        double sum = view.Owner;
        long whole = 0;
        foreach (P.Item.View item in view.Items)
        {
            whole += item.Id + item.Count + HandWritten.Sum(item.NameUtf8);
            foreach (short modifier in item.Modifiers)
            {
                whole += modifier;
            }
        }

        return sum + whole;
    }
}
