namespace Codec.Schema;

internal sealed class NameSet(IEnumerable<string> names, StringComparer comparer) : HashSet<string>(names, comparer)
{
    // Without it, a schema with many equal names would need quadratic time.
    private readonly Dictionary<string, int> _lastNumbers = new(comparer);

    internal static HashSet<string> Words(string text) => new(text.Split([' ', '\r', '\n'], StringSplitOptions.RemoveEmptyEntries), StringComparer.Ordinal);

    /// <summary>Adds a name that ends with an underscore and a number, and returns it.</summary>
    internal string AddNumbered(string name, int first)
    {
        int number = _lastNumbers.TryGetValue(name, out int last) ? last + 1 : first;
        while (!Add(Numbered()))
        {
            number++;
        }

        _lastNumbers[name] = number;
        return Numbered();

        string Numbered() => FormattableString.Invariant($"{name}_{number}");
    }
}
