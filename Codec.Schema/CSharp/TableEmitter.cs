using System.Collections.Generic;
using System.Globalization;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Writes everything that belongs to one table.</summary>
internal sealed partial class TableEmitter
{
    private const string Bytes = Emission.Bytes;
    private const string Run = Emission.Run;
    private const string Span = "global::System.Span<byte>";
    private const string ReadOnlySpan = "global::System.ReadOnlySpan<byte>";
    private const string Inline = Emission.Inline;

    private readonly CodeWriter _code;
    private readonly Emission _emission;
    private readonly TableCode _table;
    private readonly string _plain;
    private readonly string _view;

    public TableEmitter(CodeWriter code, Emission emission, TableCode table)
    {
        _code = code;
        _emission = emission;
        _table = table;
        _plain = CSharpNames.Global(table.Definition.FullName);
        _view = CSharpNames.Global(table.Definition.FullName, "View");
    }

    private IEnumerable<FieldCode> Fields => _table.Fields;

    private PacketDefinition? Packet => _table.Definition.Packet;

    // A key that is a struct has no order in C#.
    private FieldCode? Key => _table.Fields.Find(candidate => candidate.Field.IsKey && KeyOrder.Has(candidate.Type));

    private int MaxDepth => Packet?.MaxDepth ?? 64;

    // Every reader stops behind 64, so another limit shows in where it starts to count.
    private string FirstDepth => (64 - MaxDepth + 1).ToString(CultureInfo.InvariantCulture);

    private string TableLimit => Packet?.MaxTables is int tables ? System.FormattableString.Invariant($", {tables}") : "";

    public void Emit()
    {
        EmitPlain();
        _code.Line();
        EmitView();
        _code.Line();
        EmitVectorView();
        _code.Line();
        EmitDirectWriter();
        _code.Line();
        _code.Line($"/// <summary>Writes and checks a {_table.Name} at places in a payload.</summary>");
        _code.Open($"internal static class {_table.Name}Codec");
        EmitMaxSize();
        _code.Line();
        EmitWriteRoot();
        _code.Line();
        EmitWriteNested();
        _code.Line();
        EmitWriteVector();
        _code.Line();
        EmitVerify();
        EmitVerifyPlaces();
        _code.Close();
        if (Packet is not null)
        {
            _code.Line();
            new DispatchEmitter(_code, _table.Definition, Packet, _view).Emit(
                $"{_view}.TryCreateVerified(packet.Payload, out {_view} message)",
                $"message = new {_plain}();\nreturn {_view}.TryCreateVerified(packet.Payload, out {_view} view) && message.TryRead(view);");
        }
    }

    // flatc lets a struct be the root of a nested buffer, which no buffer has: the bytes are then only bytes.
    private string? NestedTable(FieldCode field) => field.Field.NestedFlatBuffer is string nested && _emission.IsTable(nested) ? nested : null;

    private static string Helper(TypeReference type, string suffix) => CSharpNames.Global(type.Definition!, suffix);

    private static int VectorAlignment(FieldCode field) =>
        System.Math.Max(4, System.Math.Max(field.Element.InlineAlignment, field.Field.ForceAlign));

    // The type of the property in the plain type, without the question mark.
    private static string PlainType(FieldCode field)
    {
        TypeReference type = field.Type;
        return type.Kind switch
        {
            TypeKind.Table => CSharpNames.Global(type.Definition!),
            TypeKind.Union => CSharpNames.Global(type.Definition!, "Value"),
            TypeKind.Vector => $"{Emission.Payloads}FieldList<{(type.Element!.Kind == TypeKind.Union ? CSharpNames.Global(type.Element.Definition!, "Value") : Emission.ValueType(type.Element))}>",
            _ => Emission.ValueType(type),
        };
    }

    // Whether the plain type says with null that there is no value.
    private static bool IsNullable(FieldCode field) => field.Type.Kind switch
    {
        TypeKind.Scalar or TypeKind.Enum => field.IsOptionalScalar,
        TypeKind.Struct => !field.IsRequired,
        TypeKind.Union => false,
        _ => true,
    };

    private string Default(FieldCode field) =>
        field.Field.Default is ScalarValue value ? _emission.Literal(field.Type, value) : "default";

    private string DepthParameter => _table.IsDeep ? ", int depth" : "";

    private string DepthArgument(TypeReference type) => !_emission.IsDeep(type) ? "" : _table.IsDeep ? ", depth + 1" : ", 1";

    private void DepthCheck()
    {
        if (_table.IsDeep)
        {
            _code.Block($"if (depth > {Run}GeneratedBudget.MaxDepth)", $"{Run}GeneratedThrow.TablesTooDeep({CSharpNames.Quote(_table.Definition.FullName)});");
            _code.Line();
        }
    }

    private string FullField(FieldCode field) => CSharpNames.Quote(_table.Definition.FullName + "." + field.Field.Name);
}
