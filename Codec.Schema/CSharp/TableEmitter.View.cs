using System.Globalization;
using System.Linq;

namespace Codec.Schema.CSharp;

internal sealed partial class TableEmitter
{
    private void EmitView()
    {
        string name = CSharpNames.Identifier(_table.Name + "View");
        _code.Line($"/// <summary>A {Emission.Escape(_table.Name)} inside a payload: nothing is copied, and it is valid as long as the payload's memory.</summary>");
        _code.Line("/// <remarks>");
        _code.Line("/// Whatever the bytes are, every property gives a value from inside the payload, or the field's default; none throws. The default view has no");
        _code.Line("/// payload, and every field's default. Safe to read from several threads while nobody writes to the memory.");
        _code.Line("/// </remarks>");
        _code.Open($"public readonly ref struct {name}");
        _code.Line($"private readonly {ReadOnlySpan} _buffer;");
        _code.Line("private readonly int _table;");
        _code.Line("private readonly int _vtable;");
        _code.Line();
        _code.Line("// The vtable's size; -1 where the vtable is the one that the writer writes, so that every place is known; 0 where there is no table.");
        _code.Line("private readonly int _fields;");
        _code.Line();
        _code.Line(Inline);
        _code.Open($"private {_table.Name}View({ReadOnlySpan} buffer, int table, int vtable, int fields)");
        _code.Line("_buffer = buffer;\n_table = table;\n_vtable = vtable;\n_fields = fields;");
        _code.Close();
        _code.Line();
        _code.Line("/// <summary>Whether there is a table; a field that leads to a table gives the default view where it is missing or leads outside.</summary>");
        _code.Line("public bool IsPresent => _fields != 0;");
        foreach (FieldCode field in Fields)
        {
            EmitAccess(field);
        }

        EmitViewCreation();
        EmitReadInto();
        _code.Close();
    }

    private void EmitViewCreation()
    {
        string image = Emission.MatchImage(_table.RootImage(), "payload", place => place.ToString(CultureInfo.InvariantCulture));
        _code.Line();
        _code.Line("/// <summary>Makes a view of a payload's root table.</summary>");
        _code.Line("/// <param name=\"payload\">The payload; it need not be verified.</param>");
        _code.Line("/// <param name=\"view\">The view, or the default.</param>");
        _code.Line("/// <returns><see langword=\"false\"/> where the payload does not start as this table does.</returns>");
        _code.Line(Inline);
        _code.Open($"public static bool TryCreate({ReadOnlySpan} payload, out {_view} view)");
        _code.Open($"if (payload.Length >= {_table.RootTable + _table.PaddedSize}\n    && {image})");
        _code.Line($"view = new {_view}(payload, {_table.RootTable}, 0, -1);");
        _code.Line("return true;");
        _code.Close();
        _code.Line();
        // Numbers come back rather than a view: a view whose address is taken somewhere is kept in memory everywhere.
        _code.Line("int table = OpenOther(payload, out int vtable, out int fields);");
        _code.Line($"view = new {_view}(payload, table, vtable, fields);");
        _code.Line("return fields != 0;");
        _code.Close();
        _code.Line();
        _code.Open($"private static int OpenOther({ReadOnlySpan} payload, out int vtable, out int fields)");
        _code.Line("vtable = 0;\nfields = 0;");
        _code.Line($"int table = {Run}GeneratedReader.Root(payload);");
        string mismatch = _table.Identifier is null
            ? "table == 0"
            : $"table == 0 || {Bytes}.LoadUInt32(payload, 4) != {IdentifierNumber()}";
        _code.Block($"if ({mismatch})", "return 0;");
        _code.Line();
        _code.Line($"{_view} view = Of(payload, table);");
        _code.Line("vtable = view._vtable;\nfields = view._fields;");
        _code.Line("return table;");
        _code.Close();
        _code.Line();
        _code.Line("/// <summary>For generated code: the table that an offset leads to.</summary>");
        _code.Line(Inline);
        _code.Open($"internal static {_view} At({ReadOnlySpan} buffer, int slot)");
        _code.Line($"int table = {Run}GeneratedReader.Target(buffer, slot);");
        _code.Line("return table == 0 ? default : Of(buffer, table);");
        _code.Close();
        _code.Line();
        string nested = Emission.MatchImage(TrimmedVTable(), "buffer", place => place == 0 ? "vtable" : $"vtable + {place}");
        _code.Line("// The table's own 4 bytes are inside the buffer.");
        _code.Line(Inline);
        _code.Open($"private static {_view} Of({ReadOnlySpan} buffer, int table)");
        _code.Line($"int vtable = unchecked(table - {Bytes}.LoadInt32(buffer, table));");
        _code.Open($"if ((ulong)(uint)vtable + {_table.VTableSize} <= (uint)buffer.Length\n    && table <= buffer.Length - {_table.PaddedSize}\n    && {nested})");
        _code.Line($"return new {_view}(buffer, table, vtable, -1);");
        _code.Close();
        _code.Line();
        _code.Line($"int fields = {Run}GeneratedReader.VTable(buffer, table, out int other);");
        _code.Line($"return new {_view}(buffer, table, other, fields);");
        _code.Close();
    }

    private string IdentifierNumber()
    {
        uint value = 0;
        for (int i = 3; i >= 0; i--)
        {
            value = (value << 8) | (byte)_table.Identifier![i];
        }

        return string.Format(CultureInfo.InvariantCulture, "0x{0:X}U", value);
    }

    private byte[] TrimmedVTable() => [.. _table.VTableImage().Take(_table.VTableSize)];

    // The place of a field, or 0.
    private static string Slot(FieldPlace place) =>
        $"_fields < 0 ? _table + {place.Offset} : {Run}GeneratedReader.Field(_buffer, _table, _vtable, _fields, {place.Entry}, {place.Size})";

    private void Slotted(FieldCode field, string head, FieldPlace place, string value)
    {
        _code.Gap();
        Emission.Summary(_code, field.Field.Documentation, $"The field {field.Field.Name}.");
        _code.Open(head);
        _code.Line(Inline);
        _code.Open("get");
        _code.Line($"int slot = {Slot(place)};");
        _code.Line($"return {value};");
        _code.Close();
        _code.Close();
    }
}
