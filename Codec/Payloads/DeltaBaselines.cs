using System.Buffers.Binary;
using Codec.Generated;
using Codec.Packets;

namespace Codec.Payloads;

/// <summary>Reads differences, and keeps the last messages of one id as their baselines. Not thread-safe.</summary>
/// <param name="count">How many messages are kept.</param>
internal sealed class DeltaBaselines(int count)
{
    /// <summary>The largest number of a message. The next message has the number 1.</summary>
    internal const int LastNumber = 255;

    /// <summary>The size of the header in bytes: the message's number, the baseline's, and a mark.</summary>
    internal const int HeaderSize = 4;

    private readonly DeltaEntry[] _entries = new DeltaEntry[count];

    // The memory for the next message, which then takes the place of an entry.
    private DeltaEntry _next = new();
    private int _newest;

    /// <summary>Unpacks a message.</summary>
    /// <param name="shape">The shape of the message.</param>
    /// <param name="packet">The payload of the packet.</param>
    /// <param name="limit">The largest payload in bytes.</param>
    /// <param name="payload">The memory with the payload; valid until the next call.</param>
    /// <param name="size">The size of the payload in bytes; 0 if there is an error.</param>
    internal PacketError Unpack(PayloadShape shape, ReadOnlySpan<byte> packet, int limit, out byte[] payload, out int size)
    {
        DeltaEntry read = _next;
        PacketError error = Read(shape, packet, limit, read);
        payload = read.Payload.Bytes;
        size = error == PacketError.None ? read.Payload.Count : 0;
        return error;
    }

    private PacketError Read(PayloadShape shape, ReadOnlySpan<byte> packet, int limit, DeltaEntry read)
    {
        if (packet.Length < 2)
        {
            return PacketError.PackedTruncated;
        }

        (int number, int baseNumber) = (packet[0], packet[1]);
        if (number == 0)
        {
            return baseNumber == 0 ? PayloadWalk.OfThread.Unpack(shape, packet.Slice(2), null, limit, read.Payload) : PacketError.PackedInvalid;
        }

        if (packet.Length < HeaderSize)
        {
            return PacketError.PackedTruncated;
        }

        ushort mark = BinaryPrimitives.ReadUInt16LittleEndian(packet.Slice(2));
        DeltaEntry? baseline = baseNumber == 0 ? null : Array.Find(_entries, entry => entry?.Number == baseNumber);
        if (baseNumber != 0 && baseline?.Mark != mark)
        {
            return baseline is null ? PacketError.BaselineMissing : PacketError.BaselineMismatch;
        }

        PacketError error = PacketError.None;
        if (baseline is not null && packet.Length == HeaderSize)
        {
            read.Payload.Set(baseline.Payload.Written);
        }
        else
        {
            error = PayloadWalk.OfThread.Unpack(shape, packet.Slice(HeaderSize), baseline?.Payload, limit, read.Payload);
        }

        if (error == PacketError.None)
        {
            (read.Number, read.Mark) = (number, (ushort)(number < baseNumber ? mark + 1 : mark));
            Keep(read, isWhole: baseNumber == 0);
        }

        return error;
    }

    /// <summary>Returns how many messages one number is before another.</summary>
    internal static int Age(int number, int newest) => (newest - number + LastNumber) % LastNumber;

    // A whole message may be the first of another sender, which counts from 1.
    private void Keep(DeltaEntry read, bool isWhole)
    {
        int ahead = Age(_newest, read.Number);
        if (_newest == 0 || count == 1 || ahead is > 0 and <= LastNumber / 2)
        {
            _newest = read.Number;
        }

        // In this order: the same number, a free place, and the oldest message.
        int oldest = 0;
        for (int i = 1; i < count; i++)
        {
            oldest = Rank(_entries[i]) > Rank(_entries[oldest]) ? i : oldest;
        }

        DeltaEntry? replaced = _entries[oldest];
        if (replaced is null || isWhole || replaced.Number == read.Number || Age(read.Number, _newest) <= Age(replaced.Number, _newest))
        {
            _entries[oldest] = read;
            _next = replaced ?? new DeltaEntry();
        }

        int Rank(DeltaEntry? entry) => entry is null ? LastNumber : entry.Number == read.Number ? LastNumber + 1 : Age(entry.Number, _newest);
    }
}
