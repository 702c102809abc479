using Codec.Bench.Serializers;
using Google.FlatBuffers;

namespace Codec.Bench.GeneratedCode;

/// <summary>The message of two strings and an enum.</summary>
public readonly struct ChatCode(P.Chat message) : IMessageCode<ChatCode>
{
    public static ChatCode Sample => new(PlainMessages.Chat());

    public static ChatCode Make(int index) => new(PlainMessages.Chat(index));

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
    public static double Read(ReadOnlySpan<byte> payload) => P.Chat.View.TryCreate(payload, out P.Chat.View view) ? Sum(view) : double.NaN;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double VerifiedRead(ReadOnlySpan<byte> payload) =>
        P.Chat.View.TryCreateVerified(payload, out P.Chat.View view) ? Sum(view) : double.NaN;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double HandRead(ReadOnlySpan<byte> payload) => HandWritten.ReadChat(payload);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double AccessorsRead(ByteBuffer payload) => FlatBuffersSerializer.ReadChat(payload);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Verify(byte[] payload) => P.Chat.Verify(payload);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static double Sum(P.Chat.View view) => (byte)view.Channel + HandWritten.Sum(view.SenderUtf8) + HandWritten.Sum(view.TextUtf8);
}
