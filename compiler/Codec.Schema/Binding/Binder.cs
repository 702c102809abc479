namespace Codec.Schema.Binding;

/// <summary>
/// Binds the declarations of one root file and of its included files, in order and with flatc's rules. Tables and structs may be used before they are
/// declared, except for a struct in a struct. Enums and unions must be declared before they are used.
/// </summary>
internal sealed partial class Binder(DiagnosticBag diagnostics, List<NameUse>? uses = null)
{
    private readonly SymbolTable _symbols = new();
    private readonly AnswerBinder _answers = new(diagnostics);
    private readonly HashSet<string> _declaredAttributes = [];
    private readonly List<EnumSymbol> _enums = [];
    private readonly List<RecordSymbol> _records = [];
    private readonly Dictionary<string, ServiceSymbol> _services = [];
    private readonly List<(SourceSpan Name, RecordSymbol Record)> _recordUses = [];
    private SourceText _source = null!;
    private string _scope = string.Empty;

    /// <summary>Binds a file. The caller must have bound its included files before.</summary>
    internal SchemaFile Bind(FileSyntax file, bool isRoot, IReadOnlyList<string> includes)
    {
        _source = file.Source;
        _scope = string.Empty;
        SchemaFile result = new() { Path = file.Source.Path, IsRoot = isRoot, Includes = new EquatableArray<string>(includes) };
        foreach (DeclarationSyntax declaration in file.Declarations)
        {
            switch (declaration)
            {
                case EnumSyntax syntax: BindEnum(syntax); break;
                case RecordSyntax syntax: BindRecord(syntax); break;
                case ServiceSyntax syntax: BindService(syntax); break;
                case StatementSyntax("namespace", var name): _scope = name.Text; break;
                case StatementSyntax("attribute", var name): _declaredAttributes.Add(name.Text); break;
                case StatementSyntax("root_type", var name): result = result with { RootType = BindRootType(name), RootTypeSpan = _source.Span(name) }; break;
                case StatementSyntax("file_identifier", var text): result = result with { FileIdentifier = BindIdentifier(text), FileIdentifierSpan = _source.Span(text) }; break;
                case StatementSyntax("file_extension", var text): result = result with { FileExtension = text.Text }; break;
            }
        }

        return result;
    }

    /// <summary>Reports types that were used and never declared, and then adds all declarations to the model.</summary>
    internal void Finish(ModelBuilder model)
    {
        uses?.AddRange(_recordUses.Where(use => use.Record.IsDeclared).Select(use => new NameUse(use.Name, use.Record.Source!.Span(use.Record.Syntax!.Name))));
        foreach (KeyValuePair<string, RecordSymbol> pending in _symbols.Pending)
        {
            if (diagnostics.IsFull)
            {
                return;
            }

            string hint = Hint(pending.Key);
            foreach (SourceSpan use in _symbols.UsesOf(pending.Value))
            {
                diagnostics.Report(SchemaRule.UnknownType, use, $"Unknown type '{pending.Key}'; expected a table, struct, enum or union in scope.{hint}");
            }
        }

        _answers.Finish(_symbols);
        CheckQuantizedVectors();

        // Names and ids are checked even if there will be no model, so that one run reports errors of every kind.
        _enums.ForEach(symbol => model.Declare(symbol.FullName, symbol.Source.Span(symbol.Syntax.Name), isService: false));
        foreach (RecordSymbol record in _records)
        {
            model.Declare(record.FullName, record.Source!.Span(record.Syntax!.Name), isService: false);
            if (record.Packet is { } packet)
            {
                model.Declare(packet);
            }
        }

        foreach (KeyValuePair<string, ServiceSymbol> service in _services)
        {
            model.Declare(service.Key, service.Value.Span, isService: true);
        }

        if (diagnostics.HasErrors)
        {
            return;
        }

        _enums.ForEach(symbol => model.Add(Definition(symbol)));
        _records.ForEach(symbol => model.Add(Definition(symbol)));
        foreach (ServiceSymbol service in _services.Values)
        {
            model.Add(service.ToDefinition());
        }
    }

    internal static T Describe<T>(T declaration, MemberSyntax syntax, SourceText source)
        where T : Declaration => (T)((Declaration)declaration with
        {
            Name = syntax.Name.Text,
            Span = source.Span(syntax.Name),
            Documentation = syntax.Documentation is { } lines ? new EquatableArray<string>(lines) : default,
            Attributes = syntax.Attributes.Count > 0 ? Entries(syntax.Attributes, source) : default,
        });

    private static EquatableArray<AttributeEntry> Entries(IReadOnlyList<AttributeSyntax> attributes, SourceText source) =>
        new(attributes.Select(attribute => new AttributeEntry(attribute.Name.Text, TextOf(attribute.Value), source.Span(attribute.Name))));

    /// <summary>Returns the value of an attribute. An integer is converted to decimal.</summary>
    private static string? TextOf(LiteralSyntax? value) =>
        value is { Kind: LiteralKind.Integer } && NumberText.Integer(value.Text) is { } number
            ? number.ToString(CultureInfo.InvariantCulture)
            : value?.Text;

    private string Hint(string name)
    {
        if (_symbols.IsDeclared(name))
        {
            return " It is declared, but it was used before under another name. Use the same name in all uses before the declaration.";
        }

        string simple = name.Substring(name.LastIndexOf('.') + 1);
        if (_enums.FirstOrDefault(symbol => symbol.Syntax.Name.Text == simple) is { } later)
        {
            return $" '{later.FullName}' is declared later or is not in scope here. Declare enums and unions before their use.";
        }

        RecordSymbol? record = _records.FirstOrDefault(symbol => symbol.Syntax!.Name.Text == simple);
        return record is null ? BuiltInHint(simple) : $" Is it '{record.FullName}'?";
    }

    /// <summary>Returns a hint if a name is that of a built-in type, nearly so, or that of one in another language, such as String.</summary>
    private static string BuiltInHint(string name)
    {
        if (name == "string")
        {
            return " For a text in a union, write a name before it, as in 'Text:string'.";
        }

        // A scalar type exists, but not here, such as for a request.
        string? nearest = ScalarType.Find(name) is not null ? null
            : name is "Boolean" or "boolean" ? "bool" : MessageText.Nearest(name, [.. ScalarType.Words, "string"]);
        return nearest is null ? string.Empty : $" Is it '{nearest}'?";
    }

    private bool IsFree(string fullName, SyntaxText name)
    {
        if (_symbols.DeclarationOf(fullName) is not { } other)
        {
            return true;
        }

        Report(SchemaRule.DuplicateName, name, $"'{fullName}' is already declared at {DescribeLocation(other)}.");
        return false;
    }

    private void BindService(ServiceSyntax syntax)
    {
        RejectPacketAttributes(Attributes(syntax.Attributes), "a service");
        string fullName = SymbolTable.Qualify(_scope, syntax.Name.Text);
        HashSet<string> names = [];
        ServiceSymbol service = new(fullName, _scope, syntax, _source);
        foreach (MethodSyntax method in syntax.Methods)
        {
            RejectPacketAttributes(Attributes(method.Attributes), "a method");
            if (!names.Add(method.Name.Text))
            {
                Report(SchemaRule.DuplicateName, method.Name, $"The service already has a method '{method.Name.Text}'.");
            }

            (RecordSymbol request, RecordSymbol response) = (Message(method.Request), Message(method.Response));
            service.Messages.Add((request, response));
            _answers.Add(request, response, method, _source);
        }

        if (_services.TryGetValue(fullName, out ServiceSymbol? other))
        {
            Report(SchemaRule.DuplicateName, syntax.Name, $"The service '{fullName}' is already declared at {DescribeLocation(other.Span)}.");
            return;
        }

        _services.Add(fullName, service);
    }

    private RecordSymbol Message(SyntaxText name)
    {
        if (_symbols.FindEnum(_scope, name.Text) is { } found)
        {
            Report(SchemaRule.TypeNotAllowed, name, $"'{name.Text}' is {(found.IsUnion ? "a union" : "an enum")}; expected a table.");
            return new RecordSymbol(found.FullName);
        }

        RecordSymbol record = Refer(name);
        if (record.IsStruct)
        {
            Report(SchemaRule.TypeNotAllowed, name, $"'{name.Text}' is a struct; expected a table.");
        }

        return record;
    }

    private string? BindRootType(SyntaxText name)
    {
        RecordSymbol? record = _symbols.FindRecordHere(_scope, name.Text);
        if (record is null || !record.IsDeclared)
        {
            Report(SchemaRule.UnknownType, name, $"Unknown root type '{name.Text}'; expected a table that is already declared, in this namespace or by its full name.");
        }
        else if (record.IsStruct)
        {
            Report(SchemaRule.TypeNotAllowed, name, $"The root type '{name.Text}' is a struct; expected a table.");
        }
        else
        {
            Use(name, record);
        }

        return record?.FullName;
    }

    private RecordSymbol Refer(SyntaxText name) => Use(name, _symbols.Refer(_scope, name, _source));

    private RecordSymbol Use(SyntaxText name, RecordSymbol record)
    {
        if (uses is not null)
        {
            _recordUses.Add((_source.Span(name), record));
        }

        return record;
    }

    private EnumSymbol Use(SyntaxText name, EnumSymbol symbol)
    {
        uses?.Add(new NameUse(_source.Span(name), symbol.Source.Span(symbol.Syntax.Name)));
        return symbol;
    }

    private void Use(LiteralSyntax literal, string name, EnumSymbol symbol, EnumValueSymbol value) => uses?.Add(new NameUse(
        _source.Span(literal.Start + (literal.Kind == LiteralKind.Text ? 1 : 0) + literal.Text.IndexOf(name, StringComparison.Ordinal), name.Length),
        symbol.Source.Span(value.Syntax.Name)));

    private string BindIdentifier(SyntaxText value)
    {
        int bytes = Encoding.UTF8.GetByteCount(value.Text);
        if (bytes != 4)
        {
            Report(SchemaRule.FileIdentifier, value, $"The file identifier has {bytes} bytes; expected 4.");
        }

        return value.Text;
    }

    private string DescribeLocation(SourceSpan span) => span.Path == _source.Path
        ? FormattableString.Invariant($"line {span.Line}")
        : FormattableString.Invariant($"{span.Path}({span.Line},{span.Column})");

    private void Report(SchemaRule rule, SyntaxText text, string message) => diagnostics.Report(rule, _source.Span(text), message);
}
