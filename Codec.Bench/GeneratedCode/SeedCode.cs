using Codec.Bench.Serializers;
using Google.FlatBuffers;

namespace Codec.Bench.GeneratedCode;

/// <summary>The message of the mission, a string and a number.</summary>
public readonly struct SeedCode(P.TestPacket message) : IMessageCode<SeedCode>
{
    public static SeedCode Sample => new(PlainMessages.Seed());

    public static SeedCode Make(int index) => new(PlainMessages.Seed(index));

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

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double Read(ReadOnlySpan<byte> payload) =>
        P.TestPacket.View.TryCreate(payload, out P.TestPacket.View view) ? Sum(view) : double.NaN;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double VerifiedRead(ReadOnlySpan<byte> payload) =>
        P.TestPacket.View.TryCreateVerified(payload, out P.TestPacket.View view) ? Sum(view) : double.NaN;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double HandRead(ReadOnlySpan<byte> payload) => HandWritten.ReadTestPacket(payload);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double AccessorsRead(ByteBuffer payload) => FlatBuffersSerializer.ReadSeed(payload);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Verify(byte[] payload) => P.TestPacket.Verify(payload);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static double Sum(P.TestPacket.View view) => view.Number + HandWritten.Sum(view.MsgUtf8);
}
