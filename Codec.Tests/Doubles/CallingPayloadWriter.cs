namespace Codec.Tests.Doubles;

/// <summary>A payload writer that writes half of the size that it declared, and calls the test. The message is that size.</summary>
internal sealed class CallingPayloadWriter(Action call) : IPayloadWriter<int>
{
    public int GetMaxSize(in int message) => message;

    public int Write(in int message, Span<byte> destination)
    {
        destination.Slice(0, message / 2).Fill(0xEE);
        call();
        return 0;
    }
}
