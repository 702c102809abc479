using System;
using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Codec.Packets;

/// <summary>How packets look on one connection: what the header holds, in which order, and the largest payload accepted.</summary>
/// <remarks>
/// The default is <c>Size</c> (of the payload) then <c>Id</c>, both unsigned 16-bit little-endian; decoders and encoders have a fast path
/// for it and do every other format through the same code. A format is checked when it is made, immutable, compared by value and safe to
/// share between threads.
/// </remarks>
public sealed class PacketFormat : IEquatable<PacketFormat>
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
        int sayable = LargestPayload(sizeCounts, sizeWidth, idWidth);
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

    /// <summary>Returns the format as text, which <see cref="Parse"/> reads: <c>size=u16,id=u16,order=size-id,counts=payload,endian=little,max=65535</c>.</summary>
    public override string ToString() => PacketFormatText.Write(this);

    /// <summary>Reads a format from text.</summary>
    /// <param name="text">
    /// Properties with commas between them, in any order: <c>size</c> and <c>id</c> (<c>u16</c>, <c>u32</c>), <c>order</c> (<c>size-id</c>,
    /// <c>id-size</c>), <c>counts</c> (<c>payload</c>, <c>packet</c>), <c>endian</c> (<c>little</c>, <c>big</c>), and <c>max</c>, the largest
    /// payload in bytes. One that is not named has the default of the constructor.
    /// </param>
    /// <returns>The format.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is <see langword="null"/>.</exception>
    /// <exception cref="FormatException">The text is no format; the message names the property and its value.</exception>
    public static PacketFormat Parse(string text)
    {
        if (text is null)
        {
            Throw.ArgumentNull(nameof(text));
        }

        if (PacketFormatText.TryRead(text, out PacketFormat? format) is { } problem)
        {
            Throw.NotAPacketFormat(problem);
        }

        return format!;
    }

    /// <summary>Reads a format from text.</summary>
    /// <param name="text">The text, as for <see cref="Parse"/>.</param>
    /// <param name="format">The format, or <see langword="null"/> if the text is none.</param>
    /// <returns>Whether the text is a format.</returns>
    public static bool TryParse([NotNullWhen(true)] string? text, [NotNullWhen(true)] out PacketFormat? format)
    {
        format = null;
        return text is not null && PacketFormatText.TryRead(text, out format) is null;
    }

    // Headers in and out.

    private readonly int _countedHeader;

    /// <summary>Writes the header of a packet.</summary>
    /// <param name="destination">Where to write; what follows <see cref="HeaderSize"/> bytes is left as it is.</param>
    /// <param name="id">What kind of packet this is.</param>
    /// <param name="payloadSize">The bytes of the payload, whatever Size counts.</param>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is shorter than the header; nothing was written.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="id"/> is above <see cref="MaxId"/>, or <paramref name="payloadSize"/> negative or above <see cref="MaxPayloadSize"/>;
    /// nothing was written.
    /// </exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteHeader(Span<byte> destination, uint id, int payloadSize)
    {
        if (id <= ushort.MaxValue && (uint)payloadSize <= ushort.MaxValue && payloadSize <= FastMaxPayloadSize)
        {
            PacketHeaderWriters.Default.Write(destination, new PacketHeader((ushort)id, (ushort)payloadSize));
            return;
        }

        WriteOtherHeader(destination, id, payloadSize);
    }

    /// <summary>The largest payload that the Size field can say, in bytes.</summary>
    internal static int LargestPayload(PacketSizeCounts sizeCounts, int sizeWidth, int idWidth) => sizeWidth == 2
        ? ushort.MaxValue - (sizeCounts == PacketSizeCounts.WholePacket ? sizeWidth + idWidth : 0)
        : LongestArray - (sizeWidth + idWidth);

    /// <summary>Where the packet at the front of some bytes ends, or what is wrong with it. The declared size is judged as soon as it is there.</summary>
    /// <param name="start">The packet's first bytes: the whole header, or as much of it as there is.</param>
    /// <param name="available">How many bytes there are in all, those of <paramref name="start"/> included.</param>
    internal PacketExtent Measure(ReadOnlySpan<byte> start, long available)
    {
        if (PacketHeader.TryRead(start, out PacketHeader header) && header.Size <= FastMaxPayloadSize)
        {
            return header.PacketSize > available
                ? PacketExtent.PayloadMissing(header.Id, header.PacketSize)
                : PacketExtent.Found(header.Id, header.PacketSize);
        }

        int sizeOffset = FieldOrder == PacketFieldOrder.SizeFirst ? 0 : IdWidth;
        if (start.Length < sizeOffset + SizeWidth)
        {
            return PacketExtent.HeaderMissing;
        }

        long payloadSize = (long)ReadField(start.Slice(sizeOffset), SizeWidth) - _countedHeader;
        if (payloadSize < 0)
        {
            return PacketExtent.Invalid(PacketError.SizeTooSmall);
        }

        if (payloadSize > MaxPayloadSize)
        {
            return PacketExtent.Invalid(PacketError.PayloadTooLarge);
        }

        if (start.Length < HeaderSize)
        {
            return PacketExtent.HeaderMissing;
        }

        int length = HeaderSize + (int)payloadSize;
        uint id = ReadField(start.Slice(sizeOffset == 0 ? SizeWidth : 0), IdWidth);
        return length > available ? PacketExtent.PayloadMissing(id, length) : PacketExtent.Found(id, length);
    }

    private void WriteOtherHeader(Span<byte> destination, uint id, int payloadSize)
    {
        if (id > MaxId)
        {
            Throw.IdTooLarge(id, MaxId);
        }

        if ((uint)payloadSize > (uint)MaxPayloadSize)
        {
            Throw.PayloadTooLarge(payloadSize, MaxPayloadSize);
        }

        if (destination.Length < HeaderSize)
        {
            Throw.DestinationTooShort(HeaderSize, destination.Length);
        }

        uint size = (uint)(payloadSize + _countedHeader);
        if (FieldOrder == PacketFieldOrder.SizeFirst)
        {
            WriteField(destination, SizeWidth, size);
            WriteField(destination.Slice(SizeWidth), IdWidth, id);
        }
        else
        {
            WriteField(destination, IdWidth, id);
            WriteField(destination.Slice(IdWidth), SizeWidth, size);
        }
    }

    private uint ReadField(ReadOnlySpan<byte> source, int width) => (width, ByteOrder) switch
    {
        (2, PacketByteOrder.LittleEndian) => BinaryPrimitives.ReadUInt16LittleEndian(source),
        (2, _) => BinaryPrimitives.ReadUInt16BigEndian(source),
        (_, PacketByteOrder.LittleEndian) => BinaryPrimitives.ReadUInt32LittleEndian(source),
        _ => BinaryPrimitives.ReadUInt32BigEndian(source),
    };

    private void WriteField(Span<byte> destination, int width, uint value)
    {
        switch (width, ByteOrder)
        {
            case (2, PacketByteOrder.LittleEndian):
                BinaryPrimitives.WriteUInt16LittleEndian(destination, (ushort)value);
                break;
            case (2, _):
                BinaryPrimitives.WriteUInt16BigEndian(destination, (ushort)value);
                break;
            case (_, PacketByteOrder.LittleEndian):
                BinaryPrimitives.WriteUInt32LittleEndian(destination, value);
                break;
            default:
                BinaryPrimitives.WriteUInt32BigEndian(destination, value);
                break;
        }
    }
}
