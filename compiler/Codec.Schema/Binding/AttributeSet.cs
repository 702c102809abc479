namespace Codec.Schema.Binding;

/// <summary>The attributes of one declaration. If two have the same name, the first one applies.</summary>
internal readonly struct AttributeSet(IReadOnlyList<AttributeSyntax> attributes)
{
    internal IReadOnlyList<AttributeSyntax> All { get; } = attributes;

    internal bool Has(string name) => Find(name) is not null;

    // Called twenty times for each field, most of which have no attributes.
    internal AttributeSyntax? Find(string name)
    {
        for (int i = 0; i < All.Count; i++)
        {
            if (All[i].Name.Text == name)
            {
                return All[i];
            }
        }

        return null;
    }
}
