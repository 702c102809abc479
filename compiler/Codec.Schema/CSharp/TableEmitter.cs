using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Generates all code of one table: a class with the fields, and its nested types that write, read and verify.</summary>
internal sealed partial class TableEmitter
{
    private const string Bytes = Emission.Bytes;
    private const string Run = Emission.Run;
    private const string Writer = Run + "GeneratedWriter";
    private const string Tables = Run + "TableWriter";
    private const string ReadOnlyBytes = Emission.ReadOnlyBytes;
    private const string Inline = Emission.Inline;
    private const string Hidden = Emission.Hidden;
    private const string PayloadWriter = "ref Payloads_::PayloadWriter writer";

    // For tables with more fields, inlined code is slower than a call.
    private const int MaxInlinedFields = 24;

    private readonly CodeWriter _code;
    private readonly Emission _emission;
    private readonly TableCode _table;
    private readonly string _name;
    private readonly string _self;

    public TableEmitter(CodeWriter code, Emission emission, TableCode table)
    {
        _code = code;
        _emission = emission;
        _table = table;
        _name = CSharpNames.Identifier(table.Name);
        _self = Emission.Self(table.Definition);
    }

    private List<FieldCode> Fields => _table.Fields;

    private PacketDefinition? Packet => _table.Definition.Packet;

    private MemberNames Members => _table.Members;

    // Keys that are structs cannot be compared in C#.
    private FieldCode? Key => Fields.Find(candidate => candidate.Field.IsKey && KeyOrder.Has(candidate.Type));

    private string View => Members["View"];

    private string Layout => Members["Layout"];

    private string FullName => CSharpNames.Quote(_table.Definition.FullName);

    private string FirstDepth => _table.FirstDepth;

    private string TableLimit => _table.TableLimit;

    private string Identifier => _table.Identifier is not { } text
        ? "0"
        : string.Format(CultureInfo.InvariantCulture, "0x{0:X}U", text.Reverse().Aggregate(0U, (number, letter) => (number << 8) | letter));

    public void Emit()
    {
        Emission.Summary(_code, _table.Definition.Documentation, $"The table {_table.Definition.FullName}. Not thread-safe.");
        _code.Open($"{CSharpNames.Access(_table.Definition)} sealed partial class {_name}{(Packet is null ? "" : " : Packets_::IPacket")}");
        if (Packet is not null)
        {
            _code.Line("/// <summary>The id in the header of a packet with this payload.</summary>");
            _code.Line($"public const uint {Members["PacketId"]} = {Packet.Id.ToString(CultureInfo.InvariantCulture)};");
        }

        EmitProperties();
        EmitKeyComparison();
        EmitWriting();
        _code.Gap();
        _code.Line("/// <summary>Returns whether a payload is a valid table of this type, with every offset inside it. As strict as FlatBuffers' C++ verifier.</summary>");
        _code.Line($"public static bool {Members["Verify"]}({ReadOnlyBytes} payload) => {Run}TableVerifier.Root<{Layout}>(payload, {FirstDepth}, {TableLimit});");
        EmitReading();
        EmitView();
        EmitVectorView();
        EmitDirectWriter();
        EmitDirectVector();
        if (Packet is not null)
        {
            DispatchEmitter.EmitHandler(_code, Members["Handler"], View);
        }

        EmitLayout();
        _code.Close();
        if (Packet is not null)
        {
            string view = _emission.Nested(_table.Definition.FullName, "View");
            string message = _emission.Type(_table.Definition.FullName);
            string create = $"{view}.{_table.ViewMembers["TryCreateVerified"]}(packet.Payload, out {view} ";
            _code.Line();
            new DispatchEmitter(_code, _table.Name, message, Members, Packet, _table.Definition).Emit(
                create + "message)",
                $"message = new {message}();\nreturn {create}view) && message.{Members["TryRead"]}(view);");
        }
    }

    private void EmitProperties()
    {
        foreach (FieldCode field in Fields)
        {
            Emission.Summary(_code, field.Field.Documentation, field.IsRequired ? "Must not be null." : null);
            string initial = field.Field switch
            {
                { Default: ScalarValue { Bits: not 0 } value } => $" = {_emission.Literal(field.Type, value)};",
                { DefaultText: string text } => $" = {CSharpNames.Quote(text)};",
                { DefaultIsEmptyVector: true } => " = new();",
                _ => "",
            };
            _code.Line($"public {PlainType(field)} {field.Property} {{ get; set; }}{initial}");
        }
    }

    private void EmitKeyComparison()
    {
        if (Key is not { } key)
        {
            return;
        }

        string compare = key.Type.Kind == TypeKind.String
            ? $"{Run}GeneratedText.Compare(left.{key.Property}, right.{key.Property})"
            : KeyOrder.Compare(key.Type, "left." + key.Property, "right." + key.Property);
        _code.Gap();
        _code.Line($"/// <summary>Compares by the key {key.Field.Name}. <c>TryFind</c> requires a vector in this order.</summary>");
        _code.Line($"public static int {Members["CompareByKey"]}({_self} left, {_self} right) => {compare};");
    }

    // The type of the property in the class.
    private string PlainType(FieldCode field)
    {
        string type = field.Type.Kind == TypeKind.Vector
            ? $"{Emission.Payloads}FieldList<{_emission.ValueType(field.Element)}>"
            : _emission.ValueType(field.Type);
        return IsNullable(field) ? type + "?" : type;
    }

    // Whether a null property means that there is no value.
    private static bool IsNullable(FieldCode field) => field.Type.Kind switch
    {
        TypeKind.Scalar or TypeKind.Enum => field.IsOptionalScalar,
        TypeKind.Struct => !field.IsRequired,
        TypeKind.Union => false,
        _ => true,
    };

    private string FullField(FieldCode field) => CSharpNames.Quote(_table.Definition.FullName + "." + field.Field.Name);

    private static string PlaceArguments(FieldCode field) => Invariant($"{field.Place.Offset}, {field.Place.Entry}");

    private static string Invariant(System.FormattableString text) => System.FormattableString.Invariant(text);

    private static string Bool(bool value) => value ? "true" : "false";

    private byte[] TrimmedVTable() => [.. _table.VTableImage().Take(_table.VTableSize)];

    // Generates the constants that the reader, the verifier and the writer use, and the code that differs between tables.
    private void EmitLayout()
    {
        _code.Gap();
        _code.Open($"{Hidden} public readonly struct {Layout} : {Run}ITableVerifier, {Run}IObjectReader<{Layout}>, {Run}IObjectWriter");
        _code.Line($"public int RootTable => {_table.RootTable}; public int TableSize => {_table.PaddedSize}; public int VTableSize => {_table.VTableSize}; public int Alignment => {_table.Alignment};");
        EmitFacts();
        EmitVerify();
        EmitReadObject();
        EmitMaxSize();
        EmitWrite();
        _code.Line();
        _code.Open("public void StoreVTable(ref byte origin, int at)");
        Emission.StoreImage(_code, _table.VTableImage(), "at");
        _code.Close();
        _code.Close();
    }

    private void EmitFacts()
    {
        string isFlat = $" public bool IsFlat => {Bool(!Fields.Exists(candidate => candidate.IsNested || candidate.Field.NestedTable is not null))};";
        _code.Line($"public uint Identifier => {Identifier}; public int MinRootSize => {_table.MinRootSize}; public bool IsRootOnly => {Bool(_table.IsRootOnly)};{isFlat}");
        _code.Line();
        _code.Continued(
            $"{Inline} public bool IsRoot({ReadOnlyBytes} payload) =>",
            $"{Emission.HasImage(_table.RootImage(), "payload", "0")};");
        _code.Line();
        _code.Continued(
            $"{Inline} public bool IsVTable({ReadOnlyBytes} buffer, int vtable) =>",
            $"{Emission.HasImage(TrimmedVTable(), "buffer", "vtable")};");
    }

    private void EmitVerify()
    {
        string[] checks = [.. Fields.Select(Check)];
        _code.Line();
        if (Fields.Count <= MaxInlinedFields)
        {
            _code.Continued(
                $"{Inline} public bool Verify({Run}TableFields table, int depth, ref {Run}GeneratedVerifierBudget budget) =>",
                $"{(checks.Length == 0 ? "true" : string.Join("\n&& ", checks))};");
            return;
        }

        // The expression is split, because compilers recurse into nested expressions.
        _code.Open($"public bool Verify({Run}TableFields table, int depth, ref {Run}GeneratedVerifierBudget budget)");
        for (int i = 0; i < checks.Length; i += MaxInlinedFields)
        {
            _code.Block($"if (!({string.Join("\n    && ", checks.Skip(i).Take(MaxInlinedFields))}))", "return false;");
            _code.Line();
        }

        _code.Line("return true;");
        _code.Close();
    }

    private string Check(FieldCode field)
    {
        string at = PlaceArguments(field) + ", " + Bool(field.IsRequired);
        const string Rest = "depth, ref budget";
        switch (field.Type.Kind)
        {
            case TypeKind.String:
                return field == _table.FirstText ? $"table.FirstText({at}, {_table.PaddedSize})" : $"table.Text({at})";
            case TypeKind.Table:
                return $"table.Table<{_emission.Nested(field.Type, "Layout")}>({at}, {Rest})";
            case TypeKind.Union:
                return CheckUnion(field, field.Type, "VerifyAt", at);
            case TypeKind.Vector:
                return field.Element.Kind switch
                {
                    TypeKind.String => $"table.Texts({at}, ref budget)",
                    TypeKind.Table => $"table.Tables<{_emission.Nested(field.Element, "Layout")}>({at}, {Rest})",
                    TypeKind.Union => CheckUnion(field, field.Element, "VerifyVector", at),
                    _ when field.Field.NestedTable is string nested => $"table.Nested<{_emission.Nested(nested, "Layout")}>({at}, 4, {Rest})",
                    _ => $"table.Vector({at}, {field.Element.InlineSize}, {System.Math.Max(4, field.Element.InlineAlignment)})",
                };
            default:
                return $"table.{(field.IsRequired ? "Required" : "")}Value({field.Place.Entry}, {field.Place.Size}, {field.Place.Alignment})";
        }
    }

    private string CheckUnion(FieldCode field, TypeReference type, string method, string at)
    {
        FieldPlace place = field.TypePlace!;
        return Invariant($"table.Union({place.Offset}, {place.Entry}, {place.Size}, {at}, out int {field.Local}Type, out int {field.Local})")
            + $" && {_emission.Nested(type, "Layout")}.{method}(table.Buffer, {field.Local}Type, {field.Local}, depth + 1, ref budget)";
    }
}
