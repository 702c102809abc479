using Codec.Bench.Serializers;
using Google.FlatBuffers;

namespace Codec.Bench.GeneratedCode;

/// <summary>The message of 500 structs.</summary>
public readonly struct SnapshotCode(P.Snapshot message) : IMessageCode<SnapshotCode>
{
    private static readonly SnapshotCode Shared = Sample;

    public static SnapshotCode Sample => new(PlainMessages.Snapshot());

    public static SnapshotCode Make(int index) => Shared;

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

    public static double Read(ReadOnlySpan<byte> payload) => P.Snapshot.View.TryCreate(payload, out P.Snapshot.View view) ? Sum(view) : double.NaN;

    public static double VerifiedRead(ReadOnlySpan<byte> payload) =>
        P.Snapshot.View.TryCreateVerified(payload, out P.Snapshot.View view) ? Sum(view) : double.NaN;

    public static double HandRead(ReadOnlySpan<byte> payload) => HandWritten.ReadSnapshot(payload);

    public static double AccessorsRead(ByteBuffer payload) => FlatBuffersSerializer.ReadSnapshot(payload);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Verify(byte[] payload) => P.Snapshot.Verify(payload);

    private static double Sum(P.Snapshot.View view)
    {
        double sum = view.Tick;
        long whole = 0;
        foreach (ref readonly P.EntityState state in view.Entities)
        {
            sum += HandWritten.Sum(state.Position) + HandWritten.Sum(state.Rotation);
            whole += state.Entity + state.Health + state.Flags;
        }

        return sum + whole;
    }
}
