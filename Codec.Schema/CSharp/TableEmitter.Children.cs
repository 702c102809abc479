using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

internal sealed partial class TableEmitter
{
    private const string Room = "if (at < 0)";

    // Writes what a field's offset leads to.
    private void EmitChild(FieldCode field, string slot, string typeSlot, bool direct)
    {
        string clear = $"{Bytes}.StoreUInt32(ref origin, {slot}, 0);";
        if (field.TypePlace is not null)
        {
            clear += "\n" + ClearType(field, typeSlot);
        }

        if (direct && field.IsNested)
        {
            _code.Line(clear);
            return;
        }

        string? absence = Absence(field, direct);
        if (absence is null)
        {
            EmitPresentChild(field, slot, typeSlot, direct);
            return;
        }

        _code.Block($"if ({absence})", clear);
        _code.Open("else");
        EmitPresentChild(field, slot, typeSlot, direct);
        _code.Close();
        _code.Line();
    }

    private static string ClearType(FieldCode field, string typeSlot) =>
        $"{Bytes}.Store{(field.Type.Kind == TypeKind.Union ? CSharpNames.Helper(field.Type.Scalar) : "UInt32")}(ref origin, {typeSlot}, 0);";

    private void EmitPresentChild(FieldCode field, string slot, string typeSlot, bool direct)
    {
        TypeReference type = field.Type;
        switch (type.Kind)
        {
            case TypeKind.String:
                _code.Line($"at = {Run}GeneratedWriter.Text(ref origin, at, end, {slot}, {field.Local});");
                break;
            case TypeKind.Table:
                _code.Line($"{Run}GeneratedVTable {field.Local}Shape = default;");
                _code.Line($"at = {Helper(type, "Codec")}.Write(ref origin, at, end, {slot}, {field.Local}, ref {field.Local}Shape{DepthArgument(type)});");
                break;
            case TypeKind.Union:
                _code.Line($"{Bytes}.Store{CSharpNames.Helper(type.Scalar)}(ref origin, {typeSlot}, ({CSharpNames.Keyword(type.Scalar)}){field.Local}.Type);");
                _code.Line($"at = {Helper(type, "Codec")}.Write(ref origin, at, end, {slot}, {field.Local}{DepthArgument(type)});");
                break;
            default:
                EmitVector(field, slot, typeSlot, direct);
                break;
        }

        _code.Block(Room, "return -1;");
        _code.Line();
    }

    private void EmitVector(FieldCode field, string slot, string typeSlot, bool direct)
    {
        string span = direct ? field.Local : $"{field.Local}.AsSpan()";
        TypeReference element = field.Element;
        switch (element.Kind)
        {
            case TypeKind.Struct when field.Field.ForceAlign <= element.InlineAlignment:
                _code.Line($"at = {Helper(element, "Codec")}.StoreVector(ref origin, at, end, {slot}, {span});");
                break;
            case TypeKind.Struct:
                _code.Line($"at = {Helper(element, "Codec")}.StoreVector(ref origin, at, end, {slot}, {span}, {VectorAlignment(field)});");
                break;
            case TypeKind.String:
                _code.Line($"at = {Run}GeneratedWriter.Texts(ref origin, at, end, {slot}, {span}, {FullField(field)});");
                break;
            case TypeKind.Table:
                _code.Line($"at = {Helper(element, "Codec")}.WriteVector(ref origin, at, end, {slot}, {span}, {FullField(field)}{DepthArgument(element)});");
                break;
            case TypeKind.Union:
                _code.Line($"at = {Helper(element, "Codec")}.WriteVector(ref origin, at, end, {slot}, {typeSlot}, {span}{DepthArgument(element)});");
                break;
            default:
                _code.Line($"at = {Run}GeneratedWriter.Vector<{Emission.ValueType(element)}>(ref origin, at, end, {slot}, {span}, {VectorAlignment(field)});");
                break;
        }
    }
}
