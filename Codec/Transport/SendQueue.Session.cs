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

    /// <summary>Accepts a prefix and, directly after it, a message, without waiting. No other packet comes between them.</summary>
    /// <param name="prefix">The prefix.</param>
    /// <param name="withdrawal">What is sent after the prefix if the message cannot be written.</param>
    /// <param name="packet">The message.</param>
    /// <param name="startsOnPool">Whether only a thread of the pool may write, unless there are no threads, as over a <see cref="PolledTransport"/>.</param>
    internal void SendAfter<TPrefix, TPacket>(in TPrefix prefix, SessionPacket<Ask> withdrawal, in TPacket packet, bool startsOnPool)
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
            SendAfter(prefix, withdrawal, Difference(payload), startsOnPool);
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
                    // Not observed, because the exception can be that of the observer.
                    _ = _progress.Accept(Encode(withdrawal, out _));
                }

                throw;
            }

            start = BeginWriting(
                _connection.Transport is PolledTransport ? WriteStart.AtOnce : startsOnPool ? WriteStart.OnThreadPool : WriteStart.None);
        }

        Start(start, 0);
    }
}
