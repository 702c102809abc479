using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Security.Cryptography;
using Codec.Framing;
using Codec.Sessions;

namespace Codec.Transport;

/// <summary>The transport of a session that can be continued: one transport after another. The connection above sees one stream that is never cut.</summary>
/// <remarks>
/// Each side counts the bytes of both directions. A side that continues states how many it has received, and gets the bytes from there on. No bytes are added
/// to packets, and a packet can be cut anywhere. The lock is never held while a transport or the connection is called.
/// </remarks>
[SuppressMessage("Design", "CA1001:Types that own disposable fields should be disposable", Justification = "The semaphore has no wait handle.")]
internal sealed partial class ResumableTransport : PacketTransport
{
    private const int KeyLength = 2 * sizeof(ulong);

    private static readonly ConcurrentDictionary<(ulong Low, ulong High), ResumableTransport> Servers = new();

    private readonly SyncLock _lock = new();
    private readonly SemaphoreSlim _gate = new(1);
    private readonly PacketConnection _connection;
    private readonly PacketTransport _original;
    private readonly ResumableInput _input;
    private readonly KeptBytes _kept;

    // Null during a cut. The next one has not ended its handshake.
    private PacketTransport? _current;
    private PacketTransport? _next;
    private TaskCompletionSource<bool>? _changed;
    private ResumeState _state;
    private PolledDuration _cut;

    private ResumableTransport(PacketConnection connection, PacketTransport transport, ResumeContext context)
    {
        _connection = connection;
        _original = _current = transport;
        Context = context;
        _input = new ResumableInput(this);
        _kept = new KeptBytes(Options.ResumeWindow);
    }

    internal override EndPoint? RemoteEndPoint => _original.RemoteEndPoint;
    internal override Socket? Socket => Volatile.Read(ref _current)?.Socket;
    internal override Stream Input => _input;
    internal override bool CancelsReads => _original.CancelsReads;
    internal override bool CanEndOutput => _original.CanEndOutput;
    internal override bool IsPipe => _original.IsPipe;
    internal ResumeContext Context { get; }
    internal bool IsCut => _state == ResumeState.On && Volatile.Read(ref _current) is null;
    internal bool IsOpening => _state == ResumeState.Opening;
    internal long Unacknowledged => _kept.Count;
    private PacketSessionOptions Options => _connection.Options.Session!;

    /// <summary>Returns the transport of a new connection, which can be continued if the options and the transport allow that.</summary>
    internal static PacketTransport Wrap(PacketConnection connection, PacketTransport transport) =>
        connection.Options.Session is { CanResume: true } session && transport.CanResume && ResumeContext.Take(session.IsServer) is { } context
            ? new ResumableTransport(connection, transport, context)
            : transport;

    /// <summary>Finds the session of a server that a client continues.</summary>
    internal static ResumableTransport? Find((ulong Low, ulong High) key, PacketSessionOptions options) =>
        Servers.TryGetValue(key, out ResumableTransport? found) && ReferenceEquals(found.Options, options) ? found : null;

    /// <summary>Creates the key of a server's session. The session can be continued after the first acknowledgment.</summary>
    internal byte[] CreateKey()
    {
        byte[] key = new byte[KeyLength];
        using RandomNumberGenerator random = RandomNumberGenerator.Create();
        random.GetBytes(key);
        lock (_lock)
        {
            if (_state == ResumeState.Opening)
            {
                Servers[Context.Key = Split(key)] = this;
            }
        }

        return key;
    }

    /// <summary>Ends the handshake of a client. The key is not valid if the server does not continue sessions.</summary>
    internal void Open(ReadOnlySpan<byte> key)
    {
        if (key.Length != KeyLength)
        {
            TurnOff();
            return;
        }

        lock (_lock)
        {
            Context.Key = Split(key);
            _state = _state == ResumeState.Opening ? ResumeState.On : _state;
        }

        Acknowledge();
    }

    /// <summary>Creates the first packet of the next attempt to continue.</summary>
    internal Resume CreateResume()
    {
        lock (_lock)
        {
            (ulong low, ulong high) = Context.Key;
            return new Resume { Low = low, High = high, Received = (ulong)_input.Received, Attempt = ++Context.Attempt };
        }
    }

    /// <summary>Keeps nothing from now on: a cut ends the session.</summary>
    internal void TurnOff()
    {
        lock (_lock)
        {
            _state = _state <= ResumeState.On ? ResumeState.Off : _state;
            Signal();
            if (Context.Connect is null)
            {
                _ = Servers.TryRemove(Context.Key, out _);
            }
        }
    }

    /// <summary>Receives bytes, also from later transports.</summary>
    internal async ValueTask<int> ReadAsync(ArraySegment<byte> buffer, CancellationToken cancellationToken)
    {
        while (true)
        {
            PacketTransport? current;
            Task changed;
            int count;
            lock (_lock)
            {
                current = _current;
                if (_input.HasEnded || (current is null && _state == ResumeState.Closed))
                {
                    return 0;
                }

                count = current is null ? 0 : _input.TakeFirst(buffer.AsSpan());
                changed = current is null ? Changed() : Task.CompletedTask;
                _input.Reads++;
            }

            try
            {
                if (current is null)
                {
                    await TaskWaits.WaitAsync(changed, cancellationToken).ConfigureAwait(false);
                    continue;
                }

                count = count > 0 ? count
                    : await StreamArrays.ReadAsync(current.Input, buffer.Array!, buffer.Offset, buffer.Count, cancellationToken).ConfigureAwait(false);
            }
            catch (Exception exception) when (!IsOfCaller(exception, current, cancellationToken) && TryCut(current!))
            {
                // The next round waits for another transport.
            }
            finally
            {
                lock (_lock)
                {
                    _input.Reads++;

                    // Bytes that arrive after a cut was noticed are not counted, so the peer sends them again.
                    count = current == _current ? count : 0;
                    _input.Received += count;
                    if (_input.MustAcknowledge(Options.ResumeWindow))
                    {
                        Acknowledge();
                    }
                }
            }

            if (count > 0 || !TryCut(current!))
            {
                return count;
            }

            current!.CompleteInput();
        }
    }

    /// <summary>Frees what the peer has received.</summary>
    /// <returns><see langword="false"/> if the peer cannot have received that many bytes.</returns>
    internal bool TryTakeAcknowledgment(ulong received, int size)
    {
        lock (_lock)
        {
            _input.Acknowledgments += size;
            if (received == ulong.MaxValue)
            {
                _input.HasEnded = true;
                TurnOff();
            }

            Signal();
            bool isValid = _state > ResumeState.On || _kept.TryAcknowledge(received);
            _state = _state == ResumeState.Opening && isValid ? ResumeState.On : _state;
            return isValid;
        }
    }

    /// <summary>Checks the time since a cut, and whether something must be acknowledged.</summary>
    /// <returns>Whether a cut, or a peer that is silent for too long, was handled.</returns>
    internal bool Check(TimeSpan now, bool isDead)
    {
        PacketTransport? current;
        lock (_lock)
        {
            current = _current;
            bool isOpening = _state == ResumeState.Opening && Context.Key != default;
            bool isLate = _cut.HasReached(now, isOpening || IsCut, hasRestarted: false, isOpening ? Options.HandshakeTimeout : Options.ResumeTimeout);
            bool acknowledges = current is not null && _input.TakeOthers(_connection.Reader.Position) && !isDead;
            _state = isLate && isOpening ? ResumeState.Off : _state;
            _kept.Trim(discards: _state > ResumeState.On);
            if (_state != ResumeState.On)
            {
                return false;
            }

            if (isLate)
            {
                Lose("No client has continued the session in time.");
            }
            else if (acknowledges)
            {
                Acknowledge();
            }
        }

        return current is null || (isDead && TryCut(current));
    }

    /// <summary>Ends the session, because it cannot be continued.</summary>
    internal void Lose(string text) =>
        Task.Run(() => _connection.Close(PacketCloseReason.Remote, new SessionEndException(RefusalReason.SessionLost, "The session is lost. " + text)));

    /// <summary>Gives the transport away, to continue an earlier session.</summary>
    internal PacketTransport? Detach()
    {
        lock (_lock)
        {
            PacketTransport? current = _current;
            (_current, _input.HasEnded) = (null, true);
            TurnOff();
            return current;
        }
    }

    /// <summary>Begins an attempt of a client to continue, unless a later one came first.</summary>
    internal bool TryBegin(uint attempt, ulong peerReceived)
    {
        lock (_lock)
        {
            bool isNew = attempt > Context.Attempt;
            Context.Attempt = isNew ? attempt : Context.Attempt;
            return isNew && CanContinue(peerReceived);
        }
    }

    /// <summary>Returns whether only kept bytes must be sent again. Otherwise, the session is lost.</summary>
    internal bool CanContinue(ulong peerReceived)
    {
        lock (_lock)
        {
            bool canContinue = _state == ResumeState.On && _kept.CanContinue(peerReceived);
            if (!canContinue)
            {
                Lose("Not all that the peer lacks was kept.");
            }

            return canContinue;
        }
    }

    /// <summary>Continues over another transport, which it owns. A server ends the handshake. A client has received the first bytes after it.</summary>
    /// <returns><see langword="false"/> if the session is lost, or the transport has failed.</returns>
    internal async Task<bool> ContinueAsync(PacketTransport transport, ulong peerReceived, ReadOnlyMemory<byte> first)
    {
        PacketTransport? earlier;
        PacketTransport? before = null;
        lock (_lock)
        {
            (earlier, _next) = (_next, transport);
            if (_state == ResumeState.On)
            {
                (before, _current) = (_current, null);
            }
        }

        earlier?.Dispose();
        await (before is null ? Task.CompletedTask : EndReplacedAsync(before)).ConfigureAwait(false);
        bool continues = false;
        await _gate.WaitAsync().ConfigureAwait(false);
        try
        {
            if (Options.IsServer)
            {
                // Nothing is received before the session continues.
                Welcome welcome = new() { Version = Options.Version, Received = (ulong)_input.Received };
                await transport.WriteAsync(_connection.Session!.Encode(welcome)).ConfigureAwait(false);
            }

            lock (_lock)
            {
                continues = _state == ResumeState.On && _next == transport && _kept.CanContinue(peerReceived);
                if (continues)
                {
                    _kept.Continue(peerReceived);
                    _input.First = first;
                    (_current, _next, _cut) = (transport, null, default);
                    Signal();
                }
            }
        }
        catch (Exception)
        {
            // The client comes again.
        }
        finally
        {
            _ = _gate.Release();
        }

        if (!continues)
        {
            transport.Dispose();
        }

        await WriteKeptAsync().ConfigureAwait(false);
        return continues;
    }

    public override void Dispose()
    {
        lock (_lock)
        {
            TurnOff();
            _state = ResumeState.Closed;
        }

        Volatile.Read(ref _current)?.Dispose();
        Volatile.Read(ref _next)?.Dispose();
    }

    internal override void CancelRead(TimeProvider time, TimeSpan closeTimeout) => Volatile.Read(ref _current)?.CancelRead(time, closeTimeout);

    internal override void CompleteInput() => Volatile.Read(ref _current)?.CompleteInput();

    private static (ulong Low, ulong High) Split(ReadOnlySpan<byte> key) =>
        (BinaryPrimitives.ReadUInt64LittleEndian(key), BinaryPrimitives.ReadUInt64LittleEndian(key.Slice(sizeof(ulong))));

    /// <summary>Returns whether an exception is for the caller, and not from a cut transport.</summary>
    private bool IsOfCaller(Exception exception, PacketTransport? current, CancellationToken cancellationToken) =>
        current is null || exception is InvalidPacketException
            || (exception is OperationCanceledException && cancellationToken.IsCancellationRequested)
            || (IsPipe && current == Volatile.Read(ref _current) && exception.GetType() == typeof(OperationCanceledException));

    /// <summary>Ends a transport, after which the session waits for another one. If only the output has failed, the received bytes are read before.</summary>
    /// <returns><see langword="false"/> if the session cannot be continued.</returns>
    private bool TryCut(PacketTransport transport, bool isOutput = false)
    {
        lock (_lock)
        {
            if (_state != ResumeState.On || transport != _current)
            {
                return _state == ResumeState.On;
            }

            if (isOutput)
            {
                _input.Failed = transport;
                _ = Task.Delay(UnreadMilliseconds).ContinueWith(_ => TryCut(transport), TaskScheduler.Default);
                return true;
            }

            (_current, _cut) = (null, default);
            Signal();
        }

        End(transport);
        if (Context.Connect is { } connect)
        {
            _ = WithoutContext.Make(() => Task.Run(() => _connection.Session!.ReconnectAsync(this, connect)));
        }

        return true;
    }

    private void End(PacketTransport transport)
    {
        transport.Dispose();
        transport.CancelRead(_connection.Options.TimeProvider, _connection.Options.CloseTimeout);
    }

    private Task<bool> Changed() => (_changed ??= new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously)).Task;

    private void Signal()
    {
        _ = _changed?.TrySetResult(true);
        _changed = null;
    }
}
