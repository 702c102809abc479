namespace Codec.Cli.Stats;

internal static class StatisticsJson
{
    /// <summary>Returns the statistics. Sizes are bytes, times are nanoseconds since the first packet.</summary>
    public static string Of(PacketStatistics statistics) => Json.Of(
        new
        {
            packets = statistics.Packets,
            bytes = statistics.Bytes,
            duration = statistics.Times.Duration,
            ids = statistics.Ids.Select(count => new
            {
                id = count.Id,
                name = count.Name,
                direction = Json.Direction(count.Direction),
                packets = count.Packets,
                bytes = count.Bytes,
                unpackedBytes = count.UnpackedBytes == count.Bytes ? (long?)null : count.UnpackedBytes,
                smallest = count.Smallest,
                largest = count.Largest,
                errors = count.Errors,
            }),
            fields = statistics.Fields.SelectMany(costs => costs.Fields
                .Select(field => Field(costs, field.Path, field.Count, field.Bytes, field.Bits))
                .Append(Field(costs, null, null, costs.Structure, costs.SharedBits))),
            otherPackets = statistics.Others.Packets,
            largest = statistics.Largest.Items.Select(payload => new
            {
                size = payload.Value,
                id = payload.Item.Id,
                name = payload.Item.Name,
                time = statistics.Times.Start >= 0 ? payload.Item.Time : (long?)null,
                offset = statistics.Times.Start >= 0 ? (long?)null : payload.Item.Time,
            }),
            sizes = statistics.Sizes
                .Select((packets, i) => new { from = i == 0 ? 0 : 1L << (i - 1), to = i == 0 ? 0 : (1L << i) - 1, packets })
                .Where(size => size.packets > 0),
            gaps = statistics.Times.Gaps.Items.Select(gap => new { time = gap.Item, length = gap.Value }),
            bursts = statistics.Times.Bursts.Items.Select(burst => new { time = burst.Item, packets = burst.Value }),
            errors = statistics.ErrorKinds,
            faults = statistics.Faults.Select(fault => new
            {
                time = fault.Connection is null ? (long?)null : fault.Nanoseconds - fault.Start,
                direction = fault.Connection is null ? null : Json.Direction(fault.Direction),
                connection = fault.Connection,
                error = fault.Error,
                offset = fault.Offset,
                message = fault.Message,
            }),
        },
        isIndented: true);

    private static object Field(FieldCosts costs, string? path, long? tables, long bytes, long bits) => new
    {
        message = costs.Name,
        field = path,
        tables,
        bytes,
        packets = costs.PackedPackets > 0 ? costs.PackedPackets : (long?)null,
        bits = costs.PackedPackets > 0 ? bits : (long?)null,
    };
}
