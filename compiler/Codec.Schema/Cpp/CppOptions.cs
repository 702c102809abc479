namespace Codec.Schema.Cpp;

/// <summary>Specifies which C++ is generated for a model. Instances are compared by value.</summary>
public sealed record CppOptions
{
    /// <summary>The options that use the namespaces of the schema.</summary>
    public static readonly CppOptions Default = new();

    /// <summary>
    /// Gets the namespace that encloses those of the schema, with its parts separated by dots; empty for none. With such a namespace, one
    /// program can use both these types and flatc's types.
    /// </summary>
    public string Namespace { get; init; } = "";

    /// <summary>
    /// Gets the folders to which the names of headers are relative: <c>Layout/Bar_messages.hpp</c> for <c>Layout/Bar.fbs</c> in the first
    /// of these folders that contains it. If no folder contains a schema, or if there are no folders, the name is that of the file alone.
    /// </summary>
    public EquatableArray<string> PrefixFolders { get; init; }

    /// <summary>Gets whether headers are generated only for root files, and not for the files that they include.</summary>
    public bool HasNoIncludes { get; init; }

    /// <summary>
    /// Returns the name of a schema, without its extension: its path below the first prefix folder that contains it, or only the file's
    /// name.
    /// </summary>
    internal string NameOf(string path)
    {
        string stem = SchemaFileName.Stem(path);
        string folder = Normalize(path.Substring(0, path.Length - SchemaFileName.Of(path).Length));
        string? prefix = PrefixFolders.Select(Normalize).FirstOrDefault(start => folder.StartsWith(start, StringComparison.Ordinal));
        return prefix is null ? stem : folder.Substring(prefix.Length) + stem;
    }

    /// <summary>
    /// Returns the files for which headers are generated: the root files and, unless they are excluded, all other files that declare or
    /// include a type.
    /// </summary>
    internal List<string> Written(SchemaModel model) =>
        [.. model.Files.Where(file => file.IsRoot || (!HasNoIncludes && ProtocolHash.Exists(model, file.Path))).Select(file => file.Path)];

    // Returns the path of a folder with slashes, also at its end. The folder of a file without folders is empty.
    private static string Normalize(string folder)
    {
        string path = folder.Replace('\\', '/');
        return path.Length == 0 || path.EndsWith("/", StringComparison.Ordinal) ? path : path + "/";
    }
}
