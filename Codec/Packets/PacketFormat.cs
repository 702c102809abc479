using System;
using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Codec.Packets;

/// <summary>The format of the packets of a connection: the fields of the header, their order, and the largest payload accepted.</summary>
/// <remarks>
/// The default is <c>Size</c> (of the payload) then <c>Id</c>, both unsigned 16-bit little-endian. Decoders and encoders have a fast path for it,
/// and handle every other format with the same code. A format is validated when it is created. It is immutable, compares by value, and is
/// thread-safe.
/// </remarks>
public sealed class PacketFormat : IEquatable<PacketFormat>
{
    /// <summary>The default of the largest payload, in bytes: the largest 16-bit number.</summary>
    public const int DefaultMaxPayloadSize = ushort.MaxValue;

    /// <summary>The size of the largest header of any format, in bytes: two fields of 4.</summary>
    public const int LargestHeaderSize = 8;

    /// <summary>The length in bytes of the longest array that every runtime can create (<c>Array.MaxLength</c>). A packet must fit in one.</summary>
    internal const int LongestArray = 0x7FFFFFC7;

    /// <summary>Creates a format.</summary>
    /// <param name="sizeCounts">What the Size field counts.</param>
    /// <param name="sizeWidth">The width of the Size field in bytes: 2 or 4.</param>
    /// <param name="idWidth">The width of the Id field in bytes: 2 or 4.</param>
    /// <param name="fieldOrder">The order of the fields.</param>
    /// <param name="byteOrder">The byte order of both fields.</param>
    /// <param name="maxPayloadSize">The largest payload accepted and written, in bytes. The default is 65,535, or the largest payload that Size can hold if that is less.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A width is neither 2 nor 4, an enum value is not defined, or <paramref name="maxPayloadSize"/> is negative, or more than the Size field
    /// or one array can hold.
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

    /// <summary>Gets the default format: the size of the payload, then the id, both 16-bit little-endian; payloads of up to 65,535 bytes.</summary>
    public static PacketFormat Default { get; } = new();

    /// <summary>Gets what the Size field counts.</summary>
    public PacketSizeCounts SizeCounts { get; }

    /// <summary>Gets the width of the Size field in bytes: 2 or 4.</summary>
    public int SizeWidth { get; }

    /// <summary>Gets the width of the Id field in bytes: 2 or 4.</summary>
    public int IdWidth { get; }

    /// <summary>Gets the order of the fields.</summary>
    public PacketFieldOrder FieldOrder { get; }

    /// <summary>Gets the byte order of both fields.</summary>
    public PacketByteOrder ByteOrder { get; }

    /// <summary>Gets the size of a header in bytes: 4, 6 or 8.</summary>
    public int HeaderSize { get; }

    /// <summary>Gets the largest payload accepted and written, in bytes.</summary>
    public int MaxPayloadSize { get; }

    /// <summary>Gets the largest packet accepted and written, in bytes, including the header.</summary>
    public int MaxPacketSize => HeaderSize + MaxPayloadSize;

    /// <summary>Gets the largest id that the field can hold.</summary>
    public uint MaxId => IdWidth == 2 ? ushort.MaxValue : uint.MaxValue;

    /// <summary>Gets whether a header is the 4 bytes of <see cref="PacketHeader"/>.</summary>
    internal bool IsDefaultLayout { get; }

    /// <summary>
    /// <see cref="MaxPayloadSize"/> for the default layout, -1 for every other: one comparison both validates a size and selects the fast path.
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
    /// payload in bytes. A property that is missing has the default of the constructor.
    /// </param>
    /// <returns>The format.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is <see langword="null"/>.</exception>
    /// <exception cref="FormatException">The text is not a format; the message names the property and its value.</exception>
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
    /// <param name="format">The format, or <see langword="null"/> if the text is not a format.</param>
    /// <returns>Whether the text is a format.</returns>
    public static bool TryParse([NotNullWhen(true)] string? text, [NotNullWhen(true)] out PacketFormat? format)
    {
        format = null;
        return text is not null && PacketFormatText.TryRead(text, out format) is null;
    }

    // Reading and writing headers.

    private readonly int _countedHeader;

    /// <summary>Writes the header of a packet.</summary>
    /// <param name="destination">The memory to write to. Bytes after the first <see cref="HeaderSize"/> do not change.</param>
    /// <param name="id">The packet's id.</param>
    /// <param name="payloadSize">The size of the payload in bytes, independent of what Size counts.</param>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is shorter than the header; nothing was written.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="id"/> is above <see cref="MaxId"/>, or <paramref name="payloadSize"/> is negative or above
    /// <see cref="MaxPayloadSize"/>. Nothing was written.
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

    /// <summary>Returns the largest payload that the Size field can hold, in bytes.</summary>
    internal static int LargestPayload(PacketSizeCounts sizeCounts, int sizeWidth, int idWidth) => sizeWidth == 2
        ? ushort.MaxValue - (sizeCounts == PacketSizeCounts.WholePacket ? sizeWidth + idWidth : 0)
        : LongestArray - (sizeWidth + idWidth);

    /// <summary>Returns the end of the packet at the start of some bytes, or its error. The declared size is validated as soon as its field is complete.</summary>
    /// <param name="start">The first bytes of the packet: the whole header, or the part of it that was received.</param>
    /// <param name="available">The number of all received bytes, including those of <paramref name="start"/>.</param>
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
