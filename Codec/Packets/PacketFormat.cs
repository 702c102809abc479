using System;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;

namespace Codec.Packets;

/// <summary>How packets look on one connection: what the header holds, in which order, and the largest payload accepted.</summary>
/// <remarks>
/// The default is <c>Size</c> (of the payload) then <c>Id</c>, both unsigned 16-bit little-endian; decoders and encoders have a fast path
/// for it and do every other format through the same code. A format is checked when it is made, immutable, compared by value and safe to
/// share between threads.
/// </remarks>
public sealed partial class PacketFormat : IEquatable<PacketFormat>
{
    /// <summary>The largest payload that a format accepts unless it is told otherwise, in bytes: what 16 bits can say.</summary>
    public const int DefaultMaxPayloadSize = ushort.MaxValue;

    /// <summary>The largest header that any format has, in bytes: two fields of 4.</summary>
    public const int LargestHeaderSize = 8;

    /// <summary>The length in bytes of the longest array that every runtime can create (<c>Array.MaxLength</c>). A packet must fit in one.</summary>
    internal const int LongestArray = 0x7FFFFFC7;

    /// <summary>Makes a format.</summary>
    /// <param name="sizeCounts">What the Size field counts.</param>
    /// <param name="sizeWidth">The bytes of the Size field: 2 or 4.</param>
    /// <param name="idWidth">The bytes of the Id field: 2 or 4.</param>
    /// <param name="fieldOrder">Which of the two comes first.</param>
    /// <param name="byteOrder">The byte order of both.</param>
    /// <param name="maxPayloadSize">The largest payload accepted and written, in bytes; by default the smaller of 65,535 and what Size can say.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A width is neither 2 nor 4, an enum value is not defined, or <paramref name="maxPayloadSize"/> is negative or more than the Size field
    /// (or one array) can say.
    /// </exception>
    public PacketFormat(
        PacketSizeCounts sizeCounts = PacketSizeCounts.Payload,
        int sizeWidth = sizeof(ushort),
        int idWidth = sizeof(ushort),
        PacketFieldOrder fieldOrder = PacketFieldOrder.SizeFirst,
        PacketByteOrder byteOrder = PacketByteOrder.LittleEndian,
        int? maxPayloadSize = null)
    {
        if (sizeCounts is not (PacketSizeCounts.Payload or PacketSizeCounts.WholePacket))
        {
            Throw.UndefinedValue(nameof(sizeCounts), (int)sizeCounts);
        }

        if (fieldOrder is not (PacketFieldOrder.SizeFirst or PacketFieldOrder.IdFirst))
        {
            Throw.UndefinedValue(nameof(fieldOrder), (int)fieldOrder);
        }

        if (byteOrder is not (PacketByteOrder.LittleEndian or PacketByteOrder.BigEndian))
        {
            Throw.UndefinedValue(nameof(byteOrder), (int)byteOrder);
        }

        if (sizeWidth is not (2 or 4))
        {
            Throw.WidthNotTwoOrFour(nameof(sizeWidth), sizeWidth);
        }

        if (idWidth is not (2 or 4))
        {
            Throw.WidthNotTwoOrFour(nameof(idWidth), idWidth);
        }

        SizeCounts = sizeCounts;
        SizeWidth = sizeWidth;
        IdWidth = idWidth;
        FieldOrder = fieldOrder;
        ByteOrder = byteOrder;
        HeaderSize = sizeWidth + idWidth;
        _countedHeader = sizeCounts == PacketSizeCounts.WholePacket ? HeaderSize : 0;
        int sayable = sizeWidth == 2 ? ushort.MaxValue - _countedHeader : LongestArray - HeaderSize;
        MaxPayloadSize = maxPayloadSize ?? Math.Min(DefaultMaxPayloadSize, sayable);
        if ((uint)MaxPayloadSize > (uint)sayable)
        {
            Throw.MaxPayloadSizeOutOfRange(MaxPayloadSize, sayable);
        }

        IsDefaultLayout = sizeCounts == PacketSizeCounts.Payload && HeaderSize == PacketHeader.ByteCount
            && fieldOrder == PacketFieldOrder.SizeFirst && byteOrder == PacketByteOrder.LittleEndian;
        FastMaxPayloadSize = IsDefaultLayout ? MaxPayloadSize : -1;
    }

    /// <summary>Size of the payload, then Id, both 16-bit little-endian; payloads up to 65,535 bytes.</summary>
    public static PacketFormat Default { get; } = new();

    /// <summary>What the Size field counts.</summary>
    public PacketSizeCounts SizeCounts { get; }

    /// <summary>The bytes of the Size field: 2 or 4.</summary>
    public int SizeWidth { get; }

    /// <summary>The bytes of the Id field: 2 or 4.</summary>
    public int IdWidth { get; }

    /// <summary>Which field comes first.</summary>
    public PacketFieldOrder FieldOrder { get; }

    /// <summary>The byte order of both fields.</summary>
    public PacketByteOrder ByteOrder { get; }

    /// <summary>The bytes of a header: 4, 6 or 8.</summary>
    public int HeaderSize { get; }

    /// <summary>The largest payload accepted and written, in bytes.</summary>
    public int MaxPayloadSize { get; }

    /// <summary>The largest packet accepted and written, header included, in bytes.</summary>
    public int MaxPacketSize => HeaderSize + MaxPayloadSize;

    /// <summary>The largest Id that the field can say.</summary>
    public uint MaxId => IdWidth == 2 ? ushort.MaxValue : uint.MaxValue;

    /// <summary>Whether a header is the 4 bytes of <see cref="PacketHeader"/>.</summary>
    internal bool IsDefaultLayout { get; }

    /// <summary>
    /// <see cref="MaxPayloadSize"/> for the default layout, -1 for every other: one comparison both judges a size and picks the fast path.
    /// </summary>
    internal int FastMaxPayloadSize { get; }

    /// <inheritdoc/>
    public bool Equals([NotNullWhen(true)] PacketFormat? other) => other is not null
        && SizeCounts == other.SizeCounts && SizeWidth == other.SizeWidth && IdWidth == other.IdWidth
        && FieldOrder == other.FieldOrder && ByteOrder == other.ByteOrder && MaxPayloadSize == other.MaxPayloadSize;

    /// <inheritdoc/>
    public override bool Equals([NotNullWhen(true)] object? obj) => Equals(obj as PacketFormat);

    /// <inheritdoc/>
    public override int GetHashCode() =>
        MaxPayloadSize ^ ((int)SizeCounts << 24) ^ (SizeWidth << 25) ^ (IdWidth << 26) ^ ((int)FieldOrder << 30) ^ ((int)ByteOrder << 31);

    /// <summary>Says the format in words, for logs: <c>Size:2 Id:2 little-endian, Size counts the payload, up to 65535 bytes</c>.</summary>
    public override string ToString() => string.Format(
        CultureInfo.InvariantCulture,
        FieldOrder == PacketFieldOrder.SizeFirst ? "Size:{0} Id:{1} {2}, Size counts the {3}, up to {4} bytes" : "Id:{1} Size:{0} {2}, Size counts the {3}, up to {4} bytes",
        SizeWidth,
        IdWidth,
        ByteOrder == PacketByteOrder.LittleEndian ? "little-endian" : "big-endian",
        SizeCounts == PacketSizeCounts.Payload ? "payload" : "whole packet",
        MaxPayloadSize);
}
