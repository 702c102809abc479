using System.Buffers.Binary;

namespace Codec.Packets;

/// <summary>The format of the packets of a connection: the fields of the header, their order, and the largest payload accepted.</summary>
/// <remarks>
/// The default is <c>Size</c> (of the payload) then <c>Id</c>, both unsigned 16-bit little-endian. Decoders and encoders have a fast path for it, and one
/// general path for every other format. A format is validated when it is created. It is immutable, compares by value, and is thread-safe.
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
    /// <param name="sizeCountsHeader">Whether the Size field counts the whole packet. Otherwise, it counts only the payload.</param>
    /// <param name="sizeWidth">The width of the Size field in bytes: 2 or 4.</param>
    /// <param name="idWidth">The width of the Id field in bytes: 2 or 4.</param>
    /// <param name="idFirst">Whether the Id field precedes the Size field.</param>
    /// <param name="bigEndian">Whether the most significant byte of both fields is first ("network order"). Payloads are not affected.</param>
    /// <param name="maxPayloadSize">The largest payload accepted and written, in bytes. The default is 65,535, or the largest payload that Size can hold if that is less.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A width is neither 2 nor 4, or <paramref name="maxPayloadSize"/> is negative, or more than the Size field
    /// or one array can hold.
    /// </exception>
    public PacketFormat(
        bool sizeCountsHeader = false,
        int sizeWidth = sizeof(ushort),
        int idWidth = sizeof(ushort),
        bool idFirst = false,
        bool bigEndian = false,
        int? maxPayloadSize = null)
    {
        if (sizeWidth is not (2 or 4))
        {
            Throw.WidthNotTwoOrFour(nameof(sizeWidth), sizeWidth);
        }

        if (idWidth is not (2 or 4))
        {
            Throw.WidthNotTwoOrFour(nameof(idWidth), idWidth);
        }

        SizeCountsHeader = sizeCountsHeader;
        SizeWidth = sizeWidth;
        IdWidth = idWidth;
        IsIdFirst = idFirst;
        IsBigEndian = bigEndian;
        int headerSize = sizeWidth + idWidth;
        HeaderSize = headerSize;
        _countedHeader = sizeCountsHeader ? headerSize : 0;
        int sayable = LargestPayload(sizeCountsHeader, sizeWidth, idWidth);
        int largest = maxPayloadSize ?? Math.Min(DefaultMaxPayloadSize, sayable);
        if ((uint)largest > (uint)sayable)
        {
            Throw.MaxPayloadSizeOutOfRange(largest, sayable);
        }

        MaxPayloadSize = largest;
        FastMaxPayloadSize = !sizeCountsHeader && headerSize == PacketHeader.ByteCount && !idFirst && !bigEndian ? largest : -1;
    }

    // Does not validate the constants of the default format, so the JIT compiler has less to compile before a process's first packet.
    private PacketFormat()
    {
        SizeWidth = sizeof(ushort);
        IdWidth = sizeof(ushort);
        HeaderSize = PacketHeader.ByteCount;
        MaxPayloadSize = DefaultMaxPayloadSize;
        FastMaxPayloadSize = DefaultMaxPayloadSize;
    }

    /// <summary>Gets the default format: the size of the payload, then the id, both 16-bit little-endian; payloads of up to 65,535 bytes.</summary>
    public static PacketFormat Default { get; } = new();

    /// <summary>Gets whether the Size field counts the whole packet. Otherwise, it counts only the payload.</summary>
    public bool SizeCountsHeader { get; }

    /// <summary>Gets the width of the Size field in bytes: 2 or 4.</summary>
    public int SizeWidth { get; }

    /// <summary>Gets the width of the Id field in bytes: 2 or 4.</summary>
    public int IdWidth { get; }

    /// <summary>Gets whether the Id field precedes the Size field.</summary>
    public bool IsIdFirst { get; }

    /// <summary>Gets whether the most significant byte of both fields is first ("network order"). Payloads are not affected.</summary>
    public bool IsBigEndian { get; }

    /// <summary>Gets the size of a header in bytes: 4, 6 or 8.</summary>
    public int HeaderSize { get; }

    /// <summary>Gets the largest payload accepted and written, in bytes.</summary>
    public int MaxPayloadSize { get; }

    /// <summary>Gets the largest packet accepted and written, in bytes, including the header.</summary>
    public int MaxPacketSize => HeaderSize + MaxPayloadSize;

    /// <summary>Gets the largest id that the field can hold.</summary>
    public uint MaxId => IdWidth == 2 ? ushort.MaxValue : uint.MaxValue;

    /// <summary>
    /// <see cref="MaxPayloadSize"/> if a header is the 4 bytes of <see cref="PacketHeader"/>, -1 otherwise: one comparison both validates a size
    /// and selects the fast path.
    /// </summary>
    internal int FastMaxPayloadSize { get; }

    /// <inheritdoc/>
    public bool Equals([NotNullWhen(true)] PacketFormat? other) => other is not null
        && SizeCountsHeader == other.SizeCountsHeader && SizeWidth == other.SizeWidth && IdWidth == other.IdWidth
        && IsIdFirst == other.IsIdFirst && IsBigEndian == other.IsBigEndian && MaxPayloadSize == other.MaxPayloadSize;

    /// <inheritdoc/>
    public override bool Equals([NotNullWhen(true)] object? obj) => Equals(obj as PacketFormat);

    /// <inheritdoc/>
    public override int GetHashCode() =>
        MaxPayloadSize ^ (SizeCountsHeader ? 1 << 24 : 0) ^ (SizeWidth << 25) ^ (IdWidth << 26) ^ (IsIdFirst ? 1 << 30 : 0) ^ (IsBigEndian ? 1 << 31 : 0);

    /// <summary>Returns the format as text, which <see cref="Parse"/> reads: <c>size=u16,id=u16,order=size-id,counts=payload,endian=little,max=65535</c>.</summary>
    public override string ToString() => PacketFormatText.Write(this);

    /// <summary>Reads a format from text.</summary>
    /// <param name="text">
    /// Properties with commas between them, in any order: <c>size</c> and <c>id</c> (<c>u16</c>, <c>u32</c>), <c>order</c> (<c>size-id</c>,
    /// <c>id-size</c>), <c>counts</c> (<c>payload</c>, <c>packet</c>), <c>endian</c> (<c>little</c>, <c>big</c>), and <c>max</c>, the largest
    /// payload in bytes. A property that is missing has the default of the constructor.
    /// </param>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is <see langword="null"/>.</exception>
    /// <exception cref="FormatException">The text is not a format; the message names the property and its value.</exception>
    public static PacketFormat Parse(string text)
    {
        Throw.IfNull(text, nameof(text));

        if (PacketFormatText.TryRead(text, out PacketFormat? format) is { } problem)
        {
            Throw.NotAPacketFormat(problem);
        }

        return format!;
    }

    /// <summary>Reads a format from text.</summary>
    /// <param name="text">The text, as for <see cref="Parse"/>.</param>
    /// <param name="format">The format, or <see langword="null"/> if the text is not a format.</param>
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
        if (id <= ushort.MaxValue && (uint)payloadSize <= ushort.MaxValue && payloadSize <= FastMaxPayloadSize
            && PacketHeader.TryWrite(destination, (uint)payloadSize | (id << 16)))
        {
            return;
        }

        WriteOtherHeader(destination, id, payloadSize);
    }

    /// <summary>Returns the largest payload that the Size field can hold, in bytes.</summary>
    internal static int LargestPayload(bool sizeCountsHeader, int sizeWidth, int idWidth) => sizeWidth == 2
        ? ushort.MaxValue - (sizeCountsHeader ? sizeWidth + idWidth : 0)
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

        int sizeOffset = IsIdFirst ? IdWidth : 0;
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

    /// <summary>Reads the id and the declared payload size of a complete header, whose values need not be valid.</summary>
    internal bool TryReadFields(ReadOnlySpan<byte> start, out uint id, out long payloadSize)
    {
        bool isComplete = start.Length >= HeaderSize;
        id = isComplete ? ReadField(start.Slice(IsIdFirst ? 0 : SizeWidth), IdWidth) : 0;
        payloadSize = isComplete ? (long)ReadField(start.Slice(IsIdFirst ? IdWidth : 0), SizeWidth) - _countedHeader : 0;
        return isComplete && payloadSize >= 0;
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
        if (!IsIdFirst)
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

    private uint ReadField(ReadOnlySpan<byte> source, int width) => (width, IsBigEndian) switch
    {
        (2, false) => BinaryPrimitives.ReadUInt16LittleEndian(source),
        (2, _) => BinaryPrimitives.ReadUInt16BigEndian(source),
        (_, false) => BinaryPrimitives.ReadUInt32LittleEndian(source),
        _ => BinaryPrimitives.ReadUInt32BigEndian(source),
    };

    private void WriteField(Span<byte> destination, int width, uint value)
    {
        switch (width, IsBigEndian)
        {
            case (2, false):
                BinaryPrimitives.WriteUInt16LittleEndian(destination, (ushort)value);
                break;
            case (2, _):
                BinaryPrimitives.WriteUInt16BigEndian(destination, (ushort)value);
                break;
            case (_, false):
                BinaryPrimitives.WriteUInt32LittleEndian(destination, value);
                break;
            default:
                BinaryPrimitives.WriteUInt32BigEndian(destination, value);
                break;
        }
    }
}
