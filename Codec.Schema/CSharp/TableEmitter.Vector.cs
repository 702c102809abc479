using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

internal sealed partial class TableEmitter
{
    // Whether lengths alone say what a table and all behind it take at most: then one test for room does for all of it.
    private bool HasKnownSize => !_table.IsDeep
        && Fields.Any(candidate => candidate.Type.IsOffset)
        && Fields.All(candidate => candidate.AbsentBit < TableCode.UntrackedBit && (!candidate.Type.IsOffset || HasOwnValuesOnly(candidate)));

    private static bool HasOwnValuesOnly(FieldCode field) =>
        field.Type.Kind == TypeKind.String || field.IsVectorOfNumbers || field.IsVectorOf(TypeKind.Struct);

    private void EmitWriteVector()
    {
        _code.Open($"public static int WriteVector(ref byte origin, int at, int end, int slot, global::System.ReadOnlySpan<{_plain}> values, string field{DepthParameter})");
        _code.Line($"at = {Run}GeneratedWriter.VectorHead(ref origin, at, end, slot, values.Length, 4, 4, out int elements);");
        _code.Line($"{Run}GeneratedVTable shared = default;");
        if (HasKnownSize)
        {
            _code.Line("int whole = 0;");
        }

        _code.Open("for (int i = 0; at >= 0 && i < values.Length; i++)");
        _code.Line($"{_plain} value = values[i];");
        _code.Block("if (value is null)", $"{Run}GeneratedThrow.NullElement(field);");
        _code.Line();
        const string Slot = "elements + (4 * i)";
        string write = $"at = Write(ref origin, at, end, {Slot}, value, ref shared{(_table.IsDeep ? ", depth" : "")});";
        if (HasKnownSize)
        {
            EmitWhole(Slot);
        }

        _code.Line(write);
        if (HasKnownSize)
        {
            _code.Line("whole = shared.Shape == 0 ? shared.Position : 0;");
        }

        _code.Close();
        _code.Line();
        _code.Line("return at;");
        _code.Close();
    }

    private void EmitWhole(string slot)
    {
        EmitLocals();
        FieldCode[] children = [.. Fields.Where(field => field.Type.IsOffset)];
        _code.Line("// A table with all of its fields, behind one like it, and with room for whatever its texts take.");
        _code.Open($"if ({string.Join("\n    && ", ["whole != 0", .. Fields.Where(field => field.AbsentBit >= 0).Select(PlainPresence)])})");
        foreach (FieldCode field in children.Where(field => field.Type.Kind == TypeKind.Vector))
        {
            // Taken once, as what was measured has to be what is copied.
            _code.Line($"global::System.ReadOnlySpan<{Emission.ValueType(field.Element)}> {Elements(field)} = {field.Local}.AsSpan();");
        }

        string[] sizes = [$"{_table.Alignment - 4 + _table.PaddedSize}", .. children.Select(field => MaxSize(field, Elements(field) + ".Length"))];
        _code.Open($"if (end - at >= {string.Join(" + ", sizes)})");
        _code.Line($"int place = {slot};");
        EmitPlace("whole", "place", hasRoom: true);
        EmitValues(offset => $"table + {offset}", direct: false);
        _code.Line($"at = table + {_table.PaddedSize};");
        foreach (FieldCode field in children)
        {
            _code.Line($"at = {Fitting(field, $"table + {field.Place.Offset}")};");
        }

        _code.Line("continue;");
        _code.Close();
        _code.Close();
        _code.Line();
    }

    private static string Elements(FieldCode field) => field.Local + "Elements";

    private static string Fitting(FieldCode field, string slot) => field.Type.Kind == TypeKind.String
        ? $"{Run}GeneratedWriter.FittingText(ref origin, at, {slot}, {field.Local})"
        : field.IsVectorOfNumbers
        ? $"{Run}GeneratedWriter.FittingVector(ref origin, at, {slot}, {Elements(field)}, {VectorAlignment(field)})"
        : $"{Helper(field.Element, "Codec")}.StoreVector(ref origin, at, end, {slot}, {Elements(field)}, {VectorAlignment(field)})";

    private static string PlainPresence(FieldCode field) =>
        field.Local + (field.Type.Kind is TypeKind.Scalar or TypeKind.Enum or TypeKind.Struct ? ".HasValue" : " is not null");

    private static string MaxSize(FieldCode field, string count) => field.Type.Kind == TypeKind.String
        ? $"{Run}GeneratedWriter.MaxTextSize({field.Local})"
        : $"{Run}GeneratedWriter.MaxVectorSize({count}, {field.Element.InlineSize}, {VectorAlignment(field)})";
}
