namespace Codec.Capture;

/// <summary>The TCP streams of a capture that are remembered, up to a limit. Not thread-safe.</summary>
internal sealed class TcpStreams(CapturedPacketReaderOptions options, CapturedErrors errors) : IDisposable
{
    private readonly Dictionary<TcpEndpoints, TcpStream> _streams = [];

    // The streams in use. The first one has been idle for the longest time.
    private readonly LinkedList<TcpStream> _open = [];

    // Streams without payload. They are removed before those in use, so that a scan of ports removes no others. If the first bytes arrive
    // out of order after that, a packet is lost.
    private readonly LinkedList<TcpStream> _unused = [];

    // Streams that ended or were reset. They are removed first.
    private readonly LinkedList<TcpStream> _ended = [];
    private uint _connections;

    /// <summary>Gets the number of streams in use that were dropped because of the limit.</summary>
    internal long Evicted { get; private set; }

    public void Dispose()
    {
        foreach (TcpStream stream in _streams.Values)
        {
            stream.Dispose();
        }

        _streams.Clear();
    }

    internal TcpStream? Find(TcpEndpoints endpoints) => _streams.TryGetValue(endpoints, out TcpStream? stream) ? stream : null;

    internal TcpStream Add(TcpEndpoints endpoints)
    {
        if (_streams.Count == options.MaxStreams)
        {
            Evict();
        }

        TcpStream stream = new(endpoints, options.Format, options.MaxGap);
        _streams.Add(endpoints, stream);
        _unused.AddLast(stream.Node);
        return stream;
    }

    /// <summary>Marks a stream as in use, and as the last one that was not idle.</summary>
    internal void MarkOpen(TcpStream stream)
    {
        stream.HasEnded = false;
        MoveTo(_open, stream);
    }

    internal void MarkUnused(TcpStream stream) => MoveTo(_unused, stream);

    /// <summary>Marks a stream as over. It is kept until its memory is needed.</summary>
    internal void MarkEnded(TcpStream? stream)
    {
        if (stream is not null)
        {
            if (!stream.HasUnfinished)
            {
                stream.Release();
            }

            stream.HasEnded = true;
            MoveTo(_ended, stream);
        }
    }

    internal void Close(TcpStream stream)
    {
        PacketError error = stream.Close();
        if (error != PacketError.None)
        {
            errors.Report(error, CapturedErrorCause.Ended, PacketHint.None, stream);
        }

        MarkEnded(stream);
    }

    /// <summary>Reports the streams that the end of the capture, or damage in it, leaves without bytes.</summary>
    internal void ReportUnfinished()
    {
        foreach (TcpStream stream in _streams.Values.OrderBy(stream => stream.LastOffset))
        {
            errors.ReportUnfinished(stream);
        }
    }

    /// <summary>Returns the connection number of a stream that begins. Both directions of a connection have the same number.</summary>
    internal uint ConnectionOf(TcpSegment segment, CaptureRecord record, bool isFirst)
    {
        // In the frames of other programs, the number is a receive queue of the network card.
        if (record.HasConnection && TcpWrapper.IsConnection(segment.Endpoints, record.Connection))
        {
            return record.Connection;
        }

        // The peer's stream belongs to the same connection if the SYN answers it, or if the peer has sent no payload after its own SYN.
        TcpStream? peer = Find(segment.Endpoints.Reversed);
        bool isSame = peer is not null
            && (segment.IsSyn ? !peer.HasEnded && (segment.IsAcknowledgement || !peer.HasPayload) : isFirst || !peer.HasEnded);
        return isSame ? peer!.Connection : _connections++;
    }

    private void Evict()
    {
        LinkedListNode<TcpStream>? spare = _ended.First ?? _unused.First;
        if (spare is null)
        {
            Evicted++;
        }

        TcpStream stream = (spare ?? _open.First)!.Value;
        errors.ReportUnfinished(stream, spare is null ? CapturedErrorCause.Dropped : null);
        stream.Node.List!.Remove(stream.Node);
        _streams.Remove(stream.Endpoints);
        stream.Dispose();
    }

    private static void MoveTo(LinkedList<TcpStream> list, TcpStream stream)
    {
        if (list.Last != stream.Node)
        {
            stream.Node.List!.Remove(stream.Node);
            list.AddLast(stream.Node);
        }
    }
}
