namespace Codec.Schema.CSharp;

/// <summary>Generates the protocol hash of each root file as a constant of <c>Codec.Schemas.ProtocolHash</c>.</summary>
internal static class ProtocolHashEmitter
{
    private const string Scope = "Codec.Schemas";
    private const string TypeName = "ProtocolHash";
    private const string DirectionsName = "Protocol";

    // The names of the classes themselves, and the members of every class.
    private static readonly string[] Taken = [TypeName, DirectionsName, .. MemberNames.OfObject];

    /// <summary>Finds files whose constants would have the same name.</summary>
    public static IEnumerable<SchemaDiagnostic> Check(SchemaModel model) => FileNameCheck.FindConstants(
        Named(model).SelectMany(group => group).Select(file => file.Path), "protocol hashes", Name, name => $"{TypeName}.{name}");

    /// <summary>Generates the code of each root file, without those that are excluded.</summary>
    public static IEnumerable<(string Name, string Path, string Code)> Emit(SchemaModel model, HashSet<string> excluded)
    {
        foreach (IGrouping<string, SchemaFile> group in Named(model).Where(group => group.Count() == 1))
        {
            string path = group.First().Path;
            if (!excluded.Contains(path) && ProtocolHash.Of(model, path) is { } hash)
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
                        {{Directions(model, path, group.Key)}}
                    }
                    """));
            }
        }
    }

    private static string Directions(SchemaModel model, string path, string name) =>
        ProtocolHash.OfDirections(model, path) is not (ulong toServer, ulong toClient) ? "" : CodeText.Of($$"""

            /// <summary>Hashes of the protocols of schemas for each direction, for the handshake of a session.</summary>
            internal static partial class {{DirectionsName}}
            {
                /// <summary>Gets the protocol of {{XmlComment.Escape(SchemaFileName.Of(path))}}.</summary>
                public static Sessions_::PacketProtocol {{name}} => \
                new Sessions_::PacketProtocol({{ProtocolHash.Literal(toServer)}}UL, {{ProtocolHash.Literal(toClient)}}UL);
            }
            """);

    private static IEnumerable<IGrouping<string, SchemaFile>> Named(SchemaModel model) =>
        model.Files.Where(file => file.IsRoot && ProtocolHash.Exists(model, file.Path)).GroupBy(file => Name(file.Path));

    internal static string Name(string path)
    {
        string name = SchemaFileName.Pascal(SchemaFileName.Stem(path));
        string result = name.Length == 0 || name[0] is >= '0' and <= '9' ? "_" + name : name;
        return Taken.Contains(result) ? result + "_" : result;
    }
}
