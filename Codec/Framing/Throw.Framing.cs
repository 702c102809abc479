using Codec.Packets;

namespace Codec;

internal static partial class Throw
{
    [DoesNotReturn]
    internal static void HeaderDoesNotFit(uint id, int payloadSize) =>
        throw new InvalidOperationException(Text($"Id {id} with a payload of {payloadSize} bytes does not fit the default header's 16-bit fields."));

    [DoesNotReturn]
    internal static void LimitTooSmall(int limit, int maxPacketSize) =>
        throw new ArgumentOutOfRangeException(nameof(limit), limit, Text($"The limit must be at least {maxPacketSize} bytes, the largest packet of the format, not {limit}."));

    [DoesNotReturn]
    internal static void NotPacket(PacketError error) =>
        throw new InvalidOperationException(Text($"There is no packet (error {error}). Check HasPacket before you use Packet."));

    [DoesNotReturn]
    internal static void PacketIsGone() =>
        throw new InvalidOperationException("A later read released the packet's memory. To keep a packet, copy it before the next read.");

    [DoesNotReturn]
    internal static void ReadInProgress() => throw new InvalidOperationException("A read is already in progress; only one is possible at a time.");

    /// <summary>Throws the exception that ended a sequence of packets: of a cancellation, of the closed connection, or of an observer.</summary>
    [DoesNotReturn]
    internal static void ReceivingEnded(Exception why) => throw why;

    [DoesNotReturn]
    internal static void EnumerationWaits() =>
        throw new NotSupportedException("An enumeration of packets cannot be disposed while it waits for the next packet. Cancel the wait first.");

    [DoesNotReturn]
    internal static void FlushInProgress() =>
        throw new InvalidOperationException("A flush is in progress. Await it before you write, flush or dispose.");

    [DoesNotReturn]
    internal static void WriterPoisoned(Exception? cause) =>
        throw new InvalidOperationException("An earlier write failed, and may have sent a part of a packet. Close the connection.", cause);

    [DoesNotReturn]
    internal static void PacketInProgress() =>
        throw new InvalidOperationException("A packet is being written; another cannot start before it is complete.");

    [DoesNotReturn]
    internal static void SizeOutsidePromise(int written, int promised) =>
        throw new InvalidOperationException(Text($"The payload writer returned a size of {written} bytes; it must be between 0 and its maximum of {promised}."));

    [DoesNotReturn]
    internal static void NegativePromise(int promised) =>
        throw new InvalidOperationException(Text($"The payload writer returned a maximum size of {promised} bytes; it must not be negative."));
}
