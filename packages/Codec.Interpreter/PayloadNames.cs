namespace Codec.Interpreter;

/// <summary>The names of an enum's values or of a union's members. Thread-safe.</summary>
internal sealed class PayloadNames
{
    private const int MaxShown = 8;

    private readonly (string Name, long Number)[] _all;
    private readonly Dictionary<string, long> _numbers;
    private readonly Dictionary<long, string> _names;
    private readonly bool _isFlags;

    /// <summary>Creates the names of an enum or a union. The values of flags are bits that can be combined.</summary>
    public PayloadNames(IEnumerable<(string Name, ScalarValue Number)> names, ScalarKind underlying, bool isFlags = false)
    {
        Smallest = ScalarType.Of(underlying).Smallest;
        Largest = ScalarType.Of(underlying).Largest;
        _isFlags = isFlags;
        _all = [.. names.Select(pair => (pair.Name, pair.Number.Whole))];
        _numbers = _all.ToDictionary(pair => pair.Name, pair => pair.Number, StringComparer.Ordinal);

        // If a number has several names, the first one is written.
        _names = _all.GroupBy(pair => pair.Number).ToDictionary(pairs => pairs.Key, pairs => pairs.First().Name);
    }

    internal long Smallest { get; }
    internal ulong Largest { get; }

    /// <summary>Returns the name of a number, or the names of its bits; <see langword="null"/> if it has none and is written as a number.</summary>
    internal string? Find(long number)
    {
        if (_names.TryGetValue(number, out string? name))
        {
            return name;
        }

        return _isFlags && number != 0 ? FindFlags(number) : null;
    }

    /// <summary>Converts one or more names, separated by spaces, to a number. The bits of several names are combined.</summary>
    internal bool TryParse(string text, out long number)
    {
        if (_numbers.TryGetValue(text, out number))
        {
            return true;
        }

        foreach (string name in text.Split(' '))
        {
            if (!_numbers.TryGetValue(name, out long value))
            {
                return false;
            }

            number |= value;
        }

        return true;
    }

    /// <summary>Returns what was expected instead of a text that is no name, for a message; <see langword="null"/> if the text begins as a number.</summary>
    internal string? Expected(string text)
    {
        if (text.Length > 0 && text[0] is '-' or '+' or (>= '0' and <= '9'))
        {
            return null;
        }

        string names = string.Join(", ", _all.Take(MaxShown).Select(pair => pair.Name));
        string more = _all.Length > MaxShown ? FormattableString.Invariant($", … {_all.Length - MaxShown} more") : "";
        return FormattableString.Invariant($"a name ({names}{more}) or an integer from {Smallest} to {Largest}");
    }

    private string? FindFlags(long number)
    {
        (string Name, long Number)[] flags = [.. _all.Where(pair => pair.Number != 0 && (number & pair.Number) == pair.Number)];
        return flags.Aggregate(0L, (bits, flag) => bits | flag.Number) == number ? string.Join(" ", flags.Select(flag => flag.Name)) : null;
    }
}
