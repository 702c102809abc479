namespace Codec.Tests.Doubles;

/// <summary>A payload writer that writes an empty payload, and calls the test during the write.</summary>
internal sealed class CallingPayloadWriter(Action call) : IPayloadWriter<int>
{
    public int GetMaxSize(in int message) => 0;

    public int Write(in int message, Span<byte> destination)
    {
        call();
        return 0;
    }
}
