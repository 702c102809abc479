namespace Codec.Schema.Binding;

/// <summary>The attributes of one declaration. If two have the same name, the first one applies.</summary>
internal sealed class AttributeSet(IReadOnlyList<AttributeSyntax> attributes, SourceText source)
{
    internal IReadOnlyList<AttributeSyntax> All { get; } = attributes;
    internal SourceText Source { get; } = source;

    internal bool Has(string name) => Find(name) is not null;

    internal AttributeSyntax? Find(string name) => All.FirstOrDefault(attribute => attribute.Name.Text == name);

    internal EquatableArray<AttributeEntry> ToEntries() =>
        new(All.Select(attribute => new AttributeEntry(attribute.Name.Text, ValueOf(attribute.Value), Source.Span(attribute.Name))));

    /// <summary>Returns a value as text. An integer is converted to decimal.</summary>
    private static string? ValueOf(LiteralSyntax? value) =>
        value is { Kind: LiteralKind.Integer } && NumberText.Integer(value.Text) is { } number ? number.ToString(CultureInfo.InvariantCulture) : value?.Text;
}
