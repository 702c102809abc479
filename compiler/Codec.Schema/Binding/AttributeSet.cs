namespace Codec.Schema.Binding;

/// <summary>The attributes of one declaration. If two have the same name, the first one applies.</summary>
internal sealed class AttributeSet(IReadOnlyList<AttributeSyntax> attributes)
{
    internal IReadOnlyList<AttributeSyntax> All { get; } = attributes;

    internal bool Has(string name) => Find(name) is not null;

    internal AttributeSyntax? Find(string name) => All.FirstOrDefault(attribute => attribute.Name.Text == name);
}
