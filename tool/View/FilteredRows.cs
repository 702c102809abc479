using System.Diagnostics;

namespace Codec.Cli.View;

/// <summary>The rows that a filter selects. They are found step by step, so that no request takes long. Thread-safe.</summary>
internal sealed class FilteredRows(PacketIndex index, RowFilter filter)
{
    // The clock is read once for this many rows.
    private const int Step = 1024;

    private readonly object _lock = new();
    private readonly PayloadUnpacker _unpacker = new();
    private int[] _rows = [];
    private int _count;
    private int _scanned;
    private byte[] _buffer = [];

    public string Key => filter.Key;

    /// <summary>Continues to search for rows, until all were tested or the time is over.</summary>
    /// <returns>The number of selected rows, and of those that were tested.</returns>
    public (int Count, int Scanned) Scan(TimeSpan limit)
    {
        if (filter.IsEmpty)
        {
            return (index.Count, index.Count);
        }

        lock (_lock)
        {
            long begin = Stopwatch.GetTimestamp();
            int end = index.Count;
            (string Name, long Count)[] errors = index.Counts.Errors();
            while (_scanned < end && (_scanned % Step != 0 || Stopwatch.GetElapsedTime(begin) < limit))
            {
                if (filter.Matches(index[_scanned], errors, ref _buffer, _unpacker))
                {
                    if (_count == _rows.Length)
                    {
                        Array.Resize(ref _rows, Math.Max(Step, 2 * _count));
                    }

                    _rows[_count++] = _scanned;
                }

                _scanned++;
            }

            return (_count, _scanned);
        }
    }

    /// <summary>Returns the number of a selected row in the index.</summary>
    /// <param name="position">The position among the selected rows, below their count.</param>
    public int RowAt(int position) => filter.IsEmpty ? position : Volatile.Read(ref _rows)[position];

    /// <summary>Returns the position of a row, or of the next one that is selected.</summary>
    public int PositionOf(int row)
    {
        // The array never has fewer rows than were counted before it is read.
        int count = Volatile.Read(ref _count);
        int position = filter.IsEmpty ? row : Array.BinarySearch(Volatile.Read(ref _rows), 0, count, row);
        return position < 0 ? ~position : position;
    }

    /// <summary>Returns the position of the next or previous selected row with an error, or -1.</summary>
    public int FindError(int position, int step, int count)
    {
        for (position += step; position >= 0 && position < count; position += step)
        {
            if (index[RowAt(position)].Error != 0)
            {
                return position;
            }
        }

        return -1;
    }
}
