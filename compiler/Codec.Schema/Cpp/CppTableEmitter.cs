using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using Codec.Schema.Model;

namespace Codec.Schema.Cpp;

/// <summary>Generates the code of one table.</summary>
internal sealed class CppTableEmitter(CppWriter code, CppModel model, CppTable table)
{
    // The maximum number of types in one FieldList. clang limits the nesting depth of a fold expression to 256, and a table may have more fields.
    private const int MaxFold = 64;

    private readonly string _plain = model.Names.Global(table.Definition.FullName);

    private string Name => model.Names.Local(table.Definition.FullName);

    private string ViewName => model.Names.Local(table.Definition.FullName, "View");

    private string ValuesName => model.Names.Local(table.Definition.FullName, "Values");

    /// <summary>Generates the plain type, and the struct of the values that a writer accepts without an object.</summary>
    public void Types()
    {
        code.Gap();
        code.Documentation(table.Definition.Documentation);
        code.Open($"struct {Name} {{");
        foreach (CppField field in table.Fields)
        {
            code.Documentation(field.Field.Documentation);
            code.Line($"{PlainType(field)} {field.Name}{Initial(field)};");
        }

        code.Close("};");
        code.Gap();
        code.Line($"/// The field values of `{Name}`, to write it without an object. A null text or an empty span omits its field. The writer then adds nested tables.");
        code.Open($"struct {ValuesName} {{");
        foreach (CppField field in table.Fields.Where(field => !field.IsNested))
        {
            code.Line($"{DirectType(field)} {field.Name}{DirectInitial(field)};");
        }

        code.Close("};");
    }

    /// <summary>Generates the description of the layout and of the fields.</summary>
    public void Facts()
    {
        TableDefinition definition = table.Definition;
        code.Gap();
        code.Line("template <>");
        code.Open($"struct Table<{_plain}> : TableFacts<{definition.IdCount}, {table.Size}, {table.Alignment}> {{");
        code.Line($"using View = {model.Names.Global(definition.FullName, "View")};");
        code.Line($"using Writer = {model.Names.Global(definition.FullName, "Writer")};");
        code.Line($"using Values = {model.Names.Global(definition.FullName, "Values")};");
        if (model.Identifier(definition.FullName) is string identifier)
        {
            code.Line(FormattableString.Invariant($"static constexpr ::std::uint32_t identifier = 0x{BitConverter.ToUInt32(Encoding.UTF8.GetBytes(identifier), 0):X8};"));
        }

        if (model.IsDeep(definition.FullName))
        {
            code.Line("static constexpr bool is_deep = true;");
        }

        if (definition.Packet?.MaxDepth is int depth)
        {
            code.Line(FormattableString.Invariant($"static constexpr int max_depth = {depth};"));
        }

        if (definition.Packet?.MaxTables is int tables)
        {
            code.Line(FormattableString.Invariant($"static constexpr ::std::uint32_t max_tables = {tables};"));
        }

        for (int i = 0; i < table.Fields.Count; i++)
        {
            if (table.Fields[i].Field.DefaultText is string text)
            {
                code.Line(FormattableString.Invariant($"struct f{i}_default {{ static constexpr ::std::string_view text{{{CppValues.Text(text)}}}; }};"));
            }

            code.Line(FormattableString.Invariant($"using f{i} = {Fact(table.Fields[i], i)};"));
        }

        string[] names = [.. table.Fields.Select((_, i) => "f" + i.ToString(CultureInfo.InvariantCulture))];
        code.Line($"using Fields = {FieldList(names)};");
        if (table.Fields.Find(field => field.Field.IsKey && field.Type.Kind is TypeKind.Scalar or TypeKind.Enum or TypeKind.String) is { } key)
        {
            code.Line(FormattableString.Invariant($"static auto key(const TableView& view) noexcept {{ return f{table.Fields.IndexOf(key)}::get(view); }}"));
        }

        code.Close("};");
    }

    /// <summary>Generates the view.</summary>
    public void View()
    {
        code.Gap();
        code.Line($"/// A view of `{Name}` in a payload, which the view does not own. Safe for any bytes: missing or invalid data is the default.");
        code.Line($"class {ViewName} : public ::codec::TableView {{");
        code.Line($"  using codec_table = ::codec::generated::Table<{_plain}>;");
        code.Line();
        code.Line(" public:");
        code.Line($"  using codec_plain = {_plain};");
        code.Line();
        code.Line($"  constexpr {ViewName}() noexcept = default;");
        code.Line($"  constexpr {ViewName}(const ::std::byte* payload, const ::std::byte* table, ::std::size_t room, const ::std::byte* vtable) noexcept : ::codec::TableView(payload, table, room, vtable) {{}}");
        for (int i = 0; i < table.Fields.Count; i++)
        {
            CppField field = table.Fields[i];
            string name = Function(field.Name);
            code.Line();
            foreach (string line in field.Field.Documentation)
            {
                code.Line(("  /// " + CppValues.Comment(line)).TrimEnd());
            }

            if (field.Type.Kind == TypeKind.Union)
            {
                code.Line(FormattableString.Invariant($"  {model.Names.Global(field.Type.Definition!)} {field.Name}_type() const noexcept {{ return codec_table::f{i}::get_type(*this); }}"));
            }

            string get = field.Type.Kind == TypeKind.Table ? ";" : FormattableString.Invariant($" {{ return codec_table::f{i}::get(*this); }}");
            code.Line($"  {ViewType(field)} {name}() const noexcept{get}");
        }

        code.Line("};");
    }

    /// <summary>Generates the writer of the nested tables.</summary>
    public void Writer()
    {
        code.Gap();
        code.Line($"/// Writes the nested tables of `{Name}` after its field values, each field once.");
        code.Line($"class {WriterName} : public ::codec::TableWriter {{");
        code.Line($"  using codec_table = ::codec::generated::Table<{_plain}>;");
        code.Line();
        code.Line(" public:");
        code.Line("  using ::codec::TableWriter::TableWriter;");
        foreach ((CppField field, string name, int i) in Nested())
        {
            TypeReference type = field.Type.Kind == TypeKind.Vector ? field.Type.Element! : field.Type;
            code.Line(field.Type.Kind switch
            {
                TypeKind.Table => $"  {model.Names.Global(type.Definition!, "Writer")} {name}(const {model.Names.Global(type.Definition!, "Values")}& values) const noexcept;",
                TypeKind.Union => FormattableString.Invariant($"  ::codec::UnionWriter<{Element(type)}> {name}() const noexcept {{ return ::codec::generated::open_union<codec_table::f{i}>(*this); }}"),
                _ when type.Kind == TypeKind.Table => FormattableString.Invariant($"  ::codec::TableVectorWriter<{Element(type)}> {name}(::std::size_t capacity) const noexcept {{ return ::codec::generated::start_tables<codec_table::f{i}>(*this, capacity); }}"),
                _ => FormattableString.Invariant($"  ::codec::UnionVectorWriter<{Element(type)}> {name}(::std::size_t capacity) const noexcept {{ return ::codec::generated::start_unions<codec_table::f{i}>(*this, capacity); }}"),
            });
        }

        code.Line("};");
    }

    /// <summary>Generates the functions that return views and writers of other tables. They follow all classes, because these types must be complete.</summary>
    public void LateAccessors()
    {
        foreach ((CppField field, string name, int i) in Nested())
        {
            if (field.Type.Kind == TypeKind.Table)
            {
                code.Line($"inline {model.Names.Global(field.Type.Definition!, "Writer")} {WriterName}::{name}(const {model.Names.Global(field.Type.Definition!, "Values")}& values) const noexcept {{");
                code.Line(FormattableString.Invariant($"  return ::codec::generated::write_later<codec_table::f{i}>(*this, values);"));
                code.Line("}");
                string accessor = IsMacro(field.Name) ? $"({model.Names.Global(table.Definition.FullName, "View")}::{field.Name})" : $"{ViewName}::{field.Name}";
                code.Line(FormattableString.Invariant($"inline {ViewType(field)} {accessor}() const noexcept {{ return codec_table::f{i}::get(*this); }}"));
            }
        }
    }

    private string WriterName => model.Names.Local(table.Definition.FullName, "Writer");

    // The fields that are written after their table, each with the name of the function that writes it and the index of the field.
    private IEnumerable<(CppField Field, string Name, int Index)> Nested()
    {
        HashSet<string> taken = [.. model.Names.TableTypeNames(table.Definition.FullName)];
        for (int i = 0; i < table.Fields.Count; i++)
        {
            CppField field = table.Fields[i];
            if (field.IsNested)
            {
                string verb = field.Type.Kind switch { TypeKind.Table => "write_", TypeKind.Union => "open_", _ => "start_" };
                yield return (field, CppNames.Unique(verb + field.Name, taken), i);
            }
        }
    }

    // A function-like macro, such as min and max of windows.h, is not expanded if its name is in parentheses.
    private static string Function(string name) => IsMacro(name) ? $"({name})" : name;

    private static bool IsMacro(string name) => CppMacros.Functions.Contains(name);

    private static string FieldList(string[] names)
    {
        if (names.Length <= MaxFold)
        {
            return $"FieldList<{string.Join(", ", names)}>";
        }

        int size = MaxFold;
        while (names.Length > size * MaxFold)
        {
            size *= MaxFold;
        }

        IEnumerable<string> groups = Enumerable.Range(0, (names.Length + size - 1) / size).Select(i => FieldList([.. names.Skip(i * size).Take(size)]));
        return $"FieldList<{string.Join(", ", groups)}>";
    }

    private string Element(TypeReference type) => type.Kind switch
    {
        TypeKind.Scalar => CppMessageEmitter.Scalar(type.Scalar),
        TypeKind.String => "::std::string",
        TypeKind.Union => model.Names.Global(type.Definition!, "Value"),
        _ => model.Names.Global(type.Definition!),
    };

    private string PlainType(CppField field)
    {
        TypeReference type = field.Type;
        string value = type.Kind switch
        {
            TypeKind.Vector => $"::std::vector<{Element(type.Element!)}>",
            TypeKind.Table => $"::codec::Boxed<{Element(type)}>",
            _ => Element(type),
        };
        bool isOptional = type.Kind switch
        {
            TypeKind.Scalar or TypeKind.Enum => field.Field.Presence == FieldPresence.Optional,
            TypeKind.Table or TypeKind.Union => false,
            TypeKind.Vector => !field.IsRequired && !field.Field.DefaultIsEmptyVector,
            _ => !field.IsRequired,
        };
        return isOptional ? $"::std::optional<{value}>" : value;
    }

    private string Default(CppField field, ScalarValue value)
    {
        if (field.Type.Kind != TypeKind.Enum)
        {
            return CppValues.Literal(value);
        }

        return value.Bits == 0 ? "" : $"static_cast<{Element(field.Type)}>({CppValues.Literal(value)})";
    }

    private string Initial(CppField field) => field.Field switch
    {
        { Default: { Bits: not 0 } value } => $" = {Default(field, value)}",
        { DefaultText: string text } => $"{{::std::string({CppValues.Text(text)})}}",
        // C++20 requires that the element of a vector with an initializer is complete.
        _ => field.Type is { Kind: TypeKind.Vector, Element.Kind: TypeKind.Table or TypeKind.Union } ? "" : "{}",
    };

    private string DirectType(CppField field) => field.Type.Kind switch
    {
        TypeKind.String => "::std::string_view",
        TypeKind.Vector when field.Type.Element!.Kind == TypeKind.String => "::codec::Span<const ::std::string_view>",
        TypeKind.Vector => $"::codec::Span<const {Element(field.Type.Element!)}>",
        _ => PlainType(field),
    };

    private string DirectInitial(CppField field) => field.Field switch
    {
        { Default: { Bits: not 0 } value } => $" = {Default(field, value)}",
        { DefaultText: string text } => $"{{{CppValues.Text(text)}}}",
        _ => "{}",
    };

    private string ViewType(CppField field)
    {
        TypeReference type = field.Type;
        return type.Kind switch
        {
            TypeKind.Scalar or TypeKind.Enum or TypeKind.Struct => PlainType(field),
            TypeKind.String => "::std::string_view",
            TypeKind.Table => model.Names.Global(type.Definition!, "View"),
            TypeKind.Union => $"::codec::UnionView<{Element(type)}>",
            _ => type.Element!.Kind switch
            {
                TypeKind.String => "::codec::TextVectorView",
                TypeKind.Table => $"::codec::TableVectorView<{Element(type.Element)}>",
                TypeKind.Union => $"::codec::UnionVectorView<{Element(type.Element)}>",
                _ => $"::codec::VectorView<{Element(type.Element)}>",
            },
        };
    }

    private string Fact(CppField field, int index)
    {
        string plain = $"&{_plain}::{field.Name}";
        string direct = $"&{model.Names.Global(table.Definition.FullName, "Values")}::{field.Name}";
        string place = FormattableString.Invariant($"{field.Place.Entry}, {field.Place.Offset}");
        string union = field.TypePlace is null ? "" : FormattableString.Invariant($"{field.TypePlace.Entry}, {field.TypePlace.Offset}, {place}, {field.Bit}");
        switch (field.Type.Kind)
        {
            case TypeKind.Scalar or TypeKind.Enum or TypeKind.Struct:
                ulong bits = field.Field.Default is ScalarValue value ? CppValues.Bits(value) : 0;
                string end = field.Bit >= 0 ? FormattableString.Invariant($", 0, {field.Bit}") : bits != 0 ? FormattableString.Invariant($", 0x{bits:X}u") : "";
                return $"InPlace<{plain}, {direct}, {place}{end}>";
            case TypeKind.String:
                string text = field.Field.DefaultText is null ? "" : FormattableString.Invariant($", f{index}_default");
                return FormattableString.Invariant($"Text<{plain}, {direct}, {place}, {field.Bit}{text}>");
            case TypeKind.Table:
                return FormattableString.Invariant($"TableField<{plain}, {place}, {field.Bit}>");
            case TypeKind.Union:
                return $"UnionField<{plain}, {union}>";
        }

        TypeReference element = field.Type.Element!;
        switch (element.Kind)
        {
            case TypeKind.String:
                return FormattableString.Invariant($"Texts<{plain}, {direct}, {place}, {field.Bit}>");
            case TypeKind.Table:
                return FormattableString.Invariant($"Tables<{plain}, {place}, {field.Bit}>");
            case TypeKind.Union:
                return $"Unions<{plain}, {union}>";
            default:
                string nested = field.Field.NestedTable is string root ? ", " + model.Names.Global(root) : "";
                return FormattableString.Invariant($"Vector<{plain}, {direct}, {place}, {field.Bit}, {field.Field.VectorAlignment}{nested}>");
        }
    }
}
