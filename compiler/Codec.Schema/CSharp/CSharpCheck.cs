namespace Codec.Schema.CSharp;

/// <summary>
/// Finds constructs that are valid in a schema but not in C#: names that collide, and features that generated code does not support.
/// </summary>
internal sealed class CSharpCheck
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
    private readonly HashSet<string> _namespaces = new(Namespaces, StringComparer.Ordinal);
    private readonly SchemaModel _model;
    private readonly CSharpOptions _options;

    public CSharpCheck(SchemaModel model, CSharpOptions options) => (_model, _options) = (model, options);

    public IReadOnlyList<SchemaDiagnostic> Run()
    {
        foreach (string scope in _model.Types.Select(definition => definition.Namespace))
        {
            for (int end = scope.Length; end > 0; end = scope.LastIndexOf('.', end - 1))
            {
                _namespaces.Add(scope.Substring(0, end));
            }
        }

        CSharpModel model = new(_model);
        foreach (EnumDefinition definition in _model.Enums)
        {
            CheckEnum(definition);
        }

        foreach (UnionDefinition definition in _model.Unions)
        {
            CheckUnion(definition);
        }

        foreach (StructDefinition definition in _model.Structs)
        {
            CheckStruct(definition, model.Struct(definition.FullName));
        }

        foreach (TableDefinition definition in _model.Tables)
        {
            CheckTable(definition, model.Table(definition.FullName));
        }

        CheckPrivateTypes();
        _diagnostics.AddRange(TableCheck.Find(_model, SchemaRule.NotInCSharp));
        return _diagnostics;
    }

    private void CheckEnum(EnumDefinition definition)
    {
        AddType(definition);
        CheckValues(definition, [], definition.Values.Select(value => (value.Name, value.Attributes, value.Span)));
    }

    private void CheckUnion(UnionDefinition definition)
    {
        AddType(definition);
        CheckValues(definition, ["NONE"], definition.Members.Select(member => (member.Name, member.Attributes, member.Span)));
    }

    // Two values can have the same C# name if an attribute sets the name of one of them.
    private void CheckValues(
        Definition definition,
        IEnumerable<string> taken,
        IEnumerable<(string Name, EquatableArray<AttributeEntry> Attributes, SourceSpan Span)> values)
    {
        Dictionary<string, string> names = taken.ToDictionary(name => name, name => name, StringComparer.Ordinal);
        foreach ((string name, EquatableArray<AttributeEntry> attributes, SourceSpan span) in values)
        {
            CheckNameAttribute(attributes);
            string own = CSharpNames.Name(name, attributes);
            CheckLength(own, span);
            if (own == "value__")
            {
                Report(SchemaRule.MemberNameTaken, span, "C# has 'value__' in every enum; expected another name.");
            }
            else if (names.TryGetValue(own, out string? other))
            {
                Report(
                    SchemaRule.MemberNameTaken,
                    span,
                    $"'{other}' and '{name}' of '{definition.FullName}' both become '{own}' in C#; rename one.");
            }
            else
            {
                names.Add(own, name);
            }
        }
    }

    private void CheckStruct(StructDefinition definition, CSharpStruct code)
    {
        AddType(definition, definition.Packet);
        if (definition.Size > CSharpStruct.MaxSize)
        {
            Report(
                SchemaRule.NotInCSharp,
                definition.Span,
                $"'{definition.FullName}' has {definition.Size} bytes, too many for the copies of a struct on the stack of a thread; "
                    + $"expected at most {CSharpStruct.MaxSize}.");
        }

        CheckFieldNames(definition, code.Fields.Select(field => ((FieldDefinition)field.Field, field.Name)));
    }

    private void CheckTable(TableDefinition definition, CSharpTable table)
    {
        AddType(definition, definition.Packet);
        CheckFieldNames(definition, table.Fields.Select(field => ((FieldDefinition)field.Field, field.Name)));
    }

    // The name of a field was free if no field before it has it.
    private void CheckFieldNames(Definition definition, IEnumerable<(FieldDefinition Field, string Name)> fields)
    {
        Dictionary<string, string> owners = new(StringComparer.Ordinal);
        foreach ((FieldDefinition field, string name) in fields)
        {
            CheckNameAttribute(field.Attributes);
            CheckLength(name, field.Span);
            string wanted = CSharpNames.Member(field);
            if (name != wanted)
            {
                string owner = owners.TryGetValue(wanted, out string? other) ? $"the field '{other}'"
                    : wanted == CSharpNames.Name(definition) ? "the type itself"
                    : MemberNames.OfObject.Contains(wanted) ? "a member of every C# object"
                    : "a private field of the generated code";
                if (CSharpNames.Given(field.Attributes) is not null)
                {
                    Report(
                        SchemaRule.MemberNameTaken,
                        field.Span,
                        $"'{field.Name}' of '{definition.FullName}' cannot be called '{wanted}' in C#, because {owner} has this "
                            + $"name; expected another {CSharpNames.NameAttribute}.");
                }
                else
                {
                    string called = name == field.Name ? $"is not called '{wanted}'" : $"is called '{name}'";
                    Report(
                        SchemaRule.NameChanged,
                        field.Span,
                        $"'{field.Name}' of '{definition.FullName}' {called} in C#, because {owner} has the name '{wanted}'.");
                }
            }

            owners.Add(name, field.Name);
        }
    }

    // C# does not allow a public member whose type is internal.
    private void CheckPrivateTypes()
    {
        HashSet<string> hidden = [.. _model.Types.Where(CSharpNames.IsPrivate).Select(definition => definition.FullName)];
        foreach ((Definition user, TypeUse use) in _model.Types.SelectMany(user => user.Uses().Select(use => (user, use))))
        {
            if (!use.IsDeprecated && hidden.Contains(use.Type) && !hidden.Contains(user.FullName)
                && !_options.ExternalFiles.Contains(use.Span.Path, StringComparer.Ordinal))
            {
                Report(
                    SchemaRule.NotInCSharp,
                    use.Span,
                    $"'{use.Member}' of '{user.FullName}' has the private type '{use.Type}'; "
                        + $"expected 'private' on '{user.FullName}' too, or not on '{use.Type}'.");
            }
        }
    }

    private void CheckNameAttribute(EquatableArray<AttributeEntry> attributes)
    {
        foreach (AttributeEntry attribute in attributes)
        {
            if (attribute.Name == CSharpNames.NameAttribute && !CSharpNames.IsName(attribute.Value ?? ""))
            {
                Report(
                    SchemaRule.AttributeMisuse,
                    attribute.Span,
                    $"The attribute '{attribute.Name}' must be a name in quotes that consists of letters, digits and underscores, "
                        + $"not '{attribute.Value}'.");
            }
        }
    }

    private void CheckLength(string name, SourceSpan span)
    {
        if (name.Length > MaxNameLength)
        {
            Report(
                SchemaRule.NotInCSharp,
                span,
                $"The C# name '{MessageText.Shorten(name)}' has {name.Length} characters; expected at most {MaxNameLength}, with the "
                    + "namespace of a type.");
        }
    }

    private void AddType(Definition definition, PacketDefinition? packet = null)
    {
        CheckNameAttribute(definition.Attributes);
        string name = CSharpNames.Name(definition);
        string type = definition.Namespace.Length == 0 ? name : $"{definition.Namespace}.{name}";
        CheckLength(type, definition.Span);
        if (_namespaces.Contains(type))
        {
            Report(
                SchemaRule.TypeNameTaken,
                definition.Span,
                $"'{definition.FullName}' needs the C# type '{type}', which is a namespace; expected another name.");
        }
        else if (OwnerOf(definition.Namespace) is { } owner)
        {
            Report(
                SchemaRule.TypeNameTaken,
                definition.Span,
                $"'{definition.FullName}' is in the namespace '{definition.Namespace}', whose types belong to {owner}; expected "
                    + "another namespace.");
        }
        else if (_types.TryGetValue(type, out string? other))
        {
            Report(
                SchemaRule.TypeNameTaken,
                definition.Span,
                $"'{definition.FullName}' needs the C# type '{type}', which belongs to '{other}'; expected another name.");
        }
        else if (packet is not null && name == DefaultHandler && HasRegistration(definition.Span.Path))
        {
            Report(
                SchemaRule.TypeNameTaken,
                definition.Span,
                $"'{definition.FullName}' is a packet with the C# name '{name}', but 'Add{name}' registers the handler of unknown "
                    + "packets; expected another name.");
        }
        else
        {
            _types.Add(type, definition.FullName);
        }
    }

    private static string? OwnerOf(string scope) =>
        FrameworkNamespaces.Any(name => scope == name || scope.StartsWith(name + ".", StringComparison.Ordinal)) ? ".NET"
        : LibraryNamespaces.Contains(scope) ? "the library Codec" : null;

    /// <summary>Returns whether the C# of a file has the methods that register handlers.</summary>
    private bool HasRegistration(string path) => !_options.ExternalFiles.Contains(path, StringComparer.Ordinal);

    private void Report(SchemaRule rule, SourceSpan span, string message) => _diagnostics.Add(SchemaDiagnostic.Create(rule, span, message));
}
