namespace Codec.Cli.View;

/// <summary>
/// The packets, errors and events that a page shows. A row has 32 bytes; payloads are read again, from the source's file or a spool, when they are shown.
/// Thread-safe.
/// </summary>
/// <param name="path">The file in which the payloads are, or <see langword="null"/> to copy them.</param>
/// <param name="maxRows">The largest number of rows. The others are only counted.</param>
internal sealed class PacketIndex(IndexSchema schema, string? path, int maxRows = PacketIndex.MaxRows) : IPacketVisitor, IDisposable
{
    /// <summary>The largest number of rows, which take 512 MB: a capture of 1 GB cannot have more packets.</summary>
    public const int MaxRows = 1 << 24;

    private const int ChunkBits = 16;

    private readonly object _lock = new();
    private readonly PacketRow[][] _chunks = new PacketRow[(maxRows >> ChunkBits) + 1][];
    private readonly PacketStore _store = new(path);
    private int _count;

    public PayloadSchema? Schema => schema.Schema;

    public PacketCounts Counts { get; } = new();

    public int Count => Volatile.Read(ref _count);

    /// <summary>Gets the time of the first row, in nanoseconds since 1970, or -1 if the source has no times.</summary>
    public long Start { get; private set; } = -1;

    /// <summary>Gets the latest time, like <see cref="Start"/>.</summary>
    public long End { get; private set; } = -1;

    /// <summary>Gets the number of rows beyond the limit.</summary>
    public long Omitted { get; private set; }

    /// <summary>Gets or sets the error after which no more rows are added, or <see langword="null"/>.</summary>
    public string? Stopped { get; set; }

    /// <summary>Gets or sets whether the source was read to its end.</summary>
    public bool IsRead { get; set; }

    public ref readonly PacketRow this[int row] => ref _chunks[row >> ChunkBits][row & ((1 << ChunkBits) - 1)];

    public void Packet(in TracedPacket packet, in PacketInspection inspection) => Packet(packet, inspection, PacketRowFlags.None);

    /// <summary>Adds a packet.</summary>
    public void Packet(in TracedPacket packet, in PacketInspection inspection, PacketRowFlags flags)
    {
        // The baseline of a difference is not known when the packet is read again.
        bool isUnpacked = inspection.Delta is not null && !packet.Packed.IsEmpty;
        bool isSpooled = isUnpacked || !_store.HasFile || packet.PayloadOffset < 0;
        flags |= (isSpooled ? PacketRowFlags.Spooled : 0) | (packet.IsServer ? PacketRowFlags.Server : 0) | (isUnpacked ? PacketRowFlags.Unpacked : 0);
        Add(isUnpacked ? (byte[])[.. BitConverter.GetBytes(packet.Packed.Length), .. packet.Packed, .. packet.Payload] : packet.Wire, inspection.IsValid ? null : inspection.Error.ToString(), new PacketRow
        {
            Nanoseconds = packet.Nanoseconds,
            Place = packet.PayloadOffset,
            Connection = packet.Connection,
            Id = packet.Id,
            Direction = packet.Direction,
            Flags = flags,
        });
    }

    public void Fault(PacketFault fault) => Text(fault.Message, fault.Error, fault.Nanoseconds, fault.Direction, fault.Connection);

    /// <summary>Adds an event of a connection.</summary>
    /// <param name="isOpen">Whether the connection is open after the event.</param>
    public void Event(string text, long nanoseconds, CaptureDirection direction, uint? connection, bool isOpen)
    {
        Text(text, null, nanoseconds, direction, connection);
        if (connection is { } number)
        {
            Counts.SetOpen(number, isOpen);
        }
    }

    /// <summary>Returns the text of an error or event.</summary>
    public string Text(in PacketRow row)
    {
        byte[] bytes = [];
        return Encoding.UTF8.GetString(_store.Read(row, ref bytes));
    }

    /// <summary>Reads a packet again.</summary>
    /// <param name="buffer">The memory of the packet, which is enlarged if necessary.</param>
    public PacketInspection Read(in PacketRow row, ref byte[] buffer, PayloadUnpacker unpacker, out TracedPacket packet)
    {
        ReadOnlySpan<byte> bytes = _store.Read(row, ref buffer);
        int packed = row.Has(PacketRowFlags.Unpacked) ? sizeof(int) + BitConverter.ToInt32(bytes) : 0;
        packet = new TracedPacket
        {
            Id = row.Id,
            Payload = bytes[packed..],
            Packed = packed == 0 ? [] : bytes[sizeof(int)..packed],
            Nanoseconds = row.Nanoseconds,
            Start = Start,
            Direction = row.Direction,
            Connection = row.Connection,
            IsServer = row.Has(PacketRowFlags.Server),
            Offset = -1,
        };
        return PacketInspection.Of(ref packet, unpacker, schema.Schema, schema.Type, schema.IsServer);
    }

    public void Dispose() => _store.Dispose();

    private void Text(string text, string? error, long nanoseconds, CaptureDirection direction, uint? connection) => Add(Encoding.UTF8.GetBytes(text), error, new PacketRow
    {
        Nanoseconds = nanoseconds,
        Connection = connection ?? 0,
        Direction = direction,
        Flags = PacketRowFlags.Text | PacketRowFlags.Spooled | (connection is null ? PacketRowFlags.NoConnection : 0),
    });

    private void Add(ReadOnlySpan<byte> bytes, string? error, PacketRow row)
    {
        lock (_lock)
        {
            if (_count >= maxRows || Stopped is not null)
            {
                Omitted++;
                return;
            }

            row = row with { Length = bytes.Length, Place = row.Has(PacketRowFlags.Spooled) ? _store.Add(bytes) : row.Place, Error = Counts.Add(row, error) };
            Start = Start < 0 ? row.Nanoseconds : Start;
            End = Math.Max(End, row.Nanoseconds);
            PacketRow[] chunk = _chunks[_count >> ChunkBits] ??= new PacketRow[1 << ChunkBits];
            chunk[_count & ((1 << ChunkBits) - 1)] = row;
            Volatile.Write(ref _count, _count + 1);
        }
    }
}
