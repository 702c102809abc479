using System;
using System.Diagnostics;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <content>How a connection ends.</content>
public sealed partial class PacketConnection
{
    private PacketConnectionException? _failure;
    private bool _isCompleted;
    private bool _isPeerTold;
    private TaskCompletionSource<bool>? _closed;
    private bool _isReading;
    private bool _isReleased;
    private Timer? _watch;
    private long _seenReceived;
    private long _seenPosition;
    private long _seenWritten;
    private long _receivedSince;
    private long _packetSince;

    /// <summary>Sends what was accepted, accepts nothing more, and tells the peer so where the transport can; packets still come.</summary>
    /// <remarks>
    /// A socket, a pipe and, but for netstandard2.0, an SslStream can tell the peer; on .NET a NetworkStream can, too. The peer of any other
    /// stream sees the end when the connection is disposed.
    /// </remarks>
    /// <param name="cancellationToken">Stops waiting; what was accepted is sent all the same, but the peer may not be told.</param>
    /// <returns>A task that ends when everything was handed over.</returns>
    /// <exception cref="PacketConnectionException">The connection failed before everything was sent.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled while waiting.</exception>
    public async ValueTask CompleteAsync(CancellationToken cancellationToken = default)
    {
        lock (_lock)
        {
            _isCompleted = true;
        }

        await FlushAsync(cancellationToken).ConfigureAwait(false);
        lock (_lock)
        {
            if (_isPeerTold)
            {
                return;
            }

            _isPeerTold = true;
        }

        try
        {
            await EndOutputAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            Fail(PacketCloseReason.Remote, exception);
            ThrowIfFailed();
        }
    }

    /// <summary>Sends what was accepted, for as long as <see cref="PacketConnectionOptions.CloseTimeout"/>, and closes the connection.</summary>
    /// <returns>
    /// A task that ends when the connection is closed, also where another call began to close it. It does not throw: <see cref="CompleteAsync"/>
    /// first tells what was not sent.
    /// </returns>
    public ValueTask DisposeAsync()
    {
        lock (_lock)
        {
            if (_closed is not null)
            {
                return new ValueTask(_closed.Task);
            }

            _closed = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        }

        return CloseAsync(_closed);
    }

    private async ValueTask CloseAsync(TaskCompletionSource<bool> closed)
    {
        try
        {
            using CancellationTokenSource deadline = new(_options.CloseTimeout);
            await CompleteAsync(deadline.Token).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is PacketConnectionException or OperationCanceledException)
        {
        }

        Fail(PacketCloseReason.Local, null);
        ReleaseReader();
        closed.SetResult(true);
    }

    /// <summary>Closes the connection for good, once: the first reason stays.</summary>
    private void Fail(PacketCloseReason reason, Exception? cause)
    {
        SendWaiter? waiting;
        lock (_lock)
        {
            if (_failure is not null)
            {
                return;
            }

            _failure = new PacketConnectionException(reason, _acceptedPackets - _writtenPackets, cause);
            waiting = TakeDone();
            StopStreaming();
            if (!_isWriting)
            {
                ReturnBlocks();
            }
        }

        _watch?.Dispose();
        _tail?.Dispose();
        Close(_output);
        Close(_owned);
        Release(waiting, mayGoOnHere: false);
    }

    /// <summary>Closes a stream. Where it throws, because it cannot write what it still holds, say, that adds nothing to why the connection is closed.</summary>
    private static void Close(Stream? stream)
    {
        try
        {
            stream?.Dispose();
        }
        catch (Exception)
        {
        }
    }

    /// <summary>A fresh exception for each caller, with the first failure's cause behind it.</summary>
    private PacketConnectionException CreateClosed() => new(_failure!.Reason, _failure.UnsentPackets, _failure.InnerException);

    /// <summary>Called with the lock held.</summary>
    private void ThrowIfClosed()
    {
        if (_failure is not null)
        {
            Throw.ConnectionClosed(CreateClosed());
        }

        if (_isCompleted)
        {
            Throw.ConnectionClosed(new PacketConnectionException(PacketCloseReason.Local, _acceptedPackets - _writtenPackets, null));
        }
    }

    private void ThrowIfFailed()
    {
        lock (_lock)
        {
            if (_failure is not null)
            {
                Throw.ConnectionClosed(CreateClosed());
            }
        }
    }

    internal void BeginReading()
    {
        lock (_lock)
        {
            if (_isReading)
            {
                Throw.ReadInProgress();
            }

            _isReading = true;
        }
    }

    internal void EndReading()
    {
        lock (_lock)
        {
            _isReading = false;
        }

        ReleaseReader();
    }

    /// <summary>Gives the reader's memory back, once, when the connection is disposed and nobody reads.</summary>
    private void ReleaseReader()
    {
        lock (_lock)
        {
            if (_closed is null || _isReading || _isReleased)
            {
                return;
            }

            _isReleased = true;
        }

        // Its pipe is completed at once.
        _reader.DisposeAsync().AsTask().GetAwaiter().GetResult();
    }

    private void StartWatching()
    {
        TimeSpan shortest = _options.HalfPacketTimeout;
        if (shortest < TimeSpan.Zero || (_options.IdleTimeout >= TimeSpan.Zero && _options.IdleTimeout < shortest))
        {
            shortest = _options.IdleTimeout;
        }

        if (shortest >= TimeSpan.Zero)
        {
            _receivedSince = _packetSince = Stopwatch.GetTimestamp();
            _pending.KeepFor(_options.SendLimit);

            // Four looks per deadline: at most a quarter too late.
            long period = Math.Max(1, (long)shortest.TotalMilliseconds / 4);
            _watch = new Timer(static connection => ((PacketConnection)connection!).Watch(), this, period, period);
        }
    }

    private void Watch()
    {
        long now = Stopwatch.GetTimestamp();
        long received = _received.Received;
        long position = _reader.Position;
        bool isStuck;
        lock (_lock)
        {
            bool hasWritten = _written != _seenWritten;
            isStuck = _isWriting && !hasWritten;
            _seenWritten = _written;
            if (!_isWriting && !hasWritten)
            {
                _pending.Trim();
            }
        }

        // Where nobody reads, a peer's silence says nothing, but that it takes nothing of what is written to it does.
        if (received != _seenReceived || !(isStuck || _received.IsWaiting))
        {
            _seenReceived = received;
            _receivedSince = now;
        }

        // Between packets, or while the application is busy, no packet is late.
        if (position != _seenPosition || received == position || !_received.IsWaiting)
        {
            _seenPosition = position;
            _packetSince = now;
        }

        if (HasPassed(_packetSince, now, _options.HalfPacketTimeout))
        {
            PacketError error = received - position < Format.HeaderSize ? PacketError.HeaderTruncated : PacketError.PayloadTruncated;
            PacketHint hint = position == 0 ? _received.Guess(Format) : PacketHint.None;
            Fail(PacketCloseReason.HalfPacketTimeout, new InvalidPacketException(error, position, hint));
        }
        else if (HasPassed(_receivedSince, now, _options.IdleTimeout))
        {
            Fail(PacketCloseReason.IdleTimeout, null);
        }
    }

    private static bool HasPassed(long since, long now, TimeSpan timeout) =>
        timeout >= TimeSpan.Zero && (now - since) / (double)Stopwatch.Frequency >= timeout.TotalSeconds;
}
