using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Capture;
using Codec.Cli.Traffic;
using Codec.Cli.Values;
using Codec.Framing;
using Codec.Transport;

namespace Codec.Cli.Replaying;

/// <summary>One run of <c>codec replay</c>.</summary>
/// <param name="options">The options of the replay.</param>
internal sealed class Replay(ReplayOptions options) : IDisposable
{
    private readonly TimeProvider _clock = TimeProvider.System;
    private readonly List<CapturedPacketReader> _readers = [];
    private PacketListener? _listener;
    private IPEndPoint[] _targets = [];
    private long _position;

    /// <summary>Gets the report.</summary>
    public ReplayReport Report { get; } = new(TimeProvider.System);

    /// <summary>Gets the duration of the replay.</summary>
    public TimeSpan Elapsed { get; private set; }

    /// <summary>Gets the address that clients connect to, after <see cref="PrepareAsync"/>; <see langword="null"/> if the client's side is sent.</summary>
    public EndPoint? EndPoint => _listener?.EndPoint;

    /// <summary>Gets the length of the capture in bytes, after <see cref="PrepareAsync"/>; 0 if it is a pipe or compressed.</summary>
    public long Length { get; private set; }

    /// <summary>Gets the offset in the capture, after decompression, of the record that is replayed.</summary>
    public long Position => Interlocked.Read(ref _position);

    /// <summary>Resolves the target, listens on it if the server's packets are sent, and opens the capture.</summary>
    /// <param name="cancellationToken">Stops waiting.</param>
    /// <returns>A task that ends when the replay can run.</returns>
    /// <exception cref="CommandFailedException">The target's name is unknown, the tool cannot listen on the address, or several copies need one pipe.</exception>
    /// <exception cref="IOException">The capture cannot be opened.</exception>
    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        _targets = await EndPointText.ResolveAsync(options.Target, cancellationToken).ConfigureAwait(false);
        IPEndPoint target = _targets[0];
        try
        {
            if (options.IsServer)
            {
                _listener = new PacketListener(target, options.Format);
            }
        }
        catch (SocketException exception)
        {
            throw new CommandFailedException($"Cannot listen on {target}: {exception.Message}", exception);
        }

        // A script may need the port before it writes to the standard input.
        if (!options.IsServer || options.Capture != StandardInput.Name)
        {
            OpenReaders();
        }
    }

    /// <summary>Replays the capture, after <see cref="PrepareAsync"/>.</summary>
    /// <param name="cancellationToken">Stops the replay.</param>
    /// <returns>A task that ends when every connection has ended.</returns>
    /// <exception cref="IOException">The capture cannot be read.</exception>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        OpenReaders();
        long begin = _clock.GetTimestamp();
        try
        {
            await Task.WhenAll(_readers.Select((reader, index) => RunCopyAsync(reader, index + 1, cancellationToken))).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
        }

        Elapsed = _clock.GetElapsedTime(begin);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _readers.ForEach(reader => reader.Dispose());
        _listener?.Dispose();
    }

    // Each copy has its own reader, so that no copy waits for another.
    private void OpenReaders()
    {
        while (_readers.Count < options.Connections)
        {
            _readers.Add(OpenCapture());
        }
    }

    private CapturedPacketReader OpenCapture()
    {
        SourceStream stream = SourceStream.Open(options.Capture);
        if (stream.IsPipe && options.Connections > 1)
        {
            stream.Dispose();
            string name = options.Capture == StandardInput.Name ? "The standard input" : options.Capture;
            throw new CommandFailedException($"{name} can be read only once; expected a file, or one connection.");
        }

        SourceKind kind = stream.PeekKind();
        if (kind == SourceKind.Other)
        {
            stream.Dispose();
            throw NotACapture();
        }

        CaptureReader capture = CaptureSource.Open(stream, options.Capture, options.Format);

        // The position in a compressed capture does not show how much is left.
        Length = kind == SourceKind.Capture ? stream.KnownLength : 0;
        return new CapturedPacketReader(capture, new CapturedPacketReaderOptions { Format = options.Format, Port = options.Port, IsServer = options.IsCapturedByServer });
    }

    private async Task RunCopyAsync(CapturedPacketReader reader, int copy, CancellationToken cancellationToken)
    {
        Dictionary<uint, ReplayPeer?> peers = [];
        bool hasSent = false;
        bool hasDirections = false;

        // A client may connect late. The recorded times are relative to its connection.
        PacketConnection? first = options.IsServer ? await ConnectAsync($"copy {copy}", cancellationToken).ConfigureAwait(false) : null;
        if (options.IsServer && first is null)
        {
            return;
        }

        try
        {
            using CaptureReplay replay = new(reader, HandleAsync, new CaptureReplayOptions { Speed = options.Speed, TimeProvider = _clock });
            CaptureStatus status = await replay.RunAsync(cancellationToken).ConfigureAwait(false);
            if (copy == 1)
            {
                ReportDamage(reader, status, hasSent, hasDirections);
            }

            await Task.WhenAll(peers.Values.OfType<ReplayPeer>().Select(peer => peer.EndAsync(cancellationToken))).ConfigureAwait(false);
        }
        finally
        {
            foreach (ReplayPeer peer in peers.Values.OfType<ReplayPeer>())
            {
                await peer.DisposeAsync().ConfigureAwait(false);
            }

            if (first is not null)
            {
                await first.DisposeAsync().ConfigureAwait(false);
            }
        }

        async ValueTask HandleAsync(ReplayedPacket packet, CancellationToken token)
        {
            hasSent |= packet.Direction == options.Sent;
            hasDirections |= packet.Direction != CaptureDirection.Unknown;
            if (packet.Direction == CaptureDirection.Unknown)
            {
                return;
            }

            if (!peers.TryGetValue(packet.Connection, out ReplayPeer? peer))
            {
                PacketConnection? connection = first ?? await ConnectAsync($"#{packet.Connection}.{copy}", token).ConfigureAwait(false);
                first = null;
                peer = connection is null ? null : new ReplayPeer(connection, packet.Connection, copy, options, Report, _clock);
                peers.Add(packet.Connection, peer);
            }

            if (copy == 1)
            {
                Interlocked.Exchange(ref _position, reader.Capture.Current.Offset);
            }

            if (peer is not null)
            {
                uint id = IdOf(packet.Raw.Span);
                ReadOnlyMemory<byte> payload = packet.Raw[options.Format.HeaderSize..];
                if (packet.Direction == options.Sent)
                {
                    await peer.SendAsync(id, payload, token).ConfigureAwait(false);
                }
                else
                {
                    await peer.ExpectAsync(id, payload, token).ConfigureAwait(false);
                }
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
    private async ValueTask<PacketConnection?> ConnectAsync(string name, CancellationToken cancellationToken)
    {
        string reason;
        Socket? socket = null;
        try
        {
            if (options.IsServer)
            {
                return await _listener!.AcceptAsync(cancellationToken).ConfigureAwait(false);
            }

            (socket, reason) = await ServerConnector.TryConnectAsync(_targets, options.Timeout, cancellationToken).ConfigureAwait(false);
            if (socket is not null)
            {
                return new PacketConnection(socket, options.Format);
            }
        }
        catch (Exception exception) when (exception is SocketException or IOException or ObjectDisposedException)
        {
            // The peer may have reset the connection already, or the replay was disposed.
            socket?.Dispose();
            reason = exception.Message;
        }

        Report.Fail($"{name}: {reason}");
        return null;
    }

    private CommandFailedException NotACapture() => new($"{options.Capture} is not a capture; expected pcapng or pcap, also in gzip or in a zip archive.");

    private void ReportDamage(CapturedPacketReader reader, CaptureStatus status, bool hasSent, bool hasDirections)
    {
        if (reader.Capture.Error == CaptureError.NotACapture)
        {
            throw NotACapture();
        }

        if (status != CaptureStatus.End)
        {
            Report.Fail($"{options.Capture}: {reader.Capture}");
        }

        if (reader.InvalidStreams > 0)
        {
            Report.Fail($"{options.Capture}: {reader.InvalidStreams} streams or records lack bytes, or have bytes that are not packets ({reader.LastError}).");
        }

        if (reader.PacketCount == 0)
        {
            Report.Fail($"{options.Capture}: The capture has no packets. In a capture of TCP, --port must be the server's port.");
        }
        else if (!hasDirections)
        {
            Report.Fail($"{options.Capture}: The {reader.PacketCount} packets have no directions. Capture with a tool that writes them, or TCP.");
        }
        else if (!hasSent)
        {
            Report.Fail($"{options.Capture}: The {(options.IsServer ? "server" : "client")} sent none of the {reader.PacketCount} packets. Perhaps --captured-by server is missing.");
        }
    }
}
