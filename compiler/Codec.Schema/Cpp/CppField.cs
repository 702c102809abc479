using Codec.Schema.Model;

namespace Codec.Schema.Cpp;

/// <summary>A field that is written and read, with its C++ name and its positions.</summary>
/// <param name="Field">The field.</param>
/// <param name="Name">The name in the plain type and in the view.</param>
/// <param name="Place">The position of the value.</param>
/// <param name="TypePlace">The position of a union's type, or of a vector of types; otherwise null.</param>
/// <param name="Bit">The index of the field's bit in the table's shape; -1 if the field is always written.</param>
internal sealed record CppField(TableField Field, string Name, FieldPlace Place, FieldPlace? TypePlace, int Bit)
{
    public TypeReference Type => Field.Type;

    public bool IsRequired => Field.Presence == FieldPresence.Required;

    public bool IsVectorOf(TypeKind kind) => Type.Kind == TypeKind.Vector && Type.Element!.Kind == kind;

    /// <summary>Gets whether the values are in other tables, which the writer that accepts values directly writes later.</summary>
    public bool IsNested => Type.Kind is TypeKind.Table or TypeKind.Union || IsVectorOf(TypeKind.Table) || IsVectorOf(TypeKind.Union);
}
