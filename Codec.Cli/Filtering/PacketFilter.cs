using System.Collections.Generic;
using Codec.Capture;
using Codec.Cli.Traffic;

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

    /// <summary>Gets the condition on fields.</summary>
    public FieldFilter? Where { get; init; }

    /// <summary>Returns whether a packet is selected.</summary>
    public bool Matches(in TracedPacket packet, in PacketInspection inspection)
    {
        if ((Ids.Count > 0 && !Ids.Contains(packet.Id)) || (Direction != CaptureDirection.Unknown && packet.Direction != Direction))
        {
            return false;
        }

        if (packet.Nanoseconds < After?.Nanoseconds(packet.Start) || packet.Nanoseconds >= Before?.Nanoseconds(packet.Start))
        {
            return false;
        }

        return Where is null || (inspection.IsReadable && Where.Matches(packet.Payload, inspection.Message!));
    }
}
