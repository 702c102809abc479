namespace Codec.Cli.Tap;

/// <summary>Captures, counts and prints the traffic of a tap. Thread-safe.</summary>
/// <remarks>Forwarding waits for the capture, which loses nothing, and never for the printer, which skips packets when it falls behind.</remarks>
internal sealed class TapLog(CaptureWriter? writer, ITapSink printer, TimeProvider clock) : IDisposable
{
    private readonly object _lock = new();
    private int _connections;
    private long _failedConnections;
    private long _capturedPieces;

    public TapCounts FromClient { get; } = new();
    public TapCounts FromServer { get; } = new();
    public long Connections => _connections;

    /// <summary>Gets the number of connections that the server did not accept, that failed later, such as by a reset, or that the tap could not accept.</summary>
    public long FailedConnections => Interlocked.Read(ref _failedConnections);

    /// <summary>Gets or sets whether the system does not count the datagrams that it drops because a socket's buffer is full.</summary>
    public bool SystemLossIsUnknown { get; set; }

    public long NotPrinted => printer.NotPrinted;

    /// <summary>Gets the number of packets in the capture. Bytes that are not a packet are captured and not counted.</summary>
    public long Captured => Math.Max(0, (writer?.PacketCount ?? 0) - _capturedPieces);

    /// <summary>Gets the reason why the capture stopped, or <see langword="null"/>.</summary>
    public Exception? CaptureError { get; private set; }

    /// <summary>Gets whether bytes were not packets, a connection failed, or the capture stopped. Payloads are verified only if they are printed.</summary>
    public bool HasFindings => FromClient.NotPackets + FromServer.NotPackets + FailedConnections > 0 || CaptureError is not null;

    /// <summary>Reports a new connection, and returns its number. The first is 1.</summary>
    public uint Open(string from)
    {
        uint number = (uint)Interlocked.Increment(ref _connections);
        Event(number, "connected", from, CaptureDirection.Outbound);
        return number;
    }

    /// <summary>Reports that a client could not be accepted.</summary>
    /// <param name="reason">The reason, with the client's address.</param>
    /// <param name="isSilent">Whether the client is only counted, because the reason was reported for an earlier one.</param>
    public void Reject(string reason, bool isSilent = false)
    {
        Interlocked.Increment(ref _failedConnections);
        if (!isSilent)
        {
            Event(0, "error", reason, CaptureDirection.Outbound);
        }
    }

    /// <summary>Reports an event of a connection, or of the tap if the number is 0.</summary>
    /// <param name="direction">Outbound if the client caused the event, inbound if the server did.</param>
    /// <param name="isFailure">Whether the server did not accept the connection, or the connection failed.</param>
    public void Event(uint connection, string what, string detail, CaptureDirection direction = CaptureDirection.Unknown, bool isFailure = false)
    {
        Interlocked.Add(ref _failedConnections, isFailure ? 1 : 0);
        printer.Add(new TapLine(clock.GetUtcNow(), connection, direction) { Event = what, Detail = detail });
    }

    /// <summary>Reports a packet, which is copied. The direction is seen from the client.</summary>
    public void Packet(uint connection, CaptureDirection direction, in Packet packet, bool isInjected = false)
    {
        DateTimeOffset now;
        lock (_lock)
        {
            // The time is read inside the lock, so that times in the capture do not go back.
            now = clock.GetUtcNow();
            TapCounts counts = CountsOf(direction);
            counts.Packets++;
            counts.Bytes += packet.Raw.Length;
            Append(connection, direction, packet.Raw, now);
        }

        printer.Add(new TapLine(now, connection, direction) { Id = packet.Id, IsInjected = isInjected }, packet.Payload);
    }

    /// <summary>Reports bytes that are not a packet, which are copied.</summary>
    public void Invalid(uint connection, CaptureDirection direction, PacketError error, long position, ReadOnlySpan<byte> bytes)
    {
        lock (_lock)
        {
            CountsOf(direction).NotPackets++;
        }

        Unframed(connection, direction, bytes);
        printer.Add(new TapLine(clock.GetUtcNow(), connection, direction) { Error = error, Position = position }, bytes);
    }

    /// <summary>Captures bytes that are not packets, which are copied.</summary>
    public void Unframed(uint connection, CaptureDirection direction, ReadOnlySpan<byte> bytes)
    {
        lock (_lock)
        {
            CountsOf(direction).Bytes += bytes.Length;
            _capturedPieces += Append(connection, direction, bytes, clock.GetUtcNow()) ? 1 : 0;
        }
    }

    public void CountLost(CaptureDirection direction, long count = 1)
    {
        lock (_lock)
        {
            CountsOf(direction).Lost += count;
        }
    }

    public void Flush() => RunGuarded(() => writer?.Flush());

    public void Dispose() => RunGuarded(() => writer?.Dispose());

    private TapCounts CountsOf(CaptureDirection direction) => direction == CaptureDirection.Outbound ? FromClient : FromServer;

    // Returns whether the bytes are in the capture.
    private bool Append(uint connection, CaptureDirection direction, ReadOnlySpan<byte> bytes, DateTimeOffset now)
    {
        if (writer is null || CaptureError is not null || bytes.IsEmpty)
        {
            return false;
        }

        try
        {
            return writer.Append(bytes, direction, connection, now);
        }
        catch (Exception exception)
        {
            Stop(exception);
            return false;
        }
    }

    private void RunGuarded(Action action)
    {
        lock (_lock)
        {
            try
            {
                action();
            }
            catch (Exception exception)
            {
                Stop(exception);
            }
        }
    }

    // Forwarding continues. The summary and the exit code also report the error.
    private void Stop(Exception exception)
    {
        if (CaptureError is null)
        {
            CaptureError = exception;
            Event(0, "error", $"the capture stopped: {exception.Message}");
        }
    }
}
