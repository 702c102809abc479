namespace Codec.Schema.CSharp;

/// <summary>Finds what is valid in a schema but not in C#: names that collide, and what generated code does not support.</summary>
internal sealed class CSharpCheck(SchemaModel model, CSharpOptions options)
{
    // .NET has types in these namespaces and in those below them, and later versions may add more.
    private static readonly string[] FrameworkNamespaces = ["System", "Microsoft.CSharp", "Microsoft.VisualBasic", "Microsoft.Win32"];

    // The library has types in these namespaces, and future versions may add more. Generated code uses some of them.
    private static readonly string[] LibraryNamespaces =
    [
        "Codec.Capture", "Codec.Dispatch", "Codec.Framing", "Codec.Generated", "Codec.Interpreter", "Codec.Packets", "Codec.Payloads",
        "Codec.Schemas", "Codec.Streams", "Codec.Transport",
    ];

    // A type with one of these names would hide a namespace of the library or the framework.
    private static readonly string[] Namespaces = [.. FrameworkNamespaces, "Microsoft", "Codec", .. LibraryNamespaces];

    // C# calls AddDefault and AddDefaultAsync of PacketRoutes instead of extension methods with these names.
    private const string DefaultHandler = "Default";

    // A name in metadata has at most 1,023 bytes. The longest is IGeneratedEquatable.EqualFields of a type, which has 63 characters besides
    // the type's name.
    private const int MaxNameLength = 900;

    private readonly List<SchemaDiagnostic> _diagnostics = [];
    private readonly Dictionary<string, string> _types = new(StringComparer.Ordinal);
    private readonly HashSet<string> _namespaces = [.. Namespaces, .. model.Namespaces];

    public IReadOnlyList<SchemaDiagnostic> Run()
    {
        CSharpModel code = new(model);
        foreach (Definition definition in model.Types)
        {
            CheckType(definition);
            switch (definition)
            {
                case EnumDefinition type:
                    CheckValues(definition, [], type.Values);
                    break;
                case UnionDefinition union:
                    CheckValues(definition, ["NONE"], union.Members);
                    break;
                case StructDefinition record:
                    CheckSize(record);
                    CheckFields(
                        definition, code.Struct(record.FullName).Fields.Select(field => ((FieldDefinition)field.Field, field.Name)));
                    break;
                case TableDefinition table:
                    CheckFields(
                        definition, code.Table(table.FullName).Fields.Select(field => ((FieldDefinition)field.Field, field.Name)));
                    break;
            }
        }

        CheckPrivateTypes();
        _diagnostics.AddRange(TableCheck.Find(model, SchemaRule.NotInCSharp));
        return _diagnostics;
    }

    private void CheckType(Definition definition)
    {
        string name = CSharpNames.Name(definition);
        string scope = definition.Namespace;
        string type = scope.Length == 0 ? name : $"{scope}.{name}";
        CheckName(definition, type);
        bool isRegistered = definition is TableDefinition { Packet: not null } or StructDefinition { Packet: not null }
            && !IsExternal(definition.Span);
        string? problem =
            _namespaces.Contains(type) ? $"needs the C# type '{type}', which is a namespace; expected another name."
            : OwnerOf(scope) is { } owner ? $"is in the namespace '{scope}', whose types belong to {owner}; expected another namespace."
            : _types.TryGetValue(type, out string? other)
                ? $"needs the C# type '{type}', which belongs to '{other}'; expected another name."
            : name == DefaultHandler && isRegistered
                ? $"is a packet with the C# name '{name}', but 'Add{name}' registers the handler of unknown packets; expected another name."
            : null;
        if (problem is null)
        {
            _types.Add(type, definition.FullName);
        }
        else
        {
            Report(SchemaRule.TypeNameTaken, definition.Span, $"'{definition.FullName}' {problem}");
        }
    }

    // Two values can have the same C# name if an attribute sets the name of one of them.
    private void CheckValues(Definition definition, string[] taken, IEnumerable<Declaration> values)
    {
        Dictionary<string, string> owners = taken.ToDictionary(name => name, StringComparer.Ordinal);
        foreach (Declaration value in values)
        {
            string name = CSharpNames.Name(value);
            CheckName(value, name);
            if (name == "value__")
            {
                Report(SchemaRule.MemberNameTaken, value.Span, "C# has 'value__' in every enum; expected another name.");
            }
            else if (owners.TryGetValue(name, out string? owner))
            {
                Report(
                    SchemaRule.MemberNameTaken,
                    value.Span,
                    $"'{owner}' and '{value.Name}' of '{definition.FullName}' both become '{name}' in C#; rename one.");
            }
            else
            {
                owners.Add(name, value.Name);
            }
        }
    }

    private void CheckSize(StructDefinition definition)
    {
        if (definition.Size > CSharpStruct.MaxSize)
        {
            Report(
                SchemaRule.NotInCSharp,
                definition.Span,
                $"'{definition.FullName}' has {definition.Size} bytes, too many for the copies of a struct on the stack of a thread; "
                    + $"expected at most {CSharpStruct.MaxSize}.");
        }
    }

    // The name of a field was free if no field before it has it.
    private void CheckFields(Definition definition, IEnumerable<(FieldDefinition Field, string Name)> fields)
    {
        Dictionary<string, string> owners = new(StringComparer.Ordinal);
        foreach ((FieldDefinition field, string name) in fields)
        {
            CheckName(field, name);
            string wanted = CSharpNames.Member(field);
            if (name != wanted)
            {
                string subject = $"'{field.Name}' of '{definition.FullName}'";
                string called = name == field.Name ? $"is not called '{wanted}'" : $"is called '{name}'";
                string owner = owners.TryGetValue(wanted, out string? other) ? $"the field '{other}'"
                    : wanted == CSharpNames.Name(definition) ? "the type itself"
                    : MemberNames.OfObject.Contains(wanted) ? "a member of every C# object"
                    : "a private field of the generated code";
                (SchemaRule rule, string message) = CSharpNames.Given(field) is null
                    ? (SchemaRule.NameChanged, $"{called} in C#, because {owner} has the name '{wanted}'.")
                    : (SchemaRule.MemberNameTaken, $"cannot be called '{wanted}' in C#, because {owner} has this name; "
                        + $"expected another {CSharpNames.NameAttribute}.");
                Report(rule, field.Span, $"{subject} {message}");
            }

            owners.Add(name, field.Name);
        }
    }

    // C# does not allow a public member whose type is internal.
    private void CheckPrivateTypes()
    {
        HashSet<string> hidden = [.. model.Types.Where(CSharpNames.IsPrivate).Select(definition => definition.FullName)];
        foreach ((Definition user, TypeUse use) in model.Types.SelectMany(user => user.Uses().Select(use => (user, use))))
        {
            if (!use.IsDeprecated && hidden.Contains(use.Type) && !hidden.Contains(user.FullName) && !IsExternal(use.Span))
            {
                Report(
                    SchemaRule.NotInCSharp,
                    use.Span,
                    $"'{use.Member}' of '{user.FullName}' has the private type '{use.Type}'; "
                        + $"expected 'private' on '{user.FullName}' too, or not on '{use.Type}'.");
            }
        }
    }

    private void CheckName(Declaration declaration, string name)
    {
        foreach (AttributeEntry attribute in declaration.Attributes.Where(attribute => attribute.Name == CSharpNames.NameAttribute))
        {
            if (!CSharpNames.IsName(attribute.Value ?? ""))
            {
                Report(
                    SchemaRule.AttributeMisuse,
                    attribute.Span,
                    $"The attribute '{attribute.Name}' must be a name in quotes that consists of letters, digits and underscores, "
                        + $"not '{attribute.Value}'.");
            }
        }

        if (name.Length > MaxNameLength)
        {
            Report(
                SchemaRule.NotInCSharp,
                declaration.Span,
                $"The C# name '{MessageText.Shorten(name)}' has {name.Length} characters; expected at most {MaxNameLength}, with the "
                    + "namespace of a type.");
        }
    }

    private static string? OwnerOf(string scope) =>
        FrameworkNamespaces.Any(name => scope == name || scope.StartsWith(name + ".", StringComparison.Ordinal)) ? ".NET"
        : LibraryNamespaces.Contains(scope) ? "the library Codec" : null;

    private bool IsExternal(SourceSpan span) => options.ExternalFiles.Contains(span.Path);

    private void Report(SchemaRule rule, SourceSpan span, string message) => _diagnostics.Add(SchemaDiagnostic.Create(rule, span, message));
}
