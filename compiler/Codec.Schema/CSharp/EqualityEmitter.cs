using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Generates value equality for the types that request it, and for all types that they refer to.</summary>
internal sealed class EqualityEmitter : IFeature
{
    /// <summary>The attribute that requests equality.</summary>
    public const string Attribute = "csharp_equality";

    private const string Equality = Emission.Run + "GeneratedEquality";
    private const string Hash = Emission.Run + "GeneratedHash";

    private readonly Emission _emission;
    private readonly HashSet<string> _types;

    public EqualityEmitter(Emission emission, bool isEverything) => (_emission, _types) = (emission, Types(emission.Model, isEverything));

    /// <summary>Returns the full names of the types that have equality: those that request it, or all types, and all types that they refer to.</summary>
    public static HashSet<string> Types(SchemaModel model, bool isEverything)
    {
        HashSet<string> types = new(StringComparer.Ordinal);
        Stack<Definition> open = new(All(model).Where(candidate => isEverything || candidate.Attributes.Any(attribute => attribute.Name == Attribute)));
        Dictionary<string, Definition> all = All(model).ToDictionary(definition => definition.FullName, StringComparer.Ordinal);
        while (open.Count > 0)
        {
            Definition definition = open.Pop();
            if (types.Add(definition.FullName))
            {
                foreach (TypeReference type in Parts(definition))
                {
                    if ((type.Element ?? type).Definition is string name && all.TryGetValue(name, out Definition? part))
                    {
                        open.Push(part);
                    }
                }
            }
        }

        return types;
    }

    public bool Has(Definition definition) => _types.Contains(definition.FullName);

    public IEnumerable<string> Interfaces(Definition definition) =>
        definition is StructDefinition ? [Equatable(definition)] : [Equatable(definition), Nested(definition)];

    public void EmitMembers(CodeWriter code, Definition definition)
    {
        string self = _emission.Type(definition.FullName);
        string nullable = definition is TableDefinition ? self + "?" : self;
        NameSet taken = FeatureNames.Taken(_emission, definition);

        // If the type itself has the name of a member of object, it is compared only through the interface. Fields with such a name are renamed.
        bool isHidden = taken.Contains("Equals") || taken.Contains("GetHashCode");
        string head = isHidden ? $"bool {Equatable(definition)}.Equals({nullable} other)" : $"public bool Equals({nullable} other)";
        if (!isHidden)
        {
            code.Line("/// <summary>Compares all fields by value.</summary>");
        }

        if (definition is StructDefinition record)
        {
            EmitStruct(code, record, head);
        }
        else
        {
            code.Line($"{head} => {Equality}.Nested(this, other);");
        }

        if (!isHidden)
        {
            EmitObject(code, definition, self, nullable);
        }

        if (definition is not StructDefinition)
        {
            EmitNested(code, definition, self, Nested(definition));
        }
    }

    private string Equatable(Definition definition) => $"Sys_::IEquatable<{_emission.Type(definition.FullName)}>";

    private string Nested(Definition definition) => $"{Emission.Run}IGeneratedEquatable<{_emission.Type(definition.FullName)}>";

    private void EmitObject(CodeWriter code, Definition definition, string self, string nullable)
    {
        string isEqual = definition is StructDefinition ? "left.Equals(right)" : $"{Equality}.Nested(left, right)";
        code.Line();
        code.Line("/// <inheritdoc/>");
        code.Line($"public override bool Equals(object? other) => other is {self} value && Equals(value);");
        code.Line();
        code.Line("/// <summary>Returns a hash code of all fields, which changes when they change.</summary>");
        if (definition is StructDefinition)
        {
            code.Open("public override int GetHashCode()");
            code.Line($"{Hash} hash = default;");
            EmitHash(code, definition);
            code.Line("return hash.ToHashCode();");
            code.Close();
        }
        else
        {
            code.Line($"public override int GetHashCode() => {Hash}.Of(this);");
        }

        code.Line();
        code.Line("/// <summary>Compares all fields by value.</summary>");
        code.Line($"public static bool operator ==({nullable} left, {nullable} right) => {isEqual};");
        code.Line($"public static bool operator !=({nullable} left, {nullable} right) => !(left == right);");
    }

    // Generates the methods that GeneratedEquality and GeneratedHash call for a value and the values inside it.
    private void EmitNested(CodeWriter code, Definition definition, string self, string nested)
    {
        string head = $"bool {nested}.EqualFields({self} other, int depth)";
        code.Line();
        if (definition is UnionDefinition union)
        {
            code.Open(head);
            string kind = _emission.Union(union.FullName).Members["Type"];
            code.Open($"switch ({kind} == other.{kind} ? {kind} : default)");
            foreach (UnionValueCode member in _emission.Union(union.FullName).Values)
            {
                string isEqual = Compare(member.Type, isOptional: true, $"{member.As}()", $"other.{member.As}()");
                code.Line($"case {_emission.Nested(union.FullName, "Kind")}.{CSharpNames.Identifier(member.Name)}:\n    return {isEqual};");
            }

            code.Line($"default:\n    return {kind} == other.{kind};");
            code.Close();
            code.Close();
        }
        else
        {
            code.Line($"{head} =>\n    {Conjunction(_emission.Table(definition.FullName).Fields.Select(field => Compare(field.Type, field.IsOptionalScalar, field.Own, "other." + field.Property)))};");
        }

        code.Line();
        code.Open($"void {nested}.AddFields(ref {Hash} hash)");
        EmitHash(code, definition);
        code.Close();
    }

    private void EmitStruct(CodeWriter code, StructDefinition definition, string head)
    {
        IReadOnlyList<StructFieldCode> fields = _emission.Struct(definition.FullName).Fields;
        string rest = Conjunction(fields.Where(field => field.Field.Type.Kind != TypeKind.Array)
            .Select(field => Compare(field.Field.Type, isOptional: false, field.Own, "other." + field.Identifier)));
        StructFieldCode[] arrays = [.. fields.Where(field => field.Field.Type.Kind == TypeKind.Array)];
        if (arrays.Length == 0)
        {
            code.Line($"{head} =>\n    {rest};");
            return;
        }

        code.Open(head);
        foreach (StructFieldCode field in arrays)
        {
            TypeReference type = field.Field.Type;
            code.Open(Loop(type));
            code.Block($"if (!{Compare(type.Element!, isOptional: false, $"{field.Get}(i)", $"other.{field.Get}(i)", isNegated: true)})", "return false;");
            code.Close();
            code.Line();
        }

        code.Line($"return {rest};");
        code.Close();
    }

    private void EmitHash(CodeWriter code, Definition definition)
    {
        switch (definition)
        {
            case UnionDefinition union:
                code.Line($"hash.Add({_emission.Union(union.FullName).Members["Type"]});");
                foreach (UnionValueCode member in _emission.Union(union.FullName).Values)
                {
                    code.Line($"hash.{HashMethod(member.Type)}({member.As}());");
                }

                break;
            case StructDefinition record:
                foreach (StructFieldCode field in _emission.Struct(record.FullName).Fields)
                {
                    if (field.Field.Type.Kind == TypeKind.Array)
                    {
                        code.Block(Loop(field.Field.Type), $"hash.Add({field.Get}(i));");
                    }
                    else
                    {
                        code.Line($"hash.Add({field.Own});");
                    }
                }

                break;
            default:
                foreach (FieldCode field in _emission.Table(definition.FullName).Fields)
                {
                    code.Line($"hash.{HashMethod(field.Type)}({field.Own});");
                }

                break;
        }
    }

    private static string Loop(TypeReference array) => $"for (int i = 0; i < {array.Length.ToString(CultureInfo.InvariantCulture)}; i++)";

    private static string Conjunction(IEnumerable<string> conditions)
    {
        string text = string.Join("\n    && ", conditions);
        return text.Length == 0 ? "true" : text;
    }

    private static string Compare(TypeReference type, bool isOptional, string left, string right, bool isNegated = false)
    {
        string arguments = $"({left}, {right})";
        bool isReal = type is { Kind: TypeKind.Scalar, Scalar: ScalarKind.Float or ScalarKind.Double };
        return type.Kind switch
        {
            TypeKind.Table or TypeKind.Union => $"{Equality}.Nested({left}, {right}, depth)",
            TypeKind.Struct => $"{Equality}.Value{arguments}",
            TypeKind.Vector => CompareVector(type.Element!, left, right),
            TypeKind.Scalar when isReal && isOptional => $"{Equality}.Value{arguments}",
            TypeKind.Scalar when isReal => $"{left}.Equals({right})",
            _ => isNegated ? $"({left} == {right})" : $"{left} == {right}",
        };
    }

    private static string CompareVector(TypeReference element, string left, string right) => element.Kind switch
    {
        TypeKind.Table or TypeKind.Union => $"{Equality}.NestedVector({left}, {right}, depth)",
        TypeKind.Enum => $"{Equality}.Enums({left}, {right})",
        TypeKind.String => $"{Equality}.Texts({left}, {right})",
        _ => $"{Equality}.Values({left}, {right})",
    };

    private static string HashMethod(TypeReference type) => type.Kind switch
    {
        TypeKind.Table or TypeKind.Union => "Nested",
        TypeKind.Vector => type.Element!.Kind switch
        {
            TypeKind.Table or TypeKind.Union => "NestedVector",
            TypeKind.String => "Texts",
            _ => "Values",
        },
        _ => "Add",
    };

    private static IEnumerable<Definition> All(SchemaModel model) => [.. model.Unions, .. model.Structs, .. model.Tables];

    private static IEnumerable<TypeReference> Parts(Definition definition) => definition switch
    {
        TableDefinition table => table.Fields.Where(field => !field.IsDeprecated).Select(field => field.Type),
        StructDefinition record => record.Fields.Select(field => field.Type),
        UnionDefinition union => union.Members.Select(member => member.Type),
        _ => [],
    };
}
