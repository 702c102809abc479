using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

internal sealed partial class TableEmitter
{
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
                    $"{load}(_buffer, _table + {field.Place.Offset})",
                    $"{load}(_buffer, slot)",
                    field.IsRequired ? "default" : $"default({type}?)");
                break;
            case TypeKind.String:
                EmitHas(field);
                Slotted(field, $"public {ReadOnlySpan} {name}Utf8", field.Place, field.Field.DefaultText is string text
                    ? $"slot == 0 ? {Utf8(text)} : {Run}GeneratedReader.Bytes(_buffer, slot)"
                    : $"{Run}GeneratedReader.Bytes(_buffer, slot)");
                Slotted(field, $"public string? {name}", field.Place, field.Field.DefaultText is string fallback
                    ? $"slot == 0 ? {CSharpNames.Quote(fallback)} : {Run}GeneratedReader.Text(_buffer, slot)"
                    : $"{Run}GeneratedReader.Text(_buffer, slot)");
                break;
            case TypeKind.Table:
                Slotted(field, $"public {Helper(field.Type, "View")} {name}", field.Place, $"{Helper(field.Type, "View")}.At(_buffer, slot)");
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
        string fallback = field.IsOptionalScalar ? $"default({type}?)" : Default(field);
        EmitInPlace(
            field,
            field.IsOptionalScalar ? type + "?" : type,
            Emission.Load(field.Type, "_buffer", $"_table + {field.Place.Offset}"),
            Emission.Load(field.Type, "_buffer", "slot"),
            fallback);
    }

    // A value that lies in the table itself.
    private void EmitInPlace(FieldCode field, string type, string known, string found, string fallback)
    {
        _code.Gap();
        Emission.Summary(_code, field.Field.Documentation, $"The field {field.Field.Name}.");
        _code.Open($"public {type} {field.Property}");
        _code.Line(Inline);
        _code.Open("get");
        _code.Block("if (_vtable < 0)", $"return {known};");
        _code.Line();
        _code.Line($"int slot = {Run}GeneratedReader.Field(_buffer, _table, _vtable, {field.Place.Entry}, {field.Place.Size});");
        _code.Block("if (slot == 0)", $"return {fallback};");
        _code.Line();
        _code.Line($"return {found};");
        _code.Close();
        _code.Close();
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
        Slotted(field, $"public {Helper(field.Type, "View")} {field.Property}", field.Place, $"new {Helper(field.Type, "View")}(_buffer, {field.Property}Type, slot)");
    }

    private void EmitVectorAccess(FieldCode field)
    {
        EmitHas(field);
        TypeReference element = field.Element;
        (string type, string value) = element.Kind switch
        {
            TypeKind.Struct => ($"global::System.ReadOnlySpan<{Emission.ValueType(element)}>", $"{Helper(element, "Codec")}.LoadVector(_buffer, slot)"),
            TypeKind.String => ($"{Run}TextVector", $"{Run}TextVector.At(_buffer, slot)"),
            TypeKind.Table => (Helper(element, "VectorView"), $"{Helper(element, "VectorView")}.At(_buffer, slot)"),
            TypeKind.Union => (Helper(element, "VectorView"), $"{Helper(element, "VectorView")}.At(_buffer, {field.Property}TypeSlot, slot)"),
            TypeKind.Scalar when element.Scalar is ScalarKind.Bool or ScalarKind.UByte => (ReadOnlySpan, $"{Run}GeneratedReader.Bytes(_buffer, slot)"),
            _ => ($"global::System.ReadOnlySpan<{Emission.ValueType(element)}>", $"{Run}GeneratedReader.Numbers<{Emission.ValueType(element)}>(_buffer, slot)"),
        };
        if (field.TypePlace is not null)
        {
            _code.Gap();
            _code.Line($"private int {field.Property}TypeSlot => {Slot(field.TypePlace)};");
        }

        Slotted(field, $"public {type} {field.Property}", field.Place, value);
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
