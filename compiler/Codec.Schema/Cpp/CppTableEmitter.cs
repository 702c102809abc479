using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using Codec.Schema.Model;

namespace Codec.Schema.Cpp;

/// <summary>Generates the code of one table.</summary>
internal sealed class CppTableEmitter(CppWriter code, CppModel model, CppTable table)
{
    // The maximum number of types in one FieldList. clang limits the nesting of a fold expression to 256, and a table may have more fields.
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
        code.Line(
            $"/// The field values of `{Name}`, to write it without an object. A null text or an empty span omits its field. " +
            "The writer then adds nested tables.");
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
        code.Open($"struct Table<{_plain}> : TableDefaults {{");
        code.Line($"using View = {model.Names.Global(definition.FullName, "View")};");
        code.Line($"using Writer = {model.Names.Global(definition.FullName, "Writer")};");
        code.Line($"using Values = {model.Names.Global(definition.FullName, "Values")};");
        code.Line(FormattableString.Invariant(
            $"static constexpr int id_count = {definition.IdCount}, size = {table.Size}, alignment = {table.Alignment};"));
        if (model.Identifier(definition.FullName) is string identifier)
        {
            uint bytes = BitConverter.ToUInt32(Encoding.UTF8.GetBytes(identifier), 0);
            code.Line(FormattableString.Invariant($"static constexpr ::std::uint32_t identifier = 0x{bytes:X8};"));
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

        foreach (CppField field in table.Fields)
        {
            Description(field);
        }

        code.Line($"using Fields = {FieldList([.. table.Fields.Select(field => $"{Kind(field)}<{DescriptionName(field)}>")])};");
        CppField? key = table.Fields.Find(field =>
            field.Field.IsKey && field.Type.Kind is TypeKind.Scalar or TypeKind.Enum or TypeKind.String);
        if (key is not null)
        {
            code.Line($"static auto key(const TableView& view) noexcept {{ return {Kind(key)}<{DescriptionName(key)}>::get(view); }}");
        }

        code.Close("};");
    }

    /// <summary>Generates the view.</summary>
    public void View()
    {
        code.Gap();
        code.Line($$"""
            /// A view of `{{Name}}` in a payload, which the view does not own. Safe for any bytes: missing or invalid data is the default.
            class {{ViewName}} : public ::codec::TableView {
              using codec_table = ::codec::generated::Table<{{_plain}}>;

             public:
              using codec_plain = {{_plain}};
              using ::codec::TableView::TableView;
            """);
        foreach (CppField field in table.Fields)
        {
            code.Line();
            foreach (string line in field.Field.Documentation)
            {
                code.Line(("  /// " + CppValues.Comment(line)).TrimEnd());
            }

            if (field.Type.Kind == TypeKind.Union)
            {
                string choice = model.Names.Global(field.Type.Definition!);
                code.Line($"  {choice} {field.Name}_type() const noexcept {{ return {Accessor(field)}::get_type(*this); }}");
            }

            string get = field.Type.Kind == TypeKind.Table ? ";" : $" {{ return {Accessor(field)}::get(*this); }}";
            code.Line($"  {ViewType(field)} {Function(field.Name)}() const noexcept{get}");
        }

        code.Line("};");
    }

    /// <summary>Generates the writer of the nested tables.</summary>
    public void Writer()
    {
        code.Gap();
        code.Line($$"""
            /// Writes the nested tables of `{{Name}}` after its field values, each field once.
            class {{WriterName}} : public ::codec::TableWriter {
              using codec_table = ::codec::generated::Table<{{_plain}}>;

             public:
              using ::codec::TableWriter::TableWriter;
            """);
        foreach ((CppField field, string name) in Nested())
        {
            TypeReference type = field.Type.Kind == TypeKind.Vector ? field.Type.Element! : field.Type;
            string description = "codec_table::" + DescriptionName(field);
            code.Line((field.Type.Kind, type.Kind) switch
            {
                (TypeKind.Table, _) => $"  {LateWriter(type, name)};",
                (TypeKind.Union, _) => $$"""
                      ::codec::UnionWriter<{{Element(type)}}> {{name}}() const noexcept {
                        return ::codec::generated::open_union<{{description}}>(*this);
                      }
                    """,
                (_, TypeKind.Table) => $$"""
                      ::codec::TableVectorWriter<{{Element(type)}}> {{name}}(::std::size_t capacity) const noexcept {
                        return ::codec::generated::start_tables<{{description}}>(*this, capacity);
                      }
                    """,
                _ => $$"""
                      ::codec::UnionVectorWriter<{{Element(type)}}> {{name}}(::std::size_t capacity) const noexcept {
                        return ::codec::generated::start_unions<{{description}}>(*this, capacity);
                      }
                    """,
            });
        }

        code.Line("};");
    }

    /// <summary>
    /// Generates the functions that return views and writers of other tables. They follow all classes, whose types must be complete.
    /// </summary>
    public void LateAccessors()
    {
        foreach ((CppField field, string name) in Nested())
        {
            if (field.Type.Kind == TypeKind.Table)
            {
                string view = model.Names.Global(table.Definition.FullName, "View");
                string accessor = IsMacro(field.Name) ? $"({view}::{field.Name})" : $"{ViewName}::{field.Name}";
                code.Line($$"""
                    inline {{LateWriter(field.Type, $"{WriterName}::{name}")}} {
                      return ::codec::generated::write_later<codec_table::{{DescriptionName(field)}}>(*this, values);
                    }
                    inline {{ViewType(field)}} {{accessor}}() const noexcept { return {{Accessor(field)}}::get(*this); }
                    """);
            }
        }
    }

    // The declaration of a function that writes the table of a field.
    private string LateWriter(TypeReference type, string function) =>
        $"{model.Names.Global(type.Definition!, "Writer")} {function}" +
        $"(const {model.Names.Global(type.Definition!, "Values")}& values) const noexcept";

    private string WriterName => model.Names.Local(table.Definition.FullName, "Writer");

    // The fields that are written after their table, each with the name of the function that writes it.
    private IEnumerable<(CppField Field, string Name)> Nested()
    {
        HashSet<string> taken = [.. model.Names.TableTypeNames(table.Definition.FullName)];
        foreach (CppField field in table.Fields.Where(field => field.IsNested))
        {
            string verb = field.Type.Kind switch { TypeKind.Table => "write_", TypeKind.Union => "open_", _ => "start_" };
            yield return (field, CppNames.Unique(verb + field.Name, taken));
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

        int groups = (names.Length + size - 1) / size;
        return $"FieldList<{string.Join(", ", Enumerable.Range(0, groups).Select(i => FieldList([.. names.Skip(i * size).Take(size)])))}>";
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

    // No other name in the description of a table ends with this suffix.
    private static string DescriptionName(CppField field) => field.Name + "_field";

    private static string Accessor(CppField field) => $"::codec::generated::{Kind(field)}<codec_table::{DescriptionName(field)}>";

    private static string Kind(CppField field) => field.Type.Kind switch
    {
        TypeKind.String => "Text",
        TypeKind.Table => "TableField",
        TypeKind.Union => "UnionField",
        TypeKind.Vector => field.Type.Element!.Kind switch
        {
            TypeKind.String => "Texts",
            TypeKind.Table => "Tables",
            TypeKind.Union => "Unions",
            _ => "Vector",
        },
        _ => "InPlace",
    };

    private void Description(CppField field)
    {
        code.Open($"struct {DescriptionName(field)} : Field {{");
        code.Line($"static constexpr auto plain = &{_plain}::{field.Name};");
        if (!field.IsNested)
        {
            code.Line($"static constexpr auto values = &Values::{field.Name};");
        }

        List<(string Name, int Value)> positions = [("entry", field.Place.Entry), ("offset", field.Place.Offset)];
        if (field.TypePlace is { } place)
        {
            positions.AddRange([("type_entry", place.Entry), ("type_offset", place.Offset)]);
        }

        if (field.Bit >= 0)
        {
            positions.Add(("bit", field.Bit));
        }

        if (Kind(field) == "Vector" && field.Field.VectorAlignment != 4)
        {
            positions.Add(("alignment", field.Field.VectorAlignment));
        }

        IEnumerable<string> members = positions.Select(position => FormattableString.Invariant($"{position.Name} = {position.Value}"));
        code.Line($"static constexpr int {string.Join(", ", members)};");
        if (field.Bit < 0 && field.Field.Default is { Bits: not 0 } value)
        {
            code.Line($"static constexpr {Element(field.Type)} missing = {Default(field, value)};");
        }

        if (field.Field.DefaultText is string text)
        {
            code.Line($"static constexpr ::std::string_view missing{{{CppValues.Text(text)}}};");
        }

        if (field.Field.NestedTable is string root)
        {
            code.Line($"using Root = {model.Names.Global(root)};");
        }

        code.Close("};");
    }
}
