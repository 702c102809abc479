namespace Codec.Capture;

/// <summary>The fields of a record whose data is in the buffer of a <see cref="CaptureParser"/>.</summary>
internal struct CurrentRecord
{
    internal bool HasRecord;
    internal bool HasConnection;
    internal CaptureDirection Direction;
    internal int Start;
    internal int Length;
    internal uint Connection;
    internal uint OriginalLength;
    internal int LinkType;
    internal int Interface;
    internal long Nanoseconds;
    internal long Offset;

    internal readonly CaptureRecord ToRecord(byte[] buffer) => new()
    {
        Data = new ReadOnlySpan<byte>(buffer, Start, Length),
        TimestampNanoseconds = Nanoseconds,
        Direction = Direction,
        Connection = Connection,
        HasConnection = HasConnection,
        OriginalLength = OriginalLength,
        LinkType = LinkType,
        Interface = Interface,
        Offset = Offset,
    };
}
