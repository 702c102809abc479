namespace Codec.Tests.GeneratedCode.TotalReading;

/// <summary>
/// Writes C# that reads every public member of all generated views. An unknown kind of member is an error, so that new members are not omitted.
/// </summary>
/// <param name="compilation">The generated code.</param>
/// <param name="model">The model from which the code was generated.</param>
internal sealed class WalkerText(Compilation compilation, SchemaModel model)
{
    private static readonly SymbolDisplayFormat Full = SymbolDisplayFormat.FullyQualifiedFormat;

    private readonly StringBuilder _text = new();

    /// <summary>Returns the code that reads all views, and a method <c>RootN</c> for each root.</summary>
    public string Write(IReadOnlyList<string> roots)
    {
        _text.Append("#nullable enable\nnamespace Codec.Tests.GeneratedCode.TotalReading;\ninternal static class Walkers\n{\n");
        for (int i = 0; i < roots.Count; i++)
        {
            WriteRoot(i, roots[i]);
        }

        foreach (INamedTypeSymbol view in Views(compilation.Assembly.GlobalNamespace))
        {
            WriteView(view);
        }

        return _text.Append("}\n").ToString();
    }

    private static IEnumerable<INamedTypeSymbol> Views(INamespaceSymbol scope) => scope.GetTypeMembers()
        .SelectMany(type => type.GetTypeMembers())
        .Where(type => type is { IsRefLikeType: true, DeclaredAccessibility: Accessibility.Public })
        .Concat(scope.GetNamespaceMembers().SelectMany(Views));

    private static IEnumerable<ISymbol> Members(INamedTypeSymbol type) => type.GetMembers().Where(member =>
        member.DeclaredAccessibility == Accessibility.Public && !member.IsImplicitlyDeclared
        && member is not (IMethodSymbol { MethodKind: not MethodKind.Ordinary } or INamedTypeSymbol)
        && !member.GetAttributes().Any(attribute => attribute.AttributeClass!.Name == "EditorBrowsableAttribute"));

    private static bool HasMember(ITypeSymbol type, string name) => type.GetMembers(name).Any(member => member.DeclaredAccessibility == Accessibility.Public);

    private static string Walker(ITypeSymbol view) => view.ToDisplayString(Full).Replace("global::", "Walk_", StringComparison.Ordinal).Replace(".", "_", StringComparison.Ordinal).Replace("@", "", StringComparison.Ordinal);

    private static string FullName(ITypeSymbol type) => type.ToDisplayString(Full).Replace("global::", "", StringComparison.Ordinal).Replace("@", "", StringComparison.Ordinal);

    private void WriteRoot(int number, string root)
    {
        string plain = "global::" + root;
        _text.Append(CultureInfo.InvariantCulture, $$"""
            public static ulong Root{{number}}(byte[] memory, int start, int length)
            {
                Walk walk = new(memory, start, length);
                System.ReadOnlySpan<byte> payload = new(memory, start, length);
                bool isMade = {{plain}}.View.TryCreate(payload, out {{plain}}.View view);
                bool isValid = {{plain}}.View.TryCreateVerified(payload, out {{plain}}.View verified);
                Walk.Require(isValid == {{plain}}.Verify(payload) && (isMade || !isValid), "what makes views disagrees");
                bool isRead = new {{plain}}().TryRead(view);
                Walk.Require(isRead == new {{plain}}().TryRead(payload) && (isRead || !isValid), "what reads into objects disagrees");
                walk.Value(isMade);
                walk.Value(isValid);
                walk.Value(isRead);
                {{Walker(compilation.GetTypeByMetadataName(root + "+View")!)}}(walk, view);
                {{Walker(compilation.GetTypeByMetadataName(root + "+View")!)}}(walk, verified);
                return walk.Hash;
            }

            """);
    }

    private void WriteView(INamedTypeSymbol view)
    {
        _text.Append(CultureInfo.InvariantCulture, $"public static void {Walker(view)}(Walk walk, {view.ToDisplayString(Full)} view)\n{{\n    if (!walk.Enter())\n    {{\n        return;\n    }}\n\n");
        foreach (ISymbol member in Members(view))
        {
            switch (member)
            {
                case IPropertySymbol { IsIndexer: true } indexer:
                    WriteElements(indexer.Type);
                    break;
                case IPropertySymbol { Name: "Count" } when view.GetMembers().OfType<IPropertySymbol>().Any(property => property.IsIndexer):
                    _text.Append("    walk.Count(view.Count);\n");
                    break;
                case IPropertySymbol property:
                    WriteValue(property.Type, property, view);
                    break;
                case IMethodSymbol { Name: "TryFind" }:
                    WriteSearch(view);
                    break;
                case IMethodSymbol { Parameters.Length: 0 } method when method.Name.StartsWith("As", StringComparison.Ordinal):
                    WriteValue(method.ReturnType, method, view);
                    break;
                case IMethodSymbol { Name: "TryCreate" or "TryCreateVerified" or "TryCopyTo" or "ToObject" or "GetEnumerator" }:
                    break;
                default:
                    throw new NotSupportedException($"{member.ToDisplayString()} is not walked through.");
            }
        }

        _text.Append("    walk.Leave();\n}\n\n");
    }

    private void WriteValue(ITypeSymbol type, ISymbol member, INamedTypeSymbol view)
    {
        string value = $"view.{member.ToDisplayString(new SymbolDisplayFormat(miscellaneousOptions: SymbolDisplayMiscellaneousOptions.EscapeKeywordIdentifiers))}{(member is IMethodSymbol ? "()" : "")}";
        string text = member.Name.Length > 4 ? member.Name[..^4] : "";
        if (type.SpecialType == SpecialType.System_String)
        {
            _text.Append(CultureInfo.InvariantCulture, $"    walk.Text({value});\n");
        }
        else if (member is IPropertySymbol && member.Name.EndsWith("Utf8", StringComparison.Ordinal) && HasMember(view, "Has" + text))
        {
            _text.Append(CultureInfo.InvariantCulture, $"    walk.Utf8({value}, view.{text}, view.Has{text}, new {view.ToDisplayString(Full)[..^5]}().{text});\n");
        }
        else if (type is INamedTypeSymbol { Name: "ReadOnlySpan" } span)
        {
            _text.Append(CultureInfo.InvariantCulture, $"    walk.Inside({value});\n");
            if (HasMember(span.TypeArguments[0], "TryFind"))
            {
                WriteSearch(span.TypeArguments[0], value);
            }
        }
        else if (type.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T)
        {
            _text.Append(CultureInfo.InvariantCulture, $"    walk.Optional({value});\n");
        }
        else if (type.Name == "TextVector")
        {
            _text.Append(CultureInfo.InvariantCulture, $"    walk.Texts({value});\n");
        }
        else if (type.IsRefLikeType)
        {
            _text.Append(CultureInfo.InvariantCulture, $"    {Walker(type)}(walk, {value});\n");
        }
        else if (type.IsUnmanagedType)
        {
            _text.Append(CultureInfo.InvariantCulture, $"    walk.Value({value});\n");
        }
        else
        {
            throw new NotSupportedException($"{member.ToDisplayString()} is not walked through.");
        }
    }

    private void WriteElements(ITypeSymbol element)
    {
        bool isUnion = !HasMember(element, "IsPresent");
        string isNone = isUnion ? "view[index].Type == default" : "!view[index].IsPresent";
        string property = isUnion ? "Type" : "IsPresent";
        _text.Append(CultureInfo.InvariantCulture, $$"""
            foreach (int index in (System.ReadOnlySpan<int>)[-1, int.MinValue, int.MaxValue, view.Count])
            {
                Walk.Require({{isNone}}, "there is an element outside a vector");
            }

            int number = 0;
            foreach (var element in view)
            {
                Walk.Require(element.{{property}} == view[number].{{property}}, "an element differs from the one at its index");
                {{Walker(element)}}(walk, view[number]);
                number++;
                if (!walk.Step())
                {
                    break;
                }
            }

            Walk.Require(number == view.Count || !walk.Step(), "the walk through a vector ended early");

            """);
    }

    // Searches a vector of tables.
    private void WriteSearch(INamedTypeSymbol vector)
    {
        ITypeSymbol element = vector.GetMembers().OfType<IPropertySymbol>().Single(property => property.IsIndexer).Type;
        TableDefinition table = model.Tables.Single(table => table.FullName == FullName(element)[..^".View".Length]);
        TableField key = table.Fields.Single(field => field.IsKey);
        string property = Member(element, key.Name);
        _text.Append(key.Type.Kind == Codec.Schema.Model.TypeKind.String
            ? $$"""
                System.ReadOnlySpan<byte> key = view[view.Count / 2].{{property}}Utf8;
                bool isFound = view.TryFind(key, out {{element.ToDisplayString(Full)}} found);
                Walk.Require(!isFound || System.MemoryExtensions.SequenceEqual(found.{{property}}Utf8, key), "what was found has another key");
                walk.Value(isFound);
                walk.Value(view.TryFind("b"u8, out found));

                """
            : Search($"view[view.Count / 2].{property}", "view.TryFind(", element, property));
    }

    private void WriteSearch(ITypeSymbol element, string vector)
    {
        StructDefinition structure = model.Structs.Single(structure => structure.FullName == FullName(element));
        string member = Member(element, structure.Fields.Single(field => field.IsKey).Name);
        string type = element.ToDisplayString(Full);
        _text.Append(CultureInfo.InvariantCulture, $"    {{\n{Search($"({vector}.IsEmpty ? default : {vector}[{vector}.Length / 2].{member})", $"{type}.TryFind({vector}, ", element, member)}    }}\n");
    }

    private static string Search(string key, string find, ITypeSymbol element, string member) => $$"""
        var key = {{key}};
        bool isFound = {{find}}key, out {{element.ToDisplayString(Full)}} found);
        Walk.Require(!isFound || found.{{member}}.Equals(key), "what was found has another key");
        walk.Value(isFound);
        key = default;
        isFound = {{find}}key, out found);
        Walk.Require(!isFound || found.{{member}}.Equals(key), "what was found has another key");
        walk.Value(isFound);

        """;

    private static string Member(ITypeSymbol type, string field) => type.GetMembers().Single(member =>
        member is IPropertySymbol or IFieldSymbol && !member.IsStatic && member.DeclaredAccessibility == Accessibility.Public
        && string.Equals(member.Name, field.Replace("_", "", StringComparison.Ordinal), StringComparison.OrdinalIgnoreCase)).Name;
}
