using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace Codec.Soak;

/// <summary>Named counters of all rounds.</summary>
internal sealed class Totals
{
    /// <summary>The prefix of the lines that a round's process prints for its parent.</summary>
    private const string Prefix = "total ";

    private readonly SortedDictionary<string, long> _values = [];

    /// <summary>Adds to a counter.</summary>
    public void Add(string name, long value) => _values[name] = Get(name) + value;

    /// <summary>Returns the value of a counter.</summary>
    public long Get(string name) => _values.GetValueOrDefault(name);

    /// <summary>Returns the lines from which <see cref="TryAddLine"/> reads the counters.</summary>
    public IEnumerable<string> Lines() => _values.Select(total => $"{Prefix}{total.Value} {total.Key}");

    /// <summary>Adds the value of a line to its counter.</summary>
    /// <returns><see langword="false"/> if the line has none.</returns>
    public bool TryAddLine(string line)
    {
        if (!line.StartsWith(Prefix, System.StringComparison.Ordinal))
        {
            return false;
        }

        string[] words = line[Prefix.Length..].Split(' ', 2);
        Add(words[1], long.Parse(words[0], CultureInfo.InvariantCulture));
        return true;
    }

    public override string ToString() =>
        string.Join('\n', _values.Select(total => string.Create(CultureInfo.InvariantCulture, $"  {total.Value,15:#,##0} {total.Key}")));
}
