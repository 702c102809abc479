namespace Codec.Schema.Cpp;

internal sealed class CppTableEmitter
{
    // The maximum number of types in one FieldList. clang limits the nesting depth of a fold expression to 256, and a table may have more
    // fields.
    private const int MaxFold = 64;

    private readonly CppModel _model;
    private readonly TableLayout _layout;
    private readonly string _plain;

    public CppTableEmitter(CppModel model, TableLayout layout)
    {
        (_model, _layout, _plain) = (model, layout, model.Names.Global(layout.Definition.FullName));
        HashSet<string> taken = TypeNames;
        Fields =
        [
            .. layout.Fields.Select(field => new CppField(field, CppNames.Member(field.Field.Name, field.Field.HasUnionType, taken))),
        ];
    }

    public TableDefinition Definition => _layout.Definition;
    private List<CppField> Fields { get; }

    // A member of one of these types must not have the name of one of them.
    private HashSet<string> TypeNames => [.. CppTypeNames.TableSuffixes.Select(Local)];
    private string Name => Local("");
    private string ViewName => Local("View");
    private string WriterName => Local("Writer");

    public string Declarations() => $"struct {Name}; class {ViewName}; class {WriterName};";

    /// <summary>Returns the plain type, and the struct of the values that a writer accepts without an object.</summary>
    public string Types() => CodeText.Of($$"""
        {{CppBlock.Documentation(Definition.Documentation)}}
        struct {{Name}} {
          {{Fields.Select(field => CodeText.Lines(
              CppBlock.Documentation(field.Field.Documentation), $"{PlainType(field)} {field.Name}{Initial(field, isDirect: false)};"))}}
        };

        /// The field values of `{{Name}}`, to write it without an object. A null text or an empty span omits its field. \
        The writer then adds nested tables.
        struct {{Local("Values")}} {
          {{Fields.Where(field => !field.IsNested).Select(field => $"{DirectType(field)} {field.Name}{Initial(field, isDirect: true)};")}}
        };
        """);

    public string Facts()
    {
        CppField? key = Fields.FirstOrDefault(field => field.Field.IsKey && (field.Type.IsNumber || field.Type.Kind == TypeKind.String));
        string tables = Definition.Packet?.MaxTables is int max ? CodeText.Of($"static constexpr ::std::uint32_t max_tables = {max};") : "";
        string identifier = _layout.Identifier is { } text ? CodeText.Of($"{BitConverter.ToUInt32(text, 0):X8}") : "";
        string keyGetter = key is null ? ""
            : $"static auto key(const TableView& view) noexcept {{ return {Kind(key)}<{DescriptionName(key)}>::get(view); }}";
        return CodeText.Of($$"""
            template <>
            struct Table<{{_plain}}> : TableDefaults {
              using View = {{Global("View")}}; using Writer = {{Global("Writer")}}; using Values = {{Global("Values")}};
              static constexpr int id_count = {{Definition.IdCount}}, size = {{_layout.Size}}, alignment = {{_layout.Alignment}};
              {{(identifier.Length == 0 ? "" : $"static constexpr ::std::uint32_t identifier = 0x{identifier};")}}
              {{(_layout.IsRecursive ? "static constexpr bool is_deep = true;" : "")}}
              {{(Definition.Packet?.MaxDepth is int depth ? CodeText.Of($"static constexpr int max_depth = {depth};") : "")}}
              {{tables}}
              {{Fields.Select(Description)}}
              using Fields = {{FieldList([.. Fields.Select(field => $"{Kind(field)}<{DescriptionName(field)}>")])}};
              {{CppQuantization.Function(_model, Definition, Fields.Select(field => ((FieldDefinition)field.Field, field.Name)))}}
              {{keyGetter}}
            };
            """);
    }

    /// <summary>Returns the view.</summary>
    public string View() => CodeText.Of($$"""
        /// A view of `{{Name}}` in a payload, which the view does not own. Safe for any bytes: missing or invalid data is the default.
        class {{ViewName}} : public ::codec::TableView {
          using codec_table = ::codec::generated::Table<{{_plain}}>;
         public:
          using codec_plain = {{_plain}};
          using ::codec::TableView::TableView;
          {{Fields.Select(Accessor)}}
        };
        """);

    public string Writer() => CodeText.Of($$"""
        /// Writes the nested tables of `{{Name}}` after its field values, each field once.
        class {{WriterName}} : public ::codec::TableWriter {
          {{(Nested().Any() ? $"using codec_table = ::codec::generated::Table<{_plain}>;" : "")}}
         public:
          using ::codec::TableWriter::TableWriter;
          {{Nested().Select(pair => WriterFunction(pair.Field, pair.Name))}}
        };
        """);

    /// <summary>Returns functions with views and writers of other tables, which follow all classes: the types must be complete.</summary>
    public string LateAccessors() => CodeText.Lines(Nested().Where(pair => pair.Field.Type.Kind == TypeKind.Table).Select(pair =>
    {
        (CppField field, string name) = pair;
        string accessor = IsMacro(field.Name) ? $"({Global("View")}::{field.Name})" : $"{ViewName}::{field.Name}";
        return CodeText.Of($$"""
            inline {{LateWriter(field.Type, $"{WriterName}::{name}")}} {
              return ::codec::generated::write_later<codec_table::{{DescriptionName(field)}}>(*this, values);
            }
            inline {{ViewType(field)}} {{accessor}}() const noexcept { return {{AccessorOf(field)}}::get(*this); }
            """);
    }));

    private string Local(string suffix) => _model.Names.Local(Definition.FullName, suffix);

    private string Global(string suffix) => _model.Names.Global(Definition.FullName, suffix);

    // The declaration of a function that writes the table of a field.
    private string LateWriter(TypeReference type, string function) =>
        $"{_model.Names.Global(type.Definition!, "Writer")} {function}" +
        $"(const {_model.Names.Global(type.Definition!, "Values")}& values) const noexcept";

    // The fields that are written after their table, each with the name of the function that writes it.
    private IEnumerable<(CppField Field, string Name)> Nested()
    {
        HashSet<string> taken = TypeNames;
        return Fields.Where(field => field.IsNested).Select(field =>
        {
            string verb = field.Type.Kind switch { TypeKind.Table => "write_", TypeKind.Union => "open_", _ => "start_" };
            return (field, CppNames.Unique(verb + field.Name, taken));
        });
    }

    private string Description(CppField field)
    {
        string values = field.IsNested ? "nullptr" : $"&Values::{field.Name}";
        string bit = field.IsTracked ? CodeText.Of($", {field.ShapeBit}") : "";
        bool isAligned = Kind(field) == "Vector" && field.Field.VectorAlignment != 4;
        string missing = field switch
        {
            { IsTracked: false, Field.Default: { Bits: not 0 } value } =>
                $"static constexpr {Element(field.Type)} missing = {Default(field, value)};",
            { Field.DefaultText: string text } => $"static constexpr ::std::string_view missing{{{CppValues.Text(text)}}};",
            _ => "",
        };
        string others = CodeText.Lines(
            field.TypePlace is { } type ? CodeText.Of($"static constexpr int type_entry = {type.Entry}, type_offset = {type.Offset};") : "",
            isAligned ? CodeText.Of($"static constexpr int alignment = {field.Field.VectorAlignment};") : "",
            missing,
            field.Field.NestedTable is string root ? $"using Root = {_model.Names.Global(root)};" : "");
        (string member, int entry, int offset) = ($"&{_plain}::{field.Name}", field.Place.Entry, field.Place.Offset);
        string head = CodeText.Of($"struct {DescriptionName(field)} : Field<{member}, {values}, {entry}, {offset}{bit}> {{");
        return others.Length == 0 ? head + "};" : CodeText.Of($$"""
            {{head}}
              {{others}}
            };
            """);
    }

    private string Accessor(CppField field)
    {
        string kind = field.Type.Kind == TypeKind.Union ? _model.Names.Global(field.Type.Definition!) : "";
        string body = $" {{ return {AccessorOf(field)}::get(*this); }}";
        string type = $"{kind} {field.Name}_type() const noexcept {{ return {AccessorOf(field)}::get_type(*this); }}";

        // A function-like macro, such as min and max of windows.h, is not expanded if its name is in parentheses.
        string name = IsMacro(field.Name) ? $"({field.Name})" : field.Name;
        string documentation = CppBlock.Documentation(field.Field.Documentation);
        return CodeText.Of($"""
            {(documentation.Length == 0 ? "" : "\n" + documentation)}
            {(kind.Length == 0 ? "" : type)}
            {ViewType(field)} {name}() const noexcept{(field.Type.Kind == TypeKind.Table ? ";" : body)}
            """);
    }

    private string WriterFunction(CppField field, string name)
    {
        TypeReference type = field.Type.Element ?? field.Type;
        if (field.Type.Kind == TypeKind.Table)
        {
            return LateWriter(type, name) + ";";
        }

        (string writer, string parameters, string function, string arguments) = (field.Type.Kind, type.Kind) switch
        {
            (TypeKind.Union, _) => ("UnionWriter", "", "open_union", "*this"),
            (_, TypeKind.Table) => ("TableVectorWriter", "::std::size_t capacity", "start_tables", "*this, capacity"),
            _ => ("UnionVectorWriter", "::std::size_t capacity", "start_unions", "*this, capacity"),
        };
        return CodeText.Of($$"""
            ::codec::{{writer}}<{{Element(type)}}> {{name}}({{parameters}}) const noexcept {
              return ::codec::generated::{{function}}<codec_table::{{DescriptionName(field)}}>({{arguments}});
            }
            """);
    }

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

        IEnumerable<string> groups =
            Enumerable.Range(0, (names.Length + size - 1) / size).Select(i => FieldList([.. names.Skip(i * size).Take(size)]));
        return $"FieldList<{string.Join(", ", groups)}>";
    }

    private string Element(TypeReference type) => type.Kind switch
    {
        TypeKind.Scalar => CppNames.Scalar(type.Scalar),
        TypeKind.String => "::std::string",
        TypeKind.Union => _model.Names.Global(type.Definition!, "Value"),
        _ => _model.Names.Global(type.Definition!),
    };

    // A byte for each bool: the elements of std::vector<bool> are bits, which cannot be copied at once.
    private string VectorElement(CppField field) => field.Element.IsBool ? "::codec::Bool" : Element(field.Element);

    private string PlainType(CppField field)
    {
        TypeReference type = field.Type;
        string value = type.Kind switch
        {
            TypeKind.Vector => $"::std::vector<{VectorElement(field)}>",
            TypeKind.Table => $"::codec::Boxed<{Element(type)}>",
            _ => Element(type),
        };
        bool isOptional = type.Kind switch
        {
            TypeKind.Scalar or TypeKind.Enum => field.IsOptionalScalar,
            TypeKind.Table or TypeKind.Union => false,
            TypeKind.Vector => !field.IsRequired && !field.Field.DefaultIsEmptyVector,
            _ => !field.IsRequired,
        };
        return isOptional ? $"::std::optional<{value}>" : value;
    }

    private string Default(CppField field, ScalarValue value) => field.Type.Kind == TypeKind.Enum
        ? $"static_cast<{Element(field.Type)}>({CppValues.Literal(value)})"
        : CppValues.Literal(value);

    // The initializer of a field in the plain type, or in the values that a writer accepts.
    private string Initial(CppField field, bool isDirect) => field.Field switch
    {
        { Default: { Bits: not 0 } value } => $" = {Default(field, value)}",
        { DefaultText: string text } => isDirect ? $"{{{CppValues.Text(text)}}}" : $"{{::std::string({CppValues.Text(text)})}}",
        // C++20 requires that the element of a vector with an initializer is complete.
        _ => field.Type is { Kind: TypeKind.Vector, Element.Kind: TypeKind.Table or TypeKind.Union } ? "" : "{}",
    };

    private string DirectType(CppField field) => field.Type.Kind switch
    {
        TypeKind.String => "::std::string_view",
        TypeKind.Vector when field.Element.Kind == TypeKind.String => "::codec::Span<const ::std::string_view>",
        TypeKind.Vector => $"::codec::Span<const {VectorElement(field)}>",
        _ => PlainType(field),
    };

    private string ViewType(CppField field) => (field.Type.Kind, field.Type.Element?.Kind) switch
    {
        (TypeKind.Scalar or TypeKind.Enum or TypeKind.Struct, _) => PlainType(field),
        (TypeKind.String, _) => "::std::string_view",
        (TypeKind.Table, _) => _model.Names.Global(field.Type.Definition!, "View"),
        (TypeKind.Union, _) => $"::codec::UnionView<{Element(field.Type)}>",
        (_, TypeKind.String) => "::codec::TextVectorView",
        (_, TypeKind.Table) => $"::codec::TableVectorView<{Element(field.Element)}>",
        (_, TypeKind.Union) => $"::codec::UnionVectorView<{Element(field.Element)}>",
        _ => $"::codec::VectorView<{VectorElement(field)}>",
    };

    // No other name in the description of a table ends with this suffix.
    private static string DescriptionName(CppField field) => field.Name + "_field";

    private static string AccessorOf(CppField field) => $"::codec::generated::{Kind(field)}<codec_table::{DescriptionName(field)}>";

    private static string Kind(CppField field) => (field.Type.Kind, field.Type.Element?.Kind) switch
    {
        (TypeKind.String, _) => "Text",
        (TypeKind.Table, _) => "TableField",
        (TypeKind.Union, _) => "UnionField",
        (TypeKind.Vector, TypeKind.String) => "Texts",
        (TypeKind.Vector, TypeKind.Table) => "Tables",
        (TypeKind.Vector, TypeKind.Union) => "Unions",
        (TypeKind.Vector, _) => "Vector",
        _ => "InPlace",
    };
}
