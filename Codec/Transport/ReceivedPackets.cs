using Codec.Framing;

namespace Codec.Transport;

/// <summary>The sequence of a connection's packets, and one enumeration of it. Applies the checks of the connection to each read.</summary>
internal class ReceivedPackets(PacketReceiver receiver, CancellationToken token) : PacketEnumeration(receiver.Reader, token)
{
    // Copied, so that the usual packet does not touch the receiver: with thousands of connections, each object is a miss of the cache.
    private readonly ConnectionLifetime _lifetime = receiver.Lifetime;
    private readonly bool _isWatched = receiver.IsWatched;

    private protected PacketReceiver Receiver => receiver;

    private protected override PacketEnumeration Create(CancellationToken token) => new ReceivedPackets(receiver, token);

    private protected override void Enter()
    {
        if (!receiver.TryBeginReading())
        {
            // Since this side has left, the session discards what arrives.
            if (receiver.Session?.Leaving is not null)
            {
                Throw.ConnectionClosed(new PacketConnectionException(PacketCloseReason.Local, 0, null));
            }

            Throw.ReadInProgress();
        }
    }

    private protected override void Leave() => receiver.EndReading();

    private protected override bool TryTakeHeldBack(out PacketReadResult result) => receiver.TryTakeHeldBack(out result);

    // After this side closed the connection, packets that were received before are not returned.
    private protected override Exception? GetClosed() => _lifetime.ClosedHere;

    private protected override Exception? Check(in PacketReadResult result) =>
        !result.HasPacket ? receiver.EndReceiving(result) : _isWatched ? receiver.Observe(result) : null;

    private protected override Exception? Fail(Exception exception, CancellationToken token) => receiver.FailReceiving(exception, token);
}
