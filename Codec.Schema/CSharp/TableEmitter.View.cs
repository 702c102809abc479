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
        if (_table.IsRootOnly)
        {
            _code.Line();
            _code.Line("// -1 where the payload starts as the writer writes it, so that every place is known; else the vtable's place above the table's.");
            _code.Line("private readonly long _place;");
        }
        else
        {
            _code.Line("private readonly nint _table;");
            _code.Line();
            _code.Line("// The vtable's place; -1 where it is the one that the writer writes, so that every place is known.");
            _code.Line("private readonly int _vtable;");
        }

        _code.Line();
        _code.Line(Inline);
        _code.Open($"private {_table.Name}View({ReadOnlySpan} buffer, int table, int vtable)");
        _code.Line("_buffer = buffer;");
        _code.Line(_table.IsRootOnly ? "_place = ((long)vtable << 32) | unchecked((uint)table);" : "_table = table;\n_vtable = vtable;");
        _code.Close();
        _code.Line();
        _code.Line("/// <summary>Whether there is a table; a field that leads to a table gives the default view where it is missing or leads outside.</summary>");
        _code.Open("public bool IsPresent");
        _code.Line(Inline);
        _code.Line($"get => {(_table.IsRootOnly ? "_place != 0" : "_table != 0")} && {VTable} != {Run}GeneratedReader.NoVTable;");
        _code.Close();
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
        _code.Line();
        _code.Line("/// <summary>Makes a view of a payload's root table.</summary>");
        _code.Line("/// <param name=\"payload\">The payload; it need not be verified.</param>");
        _code.Line("/// <param name=\"view\">The view, or the default.</param>");
        _code.Line("/// <returns><see langword=\"false\"/> where the payload does not start as this table does.</returns>");
        _code.Line(Inline);
        _code.Open($"public static bool TryCreate({ReadOnlySpan} payload, out {_view} view)");
        _code.Open($"if ({MatchesRoot})");
        _code.Line($"view = {KnownRoot};");
        _code.Line("return true;");
        _code.Close();
        _code.Line();
        _code.Line($"int vtable = {Run}GeneratedReader.RootVTable(payload, out int table);");
        if (_table.Identifier is not null)
        {
            _code.Block($"if (payload.Length < 8 || {Bytes}.LoadUInt32(payload, 4) != {IdentifierNumber()})", $"vtable = {Run}GeneratedReader.NoVTable;");
            _code.Line();
        }

        _code.Line($"view = new {_view}(payload, table, vtable);");
        _code.Line($"return vtable != {Run}GeneratedReader.NoVTable;");
        _code.Close();
        _code.Line();
        EmitVerifiedViewCreation();
        _code.Line();
        _code.Line("/// <summary>For generated code: the table that an offset leads to.</summary>");
        _code.Line(Inline);
        _code.Open($"internal static {_view} At({ReadOnlySpan} buffer, int slot)");
        _code.Block("if (slot == 0)", $"return new {_view}(buffer, 0, {Run}GeneratedReader.NoVTable);");
        _code.Line();
        string target = $"(uint)slot + (ulong){Bytes}.LoadUInt32(buffer, slot)";
        if (_table.IsRootOnly)
        {
            // No field leads here. A table that is no root is read through its vtable all the same.
            _code.Line($"ulong place = {target};");
            _code.Line($"return new {_view}(buffer, unchecked((int)place), {Run}GeneratedReader.OtherVTable(buffer, place));");
            _code.Close();
            return;
        }

        _code.Line($"return Of(buffer, {target});");
        _code.Close();
        _code.Line();
        string nested = Emission.MatchImage(TrimmedVTable(), "buffer", place => place == 0 ? "vtable" : $"vtable + {place}");
        _code.Line(Inline);
        _code.Open($"private static {_view} Of({ReadOnlySpan} buffer, ulong place)");
        _code.Line("int table = unchecked((int)place);");
        _code.Open($"if (place + {_table.PaddedSize} <= (uint)buffer.Length)");
        _code.Line($"int vtable = unchecked(table - {Bytes}.LoadInt32(buffer, table));");
        _code.Block($"if ((ulong)unchecked((uint)vtable) + {_table.VTableSize} <= (uint)buffer.Length\n    && {nested})", $"return new {_view}(buffer, table, -1);");
        _code.Close();
        _code.Line();
        _code.Line($"return new {_view}(buffer, table, {Run}GeneratedReader.OtherVTable(buffer, place));");
        _code.Close();
    }

    private void EmitVerifiedViewCreation()
    {
        _code.Line("/// <summary>Verifies a payload, and makes a view of its root table: for less than one after the other.</summary>");
        _code.Line("/// <param name=\"payload\">The payload; it is not changed.</param>");
        _code.Line("/// <param name=\"view\">The view, or the default.</param>");
        _code.Line($"/// <returns>Whether <see cref=\"{CSharpNames.Global(_table.Definition.FullName)}.Verify\"/> accepts the payload.</returns>");
        _code.Line(Inline);
        _code.Open($"public static bool TryCreateVerified({ReadOnlySpan} payload, out {_view} view)");
        if (!NeedsDepth)
        {
            _code.Open($"if ({MatchesRoot})");
            _code.Open($"if ({Helper("Codec")}.VerifyKnown(payload))");
            _code.Line($"view = {KnownRoot};");
            _code.Line("return true;");
            _code.Close();
            _code.Close();
            _code.Block($"else if ({Helper("Codec")}.VerifyOther(payload))", "return TryCreate(payload, out view);");
        }
        else
        {
            _code.Block($"if ({Helper("Codec")}.VerifyRoot(payload))", "return TryCreate(payload, out view);");
        }

        _code.Line();
        _code.Line("view = default;");
        _code.Line("return false;");
        _code.Close();
    }

    private string IdentifierNumber()
    {
        uint value = 0;
        for (int i = 3; i >= 0; i--)
        {
            value = (value << 8) | _table.Identifier![i];
        }

        return string.Format(CultureInfo.InvariantCulture, "0x{0:X}U", value);
    }

    private byte[] TrimmedVTable() => [.. _table.VTableImage().Take(_table.VTableSize)];

    private string KnownRoot => $"new {_view}(payload, {(_table.IsRootOnly ? -1 : _table.RootTable)}, -1)";

    private string IsKnown => _table.IsRootOnly ? "_place < 0" : "_vtable < 0";

    private string VTable => _table.IsRootOnly ? "(int)(_place >> 32)" : "_vtable";

    // The place of a field in the writer's own layout.
    private string KnownPlace(FieldPlace place) => _table.IsRootOnly
        ? (_table.RootTable + place.Offset).ToString(CultureInfo.InvariantCulture)
        : $"(int)_table + {place.Offset}";

    // The place of a field, or 0.
    private string Slot(FieldPlace place) => $"{IsKnown} ? {KnownPlace(place)} : {Find(place)}";

    private string Find(FieldPlace place) =>
        $"{Run}GeneratedReader.Field(_buffer, {(_table.IsRootOnly ? "unchecked((int)_place)" : "(int)_table")}, {VTable}, {place.Entry}, {place.Size})";
}
