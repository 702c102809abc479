namespace Codec.Cli.Replay;

/// <summary>What a first pass over a capture finds out: which side sends, and when each connection begins and ends.</summary>
internal sealed class CaptureSurvey(CaptureDirection sent)
{
    // The number of the last packet of each connection.
    private readonly Dictionary<uint, long> _last = [];
    private long _count;

    public bool HasSent { get; private set; }

    public bool HasDirections => _count > 0;

    public uint FirstConnection { get; private set; }

    /// <summary>Adds a packet, and returns its number among those with a direction. The first is 1.</summary>
    public long Add(CaptureDirection direction, uint connection)
    {
        HasSent |= direction == sent;
        FirstConnection = _count == 0 ? connection : FirstConnection;
        return _last[connection] = ++_count;
    }

    /// <summary>Returns whether a packet is the last one of its connection.</summary>
    /// <param name="number">The number of the packet among those with a direction, from 1.</param>
    public bool IsLast(uint connection, long number) => _last[connection] == number;
}
