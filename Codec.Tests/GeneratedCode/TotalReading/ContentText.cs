namespace Codec.Tests.GeneratedCode.TotalReading;

/// <summary>
/// Writes C# that hashes generated views. It visits each field of the schema once, in the order of the ids, like C++. <see cref="WalkerText"/>
/// reads more members, which C++ does not have.
/// </summary>
/// <param name="compilation">The generated code.</param>
/// <param name="model">The model from which the code was generated.</param>
internal sealed class ContentText(Compilation compilation, SchemaModel model)
{
    private readonly SchemaIndex _index = new(model);
    private readonly StringBuilder _text = new();
    private readonly HashSet<string> _written = [];
    private readonly Queue<Action> _rest = [];

    /// <summary>Returns a method <c>RootN</c> for each root, and a method for each type that the roots use.</summary>
    public string Write(IReadOnlyList<string> roots)
    {
        _text.Append("#nullable enable\nnamespace Codec.Tests.GeneratedCode.TotalReading;\ninternal static class Contents\n{\n");
        for (int i = 0; i < roots.Count; i++)
        {
            string type = "global::" + roots[i];
            _text.Append(CultureInfo.InvariantCulture, $$"""
                public static ulong Root{{i}}(byte[] memory, int start, int length)
                {
                    System.ReadOnlySpan<byte> payload = new(memory, start, length);
                    bool isValid = {{type}}.Verify(payload);
                    Walk.Require(isValid == {{type}}.View.TryCreateVerified(payload, out _), "TryCreateVerified differs from Verify");
                    {{type}}.View.TryCreate(payload, out {{type}}.View view);
                    Content content = new();
                    {{Table(_index.Table(roots[i]))}}(ref content, view);
                    return (content.Hash & ~1UL) | (isValid ? 1UL : 0);
                }

                """);
        }

        while (_rest.TryDequeue(out Action? write))
        {
            write();
        }

        return _text.Append("}\n").ToString();
    }

    private static string Name(Definition definition) => "Of_" + definition.FullName.Replace('.', '_');

    private static bool IsPublicInstance(ISymbol member) => member is { DeclaredAccessibility: Accessibility.Public, IsStatic: false, IsImplicitlyDeclared: false };

    private static string Escaped(ISymbol member) => "@" + member.Name;

    private INamedTypeSymbol Symbol(Definition definition, string nested = "") => compilation.GetTypeByMetadataName(definition.FullName + nested)!;

    private string Later(Definition definition, Action write)
    {
        if (_written.Add(definition.FullName))
        {
            _rest.Enqueue(write);
        }

        return Name(definition);
    }

    private string Table(TableDefinition table) => Later(table, () => WriteTable(table));

    private string Structure(string name) => Later(_index.Struct(name), () => WriteStruct(_index.Struct(name)));

    private string Union(UnionDefinition union) => Later(union, () => WriteUnion(union));

    private void WriteTable(TableDefinition table)
    {
        // The names of the view's properties are those of the plain type, which are in the order of the fields.
        TableField[] fields = [.. table.Fields.Where(field => !field.IsDeprecated)];
        string[] names = [.. Symbol(table).GetMembers().OfType<IPropertySymbol>().Where(IsPublicInstance).Select(property => property.Name)];
        Walk.Require(fields.Length == names.Length, table.FullName + " has other properties than fields");
        _text.Append(CultureInfo.InvariantCulture, $"public static void {Name(table)}(ref Content content, global::{table.FullName}.View view)\n{{\n    if (!content.Enter(view.IsPresent))\n    {{\n        return;\n    }}\n\n");
        foreach ((TableField field, string name) in fields.Zip(names))
        {
            _text.Append("    ").Append(Field(field, name)).Append('\n');
        }

        _text.Append("}\n\n");
    }

    private string Field(TableField field, string name) => field.Type.Kind switch
    {
        TypeKind.Scalar or TypeKind.Enum => $"content.{(field.Presence == FieldPresence.Optional ? "Optional" : "Number")}(view.@{name});",
        TypeKind.String => $"content.Bytes(view.{name}Utf8);",
        TypeKind.Struct => field.Presence == FieldPresence.Required ? $"{Structure(field.Type.Definition!)}(ref content, view.@{name});" : OptionalStruct(field.Type, $"view.@{name}"),
        TypeKind.Table => $"{Table(_index.Table(field.Type.Definition!))}(ref content, view.@{name});",
        TypeKind.Union => $"{Union(_index.Union(field.Type.Definition!))}(ref content, view.@{name});",
        TypeKind.Vector => Vector(field.Type.Element!, name),
        _ => throw new NotSupportedException(field.ToString()),
    };

    private string OptionalStruct(TypeReference type, string value) =>
        $"{{ var value = {value}; content.Number(value.HasValue); if (value.HasValue) {{ {Structure(type.Definition!)}(ref content, value.GetValueOrDefault()); }} }}";

    private string Vector(TypeReference element, string name) => element.Kind switch
    {
        TypeKind.Scalar or TypeKind.Enum => $"content.Vector(view.Has{name}, view.@{name});",
        TypeKind.String => $"content.Texts(view.Has{name}, view.@{name});",
        TypeKind.Struct => $"{{ var values = view.@{name}; content.Vector(view.Has{name}, values); if (!values.IsEmpty) {{ {Structure(element.Definition!)}(ref content, values[0]); {Structure(element.Definition!)}(ref content, values[^1]); }} }}",
        TypeKind.Table => $"content.Number(view.Has{name}); content.Mix((uint)view.@{name}.Count); foreach (var table in view.@{name}) {{ {Table(_index.Table(element.Definition!))}(ref content, table); if (content.IsFull) {{ break; }} }}",
        TypeKind.Union => $"content.Mix((uint)view.@{name}.Count); for (int i = 0; i < view.@{name}.Count && (i == 0 || !content.IsFull); i++) {{ {Union(_index.Union(element.Definition!))}(ref content, view.@{name}[i]); }}",
        _ => throw new NotSupportedException(element.ToString()),
    };

    private void WriteStruct(StructDefinition structure)
    {
        // A bool is a property, and an array is a method with an index parameter.
        ISymbol[] members = [.. Symbol(structure).GetMembers().Where(IsPublicInstance)
            .Where(member => member is IFieldSymbol or IPropertySymbol or IMethodSymbol { MethodKind: MethodKind.Ordinary, Parameters.Length: 1, ReturnsVoid: false })];
        Walk.Require(members.Length == structure.Fields.Count, structure.FullName + " has other members than fields");
        _text.Append(CultureInfo.InvariantCulture, $"public static void {Name(structure)}(ref Content content, global::{structure.FullName} value)\n{{\n");
        foreach ((StructField field, ISymbol member) in structure.Fields.Zip(members))
        {
            _text.Append("    ").Append(field.Type.Kind == TypeKind.Array
                ? $"for (int i = 0; i < {field.Type.Length}; i++) {{ {StructValue(field.Type.Element!, $"value.{Escaped(member)}(i)")} }}"
                : StructValue(field.Type, $"value.{Escaped(member)}")).Append('\n');
        }

        _text.Append("}\n\n");
    }

    private string StructValue(TypeReference type, string value) =>
        type.Kind == TypeKind.Struct ? $"{Structure(type.Definition!)}(ref content, {value});" : $"content.Number({value});";

    private void WriteUnion(UnionDefinition union)
    {
        string[] names = [.. Symbol(union, "+View").GetMembers().OfType<IMethodSymbol>()
            .Where(method => IsPublicInstance(method) && method.Parameters.Length == 0 && method.Name.StartsWith("As", StringComparison.Ordinal) && method.ReturnType.Name != "ReadOnlySpan")
            .Select(method => method.Name)];
        Walk.Require(names.Length == union.Members.Count, union.FullName + " has other methods than members");
        _text.Append(CultureInfo.InvariantCulture, $"public static void {Name(union)}(ref Content content, global::{union.FullName}.View view)\n{{\n    content.Number(view.Type);\n    switch ((ulong)view.Type)\n    {{\n");
        foreach ((UnionMember member, string name) in union.Members.Zip(names))
        {
            string value = member.Type.Kind switch
            {
                TypeKind.Table => $"{Table(_index.Table(member.Type.Definition!))}(ref content, view.{name}());",
                TypeKind.Struct => OptionalStruct(member.Type, $"view.{name}()"),
                _ => $"content.Bytes(view.{name}Utf8());",
            };
            _text.Append(CultureInfo.InvariantCulture, $"        case {member.Id.Bits}: {value} break;\n");
        }

        _text.Append("    }\n}\n\n");
    }
}
