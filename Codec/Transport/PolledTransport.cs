using Codec.Packets;

namespace Codec.Transport;

/// <summary>The transport of a <see cref="PacketClient"/> without threads: it receives in <see cref="Poll"/>, and writes without waiting.</summary>
internal sealed class PolledTransport(IPacketClientTransport transport, PacketFormat format) : PacketTransport
{
    private readonly IPacketClientTransport _transport = transport;
    private readonly PolledInput _input = new PolledInput(transport);
    private readonly PacketFormat _format = format;

    internal override Stream Input => _input;
    internal override bool CanEndOutput => false;
    internal override bool CanResume => false;

    /// <summary>Makes a delegate that connects a transport into one that creates its connection.</summary>
    internal static Func<CancellationToken, ValueTask<PacketConnection>> Connect(
        Func<CancellationToken, ValueTask<IPacketClientTransport>> connect, PacketFormat format, PacketClientOptions options)
    {
        Throw.IfNull(connect, nameof(connect));

        return ConnectAsync;

        // Continues on the context of the caller, such as a browser's only thread.
        async ValueTask<PacketConnection> ConnectAsync(CancellationToken cancellationToken) =>
#pragma warning disable CA2007
            await connect(cancellationToken) is { } transport ? new PacketConnection(options, new PolledTransport(transport, format), format) : null!;
#pragma warning restore CA2007
    }

    /// <summary>Receives about <paramref name="limit"/> bytes at most, and continues the pending read. The caller's loop runs inside the call.</summary>
    internal void Poll(int limit) => _input.Poll(limit);

    /// <summary>Sends one packet, unless the transport does not accept it now.</summary>
    internal bool TrySend(ArraySegment<byte> packet) => _transport.TrySend(packet);

    /// <remarks>
    /// Called only for a request or an answer with its prefix, and if an observer of the connection sends. Any other packet is passed to
    /// <see cref="TrySend"/>.
    /// </remarks>
    internal override ValueTask WriteAsync(ReadOnlyMemory<byte> bytes)
    {
        byte[] packets = bytes.ToArray();
        for (int start = 0; start < packets.Length;)
        {
            int length = _format.Measure(packets.AsSpan(start), packets.Length - start).Length;
            if (!_transport.TrySend(new ArraySegment<byte>(packets, start, length)))
            {
                Throw.PacketNotTaken();
            }

            start += length;
        }

        return default;
    }

    public override void Dispose()
    {
        IgnoreErrors(_transport.Dispose);
        _input.End();
    }
}
