namespace Codec.Transport;

/// <summary>Carries the bytes of one connection of a <see cref="PacketClient"/>, without blocking. Needs no threads.</summary>
/// <remarks>
/// <para>
/// Sockets, streams and WebSockets are carried by a <see cref="PacketConnection"/>. Implement the interface for anything that has no threads or no stream,
/// such as a browser's WebSocket. The client ignores message boundaries: packets may be split anywhere.
/// </para>
/// <para>
/// The client calls <see cref="TryReceive"/> from one thread at a time, and <see cref="TrySend"/> from any thread, one call at a time.
/// A call of each can run at the same time. <see cref="IDisposable.Dispose"/> is called once, by any thread, and not while
/// <see cref="TryReceive"/> or the memory that it lent is in use. Another thread's <see cref="TrySend"/> can still run, or begin, after that; it returns
/// <see langword="false"/>.
/// </para>
/// <para>
/// <see cref="IDisposable.Dispose"/> closes the connection and returns at once. It should still send what <see cref="TrySend"/> took, in the background,
/// for a limited time. It must not throw.
/// </para>
/// </remarks>
public interface IPacketClientTransport : IDisposable
{
    /// <summary>Returns bytes that were received, without waiting for more.</summary>
    /// <param name="bytes">
    /// The next bytes, or an empty segment at the end of what the peer sends. The memory is the transport's. It stays unchanged until the next call,
    /// which says that all of the bytes were used, or until the transport is disposed.
    /// </param>
    /// <returns><see langword="true"/> with bytes and at the end; <see langword="false"/> if there are no new bytes.</returns>
    /// <remarks>
    /// After the connection has failed, calls return the bytes that were received before, and then throw the reason. The exception becomes the cause in
    /// <see cref="PacketClient.Closed"/>. An <see cref="Codec.Framing.InvalidPacketException"/> says that the peer broke the transport's own rules.
    /// </remarks>
    bool TryReceive(out ArraySegment<byte> bytes);

    /// <summary>Accepts bytes, and sends them without making the caller wait.</summary>
    /// <param name="bytes">One whole packet. The transport copies it. The memory is the caller's again when the call returns.</param>
    /// <returns><see langword="false"/>, with nothing taken, if too many bytes wait already, or if the connection has failed or is closed.</returns>
    /// <remarks>
    /// It must not throw: the exception would reach the caller of <c>PacketClient.TrySend</c>, and the connection would stay open. If sending fails,
    /// return <see langword="false"/>, and let <see cref="TryReceive"/> throw the reason.
    /// </remarks>
    bool TrySend(ArraySegment<byte> bytes);
}
