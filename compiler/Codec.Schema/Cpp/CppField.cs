namespace Codec.Schema.Cpp;

/// <summary>A field that is written and read, with its C++ name.</summary>
/// <param name="layout">The field and its positions.</param>
/// <param name="name">The name in the plain type and in the view.</param>
internal sealed class CppField(FieldLayout layout, string name) : FieldLayout(layout.Field, layout.Place, layout.TypePlace)
{
    public string Name { get; } = name;
}
