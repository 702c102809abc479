namespace Codec.Schema.CSharp;

internal sealed partial class TableEmitter
{
    // A larger constant takes more bytes of IL, so the JIT compiler may not inline the property.
    private const int MaxConstant = 127;

    private MemberNames ViewMembers => table.ViewMembers;

    private string Reading()
    {
        string read = Members["TryRead"];
        return CodeText.Of($"""
            /// <summary>Overwrites every field and reuses memory. The payload is not verified: missing or invalid data is the default. \
            Returns false if the payload does not start with a table, if it does not contain a table of a vector or union, \
            or if it exceeds the limits.</summary>
            public bool {read}(Sys_::ReadOnlySpan<byte> payload) => \
            {View}.{ViewMembers["TryCreate"]}(payload, out {View} view) && {read}(view);

            /// <summary>Overwrites every field with that of a view.</summary>
            public bool {read}({View} view) => view.{ViewMembers["TryCopyTo"]}(this);
            """);
    }

    private string ViewType()
    {
        string reader = $"Wire_::TableReader<{Layout}>";
        string limits = CodeText.Of($"{_layout.TableLimit}, {_layout.FirstDepth}");
        string verify = CodeText.Of($"Wire_::TableVerifier.TryRoot(payload, {_layout.FirstDepth}, {_layout.TableLimit}, ");
        return CodeText.Of($$"""
            /// <summary>Reads the table in place. Valid as long as the payload's memory. \
            Properties never throw: missing or invalid data is the default.</summary>
            public readonly ref struct {{View}}
            {
                private readonly {{reader}} _table;
                {{Hidden}} public {{View}}({{reader}} table) => _table = table;

                /// <summary>Gets a value indicating whether there is a table.</summary>
                public bool {{ViewMembers["IsPresent"]}} => _table.IsPresent;
                {{Fields.Select(Access)}}

                /// <summary>Creates a view of a payload, which need not be verified. Returns false if it does not start with a \
                table.</summary>
                {{TryCreate("TryCreate", "Wire_::GeneratedReader.TryRoot(payload, ")}}

                /// <summary>Verifies a payload and creates a view of it.</summary>
                {{TryCreate("TryCreateVerified", verify)}}

                /// <summary>Copies the table into an object and reuses its memory. Returns false if there is no table, \
                if a table of a vector or union is missing, or if it exceeds the limits.</summary>
                public bool {{ViewMembers["TryCopyTo"]}}({{_self}} target) => Wire_::GeneratedReader.TryRead(_table, target, {{limits}});

                /// <summary>Copies the table into an object, which outlives the payload.</summary>
                /// <exception cref="Sys_::InvalidOperationException">There is no table, a table of a vector or union is missing, \
                or it exceeds the limits.</exception>
                public {{_self}} {{ViewMembers["ToObject"]}}() => \
                Wire_::GeneratedReader.Read(_table, new {{_self}}(), {{limits}}, {{FullName}});
            }
            """);
    }

    private string TryCreate(string method, string call) => CodeText.Of($$"""
        {{Inline}} public static bool {{ViewMembers[method]}}(Sys_::ReadOnlySpan<byte> payload, out {{View}} view)
        {
            if ({{call}}out Wire_::TableReader<{{Layout}}> table)) { view = new {{View}}(table); return true; }
            view = default;
            return false;
        }
        """);

    private string Access(CSharpField field)
    {
        string at = PlaceArguments(field);
        string name = field.Property;
        string summary = XmlComment.Summary(field.Field.Documentation);
        switch (field.Type.Kind)
        {
            case TypeKind.Scalar or TypeKind.Enum:
                string number = model.ValueType(field.Type);
                string call = (field.Type.IsBool, field.IsOptionalScalar) switch
                {
                    (true, true) => $"OptionalBoolean({at})",
                    (false, true) => $"Optional<{number}>({at})",
                    (true, false) => $"Boolean({at}{Default(field)})",
                    _ => $"Number<{number}>({at}{Default(field)})",
                };
                string property = Getter(field.IsOptionalScalar ? number + "?" : number, name, "_table." + call, HasDefault(field));
                return CodeText.Lines(summary, property);
            case TypeKind.Struct:
                string type = model.ValueType(field.Type);
                string getStruct = field.IsRequired ? "_table.RequiredStruct" : "_table.Struct";
                return CodeText.Lines(summary, Getter(field.IsRequired ? type : type + "?", name, $"{getStruct}<{type}>({at})"));
            case TypeKind.String:
                string? missing = field.Field.DefaultText;
                string text = missing is null ? $"Text({at})" : $"Text({at}, {CSharpNames.Quote(missing)})";
                string utf8 = missing is null ? $"{(field == table.FirstText ? "First" : "")}Utf8({at})" : $"Utf8({at}, {Utf8(missing)})";
                return CodeText.Lines(
                    summary,
                    Getter(missing is null ? "string?" : "string", name, "_table." + text),
                    Getter("Sys_::ReadOnlySpan<byte>", field.Utf8, "_table." + utf8),
                    Getter("bool", field.Has, $"_table.Has({at})"));
            case TypeKind.Table:
                string view = model.Nested(field.Type, "View");
                return CodeText.Lines(summary, ViewGetter(view, name, $"Table<{model.Nested(field.Type, "Layout")}>({at})"));
            case TypeKind.Union:
                string kind = model.Nested(field.Type, "Kind");
                return CodeText.Lines(
                    Getter(kind, field.TypeProperty, $"_table.Number<{kind}>({PlaceArguments(field.TypePlace!)})"),
                    summary,
                    ViewGetter(model.Nested(field.Type, "View"), name, $"Union({at})", ", " + field.TypeProperty));
            default:
                string has = Getter("bool", field.Has, $"_table.Has({at})");
                return CodeText.Lines(summary, VectorAccess(field, at), has, NestedAccess(field));
        }
    }

    private string VectorAccess(CSharpField field, string at)
    {
        TypeReference element = field.Element;
        string name = field.Property;
        switch (element.Kind)
        {
            case TypeKind.String:
                return Getter("Wire_::TextVector", name, $"_table.Texts({at})");
            case TypeKind.Table:
                return ViewGetter(model.Nested(element, "VectorView"), name, $"Tables<{model.Nested(element, "Layout")}>({at})");
            case TypeKind.Union:
                FieldPlace types = field.TypePlace!;
                string unions = CodeText.Of($"Unions({PlaceArguments(types)}, {ScalarType.Of(element.Scalar).Size}, {at})");
                return ViewGetter(model.Nested(element, "VectorView"), name, unions);
            default:
                string type = element.IsBool ? "byte" : model.ValueType(element);
                string method = element.Kind == TypeKind.Struct ? "Structs" : "Numbers";
                return Getter($"Sys_::ReadOnlySpan<{type}>", name, $"_table.{method}<{type}>({at})");
        }
    }

    private string NestedAccess(CSharpField field)
    {
        if (field.Field.NestedTable is not string nested)
        {
            return "";
        }

        string view = model.Nested(nested, "View");
        string create = $"{view}.{model.Table(nested).ViewMembers["TryCreate"]}";
        return CodeText.Of($"""
            /// <summary>Gets the root of the payload inside {field.Property}; the default view if there is none.</summary>
            public {view} {field.Root} => {create}({field.Own}, out {view} root) ? root : default;
            """);
    }

    private string ViewGetter(string view, string name, string call, string arguments = "") =>
        Getter(view, name, $"new {view}(_table.{call}{arguments})", isLong: true);

    // A getter that the JIT compiler may not inline on its own has an attribute.
    private string Getter(string type, string name, string value, bool isLong = false) =>
        isLong || _layout.Size > MaxConstant || _layout.VTableSize > MaxConstant
            ? $"public {type} {name} {{ {Inline} get => {value}; }}"
            : $"public {type} {name} => {value};";

    private string Default(CSharpField field) => HasDefault(field) ? ", " + model.Literal(field.Type, field.Field.Default!.Value) : "";

    private static bool HasDefault(CSharpField field) => field.Field.Default is ScalarValue { Bits: not 0 };

    private static string Utf8(string text)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        return bytes.Length == 0 ? "default" : $"new byte[] {{ {string.Join(", ", bytes)} }}";
    }

    // The method of the layout type that reads the fields into an object.
    private string ReadMethod()
    {
        bool needsView = Fields.Exists(field =>
            field.Type.IsNumber || field.Type.Kind is TypeKind.Struct or TypeKind.Union || field.IsVectorOf(TypeKind.Union));
        return CodeText.Of($$"""
            public object? Read(in Wire_::TableReader<{{Layout}}> table, object? target, ref Wire_::GeneratedBudget budget, int depth)
            {
                if (!table.IsPresent || !budget.TakeTable(depth)) { return null; }
                {{_self}} value = target is null ? new {{_self}}() : Wire_::GeneratedWriter.As<{{_self}}>(target);
                {{(needsView ? $"{View} view = new {View}(table);" : "")}}
                {{Fields.Select(field => $"value.{field.Property} = {ReadValue(field)};")}}
                return value;
            }
            """);
    }

    private string ReadValue(CSharpField field)
    {
        string name = field.Property;
        string at = PlaceArguments(field);
        string list = $"{at}, value.{name}, {Bool(field.Field.DefaultIsEmptyVector)}, ref budget";
        const string Nested = "ref budget, depth + 1";
        TypeReference type = field.Type.Element ?? field.Type;
        string union = $"view.{name}.Read(value.{name}, {Nested})";
        string missing = field.Field.DefaultText is string text ? CSharpNames.Quote(text) : "null";
        string read = type.Kind == TypeKind.Table ? $"<{model.Type(type.Definition!)}, {model.Nested(type, "Layout")}>" : "";
        return (field.Type.Kind, type.Kind) switch
        {
            (TypeKind.Scalar or TypeKind.Enum or TypeKind.Struct, _) => "view." + name,
            (TypeKind.String, _) => $"table.ReadText({at}, value.{name}, {missing}, ref budget)",
            (TypeKind.Table, _) => $"table.ReadTable{read}({at}, value.{name}, {Nested})",
            (TypeKind.Union, _) => union,
            (_, TypeKind.Table) => $"table.ReadTables{read}({list}, depth + 1)",
            (_, TypeKind.Union) => field.Field.DefaultIsEmptyVector ? union : $"view.{field.Has} ? {union} : null",
            (_, TypeKind.String) => $"table.ReadTexts({list})",
            (_, TypeKind.Struct) => $"table.ReadStructs({list})",
            _ => $"table.Read{(type.IsBool ? "Booleans" : "Numbers")}({list})",
        };
    }

    private string VectorView()
    {
        string vector = Members["VectorView"];
        string tables = $"Wire_::TableVector<{Layout}>";
        return CodeText.Of($$"""
            /// <summary>Reads a vector of these tables in place.</summary>
            public readonly ref struct {{vector}}
            {
                private readonly {{tables}} _tables;
                {{Hidden}} public {{vector}}({{tables}} tables) => _tables = tables;

                public int Count => _tables.Count;

                /// <summary>Gets a table, or the default view if out of range.</summary>
                public {{View}} this[int index] { {{Inline}} get => new {{View}}(_tables[index]); }
                {{Find()}}

                public Enumerator GetEnumerator() => new Enumerator(_tables.GetEnumerator());

                public ref struct Enumerator
                {
                    private {{tables}}.Enumerator _tables;
                    internal Enumerator({{tables}}.Enumerator tables) => _tables = tables;
                    public {{View}} Current { {{Inline}} get => new {{View}}(_tables.Current); }
                    public bool MoveNext() => _tables.MoveNext();
                }
            }
            """);
    }

    private string Find()
    {
        if (table.Key is not { } key)
        {
            return "";
        }

        bool isText = key.Type.Kind == TypeKind.String;
        string type = isText ? "Sys_::ReadOnlySpan<byte>" : model.ValueType(key.Type);
        string compare = isText
            ? $"Sys_::MemoryExtensions.SequenceCompareTo(this[middle].{key.Utf8}, key)"
            : KeyOrder.Compare(key.Type, $"this[middle].{key.Property}", "key");
        return CodeText.Of($$"""

            /// <summary>Finds a table by its key {{key.Field.Name}}{{(isText ? ", in UTF-8," : "")}} in a vector that is sorted by that \
            key.</summary>
            public bool TryFind({{type}} key, out {{View}} found)
            {
                {{KeyOrder.Search("Count", "this[middle]", compare)}}
            }
            """);
    }
}
