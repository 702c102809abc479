namespace Codec.Schema.Model;

/// <summary>A member of a union. Its name is the alias, or the name of the type with underscores instead of dots.</summary>
public sealed record UnionMember : Declaration
{
    /// <summary>Gets the id in the type field, which is never 0.</summary>
    public required ScalarValue Id { get; init; }

    /// <summary>Gets the type: a table, a struct or a string. In a union, a struct is stored like a table: the field contains an offset to it.</summary>
    public required TypeReference Type { get; init; }
}
