using System;
using Codec.Framing;
using Codec.Internals;
using Codec.Packets;

namespace Codec.Transport;

/// <content>Sending packets.</content>
public sealed partial class PacketClient
{
    // Guarded by the lock. _isInCall is set while a message or a payload writer, which is the caller's code, writes to _sendBuffer.
    private readonly PacketBuffer _sendBuffer = new();
    private bool _isInCall;

    /// <summary>Sends a message, such as a generated packet, in the background. Any thread may call it.</summary>
    /// <typeparam name="TPacket">The type of the message.</typeparam>
    /// <param name="packet">The message. It is not used after the call returns.</param>
    /// <returns>
    /// <see langword="false"/> if the client is not connected, if an earlier send has failed, or if <see cref="PacketClientOptions.SendLimit"/> bytes wait
    /// because the peer reads too slowly. Nothing is sent then.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="packet"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">
    /// The message cannot be written (the exception says why), or a message or payload writer that the client is calling calls this method. Nothing is sent.
    /// </exception>
    public bool TrySend<TPacket>(in TPacket packet)
        where TPacket : IPacket
    {
        if (packet is null)
        {
            Throw.ArgumentNull(nameof(packet));
        }

        int sent;
        lock (_lock)
        {
            if (BeginSending() is not { } transport)
            {
                return false;
            }

            int size;
            _isInCall = true;
            try
            {
                // GetMaxByteCount is called only if the memory is too short, because it can cost as much as writing the message.
                if (PacketEncoder.TryEncode(_sendBuffer.GetSpan(), packet, _format, out size))
                {
                    _sendBuffer.Advance(size);
                }
                else
                {
                    size = PacketEncoder.Write(_sendBuffer, packet, _format);
                }
            }
            finally
            {
                _isInCall = false;
            }

            sent = Send(transport);
        }

        return Count(sent);
    }

    /// <summary>Sends a packet with a complete payload, in the background. Any thread may call it.</summary>
    /// <param name="id">The packet's id.</param>
    /// <param name="payload">The payload. It is copied before the call returns.</param>
    /// <returns>As <see cref="TrySend{TPacket}(in TPacket)"/>.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">A message or payload writer that the client is calling calls this method.</exception>
    public bool TrySend(uint id, ReadOnlySpan<byte> payload)
    {
        int sent;
        lock (_lock)
        {
            if (BeginSending() is not { } transport)
            {
                return false;
            }

            PacketEncoder.Write(_sendBuffer, id, payload, _format);
            sent = Send(transport);
        }

        return Count(sent);
    }

    /// <summary>Returns the transport to send through, or <see langword="null"/> if the client is not connected. Requires the lock.</summary>
    private IPacketClientTransport? BeginSending()
    {
        if (_isInCall)
        {
            Throw.ClientCalledBack();
        }

        return Adopt();
    }

    /// <summary>Counts a packet. Called without the lock, because a listener of the counters is the application's code.</summary>
    /// <param name="sent">The result of <see cref="Send"/>.</param>
    /// <returns>Whether the packet was sent.</returns>
    private static bool Count(int sent)
    {
        if (sent > 0)
        {
            PacketCounters.CountSent(1, sent);
        }

        return sent > 0;
    }

    /// <summary>Sends the packet in the buffer, unless the message or the writer has closed the client. Requires the lock.</summary>
    /// <returns>The size of the packet in bytes, or 0 if it was not sent.</returns>
    private int Send(IPacketClientTransport transport)
    {
        ArraySegment<byte> packet = _sendBuffer.Written;
        bool isSent = ReferenceEquals(_transport, transport) && transport.TrySend(packet);
        _sendBuffer.Trim(_isDisposed ? 0 : SendBlock.KeptSize);
        return isSent ? packet.Count : 0;
    }
}
