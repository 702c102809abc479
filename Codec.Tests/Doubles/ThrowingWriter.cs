namespace Codec.Tests.Doubles;

/// <summary>A payload writer that writes half of the size that it declared, and throws. The message is that size.</summary>
internal sealed class ThrowingWriter : IPayloadWriter<int>
{
    public static ThrowingWriter Instance { get; } = new();

    public int GetMaxSize(in int message) => message;

    public int Write(in int message, Span<byte> destination)
    {
        destination.Slice(0, message / 2).Fill(0xEE);
        return message == 0 ? 0 : throw new HandlerException();
    }
}
