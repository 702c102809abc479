namespace Codec.Schema.CSharp;

/// <summary>Generates the protocol hash of each root file as a constant of <c>Codec.Schemas.ProtocolHash</c>.</summary>
internal static class ProtocolHashEmitter
{
    private const string Scope = "Codec.Schemas";
    private const string TypeName = "ProtocolHash";

    // The name of the class itself, and the members of every class.
    private static readonly string[] Taken = [TypeName, .. MemberNames.OfObject];

    /// <summary>Finds files whose constants would have the same name.</summary>
    public static IEnumerable<SchemaDiagnostic> Check(SchemaModel model) => FileNameCheck.FindConstants(
        Named(model).SelectMany(group => group).Select(file => file.Path), "protocol hashes", Name, name => $"{TypeName}.{name}");

    /// <summary>Generates the code of each root file that is not external.</summary>
    public static IEnumerable<(string Name, string Path, string Code)> Emit(SchemaModel model, HashSet<string> external)
    {
        foreach (IGrouping<string, SchemaFile> group in Named(model).Where(group => group.Count() == 1))
        {
            string path = group.First().Path;
            if (!external.Contains(path) && ProtocolHash.Of(model, path) is { } hash)
            {
                yield return ($"{Scope}.{TypeName}.{group.Key}", path, CodeText.Of($$"""
                    namespace {{Scope}}
                    {
                        /// <summary>Hashes of the protocols of schemas. Peers with equal hashes are compatible.</summary>
                        internal static partial class {{TypeName}}
                        {
                            /// <summary>The protocol of {{XmlComment.Escape(SchemaFileName.Of(path))}}: \
                            ids, layouts, limits and directions, without names.</summary>
                            public const ulong {{group.Key}} = {{ProtocolHash.Literal(hash)}}UL;
                        }
                    }
                    """));
            }
        }
    }

    private static IEnumerable<IGrouping<string, SchemaFile>> Named(SchemaModel model) =>
        model.Files.Where(file => file.IsRoot && ProtocolHash.Exists(model, file.Path)).GroupBy(file => Name(file.Path));

    /// <summary>Returns a file's name as an identifier in Pascal case: ASCII letters and digits, without the extension.</summary>
    private static string Name(string path)
    {
        string name = SchemaFileName.Pascal(SchemaFileName.Stem(path));
        string result = name.Length == 0 || name[0] is >= '0' and <= '9' ? "_" + name : name;
        return Taken.Contains(result) ? result + "_" : result;
    }
}
