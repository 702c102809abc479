namespace Codec.Cli.Filtering;

/// <summary>Selects packets by id, direction, time and fields. Not thread-safe.</summary>
internal sealed class PacketFilter
{
    /// <summary>Gets the ids of the selected packets. If empty, all ids are selected.</summary>
    public HashSet<uint> Ids { get; init; } = [];

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
            && Matches(packet.Direction, packet.Nanoseconds, packet.Start)
            && (Where is null || (inspection.IsReadable && Where(packet.Payload, inspection.Message!)));
    }

    /// <summary>Returns whether an error is selected by its direction and time. Its bytes may be a packet with any id and fields.</summary>
    public bool Matches(PacketFault fault) => fault.Connection is null || Matches(fault.Direction, fault.Nanoseconds, fault.Start);

    private bool Matches(CaptureDirection direction, long nanoseconds, long start) =>
        (Direction == CaptureDirection.Unknown || direction == Direction)
        && !(nanoseconds < After?.Nanoseconds(start)) && !(nanoseconds >= Before?.Nanoseconds(start));
}
