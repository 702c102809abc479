using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Codec.Schema;
using Codec.Schema.Model;

namespace Codec.Cli.BinarySchemas;

/// <summary>A field of reflection.fbs. There, the type of a union is a separate field.</summary>
internal sealed record ReflectionField(string Name, TypeReference Type, ushort Id, ushort Offset)
{
    /// <summary>Gets whether the field stores the type of the union in <see cref="Type"/>.</summary>
    public bool IsUnionType { get; private init; }

    /// <summary>Gets the default of a scalar, or <see langword="null"/>.</summary>
    public ScalarValue? Default { get; private init; }

    public bool IsDeprecated { get; private init; }

    public bool IsRequired { get; private init; }

    public bool IsOptional { get; private init; }

    public bool IsKey { get; private init; }

    public bool IsOffset64 { get; private init; }

    public bool IsVector64 { get; private init; }

    /// <summary>Gets the size of the padding after the field of a struct, in bytes.</summary>
    public ushort Padding { get; private init; }

    public EquatableArray<AttributeEntry> Attributes { get; private init; }

    public EquatableArray<string> Documentation { get; private init; }

    /// <summary>Returns the reflection fields of a table field. The type of a union is first.</summary>
    public static IEnumerable<ReflectionField> OfTable(TableField field)
    {
        bool hasDefault = field.DefaultText is not null || field.DefaultIsEmptyVector;
        if (field.HasUnionType)
        {
            yield return new ReflectionField(field.Name + "_type", field.Type, (ushort)field.UnionTypeId, (ushort)(4 + (2 * field.UnionTypeId)))
            {
                IsUnionType = true,
                IsDeprecated = field.IsDeprecated,
                IsRequired = field.Type.Kind == TypeKind.Vector && field.Presence == FieldPresence.Required,
                IsOptional = field.Type.Kind == TypeKind.Vector && !hasDefault && field.Presence != FieldPresence.Required,
                Attributes = new EquatableArray<AttributeEntry>(field.Attributes.Where(attribute => attribute.Name == "id")
                    .Select(attribute => attribute with { Value = field.UnionTypeId.ToString(CultureInfo.InvariantCulture) })),
            };
        }

        bool isScalar = field.Type.Kind is TypeKind.Scalar or TypeKind.Enum;
        yield return new ReflectionField(field.Name, field.Type, (ushort)field.Id, (ushort)field.VTableOffset)
        {
            Default = field.Default,
            IsDeprecated = field.IsDeprecated,
            IsRequired = field.Presence == FieldPresence.Required,
            IsOptional = field.Presence == FieldPresence.Optional || (!isScalar && !hasDefault && field.Presence == FieldPresence.Default),
            IsKey = field.IsKey,
            IsOffset64 = field.IsOffset64,
            IsVector64 = field.IsVector64,
            Attributes = field.Attributes,
            Documentation = field.Documentation,
        };
    }

    /// <summary>Returns the reflection field of a struct field.</summary>
    public static ReflectionField OfStruct(StructField field, int index) => new(field.Name, field.Type, (ushort)index, (ushort)field.Offset)
    {
        IsKey = field.IsKey,
        Padding = (ushort)field.PaddingAfter,
        Attributes = field.Attributes,
        Documentation = field.Documentation,
    };
}
