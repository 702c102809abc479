using Codec.Generated;
using Codec.Packets;
using Codec.Sessions;

namespace Codec.Transport;

internal sealed partial class SendQueue
{
    /// <summary>Returns whether fewer bytes wait than the send limit.</summary>
    internal bool HasRoom(out long accepted, out long written)
    {
        lock (_lock)
        {
            (accepted, written) = (_progress.Accepted, _progress.Written);
            return _progress.HasRoom(0);
        }
    }

    /// <summary>Accepts a prefix and, directly after it, a message, without waiting. If the message cannot be written, a withdrawal follows the prefix.</summary>
    internal void SendAfter<TPrefix, TPacket>(in TPrefix prefix, SessionPacket<Ask> withdrawal, in TPacket packet, bool isPolled)
        where TPrefix : IPacket
        where TPacket : IPacket
    {
        if (packet is null)
        {
            Throw.ArgumentNull(nameof(packet));
        }

        if (DeltaPacket.From<TPacket>.IsPossible)
        {
            using DeltaPayload payload = DeltaPayload.Write((IDeltaPacket)packet);
            SendAfter(prefix, withdrawal, Difference(payload), isPolled);
            return;
        }

        if (_batch?.Packets.Count > 0)
        {
            AcceptWritten(_batch);
        }

        WriteStart start;
        lock (_lock)
        {
            _ = Accept(prefix);
            try
            {
                _ = Accept(packet);
            }
            catch
            {
                if (_lifetime.AcceptsPackets)
                {
                    // Not observed, because the exception can be the observer's.
                    _ = _progress.Accept(Encode(withdrawal, out _));
                }

                throw;
            }

            // A thread that polls must not write, unless there is no other.
            start = BeginWriting(_connection.Transport is PolledTransport ? WriteStart.AtOnce : isPolled ? WriteStart.OnThreadPool : WriteStart.None);
        }

        Start(start, 0);
    }
}
