using Codec.Transport;

namespace Codec.Cli.Replay;

internal sealed class ReplayRun(ReplayOptions options) : IDisposable
{
    private readonly TimeProvider _clock = TimeProvider.System;
    private readonly List<CapturedPacketReader> _readers = [];
    private Socket? _listener;
    private CaptureSurvey? _survey;
    private IPEndPoint[] _targets = [];
    private bool _isPipe;
    private long _position;

    public ReplayReport Report { get; } = new(TimeProvider.System);
    public TimeSpan Elapsed { get; private set; }

    /// <summary>Gets the address that clients connect to, after <see cref="PrepareAsync"/>; <see langword="null"/> if the client's side is sent.</summary>
    public EndPoint? EndPoint => _listener?.LocalEndPoint;

    /// <summary>Gets the length of the capture in bytes, after <see cref="PrepareAsync"/>; 0 if it is a pipe or compressed.</summary>
    public long Length { get; private set; }

    /// <summary>Gets the offset in the capture, after decompression, of the record that is replayed.</summary>
    public long Position => Interlocked.Read(ref _position);

    /// <summary>Resolves the target, listens on it if the server's packets are sent, and opens the capture.</summary>
    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        if (options.IsServer)
        {
            _listener = await Sockets.ListenAsync(options.Target, isUdp: false, cancellationToken).ConfigureAwait(false);
        }
        else
        {
            _targets = await EndPointText.ResolveAsync(options.Target, cancellationToken).ConfigureAwait(false);
        }

        // A script may need the port before it writes to the standard input.
        if (!options.IsServer || options.Capture != StandardInput.Name)
        {
            OpenReaders();
        }
    }

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        OpenReaders();
        long begin = _clock.GetTimestamp();
        try
        {
            _survey = _isPipe ? null : Survey(cancellationToken);
            if (_survey is { HasSent: false })
            {
                return;
            }

            begin = _clock.GetTimestamp();
            await Task.WhenAll(_readers.Select((reader, index) => RunCopyAsync(reader, index + 1, cancellationToken))).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
        }

        Elapsed = _clock.GetElapsedTime(begin);
    }

    public void Dispose()
    {
        _readers.ForEach(reader => reader.Dispose());
        _listener?.Dispose();
    }

    // Each copy has its own reader, so that no copy waits for another.
    private void OpenReaders()
    {
        while (_readers.Count < options.Copies)
        {
            _readers.Add(OpenCapture());
        }
    }

    private CapturedPacketReader OpenCapture()
    {
        SourceStream stream = SourceStream.Open(options.Capture);
        if (stream.IsPipe && (options.Copies > 1 || options.Filter.HasOnlyErrors))
        {
            stream.Dispose();
            throw new CommandFailedException($"{StandardInput.Describe(options.Capture)} can be read only once; expected a file, or one copy without --errors.");
        }

        SourceKind kind = stream.PeekKind();
        if (kind == SourceKind.Other)
        {
            string? foreign = stream.DescribeForeign();
            stream.Dispose();
            throw foreign is null ? NotACapture() : new CommandFailedException($"{StandardInput.Describe(options.Capture)} {foreign}");
        }

        CaptureReader capture = CaptureSource.Open(stream, options.Capture, options.Format);

        // The position in a compressed capture does not show how much is left.
        Length = kind == SourceKind.Capture ? stream.KnownLength : 0;
        _isPipe = stream.IsPipe;
        return new CapturedPacketReader(capture, options.Reading);
    }

    /// <summary>Reads the capture once. A connection can then end after its last packet, and damage is reported before the first connection.</summary>
    private CaptureSurvey Survey(CancellationToken cancellationToken)
    {
        using CapturedPacketReader reader = OpenCapture();
        reader.Errors.AreKept = true;
        CaptureSurvey survey = new(options);
        PayloadUnpacker unpacker = new();
        CaptureStatus status;
        while ((status = reader.Read(out CapturedPacket packet)) == CaptureStatus.Packet)
        {
            cancellationToken.ThrowIfCancellationRequested();
            survey.AddErrors(reader.Errors);
            if (packet.Direction != CaptureDirection.Unknown)
            {
                survey.Add(packet.Connection, packet.Direction == options.Sent(packet.IsServer), !options.Filter.HasOnlyErrors || IsValid(packet, unpacker));
            }
        }

        survey.AddErrors(reader.Errors);
        ReportDamage(reader, status, survey);
        return survey;
    }

    private bool IsValid(in CapturedPacket packet, PayloadUnpacker unpacker)
    {
        TracedPacket traced = new() { Id = packet.Packet.Id, Payload = packet.Packet.Payload, Start = 0, Direction = packet.Direction, IsServer = packet.IsServer };
        return PacketInspection.Of(ref traced, unpacker, options.Schema, type: null, options.IsCapturedByServer).IsValid;
    }

    private async Task RunCopyAsync(CapturedPacketReader reader, int copy, CancellationToken cancellationToken)
    {
        // The recorded times are relative to the first connection, which can take long.
        uint? number = options.IsServer ? null : _survey?.FirstConnection;
        (PacketConnection Connection, Socket Socket)? first = await ConnectAsync(number, copy, cancellationToken).ConfigureAwait(false);
        if (first is null)
        {
            return;
        }

        Dictionary<uint, ReplayPeer?> peers = [];
        List<Task> endings = [];
        CaptureSurvey found = new(options);
        reader.Errors.AreKept = _survey is null;
        try
        {
            // The first packet is sent before the clock starts, because the runtime compiles much of the tool only then.
            using CaptureReplay replay = new(reader, HandleAsync, new CaptureReplayOptions { Speed = options.Speed, TimeProvider = _clock });
            CaptureStatus status = await replay.StepAsync(cancellationToken).ConfigureAwait(false);
            status = status == CaptureStatus.Packet ? await replay.RunAsync(cancellationToken).ConfigureAwait(false) : status;
            if (_survey is null)
            {
                found.AddErrors(reader.Errors);
                ReportDamage(reader, status, found);
            }

            endings.AddRange(peers.Values.OfType<ReplayPeer>().Select(EndAsync));
            await Task.WhenAll(endings).ConfigureAwait(false);
        }
        finally
        {
            foreach (ReplayPeer peer in peers.Values.OfType<ReplayPeer>())
            {
                await peer.DisposeAsync().ConfigureAwait(false);
            }

            if (first is { Connection: { } unused })
            {
                await unused.DisposeAsync().ConfigureAwait(false);
            }

            await Task.WhenAll(endings).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        async ValueTask HandleAsync(ReplayedPacket packet, CancellationToken token)
        {
            if (packet.Direction == CaptureDirection.Unknown)
            {
                return;
            }

            CaptureRecord record = reader.Capture.Current;
            bool isSent = packet.Direction == options.Sent(reader.Capture.IsServer(record.Interface));
            long number = found.Add(packet.Connection, isSent);
            if (copy == 1)
            {
                Interlocked.Exchange(ref _position, record.Offset);
            }

            if (!(_survey ?? found).IsSelected(packet.Connection))
            {
                return;
            }

            if (!peers.TryGetValue(packet.Connection, out ReplayPeer? peer))
            {
                // A server may limit how many connections are open. Those that had ended in the capture before this one began end here, too.
                await Task.WhenAll(endings).ConfigureAwait(false);
                endings.Clear();
                (PacketConnection Connection, Socket Socket)? connection =
                    first ?? await ConnectAsync(packet.Connection, copy, token).ConfigureAwait(false);
                first = null;
                peer = connection is (var opened, var socket) ? new ReplayPeer(opened, socket, packet.Connection, copy, options, Report, _clock) : null;
                peers.Add(packet.Connection, peer);
            }

            if (peer is not null)
            {
                uint id = IdOf(packet.Raw.Span);
                ReadOnlyMemory<byte> payload = packet.Raw[options.Format.HeaderSize..];
                if (isSent)
                {
                    await peer.SendAsync(id, payload, token).ConfigureAwait(false);
                }
                else
                {
                    await peer.ExpectAsync(id, payload, token).ConfigureAwait(false);
                }

                if (_survey?.IsLast(packet.Connection, number) == true)
                {
                    peers[packet.Connection] = null;
                    endings.Add(EndAsync(peer));
                }
            }
        }

        async Task EndAsync(ReplayPeer peer)
        {
            await using (peer.ConfigureAwait(false))
            {
                await peer.EndAsync(cancellationToken).ConfigureAwait(false);
            }
        }
    }

    // The reader has already checked that it is a complete packet.
    private uint IdOf(ReadOnlySpan<byte> packet)
    {
        PacketDecoder.Decode(packet, options.Format, out Packet decoded, out _, out _);
        return decoded.Id;
    }

    /// <summary>Connects to the server, or accepts a client. Reports a failure, and then returns <see langword="null"/>.</summary>
    private async ValueTask<(PacketConnection Connection, Socket Socket)?> ConnectAsync(uint? connection, int copy, CancellationToken cancellationToken)
    {
        string reason = "";
        Socket? socket = null;
        try
        {
            if (options.IsServer)
            {
                socket = await _listener!.AcceptAsync(cancellationToken).ConfigureAwait(false);
            }
            else
            {
                (socket, reason) = await Sockets.TryConnectAsync(_targets, options.Timeout, cancellationToken).ConfigureAwait(false);
            }

            if (socket is not null)
            {
                // A connection that ends has sent everything, or has failed.
                return (new PacketConnection(socket, options.Format, new PacketConnectionOptions { CloseTimeout = TimeSpan.FromMilliseconds(1) }), socket);
            }
        }
        catch (Exception exception) when (exception is SocketException or IOException or ObjectDisposedException)
        {
            // The peer may have reset the connection already, or the replay was disposed.
            socket?.Dispose();
            reason = exception.Message;
        }

        Report.Fail(reason, connection, copy, CaptureDirection.Outbound);
        return null;
    }

    private CommandFailedException NotACapture() => new($"{StandardInput.Describe(options.Capture)} is not a capture; expected pcapng or pcap, also in gzip or in a zip archive.");

    private void ReportDamage(CapturedPacketReader reader, CaptureStatus status, CaptureSurvey survey)
    {
        if (reader.Capture.Error == CaptureError.NotACapture)
        {
            throw NotACapture();
        }

        if (status != CaptureStatus.End)
        {
            Report.Fail($"{options.Capture}: {reader.Capture}");
        }

        foreach (CapturedError error in survey.Errors)
        {
            Report.Fail($"{options.Capture}: {CaptureSource.Describe(error)}", error.Connection, direction: error.Direction);
        }

        if (reader.PacketCount == 0)
        {
            Report.Fail($"{options.Capture}: {CaptureSource.DescribeEmpty(reader, options.Reading.Port)}");
        }
        else if (!survey.HasDirections)
        {
            Report.Fail($"{options.Capture}: The {reader.PacketCount} packets have no directions. Capture with a tool that writes them, or TCP.");
        }
        else if (!survey.HasSent)
        {
            Report.Fail($"{options.Capture}: The {(options.IsServer ? "server" : "client")} sent none of the {reader.PacketCount} packets, or --connection and --errors choose none. Perhaps --captured-by server is missing.");
        }
    }
}
