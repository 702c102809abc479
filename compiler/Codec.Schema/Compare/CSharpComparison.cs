using Codec.Schema.CSharp;

namespace Codec.Schema.Compare;

internal static class CSharpComparison
{
    internal static void Compare(BreakList breaks, TypePairs types, SchemaModel old, SchemaModel @new)
    {
        // The equality of a type also depends on the types that refer to it.
        HashSet<string> before = EqualityEmitter.Types(old, isEverything: false);
        HashSet<string> after = EqualityEmitter.Types(@new, isEverything: false);
        foreach ((Definition was, Definition type) in types.All)
        {
            if (!CSharpNames.IsPrivate(was) && CSharpNames.IsPrivate(type))
            {
                breaks.Add(EvolutionRule.CSharpPrivateAdded, type.Span, $"'{type.FullName}' was public in C#, and is internal.");
            }

            if (before.Contains(was.FullName) && !after.Contains(type.FullName))
            {
                breaks.Add(
                    EvolutionRule.CSharpEqualityRemoved,
                    type.Span,
                    $"'{type.FullName}' had value equality in C#, and has not: neither it nor a type that refers to it has the attribute "
                        + $"'{EqualityEmitter.Attribute}'.");
            }
        }
    }
}
