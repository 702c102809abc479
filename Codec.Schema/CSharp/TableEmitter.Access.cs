using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

internal sealed partial class TableEmitter
{
    private const string BytesAt = Run + "GeneratedReader.BytesAt";

    private void EmitAccess(FieldCode field)
    {
        string name = field.Property;
        switch (field.Type.Kind)
        {
            case TypeKind.Scalar or TypeKind.Enum:
                EmitNumber(field);
                break;
            case TypeKind.Struct:
                string type = CSharpNames.Global(field.Type.Definition!);
                string load = Helper(field.Type, "Codec") + ".Load";
                EmitInPlace(
                    field,
                    field.IsRequired ? type : type + "?",
                    $"{load}({KnownInPlace(field)})",
                    $"{load}(ref {Bytes}.Place(_buffer, slot), 0)",
                    field.IsRequired ? "default" : $"default({type}?)");
                break;
            case TypeKind.String:
                EmitHas(field);
                string? text = field.Field.DefaultText;
                if (text is null)
                {
                    Slotted(field, $"public {ReadOnlySpan} {name}Utf8", BytesAt, "default");
                    Slotted(field, $"public string? {name}", $"{Run}GeneratedReader.Text", "null");
                    break;
                }

                // For a text that leads outside as for a missing one.
                FromSlot(field, $"public {ReadOnlySpan} {name}Utf8", $"{Run}GeneratedReader.Bytes(_buffer, slot, {Utf8(text)})");
                FromSlot(field, $"public string? {name}", $"{Run}GeneratedReader.Text(_buffer, slot, {CSharpNames.Quote(text)})");
                break;
            case TypeKind.Table:
                FromSlot(field, $"public {Helper(field.Type, "View")} {name}", $"{Helper(field.Type, "View")}.At(_buffer, slot)");
                break;
            case TypeKind.Union:
                EmitUnion(field);
                break;
            default:
                EmitVectorAccess(field);
                break;
        }
    }

    private void EmitNumber(FieldCode field)
    {
        string type = Emission.ValueType(field.Type);
        EmitInPlace(
            field,
            field.IsOptionalScalar ? type + "?" : type,
            Emission.Load(field.Type, KnownInPlace(field)),
            Emission.Load(field.Type, "_buffer, slot"),
            field.IsOptionalScalar ? $"default({type}?)" : Default(field));
    }

    // A value that lies in the table itself.
    private void EmitInPlace(FieldCode field, string type, string known, string found, string missing)
    {
        Summary(field);
        _code.Open($"public {type} {field.Property}");
        _code.Line(Inline);
        // One expression: of a branch that returns, the compiler thinks that it is seldom taken.
        _code.Line($"get => {IsKnown}\n    ? {known}\n    : {Find(field.Place)} is int slot && slot != 0 ? {found} : ({type}){missing};");
        _code.Close();
    }

    // The arguments that load a value of the writer's own layout.
    private string KnownInPlace(FieldCode field) => _table.IsRootOnly
        ? $"ref {Bytes}.Place(_buffer, 0), {KnownPlace(field.Place)}"
        : $"ref {Bytes}.Place(_buffer, _table), {field.Place.Offset}";

    // What an offset in the table leads to.
    private void Slotted(FieldCode field, string head, string read, string missing)
    {
        Summary(field);
        _code.Open(head);
        _code.Line(Inline);
        _code.Open("get");
        if (_table.IsRootOnly)
        {
            EmitAtConstantSlot(field, read);
            _code.Line($"int slot = {Find(field.Place)};");
            _code.Line($"return slot == 0 ? {missing} : {read}(_buffer, slot);");
        }
        else
        {
            // The code that follows the offset stands there once, as it is put in line.
            _code.Line("nint slot;");
            _code.Block($"if ({IsKnown})", $"slot = _table + {field.Place.Offset};");
            _code.Open("else");
            _code.Line($"slot = {Find(field.Place)};");
            _code.Block("if (slot == 0)", $"return {missing};");
            _code.Close();
            _code.Line();
            _code.Line($"return {read}(_buffer, slot);");
        }

        _code.Close();
        _code.Close();
    }

    // With the slot as a constant this is short enough to stand there as well as the general path.
    private void EmitAtConstantSlot(FieldCode field, string read)
    {
        int slot = _table.RootTable + field.Place.Offset;
        _code.Open($"if ({IsKnown})");
        if (field == _table.TextBehind && read == BytesAt)
        {
            int text = _table.RootTable + _table.PaddedSize;
            _code.Line($"return {Bytes}.HasUInt32(_buffer, {slot}, {text - slot}) ? {Run}GeneratedReader.TextAt(_buffer, {text}) : {read}(_buffer, {slot});");
        }
        else
        {
            _code.Line($"return {read}(_buffer, {slot});");
        }

        _code.Close();
        _code.Line();
    }

    // What takes the slot 0 for a missing field.
    private void FromSlot(FieldCode field, string head, string value)
    {
        Summary(field);
        _code.Open(head);
        _code.Line(Inline);
        _code.Open("get");
        _code.Line($"int slot = {Slot(field.Place)};");
        _code.Line($"return {value};");
        _code.Close();
        _code.Close();
    }

    private void Summary(FieldCode field)
    {
        _code.Gap();
        Emission.Summary(_code, field.Field.Documentation, $"The field {field.Field.Name}.");
    }

    private void EmitHas(FieldCode field)
    {
        _code.Gap();
        _code.Line($"/// <summary>Whether the payload has the field {field.Field.Name}.</summary>");
        _code.Line($"public bool Has{field.Property} => ({Slot(field.Place)}) != 0;");
    }

    private void EmitUnion(FieldCode field)
    {
        string union = CSharpNames.Global(field.Type.Definition!);
        _code.Gap();
        _code.Line($"/// <summary>What the union {field.Field.Name} holds.</summary>");
        _code.Open($"public {union} {field.Property}Type");
        _code.Line(Inline);
        _code.Open("get");
        _code.Line($"int slot = {Slot(field.TypePlace!)};");
        _code.Line($"return slot == 0 ? default : ({union}){Bytes}.Load{CSharpNames.Helper(field.Type.Scalar)}(_buffer, slot);");
        _code.Close();
        _code.Close();
        FromSlot(field, $"public {Helper(field.Type, "View")} {field.Property}", $"new {Helper(field.Type, "View")}(_buffer, {field.Property}Type, slot)");
    }

    private void EmitVectorAccess(FieldCode field)
    {
        EmitHas(field);
        TypeReference element = field.Element;
        string name = field.Property;
        if (field.TypePlace is not null)
        {
            _code.Gap();
            _code.Line($"private int {field.Property}TypeSlot => {Slot(field.TypePlace)};");
        }

        switch (element.Kind)
        {
            case TypeKind.String:
                FromSlot(field, $"public {Emission.Payloads}TextVector {name}", $"{Emission.Payloads}TextVector.At(_buffer, slot)");
                break;
            case TypeKind.Table:
                FromSlot(field, $"public {Helper(element, "VectorView")} {name}", $"{Helper(element, "VectorView")}.At(_buffer, slot)");
                break;
            case TypeKind.Union:
                FromSlot(field, $"public {Helper(element, "VectorView")} {name}", $"{Helper(element, "VectorView")}.At(_buffer, {name}TypeSlot, slot)");
                break;
            case TypeKind.Scalar when element.Scalar is ScalarKind.Bool or ScalarKind.UByte:
                Slotted(field, $"public {ReadOnlySpan} {name}", BytesAt, "default");
                break;
            default:
                string type = Emission.ValueType(element);
                string load = element.Kind == TypeKind.Struct ? $"{Helper(element, "Codec")}.LoadVector" : $"{Run}GeneratedReader.Numbers<{type}>";
                Slotted(field, $"public global::System.ReadOnlySpan<{type}> {name}", load, "default");
                break;
        }

        if (NestedTable(field) is string nested)
        {
            string view = CSharpNames.Global(nested, "View");
            _code.Gap();
            _code.Line($"/// <summary>The root of the buffer inside {field.Field.Name}; the default view where there is none.</summary>");
            _code.Line($"public {view} {field.Property}Root => {view}.TryCreate({field.Property}, out {view} root) ? root : default;");
        }
    }

    private static string Utf8(string text)
    {
        byte[] bytes = System.Text.Encoding.UTF8.GetBytes(text);
        return bytes.Length == 0 ? "default" : $"({ReadOnlySpan})new byte[] {{ {string.Join(", ", bytes)} }}";
    }
}
