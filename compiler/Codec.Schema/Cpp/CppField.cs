namespace Codec.Schema.Cpp;

/// <summary>A field that is written and read, with its C++ name.</summary>
internal sealed class CppField(FieldLayout layout, string name) : FieldLayout(layout.Field, layout.Place, layout.TypePlace)
{
    public string Name { get; } = name;
}
