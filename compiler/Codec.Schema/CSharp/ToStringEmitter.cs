namespace Codec.Schema.CSharp;

/// <summary>Generates <c>ToString</c> of a table, a struct or a union.</summary>
internal static class ToStringEmitter
{
    public const string Interface = "Wire_::IGeneratedDescribed";

    // The number of elements that a description shows.
    private const int ShownElements = 3;

    public static string Emit(CSharpModel model, Definition definition)
    {
        const string Describe = $"void {Interface}.Describe(Wire_::GeneratedDescription text)";
        string body = definition is UnionDefinition && model.Union(definition.FullName).Members is var members
            ? $"{Describe} => text.Union({members["Type"]}.ToString(), {members["Value"]});"
            : CodeText.Of($$"""
                {{Describe}}
                {
                    {{Fields(model, definition).Select(field => $"text.Add({field});")}}
                }
                """);

        // A type named ToString cannot have a member with this name. It is described only as part of other types. Fields with the name are
        // renamed.
        return MemberEmitter.Taken(model, definition).Contains("ToString") ? body : CodeText.Of($"""
            /// <summary>Returns the names and values of the fields for logs; at most 1,024 characters, in the invariant culture.</summary>
            public override string ToString() => Wire_::GeneratedDescription.Of(this);

            {body}
            """);
    }

    private static IEnumerable<string> Fields(CSharpModel model, Definition definition) => definition is StructDefinition record
        ? model.Struct(record.FullName).Fields.Select(field => Field(field.Field.Type, field.Name, field.Own, field.Get))
        : model.Table(definition.FullName).Fields.Select(field => Field(field.Type, field.Name, field.Own, ""));

    private static string Field(TypeReference type, string name, string own, string get)
    {
        if (type.Kind != TypeKind.Array)
        {
            return $"{CSharpNames.Quote(name)}, {own}";
        }

        IEnumerable<string> elements = Enumerable.Range(0, Math.Min(type.Length, ShownElements)).Select(i => CodeText.Of($"{get}({i})"));
        return CodeText.Of($"{CSharpNames.Quote(name)}, {type.Length}, {string.Join(", ", elements)}");
    }
}
