using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>The receiving side of a connection: allows one read at a time, ends reads, and passes packets to the observer and the counters.</summary>
internal sealed class PacketReceiver
{
    /// <summary>What <see cref="Observe"/> returns for a packet that the session has taken, so that the caller does not get it.</summary>
    internal static readonly Exception Taken = new InvalidOperationException("The session has taken the packet.");

    private readonly PacketConnection _connection;
    private readonly PacketConnectionObserver? _observer;
    private readonly bool _countsById;
    private readonly ReceiveRates? _rates;

    // A packet that was passed to the observer and not to the caller, because the observer threw an exception.
    private PacketReadResult _heldBack;
    private bool _isDisposed;
    private bool _isReleased;

    internal PacketReceiver(PacketConnection connection, PacketFormat format)
    {
        PacketConnectionOptions options = connection.Options;
        _connection = connection;
        Lifetime = connection.Lifetime;
        _observer = options.Observer;
        _countsById = options.CountById;
        _rates = options.HasRates ? new ReceiveRates(options, connection.Received) : null;
        PacketTransport transport = connection.Transport;
        StreamInput input = new(transport.Input, connection.Received, ArrayPool<byte>.Shared, transport.CancelsReads);
        Reader = new PacketReader(input, format, countsPackets: !options.CountById);
        IsWatched = _observer is not null || _countsById || _rates is not null;
    }

    internal PacketReader Reader { get; }

    /// <summary>Gets whether <see cref="Observe"/> must be called for each packet, also without a session.</summary>
    internal bool IsWatched { get; }

    internal ConnectionLifetime Lifetime { get; }
    internal PacketSession? Session => _connection.Session;

    /// <summary>Gets whether the peer has closed the connection that this side has left. Then the packets end without an exception.</summary>
    internal bool HasLeft => Session?.Leaving is not null && Lifetime.HasFailed;

    /// <summary>Gets whether a read is in progress. Requires the connection's lock.</summary>
    internal bool IsReading { get; private set; }

    internal bool TryBeginReading()
    {
        lock (Lifetime.Lock)
        {
            bool canRead = !IsReading;
            IsReading = true;
            return canRead;
        }
    }

    internal void EndReading()
    {
        bool isClosed;
        lock (Lifetime.Lock)
        {
            IsReading = false;
            isClosed = Lifetime.IsClosed;
        }

        if (isClosed)
        {
            EndInput(isReading: false);
        }

        ReleaseReader();
    }

    /// <summary>
    /// Ends the pending read of a closed connection, and completes the input. If a read is in progress, the read completes the input when it ends.
    /// </summary>
    internal void EndInput(bool isReading)
    {
        _connection.Transport.CancelRead(_connection.Options.TimeProvider, _connection.Options.CloseTimeout);
        if (!isReading)
        {
            _connection.Transport.CompleteInput();
        }
    }

    /// <summary>Returns the reader's memory: now, or when the read in progress ends.</summary>
    internal void Dispose()
    {
        lock (Lifetime.Lock)
        {
            _isDisposed = true;
        }

        ReleaseReader();
    }

    /// <summary>Takes the packet that the last read did not return because the observer threw an exception, if there is one.</summary>
    internal bool TryTakeHeldBack(out PacketReadResult result)
    {
        result = _heldBack;
        _heldBack = default;
        return result.HasPacket && !_isReleased && Session?.Receive(result.Packet) is null;
    }

    /// <summary>Counts a packet and passes it to the observer, before the caller gets it.</summary>
    /// <returns>
    /// <see langword="null"/>, or what the session returned. If <see cref="PacketConnectionObserver.Received"/> threw, that exception; the next read begins
    /// with the packet. If the peer sends too much, the exception for the caller, or that of <see cref="PacketConnectionObserver.Rejected"/>.
    /// </returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal Exception? Observe(in PacketReadResult result)
    {
        Packet packet = result.Packet;
        if (_countsById)
        {
            PacketCounters.CountReceivedById(packet.Id, packet.Raw.Length);
        }

        if (_rates?.TryTake(packet.Raw.Length) == false)
        {
            _connection.Close(PacketCloseReason.RateLimit, null);
            return ReportRejected(PacketError.None, packet.Raw, Lifetime.CreateException());
        }

        try
        {
            _observer?.Received(_connection, packet);
        }
        catch (Exception exception)
        {
            _heldBack = result;
            return exception;
        }

        return Session?.Receive(packet);
    }

    /// <summary>Closes the connection after a read threw, unless the read was cancelled.</summary>
    /// <returns>The exception for the caller, or <see langword="null"/> if this side has left, and the peer has closed the connection.</returns>
    internal Exception? FailReceiving(Exception exception, CancellationToken cancellationToken)
    {
        if (exception is OperationCanceledException && (cancellationToken.IsCancellationRequested || IsCanceledPipeRead(exception)))
        {
            return exception;
        }

        if (exception is InvalidPacketException invalid)
        {
            // The peer sent a message that the transport rejects.
            return RejectReceived(invalid);
        }

        _connection.Close(PacketCloseReason.Remote, exception);
        return HasLeft ? null : Lifetime.CreateException();
    }

    /// <summary>
    /// Returns whether the owner of a pipe has cancelled its pending read. The exception then has exactly this type. Kestrel completes the pipe of an aborted
    /// connection with a derived type. Closing the connection also cancels the pending read.
    /// </summary>
    private bool IsCanceledPipeRead(Exception exception) =>
        _connection.Transport.IsPipe && exception.GetType() == typeof(OperationCanceledException) && !Lifetime.IsClosed;

    /// <summary>Ends a read that returned no packet.</summary>
    /// <returns>The exception for the reading caller, or <see langword="null"/> if the peer ended the connection after a whole packet.</returns>
    internal Exception? EndReceiving(in PacketReadResult result)
    {
        // If this side closes a socket, a read of it can end as if the peer had ended the connection, after a packet or inside one.
        lock (Lifetime.Lock)
        {
            if (Lifetime.IsClosed)
            {
                return HasLeft ? null : Lifetime.CreateException();
            }

            if (result.IsCompleted)
            {
                Lifetime.EndInput();
            }
        }

        if (result.IsCompleted)
        {
            Session?.End();
            return null;
        }

        return RejectReceived(new InvalidPacketException(Reader.Error, Reader.Position, Reader.Hint, DescribeUnread()));
    }

    /// <summary>Returns what the header at the reader's position declares, or <see langword="null"/> if it is incomplete.</summary>
    private RejectedPacket? DescribeUnread() => Reader.Format.TryReadFields(Reader.Unread, out uint id, out long size)
        ? new RejectedPacket(id, size) { Limit = Reader.Format.MaxPayloadSize }
        : null;

    /// <summary>Closes the connection because the caller rejected a packet, and tells the observer.</summary>
    /// <returns>The exception for the reading caller: what the observer threw, or an <see cref="InvalidPacketException"/>.</returns>
    internal Exception Reject(InvalidPacketException invalid, ReadOnlySpan<byte> packet)
    {
        _connection.Close(PacketCloseReason.InvalidPacket, invalid);
        return ReportRejected(invalid.Error, packet, invalid);
    }

    /// <summary>Closes the connection because the bytes at the reader's position are not a packet, and tells the observer.</summary>
    private Exception RejectReceived(InvalidPacketException invalid)
    {
        ReadOnlySpan<byte> bytes = Reader.Unread;
        PacketExtent extent = Reader.Format.Measure(bytes, bytes.Length);
        return Reject(invalid, extent.IsPacket ? bytes.Slice(0, extent.Length) : bytes);
    }

    /// <summary>Tells the observer that a packet was rejected.</summary>
    /// <returns>The exception for the reading caller: what the observer threw, or <paramref name="reason"/>.</returns>
    private Exception ReportRejected(PacketError error, ReadOnlySpan<byte> bytes, Exception reason)
    {
        try
        {
            _observer?.Rejected(_connection, error, bytes);
            return reason;
        }
        catch (Exception exception)
        {
            return exception;
        }
    }

    /// <summary>Returns the reader's memory, once, if the connection has been disposed and no read is in progress.</summary>
    private void ReleaseReader()
    {
        lock (Lifetime.Lock)
        {
            if (!_isDisposed || IsReading || _isReleased)
            {
                return;
            }

            _isReleased = true;
        }

        // This does not block, because the pipe completes synchronously.
        Reader.DisposeAsync().AsTask().GetAwaiter().GetResult();
    }
}
