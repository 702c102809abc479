namespace Codec.Cli.Filtering;

/// <summary>Selects packets by id, connection, direction, time, fields and errors. Not thread-safe.</summary>
internal sealed class PacketFilter
{
    /// <summary>Gets the ids of the selected packets. If empty, all ids are selected.</summary>
    public HashSet<uint> Ids { get; init; } = [];

    /// <summary>Gets the numbers of the selected connections. If empty, all connections are selected.</summary>
    public HashSet<uint> Connections { get; init; } = [];

    public bool HasOnlyErrors { get; init; }

    /// <summary>Gets the direction, or <see cref="CaptureDirection.Unknown"/> for both.</summary>
    public CaptureDirection Direction { get; init; }

    /// <summary>Gets the start of the time range, inclusive.</summary>
    public TimeBound? After { get; init; }

    /// <summary>Gets the end of the time range, exclusive.</summary>
    public TimeBound? Before { get; init; }

    public FieldFilter? Where { get; init; }

    public bool Matches(in TracedPacket packet, in PacketInspection inspection)
    {
        return (Ids.Count == 0 || Ids.Contains(packet.Id))
            && !(HasOnlyErrors && inspection.IsValid)
            && Matches(packet.Connection, packet.Direction, packet.Nanoseconds, packet.Start)
            && (Where is null || (inspection.IsReadable && Where(packet.Payload, inspection.Message!)));
    }

    /// <summary>Returns whether an error is selected by its connection, direction and time. Its bytes may be a packet with any id and fields.</summary>
    public bool Matches(PacketFault fault) => fault.Connection is not { } connection || Matches(connection, fault.Direction, fault.Nanoseconds, fault.Start);

    public bool HasConnection(uint connection) => Connections.Count == 0 || Connections.Contains(connection);

    private bool Matches(uint connection, CaptureDirection direction, long nanoseconds, long start) =>
        HasConnection(connection)
        && (Direction == CaptureDirection.Unknown || direction == Direction)
        && !(nanoseconds < After?.Nanoseconds(start)) && !(nanoseconds >= Before?.Nanoseconds(start));
}
