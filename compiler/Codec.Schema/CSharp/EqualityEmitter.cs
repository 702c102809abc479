namespace Codec.Schema.CSharp;

/// <summary>Generates value equality for the types that request it, and for all types that they refer to.</summary>
internal sealed class EqualityEmitter(CSharpModel model, bool isEverything)
{
    public const string Attribute = "csharp_equality";

    private const string Equality = "Wire_::GeneratedEquality";
    private readonly HashSet<string> _types = Types(model.Model, isEverything);

    /// <summary>Returns the full names of the types with equality: those that request it, or all, and all that they refer to.</summary>
    public static HashSet<string> Types(SchemaModel model, bool isEverything)
    {
        Dictionary<string, Definition> all =
            model.Types.Where(type => type is not EnumDefinition).ToDictionary(definition => definition.FullName, StringComparer.Ordinal);
        return Reachable.From(
            all.Keys.Where(name => isEverything || all[name].Attributes.Any(entry => entry.Name == Attribute)),
            name => all[name].Uses().Where(use => !use.IsDeprecated && !use.IsNested).Select(use => use.Type).Where(all.ContainsKey));
    }

    public bool Has(Definition definition) => _types.Contains(definition.FullName);

    public IEnumerable<string> Interfaces(Definition definition) =>
        definition is StructDefinition ? [Equatable(definition)] : [Equatable(definition), Nested(definition)];

    public string Emit(Definition definition)
    {
        string self = model.Type(definition.FullName);
        string nullable = definition is TableDefinition ? self + "?" : self;
        NameSet taken = MemberEmitter.Taken(model, definition);

        // If the type itself has the name of a member of object, it is compared only through the interface. Fields with such a name are
        // renamed.
        bool isHidden = taken.Contains("Equals") || taken.Contains("GetHashCode");
        string head = isHidden ? $"bool {Equatable(definition)}.Equals({nullable} other)" : $"public bool Equals({nullable} other)";
        string equals = definition is StructDefinition record ? EqualsOfStruct(record, head) : $"{head} => {Equality}.Nested(this, other);";
        return CodeText.Sections(
            CodeText.Lines(isHidden ? "" : "/// <summary>Compares all fields by value.</summary>", equals),
            isHidden ? "" : MembersOfObject(definition, self, nullable),
            definition is StructDefinition ? "" : NestedMembers(definition, self));
    }

    private string Equatable(Definition definition) => $"Sys_::IEquatable<{model.Type(definition.FullName)}>";

    private string Nested(Definition definition) => $"Wire_::IGeneratedEquatable<{model.Type(definition.FullName)}>";

    private string MembersOfObject(Definition definition, string self, string nullable)
    {
        bool isStruct = definition is StructDefinition;
        string getHashCode = !isStruct ? "public override int GetHashCode() => Wire_::GeneratedHash.Of(this);" : CodeText.Of($$"""
            public override int GetHashCode()
            {
                Wire_::GeneratedHash hash = default;
                {{Hash(definition)}}
                return hash.ToHashCode();
            }
            """);
        return CodeText.Of($"""
            /// <inheritdoc/>
            public override bool Equals(object? other) => other is {self} value && Equals(value);

            /// <summary>Returns a hash code of all fields, which changes when they change.</summary>
            {getHashCode}

            /// <summary>Compares all fields by value.</summary>
            public static bool operator ==({nullable} left, {nullable} right) => \
            {(isStruct ? "left.Equals(right)" : $"{Equality}.Nested(left, right)")};
            public static bool operator !=({nullable} left, {nullable} right) => !(left == right);
            """);
    }

    // The methods that GeneratedEquality and GeneratedHash call for a value and the values inside it.
    private string NestedMembers(Definition definition, string self)
    {
        string head = $"bool {Nested(definition)}.EqualFields({self} other, int depth)";
        return CodeText.Of($$"""
            {{(definition is UnionDefinition union ? EqualsOfUnion(union, head) : EqualsOfTable(definition, head))}}

            void {{Nested(definition)}}.AddFields(ref Wire_::GeneratedHash hash)
            {
                {{Hash(definition)}}
            }
            """);
    }

    private string EqualsOfTable(Definition definition, string head) => CodeText.Of($"""
        {head} =>
            {Conjunction(model.Table(definition.FullName).Fields
                .Select(field => Compare(field.Type, field.IsOptionalScalar, field.Own, "other." + field.Property)))};
        """);

    private string EqualsOfUnion(UnionDefinition union, string head)
    {
        string kinds = model.Nested(union.FullName, "Kind");
        string type = model.Union(union.FullName).Members["Type"];
        IEnumerable<string> cases = model.Union(union.FullName).Values.Select(member => CodeText.Of($"""
            case {kinds}.{CSharpNames.Identifier(member.Name)}:
                return {Compare(member.Type, isOptional: true, $"{member.As}()", $"other.{member.As}()")};
            """));
        return CodeText.Of($$"""
            {{head}}
            {
                switch ({{type}} == other.{{type}} ? {{type}} : default)
                {
                    {{cases}}
                    default:
                        return {{type}} == other.{{type}};
                }
            }
            """);
    }

    private string EqualsOfStruct(StructDefinition definition, string head)
    {
        ILookup<bool, CSharpStructField> fields =
            model.Struct(definition.FullName).Fields.ToLookup(field => field.Field.Type.Kind == TypeKind.Array);
        IEnumerable<string> rest =
            fields[false].Select(field => Compare(field.Field.Type, isOptional: false, field.Own, "other." + field.Identifier));
        if (!fields[true].Any())
        {
            return CodeText.Of($"""
                {head} =>
                    {Conjunction(rest)};
                """);
        }

        IEnumerable<string> loops = fields[true].Select(field => CodeText.Of($$"""
            {{Loop(field.Field.Type)}}
            {
                if (!{{Compare(field.Field.Type.Element!, false, $"{field.Get}(i)", $"other.{field.Get}(i)", isNegated: true)}}) { return \
                false; }
            }

            """));
        return CodeText.Of($$"""
            {{head}}
            {
                {{loops}}
                return {{Conjunction(rest, "    ")}};
            }
            """);
    }

    private IEnumerable<string> Hash(Definition definition) => definition switch
    {
        UnionDefinition when model.Union(definition.FullName) is var union =>
        [
            $"hash.Add({union.Members["Type"]});", .. union.Values.Select(member => $"hash.{HashMethod(member.Type)}({member.As}());"),
        ],
        StructDefinition => model.Struct(definition.FullName).Fields.Select(field => field.Field.Type.Kind == TypeKind.Array
            ? $"{Loop(field.Field.Type)} {{ hash.Add({field.Get}(i)); }}"
            : $"hash.Add({field.Own});"),
        _ => model.Table(definition.FullName).Fields.Select(field => $"hash.{HashMethod(field.Type)}({field.Own});"),
    };

    private static string Loop(TypeReference array) => CodeText.Of($"for (int i = 0; i < {array.Length}; i++)");

    private static string Conjunction(IEnumerable<string> conditions, string indent = "")
    {
        string text = string.Join($"\n{indent}&& ", conditions);
        return text.Length == 0 ? "true" : text;
    }

    private static string Compare(TypeReference type, bool isOptional, string left, string right, bool isNegated = false)
    {
        if (Method(type) is { } method)
        {
            method = type.Element?.Kind == TypeKind.Enum ? "Enums" : method;
            return $"{Equality}.{method}({left}, {right}{(method is "Nested" or "NestedVector" ? ", depth" : "")})";
        }

        bool isReal = ScalarType.Of(type.Scalar).IsReal;
        return type.Kind == TypeKind.Struct || (isReal && isOptional) ? $"{Equality}.Value({left}, {right})"
            : isReal ? $"{left}.Equals({right})"
            : isNegated ? $"({left} == {right})"
            : $"{left} == {right}";
    }

    private static string HashMethod(TypeReference type) => Method(type) ?? "Add";

    // The method that compares or hashes what a field refers to; null for values in the object itself.
    private static string? Method(TypeReference type) => (type.Kind, type.Element?.Kind) switch
    {
        (TypeKind.Table or TypeKind.Union, _) => "Nested",
        (TypeKind.Vector, TypeKind.Table or TypeKind.Union) => "NestedVector",
        (TypeKind.Vector, TypeKind.String) => "Texts",
        (TypeKind.Vector, _) => "Values",
        _ => null,
    };
}
