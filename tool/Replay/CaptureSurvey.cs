namespace Codec.Cli.Replay;

/// <summary>What a first pass over a capture finds out: which side sends, when each connection begins and ends, and which have errors.</summary>
internal sealed class CaptureSurvey(ReplayOptions options)
{
    // The numbers of the first and last packet of each connection, and whether the replay sends one of its packets.
    private readonly Dictionary<uint, (long First, long Last, bool HasSent)> _connections = [];
    private readonly HashSet<uint> _invalid = [];
    private long _count;

    public bool HasDirections => _count > 0;
    public bool HasSent => _connections.Any(pair => pair.Value.HasSent && IsSelected(pair.Key));
    public uint FirstConnection => _connections.Where(pair => IsSelected(pair.Key)).MinBy(pair => pair.Value.First).Key;
    public List<CapturedError> Errors { get; } = [];

    /// <summary>Adds a packet, and returns its number among those with a direction. The first is 1.</summary>
    public long Add(uint connection, bool isSent, bool isValid = true)
    {
        _count++;
        if (!isValid)
        {
            _invalid.Add(connection);
        }

        (long First, long Last, bool HasSent) known = _connections.GetValueOrDefault(connection, (_count, 0L, false));
        _connections[connection] = (known.First, _count, known.HasSent || isSent);
        return _count;
    }

    public void AddErrors(CapturedErrors errors)
    {
        while (errors.TryTake(out CapturedError error))
        {
            _invalid.Add(error.Connection);
            if (IsSelected(error.Connection))
            {
                Errors.Add(error);
            }
        }
    }

    public bool IsSelected(uint connection) =>
        options.Filter.HasConnection(connection) && (!options.Filter.HasOnlyErrors || _invalid.Contains(connection));

    public bool IsLast(uint connection, long number) => _connections[connection].Last == number;
}
