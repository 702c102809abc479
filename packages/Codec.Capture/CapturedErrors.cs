namespace Codec.Capture;

/// <summary>The errors that ended streams and records of a capture. Not thread-safe.</summary>
internal sealed class CapturedErrors
{
    // The errors that TryTake has not returned. A record has at most four, and the end of the capture one for each stream.
    private readonly Queue<CapturedError> _kept = [];

    /// <summary>Gets or sets whether errors are kept for <see cref="TryTake"/>, which must then be called after each record.</summary>
    internal bool AreKept { get; set; }

    internal bool HasKept => _kept.Count > 0;
    internal long Count { get; private set; }

    /// <summary>Gets the last error. If there is none, its offset is -1.</summary>
    internal CapturedError Last { get; private set; } = new() { Offset = -1 };

    internal bool TryTake(out CapturedError error)
    {
        bool isFound = HasKept;
        error = isFound ? _kept.Dequeue() : default;
        return isFound;
    }

    internal void Report(PacketError error, CapturedErrorCause cause, PacketHint hint, TcpStream stream) =>
        Report(new CapturedError(error, cause, hint, stream.LastOffset, stream.LastTime, stream.Direction, stream.Connection));

    internal void Report(CapturedError error)
    {
        Last = error;
        Count++;
        if (AreKept)
        {
            _kept.Enqueue(error);
        }
    }

    /// <summary>Reports a stream that will get no more bytes if it is inside a packet, and drops its bytes.</summary>
    internal void ReportUnfinished(TcpStream stream, CapturedErrorCause? cause = null)
    {
        if (stream.HasUnfinished)
        {
            Report(PacketError.PayloadTruncated, cause ?? stream.UnfinishedCause, PacketHint.None, stream);
            stream.Break();
        }
    }
}
