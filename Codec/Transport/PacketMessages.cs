using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>Validates that each message is one packet.</summary>
internal sealed class PacketMessages(PacketFormat format)
{
    private readonly byte[] _header = new byte[PacketFormat.LargestHeaderSize];
    private long _position;
    private long _messageLength;
    private long _packetLength;

    /// <summary>Gets whether all bytes of a packet were received, but not the end of its message.</summary>
    internal bool IsPacketComplete => _packetLength > 0 && _messageLength == _packetLength;

    internal InvalidPacketException? Rejection { get; private set; }

    /// <summary>Compares a part of a message with the packet that it must be. A header with an invalid size is left to the reader.</summary>
    /// <param name="part">The received bytes.</param>
    /// <param name="isLast">Whether the message ends with them.</param>
    /// <returns>The index of the packet's last byte in the part, if the message continues after it; otherwise, <see langword="null"/>.</returns>
    internal int? Validate(ReadOnlySpan<byte> part, bool isLast)
    {
        long before = _messageLength;
        if (_packetLength == 0)
        {
            int known = (int)Math.Min(_messageLength, _header.Length);
            part.Slice(0, Math.Min(part.Length, _header.Length - known)).CopyTo(_header.AsSpan(known));
            long length = _messageLength + part.Length;
            PacketExtent extent = format.Measure(_header.AsSpan(0, (int)Math.Min(length, _header.Length)), length);

            // A reader rejects the whole stream because of an invalid size, so the rest is not checked.
            _packetLength = extent.Error is PacketError.SizeTooSmall or PacketError.PayloadTooLarge ? long.MaxValue : extent.Length;
        }

        _messageLength += part.Length;
        if (_packetLength == long.MaxValue)
        {
            return null;
        }

        if (isLast && IsPacketComplete)
        {
            _position += _packetLength;
            _messageLength = 0;
            _packetLength = 0;
            return null;
        }

        if (_packetLength > 0 && _messageLength > _packetLength)
        {
            Reject(PacketError.TrailingBytes);
        }
        else if (isLast)
        {
            Reject(_packetLength == 0 ? PacketError.HeaderTruncated : PacketError.PayloadTruncated);
        }

        return _packetLength > 0 && _messageLength >= _packetLength ? (int)(_packetLength - 1 - before) : null;
    }

    /// <summary>Rejects the message. The next read throws, so that the reader gets the bytes before.</summary>
    private void Reject(PacketError error)
    {
        PacketCounters.CountError(error);
        Rejection = new InvalidPacketException(error, _position, PacketHint.None);
    }
}
