namespace Codec.Schema.Binding;

/// <summary>The attributes of one declaration. If two have the same name, the first one applies.</summary>
internal sealed class AttributeSet(IReadOnlyList<AttributeSyntax> attributes, SourceText source)
{
    internal IReadOnlyList<AttributeSyntax> All { get; } = attributes;
    internal SourceText Source { get; } = source;

    internal bool Has(string name) => Find(name) is not null;

    internal AttributeSyntax? Find(string name)
    {
        foreach (AttributeSyntax attribute in All)
        {
            if (attribute.Name.Text == name)
            {
                return attribute;
            }
        }

        return null;
    }

    internal EquatableArray<AttributeEntry> ToEntries() =>
        new(All.Select(attribute => new AttributeEntry(attribute.Name.Text, ValueOf(attribute.Value), Source.Span(attribute.Name))));

    /// <summary>Returns a value as text. An integer is converted to decimal.</summary>
    private static string? ValueOf(LiteralSyntax? value) =>
        value is { Kind: LiteralKind.Integer } && NumberText.TryInteger(value.Text, out bool isNegative, out ulong magnitude, out _)
            ? (isNegative && magnitude > 0 ? "-" : string.Empty) + magnitude.ToString(CultureInfo.InvariantCulture)
            : value?.Text;
}
