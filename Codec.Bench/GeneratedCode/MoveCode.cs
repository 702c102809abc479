using Codec.Bench.Serializers;
using Google.FlatBuffers;

namespace Codec.Bench.GeneratedCode;

/// <summary>The message of numbers and structs.</summary>
public readonly struct MoveCode(P.Move message) : IMessageCode<MoveCode>
{
    public static MoveCode Sample => new(PlainMessages.Move());

    public static MoveCode Make(int index) => new(PlainMessages.Move(index));

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
    public static double Read(ReadOnlySpan<byte> payload) => P.Move.View.TryCreate(payload, out P.Move.View view) ? Sum(view) : double.NaN;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double VerifiedRead(ReadOnlySpan<byte> payload) =>
        P.Move.View.TryCreateVerified(payload, out P.Move.View view) ? Sum(view) : double.NaN;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double HandRead(ReadOnlySpan<byte> payload) => HandWritten.ReadMove(payload);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double AccessorsRead(ByteBuffer payload) => FlatBuffersSerializer.ReadMove(payload);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Verify(byte[] payload) => P.Move.Verify(payload);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static double Sum(P.Move.View view) =>
        view.Entity + view.Time + HandWritten.Sum(view.Position.GetValueOrDefault()) + HandWritten.Sum(view.Rotation.GetValueOrDefault())
            + HandWritten.Sum(view.Velocity.GetValueOrDefault());
}
