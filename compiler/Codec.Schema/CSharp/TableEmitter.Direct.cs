namespace Codec.Schema.CSharp;

internal sealed partial class TableEmitter
{
    /// <summary>Returns the parameters of the writer that accepts values directly, each preceded by a comma.</summary>
    public static string DirectParameters(CSharpModel model, CSharpTable table) =>
        string.Concat(table.Fields.Where(field => !field.IsNested).Select(field => $", {DirectType(model, field)} {field.Parameter}"));

    public static string DirectArguments(CSharpTable table) =>
        string.Concat(table.Fields.Where(field => !field.IsNested).Select(field => $", {field.Parameter}"));

    private static string DirectType(CSharpModel model, CSharpField field) => field.Type.Kind == TypeKind.Vector
        ? $"Sys_::ReadOnlySpan<{model.ValueType(field.Element)}>"
        : model.ValueType(field.Type) + (field.IsNullable && !field.IsRequired ? "?" : "");

    private string DirectWriter()
    {
        string writer = Members["Writer"];
        string parameters = DirectParameters(model, table);
        string[] children = [.. Children.Where(field => !field.IsNested).Select(DirectChild)];
        IEnumerable<string> required = Fields.Where(field => field.IsRequired && field.Type.Kind == TypeKind.String)
            .Select(field => $"writer.Required({field.Parameter}, {FullField(field)});");
        string writeChildren = children.Length == 0 ? "" : CodeText.Of($"""
            int at = writer.At;
            int end = writer.Destination.Length;
            {children}
            writer.At = at;
            """);
        return CodeText.Of($$"""
            /// <summary>Writes the table from values, without an object. Null or an empty span omits its field. \
            Write each nested field once, after the table.</summary>
            public readonly struct {{writer}}
            {
                private readonly Wire_::WrittenTable _table;
                private {{writer}}(Wire_::WrittenTable table) => _table = table;

                /// <summary>Starts a payload, overwriting what the writer has written, and writes its root table.</summary>
                public static {{writer}} Begin({{PayloadWriter}}{{parameters}}) =>
                    Add(ref writer, writer.Begin({{Identifier}}){{DirectArguments(table)}});
                {{Fields.Where(field => field.IsNested).Select(DirectNested)}}

                {{Hidden}} public static {{writer}} Add({{PayloadWriter}}, int slot{{parameters}})
                {
                    {{required}}
                    {{Shape(direct: true)}}
                    int table = {{Tables}}.Start<{{Layout}}>(ref writer, slot, shape);
                    if (table < 0) { return default; }
                    {{(Fields.Count > 0 ? "ref byte origin = ref Wire_::GeneratedBytes.First(writer.Destination);" : "")}}
                    {{OmitUntracked(direct: true)}}
                    {{Values(field => field.IsNullable ? $"{field.Parameter}.GetValueOrDefault()" : field.Parameter)}}
                    {{Fields.Where(field => field.IsNested).Select(NoOffset)}}
                    {{writeChildren}}
                    return new {{writer}}(new Wire_::WrittenTable(table, {{(Fields.Exists(field => field.IsNested) ? VTable : "0")}}));
                }
            }
            """);
    }

    private static string DirectAbsence(CSharpField field) => field.IsNested ? "true" : field.Type.Kind switch
    {
        TypeKind.Scalar or TypeKind.Enum or TypeKind.Struct => $"!{field.Parameter}.HasValue",
        TypeKind.Vector => $"{field.Parameter}.IsEmpty",
        _ => $"{field.Parameter} is null",
    };

    // Until a nested field is written, it has no offset.
    private static string NoOffset(CSharpField field)
    {
        string zero = field.Type.Kind == TypeKind.Union ? $"({ScalarType.Of(field.Type.Scalar).CSharp})0" : "0U";
        return CodeText.Lines(Store(field.Place.Offset, "0U"), field.TypePlace is { } type ? Store(type.Offset, zero) : "");
    }

    private string DirectChild(CSharpField field)
    {
        string slot = CodeText.Of($"table + {field.Place.Offset}");
        if (field.Type.Kind == TypeKind.String)
        {
            return $"at = {Writer}.Text(ref origin, at, end, {slot}, {field.Parameter}, false);";
        }

        // A required vector is written even if it is empty.
        string values = field.IsRequired ? $"{Writer}.Present({field.Parameter})" : $"{Writer}.NotEmpty({field.Parameter})";
        string arguments = CodeText.Of($"ref origin, at, end, {slot}, {values}, {field.Field.VectorAlignment}");
        return "at = " + field.Element.Kind switch
        {
            TypeKind.String => $"writer.Texts(at, {slot}, {values}, {FullField(field)});",
            TypeKind.Struct => $"{Writer}.Structs({arguments});",
            _ => $"{Writer}.Numbers({arguments}, false);",
        };
    }

    private string DirectNested(CSharpField field)
    {
        string open = Open(field.Place);
        string openType = field.TypePlace is { } place ? Open(place) : "";
        switch (field.Type.Kind)
        {
            case TypeKind.Table:
                CSharpTable child = model.Table(field.Type.Definition!);
                string nested = model.Nested(field.Type, "Writer");
                return CodeText.Of($$"""

                    /// <summary>Appends {{field.Property}} to the payload.</summary>
                    public {{nested}} {{table.WriterMembers["Write" + field.Name]}}({{PayloadWriter}}{{DirectParameters(model, child)}}) =>
                        {{nested}}.Add(ref writer, {{open}}{{DirectArguments(child)}});
                    """);
            case TypeKind.Union:
                string union = model.Nested(field.Type, "Writer");
                return CodeText.Of($"""

                    /// <summary>Opens {field.Property}. Write one value to it.</summary>
                    public {union} {table.WriterMembers["Open" + field.Name]}({PayloadWriter}) => new {union}({openType}, {open});
                    """);
            default:
                string vector = model.Nested(field.Element, "VectorWriter");
                int typeSize = ScalarType.Of(field.Element.Scalar).Size;
                string types = field.TypePlace is null ? "" : CodeText.Of($"writer.OpenVector({openType}, capacity, {typeSize}), ");
                return CodeText.Of($"""

                    /// <summary>Starts {field.Property} for at most <paramref name="capacity"/> elements. \
                    Each takes its bytes even if it is not added.</summary>
                    public {vector} {table.WriterMembers["Start" + field.Name]}({PayloadWriter}, int capacity) =>
                        new {vector}({types}writer.OpenVector({open}, capacity, 4));
                    """);
        }
    }

    private static string Open(FieldPlace place) => CodeText.Of($"writer.Open(_table, {place.Entry}, {place.Offset})");

    private string DirectVector()
    {
        string name = Members["VectorWriter"];
        string writer = Members["Writer"];
        return CodeText.Of($$"""
            /// <summary>Writes a vector of these tables from values. Pass it by reference: a copy does not get the later state of the \
            original.</summary>
            public struct {{name}}
            {
                private Wire_::VectorSlots _slots;
                {{Hidden}} public {{name}}(Wire_::VectorSlots slots) : this() => _slots = slots;

                public readonly int Count => _slots.Count;

                /// <summary>Appends a table to the payload. Throws if the vector already has as many tables as its capacity.</summary>
                public {{writer}} Add({{PayloadWriter}}{{DirectParameters(model, table)}}) =>
                    {{writer}}.Add(ref writer, _slots.Add(ref writer){{DirectArguments(table)}});
            }
            """);
    }
}
