namespace Codec.Cli.View;

/// <summary>Counts the packets of connections in intervals of time: the timeline of a page.</summary>
internal static class TimeLanes
{
    private const int MaxLanes = 200;
    private const int MaxIntervals = 4000;

    /// <summary>Counts the rows of an index between two times. Times are nanoseconds since the first row.</summary>
    /// <param name="intervals">The number of intervals.</param>
    /// <returns>The lanes, those with errors first. Each has its outbound and inbound packets, and its errors, by interval.</returns>
    public static List<(uint Number, long Packets, long Errors, int[] Out, int[] In, int[] Bad)> Count(PacketIndex index, long from, long to, int intervals, int lanes)
    {
        intervals = Math.Clamp(intervals, 1, MaxIntervals);
        List<(uint Number, long Packets, long Errors, int[] Out, int[] In, int[] Bad)> result =
        [
            .. index.Counts.Connections(Math.Clamp(lanes, 1, MaxLanes)).First.Select(connection =>
                (connection.Number, connection.Packets, connection.Errors, new int[intervals], new int[intervals], new int[intervals])),
        ];
        Dictionary<uint, int> laneOf = result.Select((lane, i) => (lane.Number, i)).ToDictionary(pair => pair.Number, pair => pair.i);
        double scale = intervals / Math.Max(1.0, (double)to - from);
        int count = index.Count;
        for (int row = 0; row < count; row++)
        {
            ref readonly PacketRow packet = ref index[row];
            long time = packet.Nanoseconds - index.Start;
            if (time < from || time > to || packet.Has(PacketRowFlags.NoConnection) || !laneOf.TryGetValue(packet.Connection, out int lane))
            {
                continue;
            }

            int interval = Math.Min(intervals - 1, (int)((time - from) * scale));
            if (!packet.Has(PacketRowFlags.Text))
            {
                (packet.Direction == CaptureDirection.Inbound ? result[lane].In : result[lane].Out)[interval]++;
            }

            result[lane].Bad[interval] += packet.Error != 0 ? 1 : 0;
        }

        return result;
    }
}
