using System;
using System.Diagnostics.CodeAnalysis;

namespace Codec;

/// <content>Formats, framing and encoding.</content>
internal static partial class Throw
{
    [DoesNotReturn]
    internal static void UndefinedValue(string parameter, int value) =>
        throw new ArgumentOutOfRangeException(parameter, value, Text($"{value} is not a defined value."));

    [DoesNotReturn]
    internal static void WidthNotTwoOrFour(string parameter, int width) =>
        throw new ArgumentOutOfRangeException(parameter, width, Text($"A header's field takes 2 or 4 bytes, not {width}."));

    [DoesNotReturn]
    internal static void MaxPayloadSizeOutOfRange(int maxPayloadSize, int sayable) =>
        throw new ArgumentOutOfRangeException(
            nameof(maxPayloadSize), maxPayloadSize, Text($"The largest payload must be between 0 and {sayable} bytes in this format, not {maxPayloadSize}."));

    [DoesNotReturn]
    internal static void IdTooLarge(uint id, uint maxId) =>
        throw new ArgumentOutOfRangeException(nameof(id), id, Text($"The format's largest id is {maxId}; {id} does not fit."));

    [DoesNotReturn]
    internal static void PayloadTooLarge(long payloadSize, int maxPayloadSize) =>
        throw new ArgumentOutOfRangeException(
            nameof(payloadSize), payloadSize, Text($"A payload has between 0 and {maxPayloadSize} bytes in this format; this one has {payloadSize}."));

    [DoesNotReturn]
    internal static void HeaderDoesNotFit(uint id, int payloadSize) =>
        throw new InvalidOperationException(Text($"Id {id} with a payload of {payloadSize} bytes does not fit the default header's 16-bit fields."));

    [DoesNotReturn]
    internal static void ScratchTooShort(int needed, int available) =>
        throw new ArgumentException(Text($"The scratch memory has {available} bytes; {needed} are needed to put the bytes together."), "scratch");

    [DoesNotReturn]
    internal static void LimitTooSmall(int limit, int maxPacketSize) =>
        throw new ArgumentOutOfRangeException(nameof(limit), limit, Text($"The limit must hold one packet of {maxPacketSize} bytes; {limit} is less."));

    [DoesNotReturn]
    internal static void Disposed(string type) => throw new ObjectDisposedException(type);

    [DoesNotReturn]
    internal static void NoPacket() =>
        throw new InvalidOperationException("This read returned no packet: look at its Status before its Packet.");

    [DoesNotReturn]
    internal static void PacketIsGone() =>
        throw new InvalidOperationException("The packet's memory was given back by a later read; copy what has to live longer.");

    [DoesNotReturn]
    internal static void ReadInProgress() =>
        throw new InvalidOperationException("A read is in progress; a reader takes one at a time.");

    [DoesNotReturn]
    internal static void FlushInProgress() =>
        throw new InvalidOperationException("A flush is in progress; nothing can be written, flushed or disposed before it has ended.");

    [DoesNotReturn]
    internal static void WriterPoisoned(Exception? cause) =>
        throw new InvalidOperationException("An earlier write failed, perhaps in the middle of a packet; the connection has to be closed.", cause);

    [DoesNotReturn]
    internal static void PacketInProgress() =>
        throw new InvalidOperationException("A packet is being written; another cannot start before it is complete.");

    [DoesNotReturn]
    internal static void AdvancedTooFar(int count, int available)
    {
        // As the BCL's ArrayBufferWriter: a negative count is a wrong argument, more than was given out a wrong use.
        if (count < 0)
        {
            throw new ArgumentOutOfRangeException(nameof(count), count, Text($"Advanced by {count} bytes; the count must not be negative."));
        }

        throw new InvalidOperationException(Text($"Advanced by {count} bytes, where {available} were given out."));
    }

    [DoesNotReturn]
    internal static void NegativeSizeHint(int sizeHint) =>
        throw new ArgumentOutOfRangeException(nameof(sizeHint), sizeHint, Text($"A size hint cannot be negative; {sizeHint} is."));

    [DoesNotReturn]
    internal static void SizeOutsidePromise(int written, int promised) =>
        throw new InvalidOperationException(Text($"A payload writer wrote {written} bytes after promising at most {promised}."));

    [DoesNotReturn]
    internal static void NegativePromise(int promised) =>
        throw new InvalidOperationException(Text($"A payload writer promised {promised} bytes; the size must not be negative."));

    [DoesNotReturn]
    internal static void PayloadClosed() =>
        throw new InvalidOperationException("The payload is complete; its buffer belongs to one call of the encoder.");
}
