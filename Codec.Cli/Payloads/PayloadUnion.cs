using System.Collections.Generic;
using Codec.Json;
using Codec.Schema.Model;

namespace Codec.Cli.Payloads;

/// <summary>A union, ready to be read and written by its schema.</summary>
/// <param name="definition">The union in the model.</param>
/// <param name="names">The names of its members, and NONE.</param>
internal sealed class PayloadUnion(UnionDefinition definition, GeneratedJsonNames names)
{
    public string FullName => definition.FullName;

    public ScalarKind Scalar => definition.Underlying;

    /// <summary>The bytes of a type.</summary>
    public int TypeSize { get; } = ScalarKinds.SizeOf(definition.Underlying);

    public GeneratedJsonNames Names => names;

    /// <summary>The types of the members by number.</summary>
    public Dictionary<ulong, PayloadType> Members { get; } = [];
}
