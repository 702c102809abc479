using System;
using System.Globalization;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

internal sealed partial class TableEmitter
{
    private void EmitVerify()
    {
        int depth = MaxDepth;
        int? tables = Packet?.MaxTables;
        // A table without others inside counts for one, of at least one: only the general path has to count.
        string budget = $"{Run}GeneratedVerifierBudget budget = new(payload.Length{TableLimit});";
        string general = $"return VerifyBuffer(payload, {FirstDepth}, ref budget);";
        string Place(int offset) => (_table.RootTable + offset).ToString(CultureInfo.InvariantCulture);
        if (NeedsDepth)
        {
            _code.Open($"public static bool VerifyRoot({ReadOnlySpan} payload)");
            _code.Line(budget);
            _code.Open($"if ({MatchesRoot})");
            _code.Line("budget.TakeTable();");
            _code.Line($"const int depth = {FirstDepth};");
            EmitVerifyKnown("payload", Place, _table.RootTable + _table.PaddedSize);
            _code.Line(depth < 1 || tables < 1 ? "return false;" : "return true;");
            _code.Close();
            _code.Line();
            _code.Line(general);
            _code.Close();
        }
        else
        {
            _code.Line(Inline);
            _code.Line($"public static bool VerifyRoot({ReadOnlySpan} payload) =>");
            _code.Line($"    {MatchesRoot} ? VerifyKnown(payload) : VerifyOther(payload);");
            _code.Line();
            _code.Line("// The root table is where the writer put it, and its vtable the writer's own.");
            _code.Line(Inline);
            _code.Open($"public static bool VerifyKnown({ReadOnlySpan} payload)");
            EmitVerifyKnown("payload", Place, _table.RootTable + _table.PaddedSize);
            _code.Line(depth < 1 || tables < 1 ? "return false;" : "return true;");
            _code.Close();
            _code.Line();
            _code.Line(Emission.NoInline);
            _code.Open($"public static bool VerifyOther({ReadOnlySpan} payload)");
            _code.Line(budget);
            _code.Line(general);
            _code.Close();
        }

        _code.Line();
        _code.Open($"public static bool VerifyBuffer({ReadOnlySpan} payload, int depth, ref {Run}GeneratedVerifierBudget budget)");
        string identifier = _table.Identifier is null ? "" : $" || {Bytes}.LoadUInt32(payload, 4) != {IdentifierNumber()}";
        _code.Block($"if (payload.Length < {Run}GeneratedVerifier.MinBufferSize{identifier})", "return false;");
        _code.Line();
        _code.Line($"int table = {Run}GeneratedVerifier.Target(payload, 0);");
        _code.Line("return table != 0 && VerifyTable(payload, table, depth, ref budget);");
        _code.Close();
        _code.Line();
        EmitVerifyTable();
    }

    // Whether the payload starts with the writer's own root table and vtable, as a condition.
    private string MatchesRoot =>
        $"payload.Length >= {_table.MinRootSize}\n    && "
            + Emission.MatchImage(_table.RootImage(), "payload", place => place.ToString(CultureInfo.InvariantCulture));

    private bool NeedsDepth => Fields.Any(candidate => candidate.IsNested || NestedTable(candidate) is not null);

    private void EmitVerifyTable()
    {
        string image = Emission.MatchImage(TrimmedVTable(), "buffer", place => place == 0 ? "vtable" : $"vtable + {place}");
        _code.Open($"public static bool VerifyTable({ReadOnlySpan} buffer, int table, int depth, ref {Run}GeneratedVerifierBudget budget)");
        _code.Block($"if (!budget.TakeTable() || depth > {Run}GeneratedBudget.MaxDepth)", "return false;");
        _code.Line();
        _code.Line($"int vtable = unchecked(table - {Bytes}.LoadInt32(buffer, table));");
        string phase = _table.Alignment == 4 ? "" : $"\n    && (table & {_table.Alignment - 1}) == {_table.Alignment - 4}";
        _code.Open($"if ((ulong)unchecked((uint)vtable) + {_table.VTableSize} <= (uint)buffer.Length\n    && table <= buffer.Length - {_table.PaddedSize}\n    && (vtable & 1) == 0{phase}\n    && {image})");
        EmitVerifyKnown("buffer", offset => $"table + {offset}");
        _code.Line("return true;");
        _code.Close();
        _code.Line();
        _code.Line($"int fields = {Run}GeneratedVerifier.VTable(buffer, table, out vtable);");
        _code.Block("if (fields == 0)", "return false;");
        _code.Line();
        if (_table.Places.Count > 0)
        {
            _code.Line("int slot;");
        }

        foreach (FieldCode field in Fields)
        {
            if (field.TypePlace is not null)
            {
                string typeLocal = field.Local + "Slot";
                _code.Line($"int {typeLocal} = {FieldCall(field.TypePlace)};");
                _code.Line($"slot = {FieldCall(field.Place)};");
                string missing = field.IsRequired ? "slot <= 0" : "slot < 0";
                Refuse($"{typeLocal} < 0 || {missing}");
                EmitVerifyUnion(field, "buffer", typeLocal, "slot");
                continue;
            }

            _code.Line($"slot = {FieldCall(field.Place)};");
            string bad = field.IsRequired ? "slot <= 0" : "slot < 0";
            string? check = Check(field, "buffer", "slot");
            Refuse(check is null ? bad : field.IsRequired ? $"{bad} || !{check}" : $"{bad} || (slot > 0 && !{check})");
            EmitVerifyElements(field, "buffer", "slot");
        }

        _code.Line("return true;");
        _code.Close();
    }

    private static string FieldCall(FieldPlace place) =>
        $"{Run}GeneratedVerifier.Field(buffer, table, vtable, fields, {place.Entry}, {place.Size}, {place.Alignment})";

    // The vtable is the writer's own: every field is there and aligned, and only what offsets lead to is open.
    private void EmitVerifyKnown(string buffer, Func<int, string> place, int firstChild = 0)
    {
        foreach (FieldCode field in Fields.Where(field => field.Type.IsOffset))
        {
            // What comes first behind a root table is where the writer put it.
            int expected = firstChild;
            firstChild = 0;
            if (expected > 0 && field.Type.Kind == TypeKind.String)
            {
                Refuse($"!{Run}GeneratedVerifier.Text({buffer}, {place(field.Place.Offset)}, {expected.ToString(CultureInfo.InvariantCulture)})");
                continue;
            }

            if (field.TypePlace is not null)
            {
                EmitVerifyUnion(field, buffer, place(field.TypePlace.Offset), place(field.Place.Offset));
                continue;
            }

            string slot = place(field.Place.Offset);
            Refuse($"!{Check(field, buffer, slot)}");
            EmitVerifyElements(field, buffer, slot);
        }
    }

    // The check of what a field's offset leads to; null where the field is no offset. Tables and elements follow in statements.
    private static string? Check(FieldCode field, string buffer, string slot) => field.Type.Kind switch
    {
        TypeKind.String => $"{Run}GeneratedVerifier.Text({buffer}, {slot})",
        TypeKind.Table => $"{Helper(field.Type, "Codec")}.VerifyAt({buffer}, {slot}, depth + 1, ref budget)",
        TypeKind.Vector when field.Element.Kind == TypeKind.String => TextsCheck(buffer, slot),
        TypeKind.Vector when field.Element.Kind == TypeKind.Table => $"{Helper(field.Element, "Codec")}.VerifyVector({buffer}, {slot}, depth + 1, ref budget)",
        TypeKind.Vector => $"{Run}GeneratedVerifier.IsVector({buffer}, {slot}, {field.Element.InlineSize}, {Math.Max(4, field.Element.InlineAlignment)})",
        _ => null,
    };

    // The root table is visited once, so that its texts need not be counted.
    private static string TextsCheck(string buffer, string slot) =>
        $"{Run}GeneratedVerifier.Texts({buffer}, {slot}{(buffer == "payload" ? "" : ", ref budget")})";

    private void EmitVerifyElements(FieldCode field, string buffer, string slot)
    {
        if (NestedTable(field) is string nested)
        {
            Refuse($"{(slot == "slot" ? "slot > 0 && " : "")}!{CSharpNames.Global(nested, "Codec")}.VerifyBuffer({Run}GeneratedReader.Bytes({buffer}, {slot}), depth + 1, ref budget)");
        }
    }

    private void EmitVerifyUnion(FieldCode field, string buffer, string typeSlot, string slot)
    {
        TypeReference type = field.Type.Kind == TypeKind.Union ? field.Type : field.Element;
        string method = field.Type.Kind == TypeKind.Union ? "VerifyAt" : "VerifyVector";
        Refuse($"!{Helper(type, "Codec")}.{method}({buffer}, {typeSlot}, {slot}, depth + 1, ref budget)");
    }

    private void EmitVerifyPlaces()
    {
        _code.Line();
        _code.Open($"public static bool VerifyAt({ReadOnlySpan} buffer, int slot, int depth, ref {Run}GeneratedVerifierBudget budget)");
        _code.Line($"int table = {Run}GeneratedVerifier.Target(buffer, slot);");
        _code.Line("return table != 0 && VerifyTable(buffer, table, depth, ref budget);");
        _code.Close();
        _code.Line();
        _code.Open($"public static bool VerifyVector({ReadOnlySpan} buffer, int slot, int depth, ref {Run}GeneratedVerifierBudget budget)");
        _code.Line($"int start = {Run}GeneratedVerifier.Vector(buffer, slot, 4, 4, out int count);");
        _code.Open("for (int i = 0; i < count; i++)");
        Refuse("!VerifyAt(buffer, start + (4 * i), depth, ref budget)");
        _code.Close();
        _code.Line();
        _code.Line("return start != 0;");
        _code.Close();
    }
}
