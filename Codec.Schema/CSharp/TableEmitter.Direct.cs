using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

internal sealed partial class TableEmitter
{
    /// <summary>The parameters of the writer that takes values directly, each with a comma in front.</summary>
    public static string DirectParameters(TableCode table) =>
        string.Concat(table.Fields.Where(field => !field.IsNested).Select(field => $", {DirectType(field)} {field.Parameter}"));

    /// <summary>The arguments for <see cref="DirectParameters"/>.</summary>
    public static string DirectArguments(TableCode table) =>
        string.Concat(table.Fields.Where(field => !field.IsNested).Select(field => $", {field.Parameter}"));

    private static string DirectType(FieldCode field) => field.Type.Kind switch
    {
        TypeKind.Vector => $"global::System.ReadOnlySpan<{Emission.ValueType(field.Element)}>",
        _ => PlainType(field) + (IsNullable(field) && !field.IsRequired ? "?" : ""),
    };

    private void EmitDirectWriter()
    {
        string name = CSharpNames.Identifier(_table.Name + "Writer");
        string writer = CSharpNames.Global(_table.Definition.FullName, "Writer");
        IEnumerable<FieldCode> values = Fields.Where(field => !field.IsNested);
        _code.Line($"/// <summary>A {Emission.Escape(_table.Name)} that was written from values, without an object; what it nests is written after it.</summary>");
        _code.Line("/// <remarks>An empty span, like null, leaves its field out. Each nested field is to be written once.</remarks>");
        _code.Open($"public readonly struct {name}");
        _code.Line("private readonly int _table;\nprivate readonly int _vtable;");
        _code.Line();
        _code.Open($"private {_table.Name}Writer(int table, int vtable)");
        _code.Line("_table = table;\n_vtable = vtable;");
        _code.Close();
        _code.Line();
        _code.Line("/// <summary>Starts a payload and writes its root table.</summary>");
        _code.Line("/// <param name=\"writer\">Where to write; what it wrote before is overwritten.</param>");
        foreach (FieldCode field in values)
        {
            _code.Line($"/// <param name=\"{field.Parameter.TrimStart('@')}\">The field {field.Field.Name}.</param>");
        }

        _code.Line("/// <returns>The table, to write what it nests.</returns>");
        _code.Open($"public static {writer} Begin(ref {Emission.Payloads}PayloadWriter writer{DirectParameters(_table)})");
        _code.Line($"{Run}GeneratedVTable shared = default;");
        _code.Line($"return writer.Begin({(_table.Identifier is null ? "0" : IdentifierNumber())}) ? At(ref writer, 0, ref shared{DirectArguments(_table)}) : default;");
        _code.Close();
        foreach (FieldCode field in Fields.Where(field => field.IsNested))
        {
            EmitDirectNested(field);
        }

        _code.Line();
        _code.Open($"internal static {writer} At(ref {Emission.Payloads}PayloadWriter writer, int slot, ref {Run}GeneratedVTable shared{DirectParameters(_table)})");
        _code.Block("if (writer.At < 0)", "return default;");
        _code.Line();
        _code.Line($"writer.At = Put(ref global::System.Runtime.InteropServices.MemoryMarshal.GetReference(writer.Destination), writer.At, writer.Destination.Length, slot, ref shared, out int tablePlace{DirectArguments(_table)});");
        _code.Line($"return writer.At < 0 ? default : new {writer}(tablePlace, shared.Position);");
        _code.Close();
        _code.Line();
        string locals = string.Concat(values.Select(field => $", {DirectType(field)} {field.Local}"));
        _code.Open($"private static int Put(ref byte origin, int at, int end, int slot, ref {Run}GeneratedVTable shared, out int tablePlace{locals})");
        foreach (FieldCode field in values.Where(field => field.IsRequired && field.Type.Kind == TypeKind.String))
        {
            _code.Block($"if ({field.Local} is null)", $"{Run}GeneratedThrow.RequiredFieldMissing({FullField(field)});");
            _code.Line();
        }

        _code.Line("tablePlace = 0;");
        EmitShape(direct: true);
        EmitHead(direct: true);
        _code.Line("tablePlace = table;");
        EmitBody(offset => $"table + {offset}", direct: true);
        _code.Line("return at;");
        _code.Close();
        _code.Close();
        _code.Line();
        EmitDirectVector(writer);
    }

    private void EmitDirectNested(FieldCode field)
    {
        _code.Line();
        string open = $"writer.Open(_table, _vtable, {field.Place.Entry}, {field.Place.Offset})";
        switch (field.Type.Kind)
        {
            case TypeKind.Table:
                TableCode child = _emission.Table(field.Type.Definition!);
                _code.Line($"/// <summary>Writes the field {field.Field.Name}, behind all that was written before.</summary>");
                _code.Line("/// <returns>The nested table, to write what it nests.</returns>");
                _code.Open($"public {Helper(field.Type, "Writer")} Write{field.Property}(ref {Emission.Payloads}PayloadWriter writer{DirectParameters(child)})");
                _code.Line($"int slot = {open};");
                _code.Line($"{Run}GeneratedVTable shared = default;");
                _code.Line($"return slot == 0 ? default : {Helper(field.Type, "Writer")}.At(ref writer, slot, ref shared{DirectArguments(child)});");
                _code.Close();
                break;
            case TypeKind.Union:
                _code.Line($"/// <summary>Opens the field {field.Field.Name}, to write one value into it.</summary>");
                _code.Line("/// <returns>The place of the value.</returns>");
                _code.Open($"public {Helper(field.Type, "Writer")} Open{field.Property}(ref {Emission.Payloads}PayloadWriter writer)");
                _code.Line($"int typeSlot = writer.Open(_table, _vtable, {field.TypePlace!.Entry}, {field.TypePlace.Offset});");
                _code.Line($"return new {Helper(field.Type, "Writer")}(typeSlot, {open});");
                _code.Close();
                break;
            default:
                bool isUnion = field.Element.Kind == TypeKind.Union;
                _code.Line($"/// <summary>Starts the field {field.Field.Name}, behind all that was written before.</summary>");
                _code.Line("/// <param name=\"writer\">Where to write.</param>");
                _code.Line("/// <param name=\"capacity\">The most elements that will be added; each takes its bytes even when it is not.</param>");
                _code.Line("/// <returns>The vector, to add elements to.</returns>");
                _code.Open($"public {Helper(field.Element, "VectorWriter")} Start{field.Property}(ref {Emission.Payloads}PayloadWriter writer, int capacity)");
                if (isUnion)
                {
                    _code.Line($"int types = writer.OpenVector(writer.Open(_table, _vtable, {field.TypePlace!.Entry}, {field.TypePlace.Offset}), capacity, {CSharpNames.SizeOf(field.Element.Scalar)});");
                }

                _code.Line($"return new {Helper(field.Element, "VectorWriter")}({(isUnion ? "types, " : "")}writer.OpenVector({open}, capacity, 4), capacity);");
                _code.Close();
                break;
        }
    }

    private void EmitDirectVector(string writer)
    {
        _code.Line($"/// <summary>A vector of {Emission.Escape(_table.Name)} that grows while it is written.</summary>");
        _code.Open($"public struct {CSharpNames.Identifier(_table.Name + "VectorWriter")}");
        _code.Line($"private readonly int _elements;\nprivate readonly int _capacity;\nprivate {Run}GeneratedVTable _shared;");
        _code.Line();
        _code.Open($"internal {_table.Name}VectorWriter(int elements, int capacity)");
        _code.Line("_elements = elements;\n_capacity = capacity;\n_shared = default;\nCount = 0;");
        _code.Close();
        _code.Line();
        _code.Line("/// <summary>The number of tables so far.</summary>");
        _code.Line("public int Count { readonly get; private set; }");
        _code.Line();
        _code.Line("/// <summary>Writes a table, behind all that was written before.</summary>");
        _code.Line("/// <returns>The table, to write what it nests.</returns>");
        _code.Line("/// <exception cref=\"global::System.InvalidOperationException\">The vector has as many tables as it was started for.</exception>");
        _code.Open($"public {writer} Add(ref {Emission.Payloads}PayloadWriter writer{DirectParameters(_table)})");
        _code.Line("int slot = writer.OpenElement(_elements, Count, _capacity, 4);");
        _code.Block("if (slot == 0)", "return default;");
        _code.Line();
        _code.Line("Count++;");
        _code.Line($"return {writer}.At(ref writer, slot, ref _shared{DirectArguments(_table)});");
        _code.Close();
        _code.Close();
    }
}
