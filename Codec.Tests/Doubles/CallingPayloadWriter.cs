using System;
using Codec.Framing;

namespace Codec.Tests.Doubles;

/// <summary>Writes an empty payload, and calls the test meanwhile.</summary>
internal sealed class CallingPayloadWriter(Action call) : IPayloadWriter<int>
{
    public int GetMaxSize(in int message) => 0;

    public int Write(in int message, Span<byte> destination)
    {
        call();
        return 0;
    }
}
