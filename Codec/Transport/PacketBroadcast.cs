using Codec.Framing;
using Codec.Generated;
using Codec.Packets;
using Failures = System.Collections.Generic.IReadOnlyList<(Codec.Transport.PacketConnection Connection, System.Exception Exception)>;

namespace Codec.Transport;

/// <summary>Sends packets to many connections. A payload is encoded once, and a difference once for each baseline; each connection writes its own header, in its own format.</summary>
/// <remarks>
/// <para>
/// Before a method returns, it has passed the packet to each connection, on the calling thread, in the order of the collection. The collection is
/// not used afterwards: a connection that is added later does not get the packet. Entries that are <see langword="null"/> are skipped. No other
/// thread may change the collection before the method returns.
/// </para>
/// <para>
/// If a connection is closed, or its format cannot hold the packet, the other connections still get the packet. The result of the task is the list of such
/// connections, which may be empty. A connection that fails while it is waited for is in the list, too.
/// </para>
/// <para>
/// The task of <c>SendAsync</c> ends when each connection has fewer than <see cref="PacketConnectionOptions.SendLimit"/> bytes waiting. A slow peer thus delays the
/// caller, but not the other peers: their connections have the packet already. To limit the time, set
/// <see cref="PacketConnectionOptions.IdleTimeout"/>, which closes the connection to a peer that does not read.
/// </para>
/// <para>
/// A cancelled wait does not limit the memory. The connections accept every packet, and the limit holds only for callers that wait. A caller that
/// cancels must set the timeout, and dispose connections that are too slow. After a cancellation, there is no list of failed connections.
/// </para>
/// <para>
/// Nothing is allocated if no connection has to be waited for and none fails, and the collection is an <see cref="IReadOnlyList{T}"/>, such as an
/// array or a <see cref="List{T}"/>. Any other collection allocates its enumerator. The methods are thread-safe.
/// </para>
/// </remarks>
public static class PacketBroadcast
{
    private static readonly Call Send = static (connection, in packet, cancellationToken) => packet.Delta is { } delta
        ? connection.Sends.SendAsync(connection.Sends.Difference(delta), cancellationToken)
        : connection.SendAsync(packet.Id, packet.Payload, cancellationToken);

    private static readonly Call Flush = static (connection, in _, cancellationToken) => connection.FlushAsync(cancellationToken);
    private static readonly Call Put = static (connection, in packet, _) =>
    {
        if (packet.Delta is { } delta)
        {
            connection.Sends.Write(connection.Sends.Difference(delta));
        }
        else
        {
            connection.Write(packet.Id, packet.Payload);
        }

        return default;
    };

    private delegate ValueTask Call(PacketConnection connection, in Content packet, CancellationToken cancellationToken);

    /// <summary>Sends a message, such as a generated packet, to each connection.</summary>
    /// <typeparam name="TPacket">The type of the message.</typeparam>
    /// <param name="connections">The connections.</param>
    /// <param name="packet">The message. It is not used after the call returns.</param>
    /// <param name="cancellationToken">Stops waiting. The connections have accepted the packet all the same.</param>
    /// <returns>
    /// A task with the connections that did not get the packet, and what sending through them threw: a <see cref="PacketConnectionException"/> if the connection
    /// is closed.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="connections"/> or <paramref name="packet"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">The message cannot be written; the exception says why. Nothing was sent.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled while waiting.</exception>
    public static ValueTask<Failures> SendAsync<TPacket>(
        IEnumerable<PacketConnection?> connections, in TPacket packet, CancellationToken cancellationToken = default)
        where TPacket : IPacket => ForEach(connections, packet, Send, cancellationToken).WaitAsync(cancellationToken);

    /// <summary>Sends a packet with a complete payload to each connection.</summary>
    /// <param name="connections">The connections.</param>
    /// <param name="id">The packet's id.</param>
    /// <param name="payload">The payload. It is not used after the call returns.</param>
    /// <param name="cancellationToken">Stops waiting. The connections have accepted the packet all the same.</param>
    /// <inheritdoc cref="SendAsync{TPacket}(IEnumerable{PacketConnection?}, in TPacket, CancellationToken)" path="/returns"/>
    /// <exception cref="ArgumentNullException"><paramref name="connections"/> is <see langword="null"/>.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled while waiting.</exception>
    public static ValueTask<Failures> SendAsync(
        IEnumerable<PacketConnection?> connections, uint id, ReadOnlySpan<byte> payload, CancellationToken cancellationToken = default) =>
        ForEach(connections, new Content(id, payload), Send, cancellationToken).WaitAsync(cancellationToken);

    /// <summary>Writes a message to each connection: many messages, and then one <see cref="FlushAsync"/>.</summary>
    /// <typeparam name="TPacket">The type of the message.</typeparam>
    /// <param name="connections">The connections.</param>
    /// <param name="packet">The message. It is not used after the call returns.</param>
    /// <returns>The connections that did not get the packet, and what writing to them threw.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="connections"/> or <paramref name="packet"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">The message cannot be written; the exception says why. Nothing was written.</exception>
    public static Failures Write<TPacket>(IEnumerable<PacketConnection?> connections, in TPacket packet)
        where TPacket : IPacket => ForEach(connections, packet, Put, default).Failed;

    /// <summary>Writes a packet with a complete payload to each connection.</summary>
    /// <param name="connections">The connections.</param>
    /// <param name="id">The packet's id.</param>
    /// <param name="payload">The payload. It is not used after the call returns.</param>
    /// <returns>The connections that did not get the packet, and what writing to them threw.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="connections"/> is <see langword="null"/>.</exception>
    public static Failures Write(IEnumerable<PacketConnection?> connections, uint id, ReadOnlySpan<byte> payload) =>
        ForEach(connections, new Content(id, payload), Put, default).Failed;

    /// <summary>Flushes each connection. All flushes have begun before one is waited for.</summary>
    /// <param name="connections">The connections.</param>
    /// <param name="cancellationToken">Stops waiting. The packets are sent all the same.</param>
    /// <returns>A task that ends when each connection has passed on what was written. Its result has the connections that failed.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="connections"/> is <see langword="null"/>.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled while waiting.</exception>
    public static ValueTask<Failures> FlushAsync(IEnumerable<PacketConnection?> connections, CancellationToken cancellationToken = default) =>
        ForEach(connections, default(Content), Flush, cancellationToken).WaitAsync(cancellationToken);

    private static Calls ForEach<TPacket>(
        IEnumerable<PacketConnection?> connections, in TPacket packet, Call call, CancellationToken cancellationToken)
        where TPacket : IPacket
    {
        Throw.IfNull(connections, nameof(connections));

        if (packet is null)
        {
            Throw.ArgumentNull(nameof(packet));
        }

        if (DeltaPacket.From<TPacket>.IsPossible)
        {
            using DeltaPayload delta = DeltaPayload.Write((IDeltaPacket)packet);
            return ForEach(connections, new Content(delta), call, cancellationToken);
        }

        uint id = packet.Id;
        int size = Math.Min(PacketEncoder.GetMaxSize(packet), PacketFormat.LongestArray);
        byte[] payload = ArrayPool<byte>.Shared.Rent(size);
        try
        {
            int written = PacketEncoder.WritePayload(payload.AsSpan(0, size), packet, size);
            return ForEach(connections, new Content(id, payload.AsSpan(0, written)), call, cancellationToken);
        }
        finally
        {
            // Each connection has copied the payload.
            ArrayPool<byte>.Shared.Return(payload);
        }
    }

    private static Calls ForEach(IEnumerable<PacketConnection?> connections, in Content packet, Call call, CancellationToken cancellationToken)
    {
        Throw.IfNull(connections, nameof(connections));

        Calls calls = default;
        if (connections is IReadOnlyList<PacketConnection?> list)
        {
            for (int i = 0; i < list.Count; i++)
            {
                calls.Add(list[i], packet, call, cancellationToken);
            }
        }
        else
        {
            foreach (PacketConnection? connection in connections)
            {
                calls.Add(connection, packet, call, cancellationToken);
            }
        }

        return calls;
    }

    /// <summary>What each connection gets: a payload, or the difference to the last message that it got.</summary>
    private readonly ref struct Content
    {
        internal Content(uint id, ReadOnlySpan<byte> payload)
        {
            Id = id;
            Payload = payload;
        }

        internal Content(DeltaPayload delta) => Delta = delta;

        internal uint Id { get; }
        internal ReadOnlySpan<byte> Payload { get; }
        internal DeltaPayload? Delta { get; }
    }

    /// <summary>The calls of one broadcast that have failed or are still pending.</summary>
    private struct Calls
    {
        private List<(PacketConnection Connection, Exception Exception)>? _failures;
        private List<KeyValuePair<PacketConnection, Task>>? _pending;

        internal readonly Failures Failed => _failures ?? (Failures)[];

        internal void Add(PacketConnection? connection, in Content packet, Call call, CancellationToken cancellationToken)
        {
            if (connection is null)
            {
                return;
            }

            try
            {
                ValueTask called = call(connection, packet, cancellationToken);
                if (called.IsCompletedSuccessfully)
                {
                    called.GetAwaiter().GetResult();
                    return;
                }

                (_pending ??= []).Add(new KeyValuePair<PacketConnection, Task>(connection, called.AsTask()));
            }
            catch (Exception exception)
            {
                (_failures ??= []).Add((connection, exception));
            }
        }

        internal readonly ValueTask<Failures> WaitAsync(CancellationToken cancellationToken) => _pending is null
            ? new ValueTask<Failures>(Failed)
            : WaitAsync(_pending, _failures ?? [], cancellationToken);

        private static async ValueTask<Failures> WaitAsync(
            List<KeyValuePair<PacketConnection, Task>> pending, List<(PacketConnection Connection, Exception Exception)> failures, CancellationToken cancellationToken)
        {
            bool isCanceled = false;
            foreach (KeyValuePair<PacketConnection, Task> call in pending)
            {
                try
                {
                    await call.Value.ConfigureAwait(false);
                }
                catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
                {
                    isCanceled = true;
                }
                catch (Exception exception)
                {
                    failures.Add((call.Key, exception));
                }
            }

            if (isCanceled)
            {
                cancellationToken.ThrowIfCancellationRequested();
            }

            return failures;
        }
    }
}
