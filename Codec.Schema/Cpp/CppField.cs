using Codec.Schema.Model;

namespace Codec.Schema.Cpp;

/// <summary>A field of a table that is written and read.</summary>
/// <param name="Field">The field.</param>
/// <param name="Name">Its name in the plain type and in the view.</param>
/// <param name="Place">Its offset.</param>
/// <param name="TypePlace">The offset of a union's type, or of a vector of types; else null.</param>
/// <param name="Bit">Its bit in a table's shape; -1 if it is always written.</param>
internal sealed record CppField(TableField Field, string Name, CppPlace Place, CppPlace? TypePlace, int Bit)
{
    public TypeReference Type => Field.Type;

    public bool IsRequired => Field.Presence == FieldPresence.Required;

    public bool IsVectorOf(TypeKind kind) => Type.Kind == TypeKind.Vector && Type.Element!.Kind == kind;

    /// <summary>Whether the values are in other tables, which a writer of values writes later.</summary>
    public bool IsNested => Type.Kind is TypeKind.Table or TypeKind.Union || IsVectorOf(TypeKind.Table) || IsVectorOf(TypeKind.Union);
}
