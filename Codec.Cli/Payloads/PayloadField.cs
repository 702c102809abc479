using System.Text.Json;
using Codec.Schema.CSharp;
using Codec.Schema.Model;

namespace Codec.Cli.Payloads;

/// <summary>A field of a table.</summary>
internal sealed class PayloadField
{
    public required TableField Definition { get; init; }

    public required PayloadType Type { get; init; }

    /// <summary>The field's place in the generated writer's layout; <see langword="null"/> if the field is deprecated.</summary>
    public FieldCode? Layout { get; init; }

    /// <summary>The table whose payload a vector of bytes holds.</summary>
    public PayloadTable? Nested { get; init; }

    public required JsonEncodedText JsonName { get; init; }

    /// <summary>The name of a union's type.</summary>
    public JsonEncodedText JsonTypeName { get; init; }

    public byte[]? DefaultText { get; init; }

    /// <summary>The default of a number, as <see cref="PayloadNumbers"/> loads it.</summary>
    public ulong Default { get; init; }

    public string Name => Definition.Name;

    public bool IsRequired => Definition.Presence == FieldPresence.Required;

    public bool IsOptional => Definition.Presence == FieldPresence.Optional;

    public bool IsDeprecated => Definition.IsDeprecated;

    public bool HasUnionType => Definition.HasUnionType;

    /// <summary>The bytes from the vtable's start to the field's entry.</summary>
    public int Entry => Definition.VTableOffset;

    /// <summary>The entry of a union's type.</summary>
    public int TypeEntry => Definition.VTableOffset - 2;

    /// <summary>The bytes of a union's type in the table: of an offset, for a vector of unions.</summary>
    public int TypeSize => Type.Kind == TypeKind.Union ? Type.Union!.TypeSize : 4;

    /// <summary>What the first element of a vector is aligned to when it is written.</summary>
    public int VectorAlignment => System.Math.Max(4, System.Math.Max(Type.Element!.Alignment, Definition.ForceAlign));
}
