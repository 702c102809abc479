namespace Codec.Schema.Model;

/// <summary>A choice between types. The id 0 means that there is no value.</summary>
public sealed record UnionDefinition : Definition
{
    /// <summary>Gets the integer type in which the ids are stored. The default is UByte.</summary>
    public required ScalarKind Underlying { get; init; }

    /// <summary>Gets the members without NONE, in ascending order of id.</summary>
    public required EquatableArray<UnionMember> Members { get; init; }

    internal override IEnumerable<TypeUse> Uses() =>
        Members.Where(member => member.Type.Named is not null).Select(member => new TypeUse(member.Name, member.Span, member.Type.Named!));
}
