using System.Runtime.InteropServices;
using Codec.Transport;

namespace Codec.Capture;

/// <summary>Replays the packets of a capture to a handler, a connection or a stream: at the recorded pace, faster, or one by one.</summary>
/// <remarks>
/// A packet whose time has passed is replayed at once. A slow handler delays later packets, and the replay then catches up with the recorded times.
/// If the recorded clock was set back, the intervals between later packets are kept. <see cref="StepAsync"/> and <see cref="RunAsync"/> may
/// alternate. If one is called while another call has not ended, also by the handler, it throws <see cref="InvalidOperationException"/>.
/// <see cref="Dispose"/> may be called at any time.
/// </remarks>
public sealed class CaptureReplay : IDisposable
{
    private readonly CapturedPacketReader _reader;
    private readonly CaptureReplayHandler _handler;
    private readonly CaptureReplayOptions _options;

    // Cancels a wait when the replay is disposed. It need not be disposed, because it has neither a timer nor a handle.
    private readonly CancellationTokenSource _disposal = new();

    private readonly PacketBuffer _packet = new();
    private OperationGate _gate;

    // The packet that was read but not yet passed to the handler. Its bytes are in _packet.
    private ReplayedPacket? _next;
    private bool _hasBegun;
    private long _clockBegin;
    private long _captureBegin;

    // The latest recorded time of a packet that was passed to the handler, since the recorded clock was last set back.
    private long _previous;

    /// <summary>Creates a replay to a handler.</summary>
    /// <param name="reader">The reader of the packets. The replay disposes it when it is disposed.</param>
    /// <param name="handler">The handler of the packets.</param>
    /// <param name="options">The options, or <see langword="null"/> to use the recorded pace.</param>
    /// <exception cref="ArgumentNullException">An argument is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option's value is out of its range.</exception>
    public CaptureReplay(CapturedPacketReader reader, CaptureReplayHandler handler, CaptureReplayOptions? options = null)
    {
        Throw.IfNull(reader, nameof(reader));
        Throw.IfNull(handler, nameof(handler));

        _options = options ?? CaptureReplayOptions.Default;
        _options.Check();
        _reader = reader;
        _handler = handler;
    }

    /// <summary>Creates a replay into a stream, such as that of a connection.</summary>
    /// <param name="reader">The reader of the packets. The replay disposes it when it is disposed.</param>
    /// <param name="destination">The stream that receives the captured bytes unchanged. It stays open.</param>
    /// <param name="options">The options, or <see langword="null"/> to use the recorded pace.</param>
    /// <exception cref="ArgumentNullException">An argument is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="destination"/> cannot be written to.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option's value is out of its range.</exception>
    public CaptureReplay(CapturedPacketReader reader, Stream destination, CaptureReplayOptions? options = null)
        : this(reader, HandlerOf(destination), options)
    {
    }

    /// <summary>Creates a replay that sends each packet to a connection, in the connection's format. It waits if the peer is slow.</summary>
    /// <param name="reader">The reader of the packets. The replay disposes it when it is disposed.</param>
    /// <param name="connection">The connection that sends the packets. It stays open.</param>
    /// <param name="options">The options, or <see langword="null"/> to use the recorded pace.</param>
    /// <exception cref="ArgumentNullException">An argument is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option's value is out of its range.</exception>
    public CaptureReplay(CapturedPacketReader reader, PacketConnection connection, CaptureReplayOptions? options = null)
        : this(reader, HandlerOf(reader, connection), options)
    {
    }

    /// <summary>Gets the number of packets that were replayed.</summary>
    public long PacketCount { get; private set; }

    /// <summary>Replays the next packet without waiting for its time. <see cref="RunAsync"/> then continues with the packet after it.</summary>
    /// <param name="cancellationToken">Cancels reading and the handler.</param>
    /// <returns><see cref="CaptureStatus.Packet"/> if there was a packet. Otherwise, the status of the capture's reader.</returns>
    /// <exception cref="InvalidOperationException">An earlier call has not ended.</exception>
    /// <exception cref="ObjectDisposedException">The replay was disposed, perhaps while the task was pending.</exception>
    public Task<CaptureStatus> StepAsync(CancellationToken cancellationToken = default) => ReplayAsync(nameof(StepAsync), isStep: true, cancellationToken);

    /// <summary>
    /// Replays the remaining packets, each at its time. The first of them is replayed at once or, if packets were replayed before, at its recorded
    /// distance from the last replayed packet.
    /// </summary>
    /// <param name="cancellationToken">
    /// Stops the replay, which can continue later. No packet is lost, except one whose handler was cancelled; a stream may have received a part of it.
    /// </param>
    /// <returns>The status of the reader at the end of the capture.</returns>
    /// <exception cref="OperationCanceledException">The replay was stopped.</exception>
    /// <exception cref="InvalidOperationException">An earlier call has not ended.</exception>
    /// <exception cref="ObjectDisposedException">The replay was disposed, perhaps while the task was pending.</exception>
    public Task<CaptureStatus> RunAsync(CancellationToken cancellationToken = default) => ReplayAsync(nameof(RunAsync), isStep: false, cancellationToken);

    /// <summary>
    /// Returns the memory, and disposes the reader. If a call is pending, its wait or handler is cancelled, and the memory is returned when
    /// it ends.
    /// </summary>
    public void Dispose()
    {
        if (_gate.TryDispose())
        {
            Release();
        }
        else
        {
            _disposal.Cancel();
        }
    }

    private static CaptureReplayHandler HandlerOf(Stream destination)
    {
        StreamArguments.CheckWritable(destination, nameof(destination));
        return (packet, cancellationToken) =>
        {
            MemoryMarshal.TryGetArray(packet.Raw, out ArraySegment<byte> raw);
            return StreamArrays.WriteAsync(destination, raw.Array!, raw.Offset, raw.Count, cancellationToken);
        };
    }

    private static CaptureReplayHandler HandlerOf(CapturedPacketReader reader, PacketConnection connection)
    {
        Throw.IfNull(reader, nameof(reader));
        Throw.IfNull(connection, nameof(connection));

        PacketFormat format = reader.Format;
        return (packet, cancellationToken) =>
        {
            // The reader returned a complete packet of this format, so decoding succeeds.
            PacketDecoder.Decode(packet.Raw.Span, format, out Packet decoded, out _, out _);
            return connection.SendAsync(decoded.Id, decoded.Payload, cancellationToken);
        };
    }

    private async Task<CaptureStatus> ReplayAsync(string operation, bool isStep, CancellationToken cancellationToken)
    {
        _gate.Enter(nameof(CaptureReplay), operation);
        try
        {
            using CancellationTokenSource stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _disposal.Token);
            return await (isStep ? StepOnceAsync(stop.Token) : RunToEndAsync(stop.Token)).ConfigureAwait(false);
        }
        catch (OperationCanceledException exception) when (cancellationToken.IsCancellationRequested)
        {
            throw new OperationCanceledException(exception.Message, exception, cancellationToken);
        }
        catch (OperationCanceledException) when (_gate.IsDisposed)
        {
            Throw.Disposed(nameof(CaptureReplay));
            throw;
        }
        finally
        {
            if (!_gate.TryLeave())
            {
                Release();
            }
        }
    }

    private async Task<CaptureStatus> StepOnceAsync(CancellationToken cancellationToken)
    {
        (CaptureStatus status, ReplayedPacket packet) = await NextAsync(cancellationToken).ConfigureAwait(false);
        if (status == CaptureStatus.Packet)
        {
            Begin(packet.Timestamp.UtcTicks);
            await HandleAsync(packet, cancellationToken).ConfigureAwait(false);
        }

        return status;
    }

    private async Task<CaptureStatus> RunToEndAsync(CancellationToken cancellationToken)
    {
        if (_hasBegun)
        {
            // The time since the last call is not counted.
            Begin(_previous);
        }

        for (; ; )
        {
            (CaptureStatus status, ReplayedPacket packet) = await NextAsync(cancellationToken).ConfigureAwait(false);
            if (status != CaptureStatus.Packet)
            {
                return status;
            }

            if (!_hasBegun)
            {
                Begin(packet.Timestamp.UtcTicks);
            }

            TimeSpan wait = Wait(packet);
            if (wait > TimeSpan.Zero)
            {
                await ClockDelays.Delay(_options.TimeProvider, wait, cancellationToken).ConfigureAwait(false);
            }

            await HandleAsync(packet, cancellationToken).ConfigureAwait(false);
        }
    }

    private void Release()
    {
        _next = null;
        _packet.Trim(0);
        _reader.Dispose();
    }

    private void Begin(long recorded)
    {
        _hasBegun = true;
        _clockBegin = _options.TimeProvider.GetTimestamp();
        _captureBegin = _previous = recorded;
    }

    /// <summary>Returns the time until the packet is due. If it is longer than the longest pause, the recorded times are moved.</summary>
    private TimeSpan Wait(ReplayedPacket packet)
    {
        // Records from several processors or network cards can be out of order by less than this time. If the time goes back by more, the clock was
        // set.
        const long SetBack = TimeSpan.TicksPerSecond;
        long back = _previous - packet.Timestamp.UtcTicks;
        if (back > SetBack)
        {
            // The packet is due at the same time as the one before it.
            _captureBegin -= back;
            _previous -= back;
        }

        double due = (packet.Timestamp.UtcTicks - _captureBegin) / _options.Speed;
        double wait = due - _options.TimeProvider.GetElapsedTime(_clockBegin).Ticks;
        if (wait <= _options.LongestPause.Ticks)
        {
            return new TimeSpan((long)Math.Max(wait, 0));
        }

        _captureBegin += (long)((wait - _options.LongestPause.Ticks) * _options.Speed);
        return _options.LongestPause;
    }

    private async ValueTask HandleAsync(ReplayedPacket packet, CancellationToken cancellationToken)
    {
        _next = null;
        _previous = Math.Max(_previous, packet.Timestamp.UtcTicks);
        await _handler(packet, cancellationToken).ConfigureAwait(false);
        PacketCount++;
    }

    private async ValueTask<(CaptureStatus Status, ReplayedPacket Packet)> NextAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        if (_next is { } kept)
        {
            return (CaptureStatus.Packet, kept);
        }

        for (; ; )
        {
            while (TryTake(out ReplayedPacket packet))
            {
                if (_options.Direction == CaptureDirection.Unknown || packet.Direction == _options.Direction)
                {
                    _next = packet;
                    return (CaptureStatus.Packet, packet);
                }
            }

            CaptureStatus status = await _reader.AdvanceAsync(cancellationToken).ConfigureAwait(false);
            if (status != CaptureStatus.Packet)
            {
                return (status, default);
            }
        }
    }

    /// <summary>Takes a packet and copies it, because a span of the reader's memory cannot be kept during an await.</summary>
    private bool TryTake(out ReplayedPacket packet)
    {
        packet = default;
        if (!_reader.TryTake(out CapturedPacket taken))
        {
            return false;
        }

        ReadOnlySpan<byte> raw = taken.Packet.Raw;
        raw.CopyTo(_packet.GetSpan(raw.Length));
        _packet.Advance(raw.Length);
        packet = new ReplayedPacket(_packet.Written, taken.Timestamp, taken.Direction, taken.Connection);
        return true;
    }
}
