namespace Codec.Schema.Wireshark;

/// <summary>Creates the names of a dissector's display filters, in lower case. Each name is unique.</summary>
internal sealed class WiresharkNames
{
    private readonly NameSet _used = new([], StringComparer.Ordinal);

    internal WiresharkNames(string stem)
    {
        string name = Fold(stem);

        // Wireshark rejects names of one character, and some that do not start with a letter.
        Protocol = name.Length < 2 || name[0] is not (>= 'a' and <= 'z') ? "packets_" + name : name;
    }

    /// <summary>Gets the name of the protocol, which is also the name of its file.</summary>
    internal string Protocol { get; }

    internal string Own(string part) => Unique(Protocol + ".packet." + part);

    /// <summary>Returns the filter of a type. A type without a namespace gets the protocol's name instead.</summary>
    internal string Type(string type) => Unique(Path(type));

    /// <summary>Returns the filter of a member of a type.</summary>
    internal string Member(string type, string member) => Unique(Path(type) + "." + Fold(member));

    internal string Suffixed(string filter, string suffix) => Unique(filter + suffix);

    // Wireshark accepts letters, digits, '.', '_' and '-' in the name of a filter. Here, '.' is used only as a separator.
    private static string Fold(string text) => new(
    [
        .. text.Select(c =>
            c is >= 'A' and <= 'Z' ? (char)(c + ('a' - 'A')) : c is (>= 'a' and <= 'z') or (>= '0' and <= '9') ? c : '_'),
    ]);

    private string Path(string type) => string.Join(".", (type.IndexOf('.') < 0 ? Protocol + "." + type : type).Split('.').Select(Fold));

    private string Unique(string filter) => _used.Add(filter) ? filter : _used.AddNumbered(filter, 2);
}
