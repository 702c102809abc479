using System;

namespace Codec.Interpreter;

/// <summary>The names of an enum's values or of a union's members. Thread-safe.</summary>
internal sealed class PayloadNames
{
    private const int MaxShown = 8;

    private readonly Dictionary<string, long> _numbers = new(StringComparer.Ordinal);
    private readonly Dictionary<long, string> _names = [];
    private readonly List<KeyValuePair<string, long>> _flags = [];
    private readonly bool _isFlags;

    /// <summary>Creates the names.</summary>
    /// <param name="names">The names with their numbers.</param>
    /// <param name="underlying">The integer type.</param>
    /// <param name="isFlags">Whether the values are bits that can be combined.</param>
    public PayloadNames(IEnumerable<(string Name, ScalarValue Number)> names, ScalarKind underlying, bool isFlags = false)
    {
        Smallest = ScalarType.Of(underlying).Smallest;
        Largest = ScalarType.Of(underlying).Largest;
        _isFlags = isFlags;
        foreach ((string name, ScalarValue number) in names)
        {
            _numbers[name] = number.Whole;
            _flags.Add(new KeyValuePair<string, long>(name, number.Whole));
        }

        // If a number has several names, the first one is written.
        for (int i = _flags.Count - 1; i >= 0; i--)
        {
            _names[_flags[i].Value] = _flags[i].Key;
        }
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

        string names = string.Join(", ", _flags.Take(MaxShown).Select(flag => flag.Key));
        string more = _flags.Count > MaxShown ? FormattableString.Invariant($", … {_flags.Count - MaxShown} more") : string.Empty;
        return FormattableString.Invariant($"a name ({names}{more}) or an integer from {Smallest} to {Largest}");
    }

    private string? FindFlags(long number)
    {
        StringBuilder text = new();
        long rest = number;
        foreach (KeyValuePair<string, long> flag in _flags)
        {
            if (flag.Value != 0 && (number & flag.Value) == flag.Value)
            {
                text.Append(text.Length > 0 ? " " : string.Empty).Append(flag.Key);
                rest &= ~flag.Value;
            }
        }

        return rest == 0 ? text.ToString() : null;
    }
}
