namespace Codec.Schema.CSharp;

/// <summary>Generates the method that rounds the quantized fields of a type, and of all values that its fields refer to.</summary>
internal sealed class QuantizationEmitter(CSharpModel model)
{
    private const string Round = "Wire_::GeneratedQuantization.Round";
    private const string Summary =
        "/// <summary>Rounds the quantized fields to the values that the receiver of a packed payload gets.</summary>";

    private readonly HashSet<string> _types = QuantizedTypes.Of(model.Model);

    public string Emit(Definition definition) => !_types.Contains(definition.FullName) ? "" : definition switch
    {
        StructDefinition => Struct(model.Struct(definition.FullName)),
        UnionDefinition => Union(model.Union(definition.FullName)),
        _ => Table(model.Table(definition.FullName)),
    };

    private string Struct(CSharpStruct record) => CodeText.Of($$"""
        {{Summary}}
        public void {{record.Members["Quantize"]}}()
        {
            {{record.Fields.Where(field => IsRounded(field.Field)).Select(field => field.Field.Type.Kind != TypeKind.Array
                ? RoundValue(field.Field, field.Field.Type, field.Own)
                : CodeText.Of($$"""
                    for (int i = 0; i < {{field.Field.Type.Length}}; i++)
                    {
                        {{model.ValueType(field.Field.Type.Element!)}} element = {{field.Get}}(i);
                        {{RoundValue(field.Field, field.Field.Type.Element!, "element")}}
                        {{field.Set}}(i, element);
                    }

                    """))}}
        }
        """);

    private string Union(CSharpUnion union)
    {
        string self = CSharpModel.Self(union.Definition);
        IEnumerable<string> cases = union.Values.Where(member => IsRounded(member.Type)).Select(member => CodeText.Of($$"""
            case {{union.Members["Kind"]}}.{{CSharpNames.Identifier(member.Name)}}:
            {
                {{(member.Type.Kind == TypeKind.Struct ? RoundBoxed(member)
                    : $"value.{member.As}()?{Call(member.Type, "depth")}\nreturn value;")}}
            }

            """));
        return CodeText.Of($$"""
            {{CSharpModel.Hidden}} public static {{self}} {{union.Members["Quantize"]}}({{self}} value, int depth)
            {
                switch (value.{{union.Members["Type"]}})
                {
                    {{cases}}
                    default:
                        return value;
                }
            }
            """);
    }

    // A union has a boxed copy of a struct, so the result is another value of the union.
    private string RoundBoxed(CSharpUnionMember member) => CodeText.Of($"""
        {model.ValueType(member.Type)} rounded = value.{member.As}().GetValueOrDefault();
        rounded{Call(member.Type, "")}
        return {member.From}(rounded);
        """);

    private string Table(CSharpTable table)
    {
        string name = table.Members["Quantize"];
        bool isDeep = table.Layout.IsRecursive;
        string depth = isDeep ? "depth + 1" : "1";
        IEnumerable<string> fields = table.Fields.Where(field => IsRounded(field.Field)).Select(field => Field(field, depth));
        return !isDeep ? CodeText.Of($$"""
            {{Summary}}
            public void {{name}}()
            {
                {{fields}}
            }
            """) : CodeText.Of($$"""
            {{Summary}}
            /// <exception cref="Sys_::InvalidOperationException">Tables are nested too deep.</exception>
            public void {{name}}() => {{name}}(1);

            {{CSharpModel.Hidden}} public void {{name}}(int depth)
            {
                Wire_::GeneratedWriter.CheckDepth(depth, {{CSharpNames.Quote(table.Definition.FullName)}});
                {{fields}}
            }
            """);
    }

    private string Field(CSharpField field, string depth)
    {
        (string own, string local) = (field.Own, field.Local);
        TypeReference type = field.Type.Element ?? field.Type;
        string value = model.ValueType(type);
        if (field.Type.Kind == TypeKind.Vector)
        {
            string statement = type.Kind switch
            {
                TypeKind.Table => $"{local}?{Call(type, depth)}",
                TypeKind.Union => $"{local} = {model.Nested(type, "Quantize")}({local}, {depth});",
                _ => RoundValue(field.Field, type, local),
            };
            return $"foreach (ref {value} {local} in Wire_::GeneratedQuantization.Elements({own})) {{ {statement} }}";
        }

        return type.Kind switch
        {
            TypeKind.Table => $"{own}?{Call(type, depth)}",
            TypeKind.Union => $"{own} = {model.Nested(type, "Quantize")}({own}, {depth});",
            TypeKind.Scalar when !field.IsNullable => RoundValue(field.Field, type, own),
            _ when field.IsNullable => $"if ({own} is {value} {local}) {{ {RoundValue(field.Field, type, local)} {own} = {local}; }}",
            _ => $"{value} {local} = {own};\n{RoundValue(field.Field, type, local)}\n{own} = {local};",
        };
    }

    private bool IsRounded(FieldDefinition field) => field.Quantization is not null || IsRounded(field.Type.Element ?? field.Type);

    private bool IsRounded(TypeReference type) => type.Definition is { } name && _types.Contains(name);

    private string Call(TypeReference type, string depth) => type.Kind == TypeKind.Struct
        ? $".{model.Struct(type.Definition!).Members["Quantize"]}();"
        : $".{model.Table(type.Definition!).Members["Quantize"]}({(model.Table(type.Definition!).Layout.IsRecursive ? depth : "")});";

    private string RoundValue(FieldDefinition field, TypeReference type, string variable)
    {
        if (field.Quantization is not { } quantization)
        {
            return variable + Call(type, "");
        }

        string policy = quantization.IsRefusing ? "true" : "false";
        if (quantization.Kind != QuantizationKind.Scalar)
        {
            IEnumerable<string> parts = model.Struct(type.Definition!).Fields.Select(part => $"ref {variable}.{part.Identifier}");
            return CodeText.Of($"{Round}({string.Join(", ", parts)}, {quantization.Bits}, {policy});");
        }

        string own = model.ValueType(type);
        string wide = own is "float" or "double" or "long" or "ulong" ? "" : "(long)";
        string result = wide.Length > 0 ? $"({own})" : "";
        string steps = FormattableString.Invariant(
            $"{quantization.Min}, {quantization.Max}, {quantization.Multiplier}, {quantization.Divisor}");
        return $"{variable} = {result}{Round}({wide}{variable}, {steps}, {policy});";
    }
}
