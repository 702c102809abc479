namespace Codec.Cli.Tap;

/// <summary>One side of a connection through a tap: its socket, and how it ended.</summary>
/// <param name="socket">The socket. The caller owns it.</param>
internal sealed class TapSide(string name, CaptureDirection direction, Socket socket, TimeProvider clock)
{
    /// <summary>Gets the name of the side in a sentence.</summary>
    public string Name => name;

    /// <summary>Gets the direction of what the side sends.</summary>
    public CaptureDirection Direction => direction;

    public Socket Socket => socket;

    /// <summary>Gets when the side ended its stream or failed, as a timestamp of the clock, or the largest value.</summary>
    public long End { get; private set; } = long.MaxValue;

    /// <summary>Gets the first error of the socket, such as a reset by the peer, or <see langword="null"/>.</summary>
    public SocketException? Error { get; private set; }

    /// <summary>Remembers that the side ended its stream.</summary>
    public void EndStream() => End = Math.Min(End, clock.GetTimestamp());

    /// <summary>Remembers that a read or a write failed.</summary>
    public void Fail(SocketException error)
    {
        if (Error is null)
        {
            End = clock.GetTimestamp();
            Error = error;
        }
    }
}
