namespace Codec.Cli.Tap;

/// <summary>One side of a connection through a tap: its socket, and how it ended.</summary>
internal sealed class TapSide(string name, CaptureDirection direction, Socket socket, TimeProvider clock)
{
    public string Name => name;
    public CaptureDirection Direction => direction;
    public Socket Socket => socket;

    /// <summary>Gets when the side ended its stream or failed, as a timestamp of the clock, or the largest value.</summary>
    public long End { get; private set; } = long.MaxValue;

    /// <summary>Gets the first error of the socket, such as a reset by the peer, or <see langword="null"/>.</summary>
    public SocketException? Error { get; private set; }

    public void EndStream() => End = Math.Min(End, clock.GetTimestamp());

    public void Fail(SocketException error)
    {
        if (Error is null)
        {
            End = clock.GetTimestamp();
            Error = error;
        }
    }
}
