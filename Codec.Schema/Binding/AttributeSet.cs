using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Model;
using Codec.Schema.Syntax;

namespace Codec.Schema.Binding;

/// <summary>The attributes of one declaration; of two with one name the last counts.</summary>
internal sealed class AttributeSet(IReadOnlyList<AttributeSyntax> attributes, SourceText source)
{
    internal IReadOnlyList<AttributeSyntax> All { get; } = attributes;

    internal SourceText Source { get; } = source;

    internal bool Has(string name) => Find(name) is not null;

    internal AttributeSyntax? Find(string name)
    {
        AttributeSyntax? found = null;
        foreach (AttributeSyntax attribute in All)
        {
            found = attribute.Name.Text == name ? attribute : found;
        }

        return found;
    }

    internal EquatableArray<AttributeEntry> ToEntries() =>
        new(All.Select(attribute => new AttributeEntry(attribute.Name.Text, attribute.Value?.Text, Source.Span(attribute.Name))));
}
