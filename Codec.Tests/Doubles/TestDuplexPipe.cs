namespace Codec.Tests.Doubles;

/// <summary>A duplex pipe over one end of two pipes.</summary>
public sealed class TestDuplexPipe(PipeReader input, PipeWriter output) : IDuplexPipe
{
    public PipeReader Input => input;

    public PipeWriter Output => output;
}
