using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

internal sealed partial class TableEmitter
{
    /// <summary>Returns the parameters of the writer that accepts values directly, each preceded by a comma.</summary>
    public static string DirectParameters(Emission emission, TableCode table) =>
        string.Concat(table.Fields.Where(field => !field.IsNested).Select(field => $", {DirectType(emission, field)} {field.Parameter}"));

    /// <summary>Returns the arguments for <see cref="DirectParameters"/>.</summary>
    public static string DirectArguments(TableCode table) =>
        string.Concat(table.Fields.Where(field => !field.IsNested).Select(field => $", {field.Parameter}"));

    private static string DirectType(Emission emission, FieldCode field) => field.Type.Kind switch
    {
        TypeKind.Vector => $"Sys_::ReadOnlySpan<{emission.ValueType(field.Element)}>",
        _ => emission.ValueType(field.Type) + (IsNullable(field) && !field.IsRequired ? "?" : ""),
    };

    private void EmitDirectWriter()
    {
        string writer = Members["Writer"];
        string parameters = DirectParameters(_emission, _table);
        _code.Gap();
        _code.Line("/// <summary>Writes the table from values, without an object. Null or an empty span omits its field. Write each nested field once, after the table.</summary>");
        _code.Open($"public readonly struct {writer}");
        _code.Line($"private readonly {Run}WrittenTable _table;");
        _code.Line($"private {writer}({Run}WrittenTable table) => _table = table;");
        _code.Line();
        _code.Line("/// <summary>Starts a payload, overwriting what the writer has written, and writes its root table.</summary>");
        _code.Open($"public static {writer} Begin({PayloadWriter}{parameters})");
        _code.Line($"{Run}GeneratedVTable shared = default;");
        _code.Line($"return Add(ref writer, writer.Begin({Identifier}), ref shared{DirectArguments(_table)});");
        _code.Close();
        foreach (FieldCode field in Fields.Where(field => field.IsNested))
        {
            EmitDirectNested(field);
        }

        _code.Line();
        _code.Open($"{Hidden} public static {writer} Add({PayloadWriter}, int slot, ref {Run}GeneratedVTable shared{parameters})");
        foreach (FieldCode field in Fields.Where(field => field.IsRequired && field.Type.Kind == TypeKind.String))
        {
            _code.Line($"writer.Required({field.Parameter}, {FullField(field)});");
        }

        EmitShape(direct: true);
        _code.Line($"int table = {Tables}.Start<{Layout}>(ref writer, slot, ref shared, shape);");
        _code.Block("if (table < 0)", "return default;");
        if (Fields.Count > 0)
        {
            _code.Line($"ref byte origin = ref {Bytes}.First(writer.Destination);");
        }

        EmitUntracked(direct: true);
        EmitValues(field => IsNullable(field) ? $"{field.Parameter}.GetValueOrDefault()" : field.Parameter);
        foreach (FieldCode field in Fields.Where(field => field.IsNested))
        {
            EmitNoOffset(field);
        }

        FieldCode[] children = [.. Fields.Where(field => field.Type.IsOffset && !field.IsNested)];
        if (children.Length > 0)
        {
            _code.Line("int at = writer.At;");
            _code.Line("int end = writer.Destination.Length;");
            foreach (FieldCode field in children)
            {
                EmitDirectChild(field);
            }

            _code.Line("writer.At = at;");
        }

        _code.Line($"return new {writer}(new {Run}WrittenTable(table, shared.Position));");
        _code.Close();
        _code.Close();
    }

    private static string DirectAbsence(FieldCode field) => field.IsNested ? "true" : field.Type.Kind switch
    {
        TypeKind.Scalar or TypeKind.Enum or TypeKind.Struct => $"!{field.Parameter}.HasValue",
        TypeKind.Vector => $"{field.Parameter}.IsEmpty",
        _ => $"{field.Parameter} is null",
    };

    // Until a nested field is written, it has no offset.
    private void EmitNoOffset(FieldCode field)
    {
        _code.Line($"{Bytes}.Store(ref origin, table + {field.Place.Offset}, 0U);");
        if (field.TypePlace is not null)
        {
            string zero = field.Type.Kind == TypeKind.Union ? $"({CSharpNames.Keyword(field.Type.Scalar)})0" : "0U";
            _code.Line($"{Bytes}.Store(ref origin, table + {field.TypePlace.Offset}, {zero});");
        }
    }

    private void EmitDirectChild(FieldCode field)
    {
        string to = $"ref origin, at, end, table + {field.Place.Offset}";
        if (field.Type.Kind == TypeKind.String)
        {
            _code.Line($"at = {Writer}.Text({to}, {field.Parameter}, false);");
            return;
        }

        // A required vector is written even if it is empty.
        string values = field.IsRequired ? $"{Writer}.Present({field.Parameter})" : $"{Writer}.NotEmpty({field.Parameter})";
        _code.Line("at = " + field.Element.Kind switch
        {
            TypeKind.String => $"writer.Texts(at, table + {field.Place.Offset}, {values}, {FullField(field)});",
            TypeKind.Struct => $"{Writer}.Structs({to}, {values}, {field.Field.VectorAlignment});",
            _ => $"{Writer}.Numbers({to}, {values}, {field.Field.VectorAlignment}, false);",
        });
    }

    private void EmitDirectNested(FieldCode field)
    {
        string open = Invariant($"writer.Open(_table, {field.Place.Entry}, {field.Place.Offset})");
        string openType = field.TypePlace is { } place ? Invariant($"writer.Open(_table, {place.Entry}, {place.Offset})") : "";
        _code.Line();
        switch (field.Type.Kind)
        {
            case TypeKind.Table:
                TableCode child = _emission.Table(field.Type.Definition!);
                string nested = _emission.Nested(field.Type, "Writer");
                _code.Line($"/// <summary>Appends {field.Property} to the payload.</summary>");
                _code.Open($"public {nested} {_table.WriterMembers["Write" + field.Name]}({PayloadWriter}{DirectParameters(_emission, child)})");
                _code.Line($"{Run}GeneratedVTable shared = default;");
                _code.Line($"return {nested}.Add(ref writer, {open}, ref shared{DirectArguments(child)});");
                _code.Close();
                break;
            case TypeKind.Union:
                string union = _emission.Nested(field.Type, "Writer");
                _code.Line($"/// <summary>Opens {field.Property}. Write one value to it.</summary>");
                _code.Line($"public {union} {_table.WriterMembers["Open" + field.Name]}({PayloadWriter}) => new {union}({openType}, {open});");
                break;
            default:
                string vector = _emission.Nested(field.Element, "VectorWriter");
                string types = field.TypePlace is null ? "" : $"writer.OpenVector({openType}, capacity, {ScalarKinds.SizeOf(field.Element.Scalar)}), ";
                _code.Line($"/// <summary>Starts {field.Property} for at most <paramref name=\"capacity\"/> elements. Each takes its bytes even if it is not added.</summary>");
                _code.Continued(
                    $"public {vector} {_table.WriterMembers["Start" + field.Name]}({PayloadWriter}, int capacity) =>",
                    $"new {vector}({types}writer.OpenVector({open}, capacity, 4));");
                break;
        }
    }

    private void EmitDirectVector()
    {
        string name = Members["VectorWriter"];
        string writer = Members["Writer"];
        _code.Line();
        _code.Line("/// <summary>Writes a vector of these tables from values. Pass it by reference: a copy does not get the later state of the original.</summary>");
        _code.Open($"public struct {name}");
        _code.Line($"private {Run}GeneratedVTable _shared;\nprivate {Run}VectorSlots _slots;");
        _code.Line($"{Hidden} public {name}({Run}VectorSlots slots) : this() => _slots = slots;");
        _code.Line();
        _code.Line("public readonly int Count => _slots.Count;");
        _code.Line();
        _code.Line("/// <summary>Appends a table to the payload. Throws if the vector already has as many tables as its capacity.</summary>");
        _code.Continued(
            $"public {writer} Add({PayloadWriter}{DirectParameters(_emission, _table)}) =>",
            $"{writer}.Add(ref writer, _slots.Add(ref writer), ref _shared{DirectArguments(_table)});");
        _code.Close();
    }
}
