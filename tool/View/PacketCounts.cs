namespace Codec.Cli.View;

/// <summary>Counts the rows of an index by connection, id and error, with bounded memory. Thread-safe.</summary>
internal sealed class PacketCounts
{
    // A malicious capture may have any number of connections and ids. The others are not counted separately.
    private const int MaxGroups = 1 << 16;

    private readonly object _lock = new();
    private readonly Dictionary<uint, (long Packets, long Errors, bool IsOpen)> _connections = [];
    private readonly Dictionary<uint, long> _ids = [];

    // The names are those of two enumerations. The first is that of a row without an error.
    private readonly List<(string Name, long Count)> _errors = [("", 0)];

    /// <summary>Counts a row.</summary>
    /// <param name="error">The name of its error, or <see langword="null"/>.</param>
    /// <returns>The index of the error.</returns>
    public byte Add(in PacketRow row, string? error)
    {
        lock (_lock)
        {
            bool isPacket = !row.Has(PacketRowFlags.Text);
            if (!row.Has(PacketRowFlags.NoConnection) && (_connections.Count < MaxGroups || _connections.ContainsKey(row.Connection)))
            {
                ref (long Packets, long Errors, bool IsOpen) connection = ref CollectionsMarshal.GetValueRefOrAddDefault(_connections, row.Connection, out _);
                connection.Packets += isPacket ? 1 : 0;
                connection.Errors += error is null ? 0 : 1;
            }

            if (isPacket && (_ids.Count < MaxGroups || _ids.ContainsKey(row.Id)))
            {
                CollectionsMarshal.GetValueRefOrAddDefault(_ids, row.Id, out _)++;
            }

            int index = error is null ? 0 : _errors.FindIndex(known => known.Name == error);
            if (index < 0)
            {
                index = _errors.Count;
                _errors.Add((error!, 0));
            }

            _errors[index] = (_errors[index].Name, _errors[index].Count + 1);
            return (byte)index;
        }
    }

    /// <summary>Remembers whether a connection is open.</summary>
    public void SetOpen(uint connection, bool isOpen)
    {
        lock (_lock)
        {
            if (_connections.ContainsKey(connection))
            {
                CollectionsMarshal.GetValueRefOrAddDefault(_connections, connection, out _).IsOpen = isOpen;
            }
        }
    }

    /// <summary>Returns the connections, those with errors first, and the number of all.</summary>
    public ((uint Number, long Packets, long Errors, bool IsOpen)[] First, int Count) Connections(int max)
    {
        lock (_lock)
        {
            return ([.. _connections.Select(pair => (pair.Key, pair.Value.Packets, pair.Value.Errors, pair.Value.IsOpen))
                .OrderByDescending(connection => connection.Errors).ThenByDescending(connection => connection.Packets).Take(max)], _connections.Count);
        }
    }

    /// <summary>Returns the ids, the most frequent ones first.</summary>
    public (uint Id, long Count)[] Ids(int max)
    {
        lock (_lock)
        {
            return [.. _ids.Select(pair => (pair.Key, pair.Value)).OrderByDescending(id => id.Value).Take(max)];
        }
    }

    /// <summary>Returns the names of errors with their number of rows, by <see cref="PacketRow.Error"/>.</summary>
    public (string Name, long Count)[] Errors()
    {
        lock (_lock)
        {
            return [.. _errors];
        }
    }
}
