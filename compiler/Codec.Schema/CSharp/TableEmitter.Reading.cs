using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

internal sealed partial class TableEmitter
{
    // A larger constant takes more bytes of IL, so the JIT compiler may not inline the property.
    private const int MaxConstant = 127;

    private MemberNames ViewMembers => _table.ViewMembers;

    private void EmitReading()
    {
        string read = Members["TryRead"];
        _code.Gap();
        _code.Line("/// <summary>Overwrites every field and reuses memory. The payload is not verified: missing or invalid data is the default. Returns false if the payload does not start with a table, if it does not contain a table of a vector or union, or if it exceeds the limits.</summary>");
        _code.Line($"public bool {read}({ReadOnlyBytes} payload) => {View}.{ViewMembers["TryCreate"]}(payload, out {View} view) && {read}(view);");
        _code.Line();
        _code.Line("/// <summary>Overwrites every field with that of a view.</summary>");
        _code.Line($"public bool {read}({View} view) => view.{ViewMembers["TryCopyTo"]}(this);");
    }

    private void EmitView()
    {
        string reader = $"{Run}TableReader<{Layout}>";
        _code.Gap();
        _code.Line("/// <summary>Reads the table in place. Valid as long as the payload's memory. Properties never throw: missing or invalid data is the default.</summary>");
        _code.Open($"public readonly ref struct {View}");
        _code.Line($"private readonly {reader} _table;");
        _code.Line($"{Hidden} public {View}({reader} table) => _table = table;");
        _code.Line();
        _code.Line("/// <summary>Gets a value indicating whether there is a table.</summary>");
        _code.Line($"public bool {ViewMembers["IsPresent"]} => _table.IsPresent;");
        foreach (FieldCode field in Fields)
        {
            EmitAccess(field);
        }

        _code.Line();
        _code.Line("/// <summary>Creates a view of a payload, which need not be verified. Returns false if it does not start with a table.</summary>");
        EmitTryCreate("TryCreate", $"{Run}GeneratedReader.TryRoot(payload, ");
        _code.Line();
        _code.Line("/// <summary>Verifies a payload and creates a view of it.</summary>");
        EmitTryCreate("TryCreateVerified", $"{Run}TableVerifier.TryRoot(payload, {FirstDepth}, {TableLimit}, ");

        EmitRead();

        _code.Close();
    }

    private void EmitTryCreate(string method, string call)
    {
        _code.Open($"{Inline} public static bool {ViewMembers[method]}({ReadOnlyBytes} payload, out {View} view)");
        _code.Block($"if ({call}out {Run}TableReader<{Layout}> table))", $"view = new {View}(table); return true;");
        _code.Line("view = default;");
        _code.Line("return false;");
        _code.Close();
    }

    private void EmitAccess(FieldCode field)
    {
        string at = PlaceArguments(field);
        string name = field.Property;
        switch (field.Type.Kind)
        {
            case TypeKind.Scalar or TypeKind.Enum:
                string number = _emission.ValueType(field.Type);
                bool isBool = field.Type is { Kind: TypeKind.Scalar, Scalar: ScalarKind.Bool };
                string call = (isBool, field.IsOptionalScalar) switch
                {
                    (true, true) => $"OptionalBoolean({at})",
                    (false, true) => $"Optional<{number}>({at})",
                    (true, false) => $"Boolean({at}{Default(field)})",
                    _ => $"Number<{number}>({at}{Default(field)})",
                };
                EmitProperty(field, field.IsOptionalScalar ? number + "?" : number, name, call);
                break;
            case TypeKind.Struct:
                string type = _emission.ValueType(field.Type);
                EmitProperty(field, field.IsRequired ? type : type + "?", name, $"{(field.IsRequired ? "Required" : "")}Struct<{type}>({at})");
                break;
            case TypeKind.String:
                bool isFirst = field == _table.FirstText;
                string? missing = field.Field.DefaultText;
                EmitProperty(field, missing is null ? "string?" : "string", name, missing is null ? $"Text({at})" : $"Text({at}, {CSharpNames.Quote(missing)})");
                EmitProperty(null, ReadOnlyBytes, field.Utf8, missing is null ? $"{(isFirst ? "First" : "")}Utf8({at})" : $"Utf8({at}, {Utf8(missing)})");
                EmitProperty(null, "bool", field.Has, $"Has({at})");
                break;
            case TypeKind.Table:
                string view = _emission.Nested(field.Type, "View");
                EmitProperty(field, view, name, $"Table<{_emission.Nested(field.Type, "Layout")}>({at})", view);
                break;
            case TypeKind.Union:
                string kind = _emission.Nested(field.Type, "Kind");
                string union = _emission.Nested(field.Type, "View");
                FieldPlace place = field.TypePlace!;
                EmitProperty(null, kind, field.TypeProperty, Invariant($"Number<{kind}>({place.Offset}, {place.Entry})"));
                EmitProperty(field, union, name, $"Union({at})", union, ", " + field.TypeProperty);
                break;
            default:
                EmitVectorAccess(field, at);
                break;
        }
    }

    private void EmitVectorAccess(FieldCode field, string at)
    {
        TypeReference element = field.Element;
        switch (element.Kind)
        {
            case TypeKind.String:
                EmitProperty(field, Emission.Run + "TextVector", field.Property, $"Texts({at})");
                break;
            case TypeKind.Table:
                string tables = _emission.Nested(element, "VectorView");
                EmitProperty(field, tables, field.Property, $"Tables<{_emission.Nested(element, "Layout")}>({at})", tables);
                break;
            case TypeKind.Union:
                string unions = _emission.Nested(element, "VectorView");
                FieldPlace types = field.TypePlace!;
                int size = ScalarKinds.SizeOf(element.Scalar);
                EmitProperty(field, unions, field.Property, Invariant($"Unions({types.Offset}, {types.Entry}, {size}, {at})"), unions);
                break;
            default:
                string type = element is { Kind: TypeKind.Scalar, Scalar: ScalarKind.Bool } ? "byte" : _emission.ValueType(element);
                EmitProperty(field, $"{Emission.Sys}ReadOnlySpan<{type}>", field.Property, $"{(element.Kind == TypeKind.Struct ? "Structs" : "Numbers")}<{type}>({at})");
                break;
        }

        EmitProperty(null, "bool", field.Has, $"Has({at})");
        if (field.Field.NestedTable is string nested)
        {
            string view = _emission.Nested(nested, "View");
            _code.Line($"/// <summary>Gets the root of the payload inside {field.Property}; the default view if there is none.</summary>");
            _code.Line($"public {view} {field.Root} => {view}.{_emission.Table(nested).ViewMembers["TryCreate"]}({field.Own}, out {view} root) ? root : default;");
        }
    }

    // Generates a property whose value is the result of a call to the reader, or a view of that result.
    private void EmitProperty(FieldCode? field, string type, string name, string call, string? view = null, string arguments = "")
    {
        if (field is not null)
        {
            Emission.Summary(_code, field.Field.Documentation);
        }

        string value = view is null ? "_table." + call : $"new {view}(_table.{call}{arguments})";
        bool isLong = view is not null || HasDefault(field) || _table.Size > MaxConstant || _table.VTableSize > MaxConstant;
        _code.Line(isLong ? $"public {type} {name} {{ {Inline} get => {value}; }}" : $"public {type} {name} => {value};");
    }

    private string Default(FieldCode field) => HasDefault(field) ? ", " + _emission.Literal(field.Type, field.Field.Default!.Value) : "";

    private static bool HasDefault(FieldCode? field) => field?.Field.Default is ScalarValue { Bits: not 0 };

    private static string Utf8(string text)
    {
        byte[] bytes = System.Text.Encoding.UTF8.GetBytes(text);
        return bytes.Length == 0 ? "default" : $"new byte[] {{ {string.Join(", ", bytes)} }}";
    }

    private void EmitRead()
    {
        string limits = $"{TableLimit}, {FirstDepth}";
        _code.Line();
        _code.Line("/// <summary>Copies the table into an object and reuses its memory. Returns false if there is no table, if a table of a vector or union is missing, or if it exceeds the limits.</summary>");
        _code.Line($"public bool {ViewMembers["TryCopyTo"]}({_self} target) => {Run}GeneratedReader.TryRead(_table, target, {limits});");
        _code.Line();
        _code.Line("/// <summary>Copies the table into an object, which outlives the payload.</summary>");
        _code.Line("/// <exception cref=\"Sys_::InvalidOperationException\">There is no table, a table of a vector or union is missing, or it exceeds the limits.</exception>");
        _code.Line($"public {_self} {ViewMembers["ToObject"]}() => {Run}GeneratedReader.Read(_table, new {_self}(), {limits}, {FullName});");
    }

    // Generates the method of the layout type that reads the fields into an object.
    private void EmitReadObject()
    {
        _code.Line();
        _code.Open($"public object? Read(in {Run}TableReader<{Layout}> table, object? target, ref {Run}GeneratedBudget budget, int depth)");
        _code.Block("if (!table.IsPresent || !budget.TakeTable(depth))", "return null;");
        _code.Line($"{_self} value = target is null ? new {_self}() : {Writer}.As<{_self}>(target);");
        if (Fields.Exists(field => field.Type.Kind is TypeKind.Scalar or TypeKind.Enum or TypeKind.Struct or TypeKind.Union || field.IsVectorOf(TypeKind.Union)))
        {
            _code.Line($"{View} view = new {View}(table);");
        }

        foreach (FieldCode field in Fields)
        {
            _code.Line($"value.{field.Property} = {ReadValue(field)};");
        }

        _code.Line("return value;");
        _code.Close();
    }

    private string ReadValue(FieldCode field)
    {
        string name = field.Property;
        string at = PlaceArguments(field);
        string list = $"{at}, value.{name}, {Bool(field.Field.DefaultIsEmptyVector)}, ref budget";
        const string Nested = "ref budget, depth + 1";
        switch (field.Type.Kind)
        {
            case TypeKind.Scalar or TypeKind.Enum or TypeKind.Struct:
                return "view." + name;
            case TypeKind.String:
                return $"table.ReadText({at}, value.{name}, {(field.Field.DefaultText is string text ? CSharpNames.Quote(text) : "null")}, ref budget)";
            case TypeKind.Table:
                return $"table.ReadTable<{_emission.Type(field.Type.Definition!)}, {_emission.Nested(field.Type, "Layout")}>({at}, value.{name}, {Nested})";
            case TypeKind.Union:
                return $"view.{name}.Read(value.{name}, {Nested})";
            default:
                return field.Element.Kind switch
                {
                    TypeKind.Table => $"table.ReadTables<{_emission.Type(field.Element.Definition!)}, {_emission.Nested(field.Element, "Layout")}>({list}, depth + 1)",
                    TypeKind.Union when field.Field.DefaultIsEmptyVector => $"view.{name}.Read(value.{name}, {Nested})",
                    TypeKind.Union => $"view.{field.Has} ? view.{name}.Read(value.{name}, {Nested}) : null",
                    TypeKind.String => $"table.ReadTexts({list})",
                    TypeKind.Struct => $"table.ReadStructs({list})",
                    _ => $"table.Read{(field.IsVectorOfBooleans ? "Booleans" : "Numbers")}({list})",
                };
        }
    }

    private void EmitVectorView()
    {
        string vector = Members["VectorView"];
        string tables = $"{Run}TableVector<{Layout}>";
        _code.Line();
        _code.Line("/// <summary>Reads a vector of these tables in place.</summary>");
        _code.Open($"public readonly ref struct {vector}");
        _code.Line($"private readonly {tables} _tables;");
        _code.Line($"{Hidden} public {vector}({tables} tables) => _tables = tables;");
        _code.Line();
        _code.Line("public int Count => _tables.Count;");
        _code.Line();
        _code.Line("/// <summary>Gets a table, or the default view if out of range.</summary>");
        _code.Line($"public {View} this[int index] {{ {Inline} get => new {View}(_tables[index]); }}");
        EmitFind();
        _code.Line();
        _code.Line("public Enumerator GetEnumerator() => new Enumerator(_tables.GetEnumerator());");
        _code.Line();
        _code.Open("public ref struct Enumerator");
        _code.Line($"private {tables}.Enumerator _tables;");
        _code.Line($"internal Enumerator({tables}.Enumerator tables) => _tables = tables;");
        _code.Line($"public {View} Current {{ {Inline} get => new {View}(_tables.Current); }}");
        _code.Line("public bool MoveNext() => _tables.MoveNext();");
        _code.Close();
        _code.Close();
    }

    private void EmitFind()
    {
        if (Key is not { } key)
        {
            return;
        }

        bool isText = key.Type.Kind == TypeKind.String;
        string type = isText ? ReadOnlyBytes : _emission.ValueType(key.Type);
        string compare = isText
            ? $"{Emission.Sys}MemoryExtensions.SequenceCompareTo(this[middle].{key.Utf8}, key)"
            : KeyOrder.Compare(key.Type, $"this[middle].{key.Property}", "key");
        _code.Line();
        _code.Line($"/// <summary>Finds a table by its key {key.Field.Name}{(isText ? ", in UTF-8," : "")} in a vector that is sorted by that key.</summary>");
        _code.Open($"public bool TryFind({type} key, out {View} found)");
        KeyOrder.EmitSearch(_code, "Count", "this[middle]", compare);
        _code.Close();
    }
}
